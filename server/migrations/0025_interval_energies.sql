-- Energies that a device or a file tells interval by interval (docs/decisions/0074-energy-of-an-interval.md), and energies that
-- are known by day or month alone (docs/decisions/0075-days-and-months-as-reported.md).
alter table reading
  add column interval_production_wh float8,
  add column interval_import_wh float8,
  add column interval_export_wh float8,
  add column interval_charge_wh float8,
  add column interval_discharge_wh float8;

-- What somebody's file says of a whole local day or month of a device. `since` is the day, or the first of the month.
create table reported_energy (
  project_id    int4 not null,
  device_id     int4 not null,
  period        text not null check (period in ('day', 'month')),
  since         date not null check (period = 'day' or since = date_trunc('month', since)::date),
  production_wh float8 check (production_wh >= 0),
  import_wh     float8 check (import_wh >= 0),
  export_wh     float8 check (export_wh >= 0),
  charge_wh     float8 check (charge_wh >= 0),
  discharge_wh  float8 check (discharge_wh >= 0),
  primary key (project_id, device_id, period, since)
);
alter table reported_energy enable row level security;
create policy proven_project on reported_energy to heliograph_api using (project_id = any((select app_projects())::int4[]));
grant select on reported_energy to heliograph_api;

-- Energies of the row that are reported ones, by their names; empty: all of it follows from readings.
alter table energy_day add column reported text[] not null default '{}';
alter table energy_month add column reported text[] not null default '{}';
