-- The second net under tenant isolation: API transactions run as a role that owns nothing and cannot
-- bypass row-level security. Platform code sets, for the transaction only,
--   app.account   the caller's account_id
--   app.projects  comma-separated project_ids the caller was shown to have access to
-- Unset, every policy below is false: forgetting to set them shows nothing.
do $$ begin
  if not exists (select from pg_roles where rolname = 'heliograph_api') then
    create role heliograph_api nologin nobypassrls;
  end if;
  execute format('grant heliograph_api to %I', current_user);
end $$;
grant usage on schema public to heliograph_api;

create function app_account() returns int4 language sql stable as
  $$ select nullif(current_setting('app.account', true), '')::int4 $$;
create function app_projects() returns int4[] language sql stable as
  $$ select string_to_array(nullif(current_setting('app.projects', true), ''), ',')::int4[] $$;

-- Lists cross projects: they are limited to the caller's memberships.
alter table project enable row level security;
create policy member_sees_project on project to heliograph_api
  using (project_id in (select m.project_id from project_member m where m.account_id = (select app_account())));
alter table project_member enable row level security;
create policy own_membership on project_member to heliograph_api
  using (account_id = (select app_account()));
alter table project_summary enable row level security;
create policy member_sees_summary on project_summary to heliograph_api
  using (project_id in (select m.project_id from project_member m where m.account_id = (select app_account())));

-- Everything else is read one project at a time.
do $$
declare name text;
begin
  foreach name in array array['tariff', 'gateway', 'device', 'reading', 'reading_correction', 'refused_reading',
    'ledger_event', 'latest', 'r15', 'rday', 'rmonth'] loop
    execute format('alter table %I enable row level security', name);
    execute format('create policy proven_project on %I to heliograph_api using (project_id = any((select app_projects())::int4[]))', name);
  end loop;
end $$;

alter view rhour set (security_invoker = true);
grant select on project, project_member, project_summary, tariff, gateway, device, reading, reading_correction,
  refused_reading, ledger_event, latest, r15, rday, rmonth, rhour to heliograph_api;
grant select (account_id, account_uid, email, display_name) on account to heliograph_api;
grant update (name, alias) on gateway, device to heliograph_api;
revoke update, delete on audit_event from public;
