-- Totals are those of the counters: what a counter had counted before its first reading here is kept beside the ledger
-- (docs/decisions/0068-total-means-lifetime.md).
create table energy_opening (
  at timestamptz not null,
  wh double precision not null,
  project_id int4 not null,
  device_id int4 not null,
  quantity text not null check (quantity in ('production', 'import', 'export', 'charge', 'discharge')),
  primary key (project_id, device_id, quantity)
);
alter table energy_opening enable row level security;
create policy proven_project on energy_opening for all to heliograph_api
  using (project_id = any((select app_projects())::int4[]));
grant select on energy_opening to heliograph_api;

-- What a replaced device had counted before this one, as its owner knows it.
alter table device add column energy_before_wh bigint check (energy_before_wh between 0 and 1000000000000000);
grant update (energy_before_wh) on device to heliograph_api;

-- Counted: day by day the meters', where there are any, else the inverters'. before_today_… holds the openings.
alter table project_month add column counted_wh double precision;
alter table project_summary
  add column before_today_counted_wh double precision,
  add column before_today_counted_co2_kg double precision,
  add column counted_co2_kg double precision,
  add column opening_meter_wh double precision,
  add column opening_inverter_wh double precision,
  add column opening_counted_wh double precision,
  add column opening_meter_co2_kg double precision,
  add column opening_inverter_co2_kg double precision,
  add column opening_counted_co2_kg double precision,
  -- The first day of which energy is known.
  add column measured_since date,
  add column meter_lifetime boolean not null default false,
  add column inverter_lifetime boolean not null default false,
  add column counted_lifetime boolean not null default false,
  add column opening_avoids boolean not null default false,
  add column openings_seen text not null default '';

create function outdate_totals() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update project_summary set before_today_known = false where project_id = new.project_id and before_today_known;
  return null;
end $$;
create trigger device_replaced after update on device for each row
  when (old.energy_before_wh is distinct from new.energy_before_wh) execute function outdate_totals();
create trigger project_commissioned after update on project for each row
  when (old.commissioned_on is distinct from new.commissioned_on) execute function outdate_totals();

-- A tariff is also the price of what was produced before the first reading.
create or replace function note_priced_days() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform from project_summary where project_id in (select project_id from changed) order by project_id for update;
  update project_summary set before_today_known = false
    where project_id in (select project_id from changed) and before_today_known;
  insert into changed_project_days (project_id, day)
    select distinct d.project_id, d.day from changed c join project_day d on d.project_id = c.project_id and d.day >= c.valid_from;
  return null;
end $$;

-- The ledger of every device is folded anew: nothing kept what its counters began with.
insert into changed_readings (lane, project_id, device_id, since, until)
  select 1, array_agg(project_id), array_agg(device_id), array_agg(now()), array_agg(now()) from latest group by project_id;
