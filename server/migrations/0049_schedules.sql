-- What devices are told to do at recurring times (docs/decisions/0099-schedules.md).
create sequence schedule_rank;

create table schedule (
  schedule_id      int8 generated always as identity primary key,
  schedule_uid     uuid not null unique default gen_random_uuid(),
  schedule_no      int4 not null,                -- counted in its project
  project_id       int4 not null references project,
  gateway_id       int4 not null references gateway,
  schedule_type_id int2 not null check (schedule_type_id in (1, 2)),
  schedule_timeline_type_id int2 not null check (schedule_timeline_type_id between 1 and 4),
  relay            text check (relay in ('RL1', 'RL2')),
  -- The same thing of a device, as commands have it.
  subject          text generated always as (
    case when schedule_type_id = 2 then 'power_limit' else 'connect' || coalesce(':' || relay, '') end) stored not null,
  from_date        date not null,
  to_date          date not null,
  from_time        text not null check (from_time ~ '^\d\d:\d\d$'),
  to_time          text not null check (to_time ~ '^\d\d:\d\d$'),
  day              int2[] not null,
  state            text not null check (state in ('ON', 'OFF')),
  operation_type   text not null check (operation_type in ('PERCENT', 'FIX_VALUE')),
  value            float8 not null check (value >= 0),
  available        boolean not null,
  option_overwrite boolean not null,
  account_id       int4 references account on delete set null,  -- whose it is
  created_at       timestamptz not null default now(),
  changed_at       timestamptz not null,         -- when somebody last saved it: a run is not late for having begun before
  revision         int4 not null default 1,      -- runs of what was written before are no runs of this
  rank             int8 not null default nextval('schedule_rank'),  -- of two that meet the greater one runs
  handled_until    timestamptz not null,         -- runs that began up to then are seen to
  next_run_at      timestamptz,                  -- null: none is left, or it is not available
  removed_at       timestamptz,
  unique (project_id, schedule_no),
  check (to_date >= from_date)
);
create index schedule_of_gateway on schedule (gateway_id) where removed_at is null;

create table schedule_device (
  schedule_id int8 not null references schedule on delete cascade,
  device_id   int4 not null references device,
  project_id  int4 not null,
  primary key (schedule_id, device_id)
);

-- A run of a schedule: once for each local day on which one starts, whoever works on it.
create table schedule_run (
  run_id        int8 generated always as identity primary key,
  schedule_id   int8 not null references schedule on delete cascade,
  project_id    int4 not null,
  gateway_id    int4 not null,
  revision      int4 not null,
  local_date    date not null,
  starts_at     timestamptz not null,
  ends_at       timestamptz not null,
  status        text not null check (status in ('open', 'ended', 'stopped', 'skipped')),
  is_late       boolean not null default false,
  is_superseded boolean not null default false,
  created_at    timestamptz not null,
  ended_at      timestamptz,
  unique (schedule_id, revision, local_date)
);
create index schedule_run_open on schedule_run (gateway_id) where status = 'open';

create table schedule_run_command (
  run_id     int8 not null references schedule_run on delete cascade,
  command_id int8 not null references command on delete cascade,
  project_id int4 not null,
  is_end     boolean not null,
  primary key (run_id, command_id)
);

-- Which run holds what of which device now, and what it was before.
create table schedule_hold (
  device_id  int4 not null references device,
  subject    text not null,
  project_id int4 not null,
  gateway_id int4 not null,
  run_id     int8 not null references schedule_run on delete cascade,
  command_id int8 not null references command on delete cascade,
  was_on     boolean not null,
  primary key (device_id, subject)
);
create index schedule_hold_gateway on schedule_hold (gateway_id);

-- Gateways with schedules: when something is to be done next. Whoever does it holds the row, so that two never do.
create table schedule_gateway (
  gateway_id int4 primary key references gateway on delete cascade,
  project_id int4 not null,
  next_at    timestamptz
);
create index schedule_gateway_next on schedule_gateway (next_at);

-- Times are those of the project's clocks: another zone makes other instants of them.
create function reconsider_schedules() returns trigger language plpgsql as $$
begin
  update schedule_gateway set next_at = now() where project_id = new.project_id;
  return null;
end $$;
create trigger project_zone_schedules after update of timezone on project
  for each row when (old.timezone is distinct from new.timezone) execute function reconsider_schedules();

do $$
declare name text;
begin
  foreach name in array array['schedule', 'schedule_device', 'schedule_run', 'schedule_run_command', 'schedule_hold',
    'schedule_gateway'] loop
    execute format('alter table %I enable row level security', name);
    execute format('create policy proven_project on %I for all to heliograph_api
      using (project_id = any((select app_projects())::int4[]))', name);
    execute format('grant select on %I to heliograph_api', name);
  end loop;
end $$;
