-- What plants are told to do (docs/decisions/0096-one-life-for-all-commands.md). A command is one order for one device, or for the
-- gateway itself; its life is written down step by step.
create table command (
  command_id      int8 generated always as identity primary key,
  command_uid     uuid not null unique default gen_random_uuid(),
  batch_uid       uuid not null,                 -- commands that one press or one hour gave together
  project_id      int4 not null references project,
  gateway_id      int4 not null references gateway,
  device_id       int4 references device,        -- null: the gateway itself
  name            text not null check (name in ('power_limit', 'connect', 'zero_export', 'nze_parameters', 'nze_drill', 'firmware')),
  args            jsonb not null,                -- as on the wire, without the name
  subject         text generated always as (name || coalesce(':' || (args ->> 'relay'), '')) stored not null,
  cause           text not null check (cause in ('person', 'schedule', 'end', 'drill', 'roll_out')),
  account_id      int4 references account on delete set null,
  state           text not null default 'queued' check (state in ('queued', 'sent', 'acknowledged', 'applied', 'verified', 'failed',
    'expired', 'superseded', 'reverted', 'cancelled')),
  state_at        timestamptz not null default now(),
  created_at      timestamptz not null default now(),
  expires_at      timestamptz not null,
  revert_after_s  int4 check (revert_after_s between 1 and 86400),
  revert_to       text check (revert_to in ('own_limit', 'limited', 'connected')),
  held_at         timestamptz,                   -- when word of us last renewed it; null: nothing to renew
  effect_ended_at timestamptz,                   -- it holds no longer: ended, given way, gone back
  superseded_by   int8 references command,
  evidence        jsonb,                         -- the newest: what was read back and seen
  check ((revert_after_s is null) = (revert_to is null))
);
create index command_project on command (project_id, command_id desc);
create index command_batch on command (batch_uid);
create index command_open on command (gateway_id) where state in ('queued', 'sent', 'acknowledged', 'applied');
-- What may hold on a device, or on the gateway itself, so that a newer command finds what gives way to it.
create index command_holding on command (gateway_id, device_id, subject)
  where effect_ended_at is null and state in ('queued', 'sent', 'acknowledged', 'applied', 'verified');

create table command_step (
  command_id int8 not null references command on delete cascade,
  step_no    int4 not null,
  project_id int4 not null,
  state      text not null,
  at         timestamptz not null default now(),
  account_id int4 references account on delete set null,  -- null: nobody, it happened
  text       text not null default '' check (length(text) <= 500),
  evidence   jsonb,
  primary key (command_id, step_no)
);

-- What waits for a gateway to be told: put there by those who have something to say, handed over by whichever process holds its
-- connection or answers its call. A message is handed over once: what is lost on the way is not repeated.
create table gateway_message (
  message_id  int8 generated always as identity primary key,
  message_uid uuid not null unique,
  gateway_id  int4 not null references gateway on delete cascade,
  project_id  int4 not null,
  payload     jsonb not null,                    -- as on the wire
  created_at  timestamptz not null default now(),
  expires_at  timestamptz not null,
  withdrawn   boolean not null default false,    -- not to be handed over any more
  sent_at     timestamptz,
  sent_by     text check (sent_by in ('mqtt', 'http')),
  ack_at      timestamptz,
  ack_status  text check (ack_status in ('done', 'refused', 'failed', 'expired')),
  ack_text    text not null default '' check (length(ack_text) <= 500),
  ack_in_force_w float8,
  ack_count   int4 not null default 0,
  reverted_at timestamptz                        -- when the gateway said that it went back by itself
);
create index gateway_message_waiting on gateway_message (gateway_id, message_id) where sent_at is null and not withdrawn;

-- Which limits held when (what a plant was kept from giving is judged by it): written by control, read by kpi.
create table power_limit_span (
  span_id     int8 generated always as identity primary key,
  project_id  int4 not null references project on delete cascade,
  gateway_id  int4 not null,
  device_id   int4,                              -- null: the plant at its grid meter
  kind        text not null check (kind in ('power_limit', 'zero_export', 'disconnected')),
  limit_w     float8,                            -- of power, or of export
  command_uid uuid not null,
  since       timestamptz not null,
  until       timestamptz,                       -- null: it holds
  check (until is null or until >= since)
);
create index power_limit_span_project on power_limit_span (project_id, since);
create unique index power_limit_span_command on power_limit_span (command_uid, since);

-- What a device says of its own limits, as read back from it.
alter table reading
  add column power_limit_w real,
  add column power_limit_source smallint,        -- 0 none, 1 set on site, 2 the portal's, 3 another controller's
  add column nze_on smallint,
  add column export_limit_w real;

do $$
declare name text;
begin
  foreach name in array array['command', 'command_step', 'gateway_message', 'power_limit_span'] loop
    execute format('alter table %I enable row level security', name);
    execute format('create policy proven_project on %I for all to heliograph_api
      using (project_id = any((select app_projects())::int4[]))', name);
    execute format('grant select on %I to heliograph_api', name);
  end loop;
end $$;
