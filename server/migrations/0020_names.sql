-- Names that a newcomer reads without being taught: docs/decisions/0053-names-of-tables.md. Nothing but names changes; policies,
-- grants, indexes and views stay with their tables.
do $$
declare
  pair record;
  one record;
begin
  for pair in
    select * from (values ('touched', 'changed_readings'), ('project_day_touched', 'changed_project_days'),
      ('pieces', 'chart_slots'), ('pieces_due', 'chart_slots_due'),
      ('r15', 'energy_quarter'), ('rday', 'energy_day'), ('rmonth', 'energy_month')) as p (was, becomes)
  loop
    execute format('alter table %I rename to %I', pair.was, pair.becomes);
    for one in
      select conname from pg_constraint where conrelid = pair.becomes::regclass and starts_with(conname, pair.was || '_')
    loop
      execute format('alter table %I rename constraint %I to %I', pair.becomes, one.conname,
        pair.becomes || substr(one.conname, length(pair.was) + 1));
    end loop;
  end loop;
end $$;
alter view rhour rename to energy_hour;
alter table changed_readings rename column touched_id to change_id;
alter table changed_project_days rename column touched_id to change_id;
alter sequence touched_touched_id_seq rename to changed_readings_change_id_seq;
alter sequence project_day_touched_touched_id_seq rename to changed_project_days_change_id_seq;
alter sequence pieces_due_due_id_seq rename to chart_slots_due_due_id_seq;
alter index touched_lane rename to changed_readings_lane;
alter index project_day_touched_project rename to changed_project_days_project;
alter index pieces_due_to rename to chart_slots_due_to;
alter trigger rday_inserted on energy_day rename to energy_day_inserted;
alter trigger rday_updated on energy_day rename to energy_day_updated;
alter trigger rday_deleted on energy_day rename to energy_day_deleted;

-- Functions name tables by text.
alter function touch_project_days() rename to note_changed_days;
create or replace function note_changed_days() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into changed_project_days (project_id, day) select distinct project_id, day from changed;
  return null;
end $$;

alter function touch_priced_days() rename to note_priced_days;
create or replace function note_priced_days() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into changed_project_days (project_id, day)
    select distinct d.project_id, d.day from changed c join project_day d on d.project_id = c.project_id and d.day >= c.valid_from;
  return null;
end $$;

alter function touch_heated_days() rename to note_heated_days;
create or replace function note_heated_days() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into changed_project_days (project_id, day) select project_id, day from project_day where project_id = new.project_id;
  return null;
end $$;

alter function touch_corrected_heat() rename to note_corrected_heat;
create or replace function note_corrected_heat() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into changed_project_days (project_id, day)
    select distinct c.project_id, (at.instant at time zone p.timezone)::date
    from changed c join project p on p.project_id = c.project_id and p.project_type = 'swh'
    -- A reading's instant is the end of its interval; one of an hour or less reaches back into the day before.
    cross join lateral (values (c.ts - interval '1 microsecond'), (c.ts - interval '1 hour')) at (instant);
  return null;
end $$;

create or replace function waiting_readings(of_project int4) returns table (device_id int4, since timestamptz, until timestamptz)
  language sql stable security definer set search_path = public, pg_temp as $$
    select e.device_id, e.since, e.until
    from changed_readings c, unnest(c.project_id, c.device_id, c.since, c.until) as e (project_id, device_id, since, until)
    where c.lane in (0, 1) and of_project = any(c.project_id) and e.project_id = of_project
      and of_project = any((select app_projects())::int4[])
  $$;
