-- Calls of people's own programs (docs/decisions/0113-webhooks.md).
create table webhook (
  webhook_id    int4 generated always as identity primary key,
  webhook_uid   uuid not null unique default gen_random_uuid(),
  account_id    int4 not null references account on delete cascade,
  name          text not null check (length(name) between 1 and 100),
  url           text not null check (length(url) <= 2000),
  events        text[] not null check (cardinality(events) > 0),
  -- What the calls are signed with, sealed.
  sealed_secret text not null,
  is_on         boolean not null default true,
  -- When it was switched off because nobody answered for days; null: it was not.
  stopped_at    timestamptz,
  -- Since when no call has arrived; null: the last one did.
  failing_since timestamptz,
  -- The receiver was silent: it is not called before.
  wait_until    timestamptz,
  created_at    timestamptz not null default now(),
  changed_at    timestamptz not null default now()
);
create index webhook_account on webhook (account_id, webhook_id);

-- What was to be delivered, and what became of it.
create table webhook_delivery (
  delivery_id  int8 generated always as identity primary key,
  delivery_uid uuid not null unique default gen_random_uuid(),
  webhook_id   int4 not null references webhook on delete cascade,
  -- What it is about, in the words of whoever caused it: the same thing is delivered once.
  key          text not null check (length(key) between 1 and 200),
  event        text not null check (length(event) <= 60),
  -- The body as it goes out, byte for byte.
  body         text not null check (length(body) <= 65536),
  state        text not null default 'queued' check (state in ('queued', 'delivered', 'failed')),
  attempts     int4 not null default 0,
  -- Of the last try: what the receiver answered, or why there is no answer.
  status       int4,
  answer       text check (length(answer) <= 1000),
  error        text check (length(error) <= 300),
  duration_ms  int4,
  created_at   timestamptz not null default now(),
  next_at      timestamptz default now(),
  ended_at     timestamptz,
  unique (webhook_id, key)
);
create index webhook_delivery_newest on webhook_delivery (webhook_id, delivery_id desc);
create index webhook_delivery_ended on webhook_delivery (webhook_id, ended_at) where ended_at is not null;
