-- Where the light of each local day went, by inverter (docs/decisions/0091-loss-waterfall.md): base_wh less the steps is measured_wh, to
-- the watt-hour. Written with project_kpi_day, and as true as its row of the day: one that is outdated there is outdated here.
create table loss_day (
  project_id            int4 not null references project on delete cascade,
  day                   date not null,
  device_id             int4 not null references device on delete cascade,
  vnd_per_kwh           numeric not null,               -- of the quarter hours in the row: a day has one row a price
  base_wh               int8 not null,
  temperature_wh        int8 not null,
  zero_export_wh        int8 not null,
  clipping_wh           int8 not null,
  outage_wh             int8 not null,
  communication_wh      int8 not null,
  usual_wh              int8 not null,
  unexplained_wh        int8 not null,
  measured_wh           int8 not null,
  estimated_base_wh     int8 not null,                  -- of base_wh: told by the inverters, for want of a sensor
  pending_wh            int8 not null,                  -- of communication_wh: the counter is not back
  gap_expected_wh       int8 not null,
  zero_export_quarters  int2 not null,
  clipping_quarters     int2 not null,
  outage_quarters       int2 not null,
  communication_quarters int2 not null,
  daylight_quarters     int2 not null,
  known_quarters        int2 not null,
  outages               jsonb not null,                 -- [from, to (ms since 1970), Wh] of each stretch
  primary key (project_id, day, device_id, vnd_per_kwh),
  check (base_wh = temperature_wh + zero_export_wh + clipping_wh + outage_wh + communication_wh + usual_wh + unexplained_wh + measured_wh)
);
alter table loss_day enable row level security;
create policy proven_project on loss_day to heliograph_api using (project_id = any((select app_projects())::int4[]));
grant select on loss_day to heliograph_api;
create index loss_day_of_device on loss_day (device_id);
