-- What the charts of a day draw of a device's hour (hour_utc, hour_utc + 1 h], packed: docs/decisions/0039-pieces-of-an-hour.md.
-- A row says what the readings of its hour say, but for those whose row in `touched` still waits. An hour without a row is
-- not packed yet, or nothing was said in it. One entry for each piece in every column, big-endian.
create table pieces (
  hour_utc                timestamptz not null,
  project_id              int4 not null,
  device_id               int4 not null,
  ends                    bytea not null,             -- int4: ms since hour_utc
  lengths                 bytea not null,             -- int2: s
  ac_power_w              bytea,                      -- float4: mean over the piece; NaN: not measured; null: in no piece
  dc_power_w              bytea,
  irradiance_w_m2         bytea,
  charge_power_w          bytea,
  discharge_power_w       bytea,
  soc_percent             bytea,
  collector_temperature_c bytea,
  tank_temperature_c      bytea,
  outlet_temperature_c    bytea,
  inlet_temperature_c     bytea,
  ambient_temperature_c   bytea,
  primary key (project_id, device_id, hour_utc)
);
alter table pieces enable row level security;
create policy proven_project on pieces to heliograph_api using (project_id = any((select app_projects())::int4[]));
grant select on pieces to heliograph_api;

-- Hours that wait to be packed: all that lie in (from_utc, to_utc]. The worker takes rows away as it packs, the newest first.
create table pieces_due (
  due_id     int8 generated always as identity primary key,
  project_id int4 not null,
  device_id  int4 not null,
  from_utc   timestamptz not null,
  to_utc     timestamptz not null
);
create index pieces_due_to on pieces_due (to_utc desc);

-- Devices of a project with the span of readings whose row in `touched` still waits, for the API, which cannot see others'.
create function waiting_readings(of_project int4) returns table (device_id int4, since timestamptz, until timestamptz)
  language sql stable security definer set search_path = public, pg_temp as $$
    select e.device_id, e.since, e.until
    from touched t, unnest(t.project_id, t.device_id, t.since, t.until) as e (project_id, device_id, since, until)
    where t.lane in (0, 1) and of_project = any(t.project_id) and e.project_id = of_project
      and of_project = any((select app_projects())::int4[])
  $$;
revoke execute on function waiting_readings(int4) from public;
grant execute on function waiting_readings(int4) to heliograph_api;

-- Everything that was measured so far.
insert into pieces_due (project_id, device_id, from_utc, to_utc)
  select project_id, device_id, (min(day) - 1)::timestamp at time zone 'UTC', (max(day) + 2)::timestamp at time zone 'UTC'
  from rday group by project_id, device_id;
