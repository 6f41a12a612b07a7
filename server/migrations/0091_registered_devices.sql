-- Registered devices are records with a life cycle (docs/decisions/0148-registered-devices.md).

alter table registered_device
  add column record_uid   uuid not null generated always as (device_uid) stored,
  add column number       text not null generated always as (code) stored,
  add column status       text not null default 'in_force'
    check (status in ('in_force', 'binding_suspended', 'suspended', 'without_consent')),
  add column version      int4 not null default 1 check (version >= 1),
  add column created_by   int4 references account on delete set null,
  add column submitted_by int4 references account on delete set null,
  add column changed_at   timestamptz not null default now(),
  drop constraint registered_device_suspended_because_check,
  add constraint registered_device_suspended_because_check check (length(suspended_because) <= 2000);
create unique index registered_device_record on registered_device (record_uid);
create index registered_device_waits on registered_device (status) where status <> 'in_force';

-- The plants that a device is about: its own, and of a group those of the devices that it has today or later.
create function projects_of_device(device registered_device) returns setof int4 language sql stable set search_path = public, pg_temp as $$
  select device.project_id where device.kind = 'normal' and device.project_id is not null
  union
  select r.project_id from device_group_member m join registered_device r on r.registered_device_id = m.member_id
    where m.group_id = device.registered_device_id and r.project_id is not null
      and (upper_inf(m.valid) or upper(m.valid) > current_date) and not isempty(m.valid)
$$;
-- A plant of the device for which no owner's consent to its account is in force; null: all consent.
create function plant_without_consent(device registered_device) returns int4 language sql stable set search_path = public, pg_temp as $$
  select p from projects_of_device(device) p where not exists (
    select from device_consent c join project_member m on m.project_id = c.project_id and m.account_id = c.account_id
    where c.project_id = p and c.business_account_id = device.business_account_id and c.withdrawn_at is null and m.role = 'owner')
  order by 1 limit 1
$$;
-- Whether a binding of one of the units that the device has today or later is suspended.
create function has_suspended_binding(device registered_device) returns boolean language sql stable set search_path = public, pg_temp as $$
  select exists (select from device_unit u join unit_binding b using (unit_id)
    where u.registered_device_id = device.registered_device_id and upper(u.valid) > current_date
      and b.suspended_at is not null and upper_inf(b.valid))
$$;

-- Who consented counts while owning the plant; a group needs the consent for the plant of each of its devices.
create or replace function consent_of_gone_owner() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare ended int;
begin
  with consent as (
    update device_consent set withdrawn_at = now()
      where project_id = old.project_id and account_id = old.account_id and withdrawn_at is null
      returning project_id, business_account_id
  ), suspended as (
    update registered_device r set suspended_at = now(), suspended_because = 'The owner who consented no longer owns the plant'
      from consent c
      where c.project_id in (select projects_of_device(r)) and r.business_account_id = c.business_account_id and r.suspended_at is null
        and upper(r.valid) > current_date
  )
  select count(*) into ended from consent;
  if ended > 0 then
    perform add_job('registry.devices', '{}'::json, 'registry.devices', null, 'registry.devices', 10);
  end if;
  return null;
end $$;

-- Nothing is issued for a unit from the moment on in which its plant is changed; the device's record follows by a job.
create or replace function suspend_binding() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update unit_binding set suspended_at = now(), suspended_because = 'Kind, rating or serial of the device was changed'
    where device_id = new.device_id and suspended_at is null and upper_inf(valid);
  if found then
    perform add_job('registry.devices', '{}'::json, 'registry.devices', null, 'registry.devices', 10);
  end if;
  return null;
end $$;
create or replace function suspend_bindings_of_project() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update unit_binding b set suspended_at = now(), suspended_because = 'The place of the plant was changed'
    from device d where d.device_id = b.device_id and d.project_id = new.project_id and b.suspended_at is null and upper_inf(b.valid);
  if found then
    perform add_job('registry.devices', '{}'::json, 'registry.devices', null, 'registry.devices', 10);
  end if;
  return null;
end $$;

-- What was registered before: how it began, and in which state it is.
insert into status_event (entity, record_uid, business_account_id, from_status, to_status, action, actor_id, actor_role, at)
  select 'registered_device', device_uid, business_account_id, null, 'in_force', 'register', approved_by,
    case when approved_by is null then 'system' else 'issuer' end, created_at
  from registered_device order by registered_device_id;
update registered_device r set version = 2, changed_at = coalesce(suspended_at, now()),
  status = case when suspended_at is null then 'binding_suspended' when plant_without_consent(r) is null then 'suspended' else 'without_consent' end
  where suspended_at is not null or has_suspended_binding(r);
insert into status_event (entity, record_uid, business_account_id, from_status, to_status, action, actor_id, actor_role, at, reason)
  select 'registered_device', device_uid, business_account_id, 'in_force', status,
    case status when 'binding_suspended' then 'change_binding' when 'suspended' then 'suspend' else 'lose_consent' end, null, 'system',
    changed_at, suspended_because
  from registered_device where status <> 'in_force' order by registered_device_id;
