-- Invitations to a project (docs/decisions/0089-invitations.md). The link carries what `token_hash` is the SHA-256 of; whoever
-- has the link and the address may take part, once and in time.
create table invitation (
  invitation_uid uuid primary key default gen_random_uuid(),
  project_id     int4 not null references project on delete cascade,
  email          text not null check (email = lower(email) and length(email) <= 254),
  role           text not null check (role in ('owner', 'managed', 'read_only')),
  token_hash     bytea not null unique,
  invited_by     int4 references account on delete set null,
  created_at     timestamptz not null default now(),
  expires_at     timestamptz not null,
  ended_at       timestamptz,
  ended_because  text check (ended_because in ('accepted', 'revoked', 'replaced')),
  check ((ended_at is null) = (ended_because is null))
);
-- One that is open for an address; a newer one takes its place.
create unique index invitation_open on invitation (project_id, email) where ended_at is null;
alter table invitation enable row level security;
