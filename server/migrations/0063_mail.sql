-- Mails that go out, and those that lie in the outbox (docs/decisions/0111-what-leaves-the-server.md). Nobody but the platform sees them.
create table mail (
  mail_id     int8 generated always as identity primary key,
  mail_uid    uuid not null unique default gen_random_uuid(),
  -- What it is about, in the words of whoever wrote it: the same thing is mailed once.
  key         text not null unique check (length(key) between 1 and 200),
  -- Whose mail it is; null: it went to an address that belongs to no account, or the account is no longer there.
  account_id  int4 references account on delete set null,
  address     text not null check (length(address) <= 254 and address !~ '[[:cntrl:]]'),
  language    text not null check (language in ('vi', 'en', 'zh')),
  subject     text not null check (length(subject) between 1 and 200 and subject !~ '[[:cntrl:]]'),
  text        text not null check (length(text) between 1 and 200000),
  html        text check (length(html) <= 500000),
  -- Documents (docs/decisions/0101-documents.md), in order.
  attachments uuid[] not null default '{}' check (cardinality(attachments) <= 10),
  -- The same however often it is tried, so that a mailbox shows one (RFC 5322 section 3.6.4); null: not tried yet.
  message_id  text check (length(message_id) <= 320),
  -- outbox: no server for mails is set, so it lies in the folder `outbox` of the data folder.
  state       text not null default 'queued' check (state in ('queued', 'sent', 'outbox', 'failed')),
  attempts    int4 not null default 0,
  -- What the server for mails, or whoever stood in the way, said last.
  error       text check (length(error) <= 500),
  created_at  timestamptz not null default now(),
  -- When it is tried next; null: it is not.
  next_at     timestamptz default now(),
  ended_at    timestamptz
);
create index mail_newest on mail (mail_id desc) include (state);
create index mail_ended on mail (ended_at) where ended_at is not null;
