-- Renewal of registrations, and their change of account or registry (rule R11, docs/decisions/0136-rules-of-devices.md).

-- What an application succeeds. Of each device one is open or approved at a time.
alter table device_application add column succeeds_id int8 references registered_device;
create unique index device_application_succeeds on device_application (succeeds_id)
  where succeeds_id is not null and status not in ('declined', 'deleted');

-- A device has one successor, so that claims, carry and debt go one way.
create unique index registered_device_successor on registered_device (predecessor_id) where predecessor_id is not null;

-- An account manager lets a device go to another account, which may then apply to succeed it.
create table device_release (
  registered_device_id int8 primary key references registered_device,
  business_account_id  int4 not null references business_account,   -- to whom
  signed_by            int4 references account on delete set null,
  signed_at            timestamptz not null default now()
);
create index device_release_to on device_release (business_account_id);
alter table device_release enable row level security;
