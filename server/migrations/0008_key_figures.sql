-- Key figures of projects: what a contract guarantees, the quarter hours of a day in sums, and alarms.

-- What was agreed or simulated for a plant, and the limits its figures are judged by. Ratios are shares of 1.
create table performance_contract (
  project_id            int4 primary key references project on delete cascade,
  starts_on             date,                          -- first day of contract year 1; null: the day of commissioning
  degradation_per_year  float8 not null default 0 check (degradation_per_year between 0 and 0.1),
  guaranteed_year       float8 check (guaranteed_year > 0 and guaranteed_year <= 1.2),
  guaranteed_month      float8[] check (cardinality(guaranteed_month) = 12),
  simulated_year        float8 check (simulated_year > 0 and simulated_year <= 1.2),
  simulated_month       float8[] check (cardinality(simulated_month) = 12),  -- by PVsyst, January first
  gamma_per_c           float8 not null check (gamma_per_c between -0.02 and 0),
  rated_from_w_m2       float8 not null check (rated_from_w_m2 between 0 and 1000),
  pair_from_w_m2        float8 not null check (pair_from_w_m2 between 0 and 1000),
  min_completeness      float8 not null check (min_completeness between 0 and 1),
  min_insolation_wh_m2  float8 not null check (min_insolation_wh_m2 between 0 and 10000),
  status_from           float8[] not null check (cardinality(status_from) = 4),  -- normal, warning, minor, major
  changed_at            timestamptz not null default now(),
  changed_by            int4 references account on delete set null
);

-- A project's local day in sums over its quarter hours, recomputed whole. Energies in Wh, insolations in Wh/m².
create table project_kpi_day (
  energy_wh        float8,                             -- of the pairs of energy and irradiance that count
  insolation_wh_m2 float8,                             -- of the same
  warm_energy_wh   float8,                             -- of those with a module temperature
  warm_insolation_wh_m2 float8,
  warm_insolation_c float8,                            -- Σ insolation × module temperature
  expected_wh      float8,                             -- null: no irradiance
  curtailed_wh     float8,                             -- held back by zero export; null: not computed
  project_id       int4 not null references project on delete cascade,
  day              date not null,
  version          int2 not null default 0,            -- of the rules it was computed by
  outdated         boolean not null default true,
  daylight         int2 not null default 0,            -- quarter hours
  used             int2 not null default 0,
  reason           text check (length(reason) <= 40),  -- why the day has no performance ratio; null: it has one
  left_out         jsonb not null default '{}',        -- quarter hours by the reason why they were left out
  units            jsonb not null default '[]',        -- by gateway, or of the whole project: what κ is learnt from
  devices          jsonb not null default '[]',        -- availability of each device
  primary key (project_id, day)
) with (fillfactor = 80);
create index project_kpi_day_outdated on project_kpi_day (project_id, day) where outdated;

insert into project_kpi_day (project_id, day) select project_id, day from project_day;

-- Facts that every day of a project was computed with.
create function outdate_key_figures() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  -- The summary first: whoever refreshes a project locks it before its days.
  update project_summary set before_today_known = false where project_id = new.project_id and before_today_known;
  update project_kpi_day set outdated = true where project_id = new.project_id and not outdated;
  return null;
end $$;
create trigger contract_made after insert on performance_contract for each row execute function outdate_key_figures();
create trigger contract_changed after update on performance_contract for each row execute function outdate_key_figures();
create trigger plant_rated after update on project for each row
  when ((old.capacity_wp, old.run_nze, old.calculate_expected_data_by, old.latitude, old.longitude)
    is distinct from (new.capacity_wp, new.run_nze, new.calculate_expected_data_by, new.latitude, new.longitude))
  execute function outdate_key_figures();
create trigger gateway_rated after update on gateway for each row
  when ((old.capacity_wp, old.removed_at) is distinct from (new.capacity_wp, new.removed_at))
  execute function outdate_key_figures();
create trigger device_rated after update on device for each row
  when ((old.ac_nominal_w, old.dc_capacity_wp) is distinct from (new.ac_nominal_w, new.dc_capacity_wp))
  execute function outdate_key_figures();

-- One row a cause. While `confirmed_at` is null the condition holds, but not for long enough to say so.
create table alarm (
  alarm_id     int8 generated always as identity primary key,
  alarm_uid    uuid not null unique default gen_random_uuid(),
  project_id   int4 not null references project on delete cascade,
  gateway_id   int4,                                   -- null: the project
  device_id    int4,                                   -- null: the gateway, or the project
  kind         text not null check (length(kind) <= 40),
  severity     text not null check (severity in ('critical', 'warning', 'minor')),
  started_at   timestamptz not null,
  confirmed_at timestamptz,
  ended_at     timestamptz,
  cause        jsonb not null default '{}'
);
create unique index alarm_open on alarm (project_id, kind, gateway_id, device_id) nulls not distinct where ended_at is null;
create index alarm_newest on alarm (project_id, started_at desc, alarm_id desc);

-- What the lists show beside the performance ratio of performance_ratio_day.
alter table project_summary
  add column guaranteed_ratio float8,
  add column simulated_ratio  float8,
  add column ratio_status     text check (ratio_status in ('normal', 'warning', 'minor', 'major', 'critical'));

do $$
declare name text;
begin
  foreach name in array array['performance_contract', 'project_kpi_day', 'alarm'] loop
    execute format('alter table %I enable row level security', name);
    execute format('create policy proven_project on %I to heliograph_api using (project_id = any((select app_projects())::int4[]))', name);
  end loop;
end $$;
grant select on performance_contract, project_kpi_day, alarm to heliograph_api;
