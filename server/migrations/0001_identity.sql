-- Accounts, sessions and the secrets that sign them.
create table account (
  account_id    int4 generated always as identity primary key,
  account_uid   uuid not null unique default gen_random_uuid(),
  email         text not null check (email = lower(email) and length(email) <= 254),
  display_name  text not null check (length(display_name) between 1 and 200),
  password_hash text,                                   -- argon2id; null: cannot sign in with a password
  kind          text not null default 'user' check (kind in ('user', 'admin')),
  city          text check (length(city) <= 200),
  street        text check (length(street) <= 300),
  phone         text check (length(phone) <= 40),
  country       text check (length(country) <= 100),
  color_mode    text not null default 'system' check (color_mode in ('light', 'dark', 'system')),
  disabled_at   timestamptz,
  created_at    timestamptz not null default now()
);
create unique index account_email on account (email);

-- One sign-in on one browser. `generation` counts rotations of its refresh token; a token of an older
-- generation, outside the grace window, ends the session.
create table session (
  session_id    uuid primary key,
  account_id    int4 not null references account on delete cascade,
  generation    int4 not null default 0,
  rotated_at    timestamptz not null default now(),
  created_at    timestamptz not null default now(),
  expires_at    timestamptz not null,
  ended_at      timestamptz,
  ended_because text check (ended_because in ('logout', 'reuse', 'password', 'cleared', 'disabled')),
  address       text check (length(address) <= 64),
  user_agent    text check (length(user_agent) <= 400)
);
create index session_account on session (account_id) where ended_at is null;
create index session_expiry on session (expires_at);

-- Failed sign-ins by key ("account:<email hash>", "address:<ip>", "pair:<both>") in a sliding window.
create table sign_in_failure (
  failure_id int8 generated always as identity primary key,
  key        text not null check (length(key) <= 200),
  at         timestamptz not null default now()
);
create index sign_in_failure_key on sign_in_failure (key, at);

-- Keys that every server of this installation shares; made at first start.
create table secret (
  name       text primary key,
  value      text not null,
  created_at timestamptz not null default now()
);

-- Who did what to whom. Rows are only ever added.
create table audit_event (
  audit_id   int8 generated always as identity primary key,
  at         timestamptz not null default now(),
  account_id int4,
  address    text check (length(address) <= 64),
  action     text not null check (length(action) <= 80),
  subject    text check (length(subject) <= 200),
  detail     jsonb not null default '{}'
);
create index audit_event_at on audit_event (at);
