-- Solar water heaters: what they are made of, and the heat of their days.

alter table project
  add column tank_volume_l     int4 check (tank_volume_l > 0),
  add column collector_area_m2 float8 check (collector_area_m2 > 0),
  add column collector_type    text check (collector_type in ('flat_plate', 'evacuated_tube', 'other')),
  add column heater_power_w    int8 check (heater_power_w > 0),
  -- Of the electric heater that the sun stands in for.
  add column heater_efficiency float8 not null default 0.95 check (heater_efficiency > 0 and heater_efficiency <= 1);

-- Heat from collectors, what it stands in for, and the electricity of the heaters behind it. Nulls: nothing known.
alter table project_day
  add column heat_wh      float8,
  add column heat_source  text check (heat_source in ('counter', 'flow', 'tank')),  -- the weakest of its controllers
  add column auxiliary_wh float8,
  add column saved_wh     float8;

alter table project_month add column saved_wh float8;

-- before_today_*: all days before `today`.
alter table project_summary
  add column today_saved_wh            float8,
  add column before_today_saved_wh     float8,
  add column before_today_saved_co2_kg float8,
  add column saved_co2_kg              float8;        -- with today

-- Heat without a counter comes from readings, which may be corrected without any row of the ledger changing.
create function touch_corrected_heat() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into project_day_touched (project_id, day)
    select distinct c.project_id, (at.instant at time zone p.timezone)::date
    from changed c join project p on p.project_id = c.project_id and p.project_type = 'swh'
    -- A reading's instant is the end of its interval; one of an hour or less reaches back into the day before.
    cross join lateral (values (c.ts - interval '1 microsecond'), (c.ts - interval '1 hour')) at (instant);
  return null;
end $$;
create trigger heat_corrected after insert on reading_correction referencing new table as changed
  for each statement execute function touch_corrected_heat();

-- Facts that every day's heat or saving was computed with.
create function touch_heated_days() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into project_day_touched (project_id, day) select project_id, day from project_day where project_id = new.project_id;
  return null;
end $$;
create trigger heater_changed after update on project for each row
  when (new.project_type = 'swh' and (old.tank_volume_l, old.heater_efficiency) is distinct from (new.tank_volume_l, new.heater_efficiency))
  execute function touch_heated_days();

insert into project_day_touched (project_id, day)
  select d.project_id, d.day from project_day d join project p on p.project_id = d.project_id and p.project_type = 'swh';
