-- Notices of records of the certificate workspace: who was told of which event (docs/decisions/0150-record-notices.md).

-- Events of which nobody has been told yet. Whoever writes an event adds to it, but of the past, as a demonstration has one.
create table record_news (
  status_event_id int8 primary key
);
alter table record_news enable row level security;

create function note_record_news() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into record_news (status_event_id)
  select status_event_id from fresh where at > clock_timestamp() - interval '1 hour';
  if found then
    perform add_job('notices.records', '{}'::json, null, null, 'notices', 10);
  end if;
  return null;
end $$;
create trigger record_news_happened after insert on status_event
  referencing new table as fresh for each statement execute function note_record_news();

-- What a person finds behind the bell of the certificate pages: one for each event and part that the person has in it.
create table record_notice (
  record_notice_id    int8 generated always as identity primary key,
  notice_uid          uuid not null unique default gen_random_uuid(),
  account_id          int4 not null references account on delete cascade,
  status_event_id     int8 not null references status_event on delete cascade,
  -- The account for which the person is told; null: as issuer of `scope` ("IREC-VN"), or without one as platform operator.
  business_account_id int4 references business_account on delete cascade,
  scope               text check (length(scope) <= 20),
  service             text not null check (length(service) <= 20),
  entity              text not null check (length(entity) <= 40),
  record_uid          uuid not null,
  number              text not null check (length(number) <= 40),
  -- What the record was about then, as far as the person may know.
  title               text not null check (length(title) <= 200),
  -- The record on whose page it is found, and the account on whose page.
  page_uid            uuid not null,
  account_uid         uuid,
  demonstration       boolean not null,
  -- It was the person's turn then.
  is_turn             boolean not null,
  -- With which it goes out; null: it was not told aloud.
  notice_id           int8 references notice on delete cascade,
  created_at          timestamptz not null default now(),
  read_at             timestamptz,
  unique nulls not distinct (account_id, status_event_id, business_account_id),
  check (business_account_id is null or scope is null),
  check (notice_id is not null or read_at is not null)
);
create index record_notice_newest on record_notice (account_id, business_account_id, record_notice_id desc);
create index record_notice_unread on record_notice (account_id, business_account_id) where read_at is null;
create index record_notice_told on record_notice (notice_id) where notice_id is not null;
create index record_notice_old on record_notice (created_at);
alter table record_notice enable row level security;

-- Records are one more thing that people may want to be told of; nobody has declined them yet.
alter table notice_preference drop constraint notice_preference_topics_check;
update notice_preference set topics = topics || array['records'];
alter table notice_preference
  alter column topics set default array['contact', 'fault', 'performance', 'control', 'heater', 'records'],
  add constraint notice_preference_topics_check
    check (topics <@ array['contact', 'fault', 'performance', 'control', 'heater', 'records']);
