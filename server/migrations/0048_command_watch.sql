-- When a command is looked at next, so that a pass reads only those that are due (docs/decisions/0098-evidence.md).
alter table command
  add column look_at timestamptz default now(),  -- null: nothing more is expected of it
  add column hold_at timestamptz;                -- when the gateway is next told that it is held; null: it is not
create index command_look on command (look_at) where look_at is not null;
create index command_hold on command (hold_at) where hold_at is not null;

-- Histories are read newest first, one order of one press or hour in a row.
create index command_row on command (project_id, batch_uid, gateway_id, name);
