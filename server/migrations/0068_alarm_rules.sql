-- Rules of projects by which their alarms are raised, and replays of rules over the past (docs/decisions/0109-alarm-rules.md).
create table alarm_rule (
  project_id int4 not null references project on delete cascade,
  kind       text not null check (length(kind) <= 40),
  -- Which of the kind's rules: a measured quantity and its direction; '' for all other kinds.
  subject    text not null default '' check (length(subject) <= 60),
  rule       jsonb not null,
  saved_at   timestamptz not null default now(),
  saved_by   int4 references account on delete set null,
  primary key (project_id, kind, subject)
);

create table alarm_replay (
  replay_id  int4 generated always as identity primary key,
  replay_uid uuid not null unique default gen_random_uuid(),
  project_id int4 not null references project on delete cascade,
  account_id int4 references account on delete cascade,
  rule       jsonb not null,
  state      text not null default 'queued' check (state in ('queued', 'running', 'done', 'failed', 'cancelled')),
  -- Percent.
  progress   int2 not null default 0 check (progress between 0 and 100),
  -- Not null: it is done.
  result     jsonb,
  asked_at   timestamptz not null default now()
);
create index alarm_replay_asked on alarm_replay (project_id, asked_at);

-- A project has several rules of measured quantities, and a device an alarm of each.
alter table alarm add column subject text not null default '' check (length(subject) <= 60);
drop index alarm_open;
create unique index alarm_open on alarm (project_id, kind, gateway_id, device_id, subject) nulls not distinct where ended_at is null;

do $$
declare name text;
begin
  foreach name in array array['alarm_rule', 'alarm_replay'] loop
    execute format('alter table %I enable row level security', name);
    execute format('create policy proven_project on %I for all to heliograph_api
      using (project_id = any((select app_projects())::int4[]))', name);
    execute format('grant select on %I to heliograph_api', name);
  end loop;
end $$;
