-- Projects, who may see them, their gateways and devices.
create table project (
  project_id      int4 generated always as identity primary key,
  project_uid     uuid not null unique default gen_random_uuid(),
  name            text not null check (length(name) between 1 and 200),
  address         text not null default '' check (length(address) <= 400),
  latitude        float8 not null check (latitude between -90 and 90),
  longitude       float8 not null check (longitude between -180 and 180),
  project_type    text not null check (project_type in ('pv', 'swh')),
  timezone        text not null check (length(timezone) <= 64),   -- IANA name
  capacity_wp     int8 not null check (capacity_wp >= 0),
  commissioned_on date,
  run_nze         boolean not null default false,
  calculate_expected_data_by text not null default 'gateway' check (calculate_expected_data_by in ('gateway', 'other')),
  -- Local hours that count as night for "Sleeping"; null: by the elevation of the sun.
  night_from      time,
  night_to        time,
  created_at      timestamptz not null default now(),
  removed_at      timestamptz
);
create index project_name on project (lower(name), project_id) where removed_at is null;

create table project_member (
  project_id int4 not null references project on delete cascade,
  account_id int4 not null references account on delete cascade,
  role       text not null check (role in ('owner', 'managed', 'read_only')),
  added_at   timestamptz not null default now(),
  primary key (account_id, project_id)
);
create index project_member_project on project_member (project_id);

-- Price of energy from a day on. Bands: [{"from":"09:30","to":"11:30","days":[1..7],"vnd_per_kwh":"3640"}], first match wins.
create table tariff (
  project_id         int4 not null references project on delete cascade,
  valid_from         date not null,
  vnd_per_kwh        numeric(12, 4) not null check (vnd_per_kwh >= 0),
  export_vnd_per_kwh numeric(12, 4) not null default 0 check (export_vnd_per_kwh >= 0),
  bands              jsonb not null default '[]',
  primary key (project_id, valid_from)
);

create table gateway (
  gateway_id       int4 generated always as identity primary key,
  gateway_uid      uuid not null unique default gen_random_uuid(),
  project_id       int4 not null references project,
  serial           text not null unique check (serial ~ '^[A-Za-z0-9_-]{3,64}$'),
  name             text not null default '' check (length(name) <= 200),
  alias            text check (length(alias) between 1 and 200),
  credential_hash  text not null,                         -- sha-256 of a 32 byte random secret, hex
  interval_s       int4 not null default 300 check (interval_s between 1 and 3600),
  capacity_wp      int8 check (capacity_wp > 0),
  firmware_version text check (length(firmware_version) <= 80),
  nze_status       boolean not null default false,
  connected        boolean not null default false,        -- an MQTT session is open
  last_contact_at  timestamptz,
  last_sequence    int8,
  created_at       timestamptz not null default now(),
  removed_at       timestamptz
);
create index gateway_project on gateway (project_id, gateway_id);

create table device (
  device_id           int4 generated always as identity primary key,
  device_uid          uuid not null unique default gen_random_uuid(),
  project_id          int4 not null references project,
  gateway_id          int4 not null references gateway,
  asset_type          text not null check (asset_type in ('solar_inverter', 'electric_meter', 'grid_meter',
                        'sensor_radiation', 'solar_panel', 'battery', 'swh_controller')),
  serial              text not null check (length(serial) between 1 and 100),
  name                text not null default '' check (length(name) <= 200),
  alias               text check (length(alias) between 1 and 200),
  manufacturer        text check (length(manufacturer) <= 100),
  model               text check (length(model) <= 100),
  ac_nominal_w        int8 check (ac_nominal_w > 0),       -- limit of the spike rule; null: unknown, no spike rule
  dc_capacity_wp      int8 check (dc_capacity_wp > 0),
  battery_capacity_wh int8 check (battery_capacity_wh > 0),
  mppt_count          int2 check (mppt_count between 1 and 64),
  warranty_begin      date,
  warranty_end        date,
  created_at          timestamptz not null default now(),
  removed_at          timestamptz,
  unique (gateway_id, serial)
);
create index device_project on device (project_id, device_id);
