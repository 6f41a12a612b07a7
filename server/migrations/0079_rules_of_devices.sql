-- Rules R10 and R33 held by the database (docs/decisions/0136-rules-of-devices.md).

-- Who consented counts while owning the plant: who leaves it, or owns it no longer, ends the consent and suspends what was registered by it.
create function consent_of_gone_owner() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  with ended as (
    update device_consent set withdrawn_at = now()
      where project_id = old.project_id and account_id = old.account_id and withdrawn_at is null
      returning project_id, business_account_id
  )
  update registered_device r set suspended_at = now(), suspended_because = 'The owner who consented no longer owns the plant'
    from ended e
    where r.project_id = e.project_id and r.business_account_id = e.business_account_id and r.suspended_at is null
      and upper(r.valid) > current_date;
  return null;
end $$;
create trigger consent_of_gone_owner after delete on project_member for each row
  when (old.role = 'owner') execute function consent_of_gone_owner();
create trigger consent_of_former_owner after update on project_member for each row
  when (old.role = 'owner' and (new.role <> 'owner' or new.account_id <> old.account_id or new.project_id <> old.project_id))
  execute function consent_of_gone_owner();
-- Those who left before there was this rule.
with ended as (
  update device_consent c set withdrawn_at = now()
    where c.withdrawn_at is null and not exists (select from project_member m
      where m.project_id = c.project_id and m.account_id = c.account_id and m.role = 'owner')
    returning c.project_id, c.business_account_id
)
update registered_device r set suspended_at = now(), suspended_because = 'The owner who consented no longer owns the plant'
  from ended e
  where r.project_id = e.project_id and r.business_account_id = e.business_account_id and r.suspended_at is null;

-- What is owed for more than three months is collected in certificates.
alter table generation_posting drop constraint generation_posting_type_check,
  add constraint generation_posting_type_check
    check (type in ('accept', 'release', 'issue', 'restate', 'repay', 'forfeit', 'collect'));
create index generation_account_debt on generation_account (generation_account_id) where debt_wh > 0;
