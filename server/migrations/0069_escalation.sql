-- Digests, and who is told of alarms that nobody has taken (docs/decisions/0116-digest-escalation.md).
alter table notice_preference
  -- A digest a day at this time of the zone's clocks; null: all at once.
  add column digest_at time,
  -- What is critical goes out at once too.
  add column digest_critical boolean not null default true,
  -- Since when that time holds: digests of earlier times are not made up for.
  add column digest_since timestamptz not null default now();
create index notice_preference_digest on notice_preference (account_id) where digest_at is not null;

-- A digest that was made, one for each day of its person's clocks; without a mail where there was nothing to say.
create table notice_digest (
  account_id int4 not null references account on delete cascade,
  local_day  date not null,
  -- What happened after from_at, until until_at.
  from_at    timestamptz not null,
  until_at   timestamptz not null check (until_at > from_at),
  mail_uid   uuid,
  primary key (account_id, local_day)
);

-- Who is told in which order; a project without a row tells nobody further.
create table escalation (
  project_id     int4 primary key references project on delete cascade,
  least_severity text not null check (least_severity in ('critical', 'warning', 'minor'))
);
create table escalation_step (
  project_id int4 not null references escalation on delete cascade,
  position   int2 not null check (position between 1 and 10),
  account_id int4 not null,
  -- Since the person before was told, of the first since the alarm was.
  minutes    int4 not null check (minutes between 1 and 1440),
  primary key (project_id, position),
  unique (project_id, account_id),
  -- Who leaves the project leaves this too.
  foreign key (account_id, project_id) references project_member (account_id, project_id) on delete cascade
);
do $$
declare name text;
begin
  foreach name in array array['escalation', 'escalation_step'] loop
    execute format('alter table %I enable row level security', name);
    execute format('create policy proven_project on %I for all to heliograph_api
      using (project_id = any((select app_projects())::int4[]))', name);
    execute format('grant select on %I to heliograph_api', name);
  end loop;
end $$;

-- Told to somebody because nobody had taken the alarm.
alter table notice add column is_escalation boolean not null default false;
alter table notice_entry add column is_escalation boolean not null default false;
alter table alarm_step drop constraint alarm_step_action_check;
alter table alarm_step add constraint alarm_step_action_check check
  (action in ('taken', 'assigned', 'given_back', 'snoozed', 'woken', 'resolved', 'reopened', 'ticket', 'escalated'));
