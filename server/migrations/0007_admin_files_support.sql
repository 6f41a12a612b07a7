-- Single sign-on of administrators, files of projects, and tickets to support.

-- Sign-on tokens that were used, until they would have expired anyway: each signs in once.
create table sso_token_used (
  token_hash text primary key check (token_hash ~ '^[0-9a-f]{64}$'),  -- sha-256 of issuer and jti
  expires_at timestamptz not null
);
create index sso_token_used_expiry on sso_token_used (expires_at);

-- Documents and images of a project; the bytes lie in the data folder under file_uid.
create table project_file (
  file_id     int4 generated always as identity primary key,
  file_uid    uuid not null unique,
  project_id  int4 not null references project on delete cascade,
  name        text not null check (length(name) between 1 and 200),
  category    text not null check (category in ('image', 'document')),
  mime        text not null check (length(mime) <= 100),
  size_bytes  int8 not null check (size_bytes > 0),
  uploaded_by int4 references account on delete set null,
  uploaded_at timestamptz not null default now()
);
create index project_file_project on project_file (project_id, file_id);
create index project_file_account on project_file (uploaded_by);

-- Messages of a project to support, by subject. The states are those of contract/src/support/ticket-states.ts.
create table ticket (
  ticket_id  int4 generated always as identity primary key,
  ticket_uid uuid not null unique default gen_random_uuid(),
  project_id int4 not null references project on delete cascade,
  subject    text not null check (length(subject) between 1 and 200),
  status     text not null check (status in ('open', 'answered', 'closed')),
  opened_at  timestamptz not null default now(),
  changed_at timestamptz not null default now()
);
create index ticket_project on ticket (project_id, changed_at desc, ticket_id desc);

create table ticket_message (
  message_id   int4 generated always as identity primary key,
  message_uid  uuid not null unique default gen_random_uuid(),
  ticket_id    int4 not null references ticket on delete cascade,
  project_id   int4 not null references project on delete cascade,
  account_id   int4 references account on delete set null,
  from_support boolean not null,
  body         text not null check (length(body) between 1 and 4000),
  at           timestamptz not null default now()
);
create index ticket_message_ticket on ticket_message (ticket_id, message_id);

create table ticket_event (
  event_id    int4 generated always as identity primary key,
  ticket_id   int4 not null references ticket on delete cascade,
  project_id  int4 not null references project on delete cascade,
  action      text not null check (length(action) <= 40),
  from_status text check (from_status in ('open', 'answered', 'closed')),
  to_status   text not null check (to_status in ('open', 'answered', 'closed')),
  account_id  int4 references account on delete set null,
  at          timestamptz not null default now()
);
create index ticket_event_ticket on ticket_event (ticket_id, event_id);

do $$
declare name text;
begin
  foreach name in array array['project_file', 'ticket', 'ticket_message', 'ticket_event'] loop
    execute format('alter table %I enable row level security', name);
    execute format('create policy proven_project on %I to heliograph_api using (project_id = any((select app_projects())::int4[]))', name);
  end loop;
end $$;
grant select on project_file, ticket, ticket_message, ticket_event to heliograph_api;

-- Administrators list every project and who owns it. Reading more of one still needs app.projects to name it.
--   app.admin   'true' in a transaction that platform code opened for an administrator
create function app_admin() returns boolean language sql stable as
  $$ select coalesce(current_setting('app.admin', true), '') = 'true' $$;
create policy admin_sees_project on project for select to heliograph_api using ((select app_admin()));
create policy admin_sees_member on project_member for select to heliograph_api using ((select app_admin()));
create policy admin_sees_summary on project_summary for select to heliograph_api using ((select app_admin()));
