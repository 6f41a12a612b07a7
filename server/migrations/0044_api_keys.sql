-- Keys for people's own programs: docs/decisions/0092-api-keys.md. A key is shown once; `secret_hash` is its SHA-256.
create table api_key (
  api_key_id   int4 generated always as identity primary key,
  api_key_uid  uuid not null unique default gen_random_uuid(),
  account_id   int4 not null references account on delete cascade,
  name         text not null check (length(name) between 1 and 100),
  access_right text not null check (access_right in ('read', 'write')),
  all_projects boolean not null,                        -- false: those of api_key_project
  shown        text not null unique check (length(shown) <= 20), -- how the key begins: by this people and the server find it
  secret_hash  bytea not null,
  created_at   timestamptz not null default now(),
  expires_at   timestamptz not null,
  last_used_at timestamptz,                             -- written at most once a minute
  last_address text check (length(last_address) <= 64),
  refused_at   timestamptz,                             -- when a refusal of it was last noted in the audit log
  revoked_at   timestamptz,
  check (expires_at <= created_at + interval '367 days')
);
create index api_key_account on api_key (account_id, api_key_id) where revoked_at is null;
create table api_key_project (
  api_key_id int4 not null references api_key on delete cascade,
  project_id int4 not null references project on delete cascade,
  primary key (api_key_id, project_id)
);
create index api_key_project_project on api_key_project (project_id);
alter table api_key enable row level security;
alter table api_key_project enable row level security;

-- What a call with a key reaches: platform code sets app.key_projects for the transaction, an array of ids as text. Unset: everything
-- that the account may see.
create function app_key_projects() returns int4[] language sql stable as
  $$ select nullif(current_setting('app.key_projects', true), '')::int4[] $$;
create or replace function app_projects() returns int4[] language sql stable as $$
  select case when app_key_projects() is null then shown else array(
    select unnest(shown) intersect select unnest(app_key_projects())) end
  from (select string_to_array(nullif(current_setting('app.projects', true), ''), ',')::int4[] as shown) s $$;
-- Every list goes through the caller's memberships, and so do the policies of project and project_summary.
drop policy own_membership on project_member;
create policy own_membership on project_member to heliograph_api
  using (account_id = (select app_account())
    and ((select app_key_projects()) is null or project_id = any((select app_key_projects())::int4[])));
