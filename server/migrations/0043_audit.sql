-- The log of what was done keeps the project, the key and the values before and after, and is only ever added to: docs/decisions/0093-audit-log.md.
-- The ids name no rows: an entry outlives the project, the account and the key it speaks of.
alter table audit_event
  add column project_id int4,
  add column api_key_id int4,
  add column before jsonb,
  add column after jsonb;

-- What was written until now names its project by its uid, or by that of a thing in it.
update audit_event e set project_id = named.project_id
from (
  select project_uid::text as subject, project_id from project
  union select gateway_uid::text, project_id from gateway
  union select serial, project_id from gateway where removed_at is null
  union select device_uid::text, project_id from device
  union select file_uid::text, project_id from project_file
) named
where e.subject = named.subject;

create index audit_event_project on audit_event (project_id, audit_id desc) where project_id is not null;
create index audit_event_account on audit_event (account_id, audit_id desc) where account_id is not null;

-- Nobody changes an entry, and nobody takes one away before its time, whatever the role: the product's own mistakes included.
create function refuse_audit_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and old.at < now() - interval '5 years' then
    return old;
  end if;
  raise exception 'audit_event is only added to' using errcode = 'insufficient_privilege';
end $$;
create trigger audit_event_kept before update or delete on audit_event for each row execute function refuse_audit_change();
create trigger audit_event_not_emptied before truncate on audit_event for each statement execute function refuse_audit_change();
