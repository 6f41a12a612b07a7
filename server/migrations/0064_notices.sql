-- Notices of alarms: to whom, by which ways, when (docs/decisions/0110-notices.md).

-- Alarms that were opened, grew worse or ended, and of which nobody has been notified yet. Whoever writes alarms adds to it.
create table alarm_news (
  news_id  int8 generated always as identity primary key,
  alarm_id int8 not null,
  -- worse: it was open already.
  what     text not null check (what in ('opened', 'worse', 'ended'))
);

create function note_alarm_news() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    insert into alarm_news (alarm_id, what)
    select alarm_id, 'opened' from fresh
    where confirmed_at is not null and ended_at is null and not from_history;
  else
    insert into alarm_news (alarm_id, what)
    select f.alarm_id, case
        when f.ended_at is not null then 'ended'
        when s.confirmed_at is null or s.ended_at is not null then 'opened'
        else 'worse'
      end
    from fresh f join stale s on s.alarm_id = f.alarm_id
    where f.confirmed_at is not null and not f.from_history
      and (s.confirmed_at is null or (f.ended_at is null) is distinct from (s.ended_at is null)
        or (f.ended_at is null and array_position(array['minor', 'warning', 'critical'], f.severity)
          > array_position(array['minor', 'warning', 'critical'], s.severity)));
  end if;
  if found then
    perform add_job('notices.alarms', '{}'::json, null, null, 'notices', 10);
  end if;
  return null;
end $$;
create trigger alarm_news_opened after insert on alarm
  referencing new table as fresh for each statement execute function note_alarm_news();
create trigger alarm_news_changed after update on alarm
  referencing old table as stale new table as fresh for each statement execute function note_alarm_news();
-- Whether a project has an open alarm of a kind.
create index alarm_open_kind on alarm (project_id, kind) where ended_at is null and confirmed_at is not null;

-- How an account wants to be notified; without a row as the defaults say.
create table notice_preference (
  account_id  int4 primary key references account on delete cascade,
  accepts     boolean not null default true,
  push        boolean not null default true,
  mail        boolean not null default true,
  severities  text[] not null default array['critical', 'warning', 'minor']
    check (severities <@ array['critical', 'warning', 'minor']),
  topics      text[] not null default array['contact', 'fault', 'performance', 'control', 'heater']
    check (topics <@ array['contact', 'fault', 'performance', 'control', 'heater']),
  -- Between these times of its clocks only critical notices go out; null: always all.
  quiet_from  time,
  quiet_until time,
  timezone    text not null default 'Asia/Ho_Chi_Minh' check (length(timezone) <= 64),
  language    text not null default 'vi' check (language in ('vi', 'en', 'zh')),
  changed_at  timestamptz not null default now(),
  check ((quiet_from is null) = (quiet_until is null) and quiet_from <> quiet_until)
);

-- What an account is notified of: one for each cause. Mails, pushes and calls of other programs are of these.
create table notice (
  notice_id     int8 generated always as identity primary key,
  notice_uid    uuid not null unique default gen_random_uuid(),
  account_id    int4 not null references account on delete cascade,
  kind          text not null check (length(kind) <= 40),
  severity      text not null check (severity in ('critical', 'warning', 'minor')),
  -- Several projects near each other were lost at about the same time.
  is_region     boolean not null default false,
  first_at      timestamptz not null,
  last_at       timestamptz not null,
  -- It goes out then; null: nothing of it waits.
  due_at        timestamptz,
  -- Last gone out; null: never.
  told_at       timestamptz,
  -- How grave it was when it last went out: it goes out again only where it has grown worse.
  told_weight   int2 not null default 0,
  resolved_at   timestamptz,
  resolved_told boolean not null default false
);
create index notice_due on notice (due_at) where due_at is not null;
create index notice_newest on notice (account_id, last_at desc);

-- What the bell lists: an entry for each project of a notice.
create table notice_entry (
  entry_uid   uuid primary key default gen_random_uuid(),
  notice_id   int8 not null references notice on delete cascade,
  account_id  int4 not null references account on delete cascade,
  project_id  int4 not null references project on delete cascade,
  kind        text not null check (length(kind) <= 40),
  severity    text not null check (severity in ('critical', 'warning', 'minor')),
  -- How many alarms it stands for, repeats included, and the first of them.
  alarms      int4 not null check (alarms > 0),
  alarm_uid   uuid not null,
  first_at    timestamptz not null,
  last_at     timestamptz not null,
  read_at     timestamptz,
  resolved_at timestamptz,
  -- Taken away by the account: a repeat does not bring it back.
  removed_at  timestamptz
);
create index notice_entry_newest on notice_entry (account_id, last_at desc, entry_uid);
create index notice_entry_cause on notice_entry (project_id, kind, account_id, last_at desc);
create index notice_entry_notice on notice_entry (notice_id);
alter table notice_entry enable row level security;
create policy own_entries on notice_entry for all to heliograph_api using (account_id = (select app_account()));
grant select on notice_entry to heliograph_api;

-- Browsers that pushes go to: registration_token of M135 is the subscription of Web Push.
create table push_registration (
  endpoint   text primary key check (length(endpoint) <= 2000),
  account_id int4 not null references account on delete cascade,
  -- Who signs out is sent nothing more.
  session_id uuid not null references session on delete cascade,
  app_id     text not null check (length(app_id) <= 20),
  p256dh     text not null check (length(p256dh) <= 200),
  auth       text not null check (length(auth) <= 100),
  -- The push service asked for patience until then.
  wait_until timestamptz,
  created_at timestamptz not null default now()
);
create index push_registration_account on push_registration (account_id);
create index push_registration_session on push_registration (session_id);
