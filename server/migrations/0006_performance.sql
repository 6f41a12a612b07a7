-- What lists and charts of whole projects read: energy, irradiance and money of a project by local day.

-- Text as a search compares it: no case, no accents. Vietnamese đ is a letter of its own to Unicode, not a d with a mark.
create function plain_text(given text) returns text language sql immutable strict parallel safe as
  $$ select lower(translate(regexp_replace(normalize(given, NFD), '[\u0300-\u036f]', '', 'g'), 'đĐ', 'dd')) $$;
alter table project add column search_text text not null
  generated always as (plain_text(name || ' ' || address)) stored;

-- A project's local day, from rday (and r15 for prices by the hour). Nulls: no such device, or nothing known.
create table project_day (
  meter_wh               float8,                     -- production meters
  inverter_wh            float8,
  est_meter_wh           float8,                     -- the part whose day is estimated
  est_inverter_wh        float8,
  import_wh              float8,                     -- at the grid connection
  export_wh              float8,
  insolation_wh_m2       float8,                     -- of the radiation sensor with the fewest gaps
  saving_vnd             numeric(18, 2),
  project_id             int4 not null references project on delete cascade,
  day                    date not null,
  covered_s              int8 not null default 0,    -- of the devices whose production counts: meters, else inverters
  expected_s             int8 not null default 0,
  irradiance_covered_s   int4 not null default 0,
  irradiance_expected_s  int4 not null default 0,
  primary key (project_id, day)
) with (fillfactor = 80);

-- Days of projects whose project_day is out of date. Only added to, so that writers never wait for each other; taken away
-- in the transaction that recomputes the days.
create table project_day_touched (
  touched_id int8 generated always as identity primary key,
  project_id int4 not null,
  day        date not null,
  at         timestamptz not null default now()
);
create index project_day_touched_project on project_day_touched (project_id);

create function touch_project_days() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into project_day_touched (project_id, day) select distinct project_id, day from changed;
  return null;
end $$;
create trigger rday_inserted after insert on rday referencing new table as changed
  for each statement execute function touch_project_days();
create trigger rday_updated after update on rday referencing new table as changed
  for each statement execute function touch_project_days();
create trigger rday_deleted after delete on rday referencing old table as changed
  for each statement execute function touch_project_days();

-- A new price changes what every day from then on has saved.
create function touch_priced_days() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into project_day_touched (project_id, day)
    select distinct d.project_id, d.day from changed c join project_day d on d.project_id = c.project_id and d.day >= c.valid_from;
  return null;
end $$;
create trigger tariff_inserted after insert on tariff referencing new table as changed
  for each statement execute function touch_priced_days();
create trigger tariff_updated after update on tariff referencing new table as changed
  for each statement execute function touch_priced_days();
create trigger tariff_deleted after delete on tariff referencing old table as changed
  for each statement execute function touch_priced_days();

-- before_today_*: all days before `today`, so that a refresh need not sum them again.
alter table project_summary
  add column today_saving_vnd              numeric(18, 2),
  add column before_today_saving_vnd       numeric(18, 2),
  add column before_today_meter_co2_kg     float8,
  add column before_today_inverter_co2_kg  float8,
  add column meter_co2_kg                  float8,    -- with today
  add column inverter_co2_kg               float8,
  add column saving_vnd                    numeric(18, 2),
  add column performance_ratio             float8,    -- of performance_ratio_day, the day before `today`
  add column performance_ratio_day         date,
  -- False: before_today_* must be summed anew.
  add column before_today_known            boolean not null default false;

alter table project_day enable row level security;
create policy proven_project on project_day to heliograph_api using (project_id = any((select app_projects())::int4[]));
grant select on project_day to heliograph_api;
