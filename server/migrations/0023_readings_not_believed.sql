-- Readings that say nothing and powers that are not believed (docs/decisions/0066-readings-that-say-nothing.md).

-- Up to here the device's production is known: its last reading whose counter was believed. Null: as far as it was read.
alter table latest add column counted_at timestamptz;

-- Powers above one and a half times the rating: kept as readings, marked by one event a day, used nowhere.
alter table ledger_event drop constraint ledger_event_kind_check, drop constraint ledger_event_quantity_check,
  add constraint ledger_event_kind_check check (kind in ('reset', 'glitch', 'spike', 'gap', 'power_above_rating')),
  add constraint ledger_event_quantity_check
    check (quantity in ('production', 'import', 'export', 'charge', 'discharge', 'power'));

-- A rating that arrives later also decides which powers are drawn: the device's packed hours are made anew.
create function repack_device() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into chart_slots_due (project_id, device_id, from_utc, to_utc)
  select new.project_id, new.device_id, min(hour_utc), max(hour_utc) + interval '1 hour'
  from chart_slots where project_id = new.project_id and device_id = new.device_id having count(*) > 0;
  return null;
end $$;
create trigger device_repacked after update on device for each row
  when (old.ac_nominal_w is distinct from new.ac_nominal_w) execute function repack_device();

-- Hours that were packed with such powers.
insert into chart_slots_due (project_id, device_id, from_utc, to_utc)
select r.project_id, r.device_id, date_trunc('hour', min(r.power_max_at)) - interval '26 hours',
  date_trunc('hour', max(r.power_max_at)) + interval '26 hours'
from energy_day r join device d on d.device_id = r.device_id
where r.power_max_w > 1.5 * d.ac_nominal_w
group by r.project_id, r.device_id, r.day;

insert into changed_readings (lane, project_id, device_id, since, until)
select 1, array_agg(project_id), array_agg(device_id), array_agg(now()), array_agg(now())
from latest group by project_id;
