-- The way down to a gateway (docs/decisions/0097-handing-over-once.md).
alter table gateway
  add column gateway_type text check (length(gateway_type) <= 80),
  add column hardware_version text check (length(hardware_version) <= 80),
  -- One of its MQTT connections is subscribed to its commands: then they are not handed over by HTTP.
  add column hears_commands boolean not null default false;

-- Commands that are held: as long as a gateway hears that they are, it does not go back by itself. Written by control, told by
-- whichever process holds the gateway's connection, and in each answer of an HTTP call.
create table gateway_hold (
  gateway_id  int4 not null references gateway on delete cascade,
  message_uid uuid not null references gateway_message (message_uid) on delete cascade,
  project_id  int4 not null,
  asked_at    timestamptz not null default now(),  -- when control last wanted the gateway to be told
  told_at     timestamptz,                         -- when it was last told; null: not yet
  primary key (gateway_id, message_uid)
);
alter table gateway_hold enable row level security;
create policy proven_project on gateway_hold for all to heliograph_api
  using (project_id = any((select app_projects())::int4[]));
grant select on gateway_hold to heliograph_api;
