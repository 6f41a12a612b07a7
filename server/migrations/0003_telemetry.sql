-- Raw readings are the truth; r15, rday, rmonth, latest and project_summary are derived and can be rebuilt.
-- One row is one device at one instant; `ts` is the END of the interval it describes. Powers are means over it.
create table reading (
  ts                     timestamptz not null,
  energy_total_wh        float8,
  energy_import_wh       float8,
  energy_export_wh       float8,
  energy_charge_wh       float8,
  energy_discharge_wh    float8,
  project_id             int4 not null,
  device_id              int4 not null,
  ac_power_w             float4,
  ac_apparent_power_va   float4,
  ac_reactive_power_var  float4,
  ac_power_factor        float4,
  ac_voltage_v           float4,
  ac_current_a           float4,
  ac_frequency_hz        float4,
  dc_power_w             float4,
  dc_voltage_v           float4,
  dc_current_a           float4,
  cabinet_temperature_c  float4,
  soc_percent            float4,
  charge_power_w         float4,
  discharge_power_w      float4,
  battery_voltage_v      float4,
  battery_current_a      float4,
  load_power_w           float4,
  irradiance_w_m2        float4,
  module_temperature_c   float4,
  ambient_temperature_c  float4,
  wind_speed_m_s         float4,
  tank_temperature_c     float4,
  collector_temperature_c float4,
  inlet_temperature_c    float4,
  outlet_temperature_c   float4,
  flow_l_h               float4,
  event_bits             int4,
  state                  int2,
  interval_s             int2 not null,              -- length of the interval that ends at ts
  source                 int2 not null default 0,   -- 0 live, 1 historical (resent by the gateway), 2 imported
  ext                    jsonb,                      -- MPPT and string lists, phases, relays, tariff registers
  primary key (project_id, device_id, ts)
) partition by range (ts);
create table reading_other partition of reading default;

-- The partition of each month that overlaps [from_day, to_day]; safe to repeat. Returns how many were made.
create function ensure_reading_partitions(from_day date, to_day date) returns int language plpgsql as $$
declare
  month date := date_trunc('month', from_day)::date;
  made int := 0;
  part text;
begin
  while month <= to_day loop
    part := 'reading_' || to_char(month, 'YYYY_MM');
    if to_regclass(part) is null then
      execute format('create table %I partition of reading for values from (%L) to (%L)', part,
        (month::timestamp at time zone 'UTC'), ((month + interval '1 month')::timestamp at time zone 'UTC'));
      execute format('alter table %I set (autovacuum_vacuum_insert_scale_factor = 0.05)', part);
      made := made + 1;
    end if;
    month := (month + interval '1 month')::date;
  end loop;
  return made;
end $$;

-- What a correction replaced: the row as it was before.
create table reading_correction (
  project_id  int4 not null,
  device_id   int4 not null,
  ts          timestamptz not null,
  replaced_at timestamptz not null default now(),
  was         jsonb not null,
  became      jsonb not null,
  primary key (project_id, device_id, ts, replaced_at)
);

-- One row per committed micro-batch: which devices got readings, and the span of time touched. The worker
-- takes rows away in the transaction that recomputes what they touch.
create table touched (
  touched_id int8 generated always as identity primary key,
  lane       int2 not null,                          -- 0 live, 1 backlog, 2 months to be summed anew
  project_id int4[] not null,
  device_id  int4[] not null,
  since      timestamptz[] not null,                 -- earliest ts stored for the device of the same index
  until      timestamptz[] not null                  -- latest
);
create index touched_lane on touched (lane, touched_id);

-- A gateway's message or reading that was refused: kept so that its owner can see why.
create table refused_reading (
  refused_id  int8 generated always as identity primary key,
  project_id  int4 not null,
  gateway_id  int4 not null,
  device_uid  text check (length(device_uid) <= 64),
  at          timestamptz not null default now(),
  reason      text not null check (length(reason) <= 60),
  detail      text not null default '' check (length(detail) <= 500)
);
create index refused_reading_gateway on refused_reading (project_id, gateway_id, at desc);

-- What the ledger noticed on a device's counters: reset, glitch, spike, gap.
create table ledger_event (
  project_id int4 not null,
  device_id  int4 not null,
  quantity   text not null check (quantity in ('production', 'import', 'export', 'charge', 'discharge')),
  at         timestamptz not null,                   -- ts of the reading that showed it
  kind       text not null check (kind in ('reset', 'glitch', 'spike', 'gap')),
  detail     jsonb not null default '{}',
  primary key (project_id, device_id, quantity, at, kind)
);

-- Devices whose ledger could not be made, why, and what of them waits for the next try.
create table ledger_fault (
  project_id int4 not null,
  device_id  int4 not null,
  at         timestamptz not null default now(),
  message    text not null check (length(message) <= 500),
  since      timestamptz not null,
  until      timestamptz not null,
  primary key (project_id, device_id)
);

-- Newest live reading of a device, and how far the ledger has read (frontier_at, with its state there).
create table latest (
  project_id  int4 not null,
  device_id   int4 not null,
  ts          timestamptz,
  m           jsonb,                                 -- quantities by their wire names, nulls left out; ext under "ext"
  frontier_at timestamptz,
  frontier    text,                                  -- as text: numbers come back to the bit, and nobody looks inside
  primary key (project_id, device_id)
) with (fillfactor = 50);

-- A device's quarter hour (bin_utc, bin_utc + 15 min]. Energies in Wh; null: nothing known, never zero.
-- est_*: the part of the energy whose place in time is estimated (a gap was spread, or power integrated).
create table r15 (
  bin_utc          timestamptz not null,
  production_wh    float8,
  import_wh        float8,
  export_wh        float8,
  charge_wh        float8,
  discharge_wh     float8,
  est_production_wh float8,
  est_import_wh    float8,
  est_export_wh    float8,
  est_charge_wh    float8,
  est_discharge_wh float8,
  power_wh         float8,                            -- integral of ac_power_w over the intervals received, gaps not filled
  insolation_wh_m2 float8,                            -- integral of irradiance_w_m2 over the intervals received
  project_id       int4 not null,
  device_id        int4 not null,
  power_avg_w      float4,
  power_max_w      float4,
  module_temperature_c  float4,
  ambient_temperature_c float4,
  tank_temperature_c    float4,
  collector_temperature_c float4,
  soc_percent      float4,                            -- last in the bin
  n                int4 not null default 0,           -- readings received
  covered_s        int2 not null default 0 check (covered_s between 0 and 900),  -- seconds of the bin that readings cover
  primary key (project_id, device_id, bin_utc)
);

-- A device's local day. covered_s counts daylight for production and irradiance, the whole day for the rest;
-- expected_s is what a day without gaps has. `closing` is the ledger's state after the last reading of the day; null: it
-- has none, or no reading of a later day is there yet.
create table rday (
  production_wh    float8,
  import_wh        float8,
  export_wh        float8,
  charge_wh        float8,
  discharge_wh     float8,
  est_production_wh float8,                           -- only what a gap over midnight leaves uncertain for the day
  est_import_wh    float8,
  est_export_wh    float8,
  est_charge_wh    float8,
  est_discharge_wh float8,
  power_wh         float8,
  insolation_wh_m2 float8,
  project_id       int4 not null,
  device_id        int4 not null,
  day              date not null,
  power_max_w      float4,
  power_max_at     timestamptz,
  n                int4 not null default 0,
  covered_s        int4 not null default 0,
  expected_s       int4 not null default 0,
  closing          text,
  primary key (project_id, device_id, day)
) with (fillfactor = 50);                            -- today's row changes with every pass of the worker

create table rmonth (
  production_wh    float8,
  import_wh        float8,
  export_wh        float8,
  charge_wh        float8,
  discharge_wh     float8,
  est_production_wh float8,
  est_import_wh    float8,
  est_export_wh    float8,
  est_charge_wh    float8,
  est_discharge_wh float8,
  power_wh         float8,
  insolation_wh_m2 float8,
  project_id       int4 not null,
  device_id        int4 not null,
  month            date not null,                     -- its first day
  power_max_w      float4,
  n                int8 not null default 0,
  covered_s        int8 not null default 0,
  expected_s       int8 not null default 0,
  primary key (project_id, device_id, month)
) with (fillfactor = 50);

-- Local hours, from the quarter hours.
create view rhour as
  select b.project_id, b.device_id,
    date_trunc('hour', b.bin_utc, p.timezone) as hour_utc,
    sum(production_wh) as production_wh, sum(import_wh) as import_wh, sum(export_wh) as export_wh,
    sum(charge_wh) as charge_wh, sum(discharge_wh) as discharge_wh,
    sum(est_production_wh) as est_production_wh, sum(est_import_wh) as est_import_wh,
    sum(est_export_wh) as est_export_wh, sum(est_charge_wh) as est_charge_wh,
    sum(est_discharge_wh) as est_discharge_wh,
    sum(power_wh) as power_wh, sum(insolation_wh_m2) as insolation_wh_m2,
    max(power_max_w) as power_max_w, sum(n) as n, sum(covered_s) as covered_s, 3600 as expected_s
  from r15 b join project p using (project_id)
  group by b.project_id, b.device_id, date_trunc('hour', b.bin_utc, p.timezone);

-- What lists and dashboards show of a project; kept up to date, so that they never scan readings.
create table project_summary (
  project_id            int4 primary key references project on delete cascade,
  last_reading_at       timestamptz,
  last_contact_at       timestamptz,
  plant_status          text not null default 'not_configured'
                        check (plant_status in ('normal', 'warning', 'offline', 'not_configured')),
  sleeping              boolean not null default false,
  alert_status          text not null default 'not_installed'
                        check (alert_status in ('normal', 'warning', 'error', 'not_installed')),
  active_power_w        float8,
  irradiance_w_m2       float8,
  module_temperature_c  float8,
  today                 date,
  today_meter_wh        float8,
  today_inverter_wh     float8,
  today_insolation_wh_m2 float8,
  before_today_meter_wh    float8,                    -- all days before `today`; null: to be summed anew
  before_today_inverter_wh float8,
  swh                   jsonb,                        -- tank and ambient temperature, relays, energy saved
  changed_at            timestamptz not null default now()
) with (fillfactor = 70);
