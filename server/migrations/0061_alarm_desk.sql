-- What people make of alarms, and what alarms cost (docs/decisions/0108-alarm-desk.md).
create table alarm_case (
  alarm_id       int8 primary key references alarm on delete cascade,
  project_id     int4 not null references project on delete cascade,
  -- Who has it; null: nobody.
  account_id     int4 references account on delete set null,
  held_since     timestamptz,
  snoozed_until  timestamptz,
  -- A person says that it is mended, whatever the plant says.
  resolved_at    timestamptz,
  resolved_by    int4 references account on delete set null,
  resolved_cause text check (length(resolved_cause) <= 40),
  resolved_note  text check (length(resolved_note) <= 2000),
  ticket_uid     uuid,
  -- The alarm whose consequence it is; null: it has a cause of its own.
  root_id        int8 references alarm (alarm_id) on delete set null,
  -- Of a root: how many strings, events and devices stand under it.
  folded         jsonb not null default '{}',
  -- What it can be found by: project, gateway, device.
  search_text    text not null default '',
  -- Power that is not produced now, and VND an hour: at least, and at most while it is not known whether the plant stands still. Null: not known yet.
  least_w        float8,
  most_w         float8,
  least_vnd      numeric(18, 2),
  most_vnd       numeric(18, 2),
  -- Not produced since it began, up to `counted_until`.
  lost_wh        float8 not null default 0,
  lost_vnd       numeric(18, 2) not null default 0,
  counted_until  timestamptz,
  -- What a silence was, by the counters that came back.
  verdict        text check (verdict in ('communication', 'outage', 'partial', 'pending')),
  produced_wh    float8,
  expected_wh    float8,
  closed_at      timestamptz
);
create index alarm_case_open on alarm_case (project_id) where closed_at is null;
create index alarm_case_closed on alarm_case (project_id, closed_at) where closed_at is not null;
create index alarm_case_root on alarm_case (root_id) where root_id is not null;

-- What people did to an alarm, in order.
create table alarm_step (
  step_id    int8 generated always as identity primary key,
  alarm_id   int8 not null references alarm on delete cascade,
  project_id int4 not null references project on delete cascade,
  at         timestamptz not null default now(),
  action     text not null check (action in ('taken', 'assigned', 'given_back', 'snoozed', 'woken', 'resolved', 'reopened', 'ticket')),
  -- Who did it; null: the portal, or the account is no longer there.
  account_id int4 references account on delete set null,
  -- To whom it was assigned.
  to_id      int4 references account on delete set null,
  until      timestamptz,
  cause      text check (length(cause) <= 40),
  note       text check (length(note) <= 2000)
);
create index alarm_step_of on alarm_step (alarm_id, step_id);

-- The desk stands over all projects of an account, as their summaries do.
do $$
declare name text;
begin
  foreach name in array array['alarm_case', 'alarm_step'] loop
    execute format('alter table %I enable row level security', name);
    execute format('grant select on %I to heliograph_api', name);
  end loop;
  foreach name in array array['alarm', 'alarm_case', 'alarm_step'] loop
    execute format('create policy member_sees_%s on %I for select to heliograph_api
      using (project_id in (select m.project_id from project_member m))', name, name);
  end loop;
end $$;
