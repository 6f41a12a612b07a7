-- Devices of registries: applications to register them and what issuers say of those, groups, folders, and the consent of owners of plants
-- (docs/decisions/0126-devices.md).

-- Applications are kept in folders for work on many at once. What a folder's status is follows from what it holds.
create table device_folder (
  folder_id           int8 generated always as identity primary key,
  folder_uid          uuid not null unique default gen_random_uuid(),
  business_account_id int4 not null references business_account on delete cascade,
  number              text not null unique,
  name                text not null check (length(name) between 1 and 100),
  created_at          timestamptz not null default now(),
  unique (folder_id, business_account_id)
);
create index device_folder_of on device_folder (business_account_id);
alter table device_folder enable row level security;

-- What somebody wants to register. Fields are text as it was typed until it is approved.
create table device_application (
  application_id       int8 generated always as identity primary key,
  record_uid           uuid not null unique default gen_random_uuid(),
  number               text not null unique,
  business_account_id  int4 not null references business_account,
  type                 text not null check (type in ('normal', 'grouped')),
  status               text not null default 'draft'
    check (status in ('draft', 'pending', 'to_resubmit', 'approved', 'declined', 'deleted')),
  version              int4 not null default 1,
  fields               jsonb not null default '{}',
  meters               jsonb not null default '[]',
  members              uuid[] not null default '{}',
  -- What the applicant answers to marks, and writes to the issuer, before it is submitted again.
  answers              jsonb not null default '[]',
  note                 text not null default '' check (length(note) <= 2000),
  -- How often it was submitted; the newest version has this number.
  submission           int4 not null default 0,
  registration_date    date,                      -- local day of the first submission
  opened_at            timestamptz,               -- an issuer has looked at the version that is submitted
  opened_by            int4 references account on delete set null,
  -- The project of the portal that its fields name. Not called project_id: with a project that is erased its own rows go, not this one.
  plant_id             int4 references project on delete set null,
  folder_id            int8,
  registered_device_id int8 references registered_device,
  copied_from          int8 references device_application,
  created_by           int4 references account on delete set null,
  submitted_by         int4 references account on delete set null,
  created_at           timestamptz not null default now(),
  changed_at           timestamptz not null default now(),
  registry             text not null generated always as (coalesce(fields ->> 'registry', '')) stored,
  country              text not null generated always as (coalesce(fields ->> 'location', '')) stored,
  english_name         text not null generated always as (coalesce(fields ->> 'device_english_name', '')) stored,
  search_text          text not null generated always as (plain_text(coalesce(fields ->> 'device_english_name', '') || ' ' ||
    coalesce(fields ->> 'device_local_name', '') || ' ' || number || ' ' || coalesce(fields ->> 'province', ''))) stored,
  foreign key (folder_id, business_account_id) references device_folder (folder_id, business_account_id),
  check ((status = 'approved') = (registered_device_id is not null)),
  check ((submission = 0) = (registration_date is null))
);
create index device_application_of on device_application (business_account_id, application_id desc);
create index device_application_queue on device_application (registry, country, application_id desc)
  where status <> 'draft' and status <> 'deleted';
create index device_application_folder on device_application (folder_id) where folder_id is not null;
alter table device_application enable row level security;

-- A version as it was submitted, word for word, and what the issuer said of it.
create table device_version (
  application_id int8 not null references device_application on delete cascade,
  submission     int4 not null check (submission >= 1),
  content        text not null,                   -- RFC 8785
  hash           bytea not null check (length(hash) = 32),
  answers        jsonb not null default '[]',
  note           text not null default '' check (length(note) <= 2000),
  submitted_by   int4 references account on delete set null,
  submitted_at   timestamptz not null default now(),
  marks          jsonb not null default '[]',
  reason         text check (length(reason) <= 2000),
  overrides      jsonb not null default '{}',
  decided_by     int4 references account on delete set null,
  decided_at     timestamptz,
  primary key (application_id, submission)
);
alter table device_version enable row level security;

create table device_document (
  document_uid   uuid primary key,
  application_id int8 not null references device_application on delete cascade,
  kind           text not null check (length(kind) <= 40),
  name           text not null check (length(name) between 1 and 200),
  mime           text not null check (mime in ('application/pdf', 'image/jpeg', 'image/png')),
  size_bytes     int8 not null check (size_bytes between 1 and 10485760),
  sha256         bytea not null check (length(sha256) = 32),
  uploaded_by    int4 references account on delete set null,
  uploaded_at    timestamptz not null default now(),
  removed_at     timestamptz                      -- versions that were submitted with it keep it
);
create index device_document_of on device_document (application_id);
alter table device_document enable row level security;

-- An owner of a plant lets a company register what it measures (rule R10), in these words.
create table device_consent (
  consent_uid         uuid primary key default gen_random_uuid(),
  project_id          int4 not null references project on delete cascade,
  business_account_id int4 not null references business_account on delete cascade,
  account_id          int4 references account on delete set null,
  statement           text not null check (length(statement) between 1 and 2000),
  statement_hash      bytea not null check (length(statement_hash) = 32),
  address             text not null check (length(address) <= 64),
  signed_at           timestamptz not null default now(),
  withdrawn_at        timestamptz,
  withdrawn_by        int4 references account on delete set null
);
create unique index device_consent_in_force on device_consent (project_id, business_account_id) where withdrawn_at is null;
alter table device_consent enable row level security;

alter table registered_device
  add column kind  text not null default 'normal' check (kind in ('normal', 'grouped')),
  add column owner text not null default '' check (length(owner) <= 200),
  add column address text not null default '' check (length(address) <= 300),
  add column latitude  float8 check (latitude between -90 and 90),
  add column longitude float8 check (longitude between -180 and 180);
create index registered_device_place on registered_device (latitude, longitude);

-- Plants of the demonstration are marked, and with them all that is made of their readings (rule R14). Nobody but the demonstration has an
-- address at demo.example (RFC 2606).
alter table project add column demonstration boolean not null default false;
create function mark_demonstration() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update project p set demonstration = true from account a
    where p.project_id = new.project_id and a.account_id = new.account_id and a.email like '%@demo.example' and not p.demonstration;
  return null;
end $$;
create trigger demonstration_of_project after insert on project_member for each row
  when (new.role = 'owner') execute function mark_demonstration();
update project p set demonstration = true from project_member m join account a using (account_id)
  where m.project_id = p.project_id and m.role = 'owner' and a.email like '%@demo.example';

-- Which devices a group consisted of, and when: whole months.
create table device_group_member (
  group_id  int8 not null references registered_device,
  member_id int8 not null references registered_device,
  valid     daterange not null check (not isempty(valid) and extract(day from lower(valid)) = 1),
  check (group_id <> member_id),
  constraint in_one_group_at_a_time exclude using gist (member_id with =, valid with &&)
);
create index device_group_member_of on device_group_member (group_id);
alter table device_group_member enable row level security;

-- What a plant's gateway or owner changes about a device that certificates are issued for suspends that, until an issuer has looked.
create function suspend_binding() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update unit_binding set suspended_at = now(), suspended_because = 'Kind, rating or serial of the device was changed'
    where device_id = new.device_id and suspended_at is null and upper_inf(valid);
  return null;
end $$;
create trigger binding_of_changed_device after update on device for each row
  when (old.asset_type is distinct from new.asset_type or old.serial is distinct from new.serial
    or old.ac_nominal_w is distinct from new.ac_nominal_w or old.dc_capacity_wp is distinct from new.dc_capacity_wp
    or old.project_id is distinct from new.project_id)
  execute function suspend_binding();

create function suspend_bindings_of_project() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update unit_binding b set suspended_at = now(), suspended_because = 'The place of the plant was changed'
    from device d where d.device_id = b.device_id and d.project_id = new.project_id and b.suspended_at is null and upper_inf(b.valid);
  return null;
end $$;
create trigger bindings_of_moved_project after update on project for each row
  when (old.latitude is distinct from new.latitude or old.longitude is distinct from new.longitude
    or old.timezone is distinct from new.timezone)
  execute function suspend_bindings_of_project();

-- A point that certificates are issued for stays: whoever takes it out by another way than the calls that refuse it meets this.
create function bound_device_stays() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if exists (select from unit_binding b join device_unit u using (unit_id)
      where b.device_id = new.device_id and upper_inf(b.valid) and upper(u.valid) > current_date) then
    raise exception 'Device % is bound to a registered device', new.device_id using errcode = 'HL427';
  end if;
  return new;
end $$;
create trigger bound_device_stays before update on device for each row
  when (old.removed_at is null and new.removed_at is not null) execute function bound_device_stays();

-- A plant that is erased for good, long after its devices have ended, leaves what was registered behind.
alter table registered_device drop constraint registered_device_project_id_fkey,
  add foreign key (project_id) references project on delete set null;
alter table unit_binding drop constraint unit_binding_device_id_fkey,
  add foreign key (device_id) references device on delete cascade;
