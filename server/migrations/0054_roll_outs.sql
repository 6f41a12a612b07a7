-- Roll-outs of firmware (docs/decisions/0104-roll-outs.md): which gateways get a version, in which wave, and what became of them.
create table roll_out (
  roll_out_id     int8 generated always as identity primary key,
  roll_out_uid    uuid not null unique default gen_random_uuid(),
  firmware_id     int4 not null references firmware,
  mode            text not null check (mode in ('all', 'waves')),
  state           text not null default 'running' check (state in ('running', 'waiting', 'done', 'stopped')),
  wave            int4 not null default 0,           -- 0: none has begun
  waves           int4 not null check (waves between 1 and 3),
  next_wave_at    timestamptz,                       -- null: no wave waits
  stopped         text check (stopped in ('failed', 'silent', 'other_version', 'withdrawn', 'person')),
  stopped_gateway int4 references gateway on delete set null,   -- whose fate stopped it
  gateways        int4 not null check (gateways > 0),
  created_by      int4 references account on delete set null,
  created_by_name text,                              -- as it was then: people who see it need not see the account
  created_at      timestamptz not null default now()
);
create index roll_out_open on roll_out (roll_out_id) where state in ('running', 'waiting');

create table roll_out_gateway (
  roll_out_id      int8 not null references roll_out on delete cascade,
  gateway_id       int4 not null references gateway on delete cascade,
  project_id       int4 not null references project on delete cascade,
  wave             int4 not null,
  state            text not null default 'waiting' check (state in ('waiting', 'under_way', 'updated', 'failed', 'silent',
    'other_version', 'left_out')),
  was_version      text,
  command_id       int8 references command,
  text             text not null default '' check (length(text) <= 500),
  primary key (roll_out_id, gateway_id)
);
create index roll_out_gateway_gateway on roll_out_gateway (gateway_id);
create index roll_out_gateway_project on roll_out_gateway (project_id);
-- A gateway takes part in one roll-out at a time.
create unique index roll_out_gateway_busy on roll_out_gateway (gateway_id) where state in ('waiting', 'under_way');
alter table roll_out_gateway enable row level security;
create policy proven_project on roll_out_gateway to heliograph_api using (project_id = any((select app_projects())::int4[]));
alter table roll_out enable row level security;
create policy of_proven_gateways on roll_out to heliograph_api
  using (roll_out_id in (select g.roll_out_id from roll_out_gateway g));
grant select on roll_out, roll_out_gateway to heliograph_api;
