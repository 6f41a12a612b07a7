-- The peak power of a day that is over is kept with its other figures (docs/decisions/0088-figures-kept-with-their-day.md).
alter table project_kpi_day
  add column peak_w  float8,                            -- null: none is known
  add column peak_at timestamptz,                       -- the first of its five minutes
  add column peak_by text check (peak_by in ('electric_meter', 'solar_inverter'));

-- Heat without a counter and the peak power come from readings, which may be corrected without any row of the ledger changing.
create or replace function note_corrected_heat() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into changed_project_days (project_id, day)
    select distinct c.project_id, d.day
    from changed c join project p on p.project_id = c.project_id
    -- A reading's instant is the end of its interval; one of an hour or less reaches back into the day before.
    cross join lateral (values (c.ts - interval '1 microsecond'), (c.ts - interval '1 hour')) at (instant)
    cross join lateral (values ((at.instant at time zone p.timezone)::date)) d (day)
    where p.project_type = 'swh'
      or exists (select from project_kpi_day k where k.project_id = c.project_id and k.day = d.day);
  return null;
end $$;
alter function note_corrected_heat() rename to note_corrected_days;
alter trigger heat_corrected on reading_correction rename to days_corrected;

-- Of which kind a device is decides what counts, and the clock of the place where its days begin.
drop trigger device_rated on device;
create trigger device_rated after update on device for each row
  when ((old.ac_nominal_w, old.dc_capacity_wp, old.asset_type) is distinct from (new.ac_nominal_w, new.dc_capacity_wp, new.asset_type))
  execute function outdate_key_figures();
drop trigger plant_rated on project;
create trigger plant_rated after update on project for each row
  when ((old.capacity_wp, old.run_nze, old.calculate_expected_data_by, old.latitude, old.longitude, old.timezone)
    is distinct from (new.capacity_wp, new.run_nze, new.calculate_expected_data_by, new.latitude, new.longitude, new.timezone))
  execute function outdate_key_figures();

-- Hours that were packed by another rating are wrong at once: until they are packed anew their readings are drawn.
create or replace function repack_device() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  with gone as (
    delete from chart_slots where project_id = new.project_id and device_id = new.device_id returning hour_utc
  )
  insert into chart_slots_due (project_id, device_id, from_utc, to_utc)
  select new.project_id, new.device_id, min(hour_utc), max(hour_utc) + interval '1 hour' from gone having count(*) > 0;
  return null;
end $$;
delete from chart_slots p using chart_slots_due d
where p.project_id = d.project_id and p.device_id = d.device_id and p.hour_utc >= d.from_utc and p.hour_utc < d.to_utc;
