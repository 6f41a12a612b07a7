-- Ways to sign in beside the password (docs/decisions/0094-second-factors.md, 0095-sign-in-at-a-provider.md).
alter table session
  add column last_used_at timestamptz not null default now(),
  add column signed_in_by text check (signed_in_by in
    ('password', 'password_code', 'passkey', 'provider', 'provider_code', 'sso', 'registration')),
  -- When its person last proved itself again, for changes that need it.
  add column confirmed_at timestamptz;
update session set last_used_at = rotated_at;
alter table session drop constraint session_ended_because_check;
alter table session add constraint session_ended_because_check
  check (ended_because in ('logout', 'reuse', 'password', 'cleared', 'disabled', 'elsewhere'));

create table passkey (
  passkey_uid   uuid primary key default gen_random_uuid(),
  account_id    int4 not null references account on delete cascade,
  credential_id text not null unique check (length(credential_id) <= 1400),
  public_key    bytea not null,
  sign_count    int8 not null,
  transports    text[] not null,
  name          text not null check (length(name) between 1 and 60),
  created_at    timestamptz not null default now(),
  last_used_at  timestamptz
);
create index passkey_account on passkey (account_id);

-- What a passkey has to sign, once. Without an account: a sign-in, whose account the answer names.
create table passkey_challenge (
  challenge  text primary key,
  account_id int4 references account on delete cascade,
  expires_at timestamptz not null
);
create index passkey_challenge_expiry on passkey_challenge (expires_at);

-- The authenticator app of an account; in force once a code of it was shown. `last_step`: a code is good once.
create table second_factor (
  account_id    int4 primary key references account on delete cascade,
  sealed_secret text not null,
  code_salt     bytea not null,
  last_step     int8,
  created_at    timestamptz not null default now(),
  confirmed_at  timestamptz
);
create table recovery_code (
  account_id int4 not null references second_factor on delete cascade,
  code_hash  bytea not null,
  used_at    timestamptz,
  primary key (account_id, code_hash)
);

-- Who has shown the password, or came from the provider, and owes the code. `password_mark`: of the password at that time.
create table sign_in_ticket (
  ticket_hash   bytea primary key,
  account_id    int4 not null references account on delete cascade,
  password_mark bytea not null,
  user_agent    text check (length(user_agent) <= 400),
  first_step    text not null check (first_step in ('password', 'provider')),
  expires_at    timestamptz not null
);
create index sign_in_ticket_expiry on sign_in_ticket (expires_at);

create table provider_identity (
  issuer       text not null check (length(issuer) <= 500),
  subject      text not null check (length(subject) <= 255),
  account_id   int4 not null references account on delete cascade,
  email        text check (length(email) <= 254),
  linked_at    timestamptz not null default now(),
  last_used_at timestamptz,
  primary key (issuer, subject)
);
create unique index provider_identity_account on provider_identity (account_id, issuer);

-- A way to the provider and back, once. With an account: it is to be linked.
create table provider_visit (
  state_hash    bytea primary key,
  browser_hash  bytea not null,
  nonce         text not null,
  code_verifier text not null,
  return_url    text not null check (length(return_url) <= 500),
  account_id    int4 references account on delete cascade,
  expires_at    timestamptz not null
);
create index provider_visit_expiry on provider_visit (expires_at);
