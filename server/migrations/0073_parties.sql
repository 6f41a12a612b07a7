-- Parties of certificates: business accounts, who acts for whom, and what every record of the certificate workspace has
-- (docs/decisions/0123-records.md, 0124-parties.md).

-- What happened to a record may name its journal entry: the product may refer to entries, whoever owns the database.
do $$ begin
  execute format('grant heliograph_ledger to %I', current_user);
  execute format('grant references on journal_entry to %I', current_user);
  execute format('revoke heliograph_ledger from %I', current_user);
end $$;

alter table business_account
  add column status              text not null default 'draft'
    check (status in ('draft', 'under_review', 'active', 'suspended', 'closed')),
  add column version             int4 not null default 1,
  add column number              text unique,
  add column record_uid          uuid not null generated always as (business_account_uid) stored,
  add column trade_account_id    text unique check (trade_account_id ~ '^TA-[0-9]{6}$'),
  add column english_name        text check (length(english_name) <= 200),
  add column registration_number text check (length(registration_number) <= 60),
  add column address             text check (length(address) <= 300),
  add column country             text check (country ~ '^[A-Z]{2}$'),
  add column province            text check (length(province) <= 100),
  add column email               text check (length(email) <= 254),
  add column contact_number      text check (length(contact_number) <= 40),
  add column created_by          int4 references account on delete set null,
  add column submitted_by        int4 references account on delete set null,
  add column changed_at          timestamptz not null default now(),
  add check ((status in ('active', 'suspended', 'closed')) <= (trade_account_id is not null));
-- One company, one account: whoever registers it again is refused.
create unique index business_account_registration on business_account (country, upper(registration_number))
  where registration_number is not null and status <> 'closed' and not demonstration;

create unique index business_account_record on business_account (record_uid);

-- What kind of participant the account is at each registry.
create table registry_account (
  business_account_id int4 not null references business_account on delete cascade,
  registry            text not null check (registry in ('IREC', 'TIGR', 'GEC')),
  account_type        text not null check (length(account_type) between 1 and 40),
  primary key (business_account_id, registry)
);
alter table registry_account enable row level security;

-- Who acts for whom. One person is of one class at a time (rule R26): the market, the issuers or the operators.
create table role_grant (
  role_grant_id       int8 generated always as identity primary key,
  account_id          int4 not null references account on delete cascade,
  class               text not null check (class in ('market', 'issuer', 'operator')),
  business_account_id int4 references business_account on delete cascade,
  role                text check (role in ('trader', 'account_manager', 'viewer')),
  registry            text check (registry in ('IREC', 'TIGR', 'GEC')),
  country             text check (country ~ '^[A-Z]{2}$'),
  valid               tstzrange not null default tstzrange(now(), null) check (not isempty(valid)),
  granted_by          int4 references account on delete set null,
  check ((class = 'market') = (business_account_id is not null)),
  check ((class = 'market') = (role is not null)),
  check ((class = 'issuer') = (registry is not null)),
  check ((class = 'issuer') = (country is not null)),
  constraint one_class_at_a_time exclude using gist (account_id with =, class with <>, valid with &&),
  constraint one_role_in_an_account exclude using gist (account_id with =, business_account_id with =, valid with &&)
    where (business_account_id is not null),
  constraint one_scope_once exclude using gist (account_id with =, registry with =, country with =, valid with &&)
    where (class = 'issuer')
);
create index role_grant_account on role_grant (business_account_id) where business_account_id is not null;
alter table role_grant enable row level security;

-- Who looks after the portal is an operator here too.
create function operator_is_a_class() returns trigger language plpgsql as $$
begin
  if new.kind in ('admin', 'platform_operator') and not exists (
      select from role_grant where account_id = new.account_id and class = 'operator' and upper(valid) is null) then
    insert into role_grant (account_id, class) values (new.account_id, 'operator');
  elsif new.kind = 'user' then
    update role_grant set valid = tstzrange(lower(valid), greatest(now(), lower(valid) + interval '1 microsecond'))
      where account_id = new.account_id and class = 'operator' and upper(valid) is null;
  end if;
  return null;
end $$;
create trigger operator_is_a_class after insert or update of kind on account
  for each row execute function operator_is_a_class();
insert into role_grant (account_id, class) select account_id, 'operator' from account where kind in ('admin', 'platform_operator');

-- A class is left for 90 days before another is taken.
create function class_pause() returns trigger language plpgsql as $$
begin
  if exists (select from role_grant where account_id = new.account_id and class <> new.class
      and upper(valid) > lower(new.valid) - interval '90 days') then
    raise exception 'Another class was left less than 90 days ago' using errcode = 'HL426';
  end if;
  return new;
end $$;
create trigger class_pause before insert on role_grant for each row execute function class_pause();

create table business_invitation (
  invitation_uid      uuid primary key default gen_random_uuid(),
  business_account_id int4 not null references business_account on delete cascade,
  email               text not null check (email = lower(email) and length(email) <= 254),
  role                text not null check (role in ('trader', 'account_manager', 'viewer')),
  token_hash          bytea not null unique,
  invited_by          int4 references account on delete set null,
  confirmed_by        int4 references account on delete set null,
  created_at          timestamptz not null default now(),
  expires_at          timestamptz not null default now() + interval '72 hours',
  ended_at            timestamptz,
  ended_because       text check (ended_because in ('accepted', 'revoked', 'replaced')),
  check ((ended_at is null) = (ended_because is null)),
  check (confirmed_by <> invited_by)
);
create unique index business_invitation_open on business_invitation (business_account_id, email) where ended_at is null;
alter table business_invitation enable row level security;

-- What became of every record, in order.
create table status_event (
  status_event_id     int8 generated always as identity primary key,
  entity              text not null check (length(entity) between 1 and 40),
  record_uid          uuid not null,
  business_account_id int4 references business_account,
  from_status         text,
  to_status           text not null,
  action              text not null,
  actor_id            int4,                       -- null: the system, or a person who is gone
  actor_role          text not null,
  at                  timestamptz not null default clock_timestamp(),
  reason              text check (length(reason) <= 2000),
  payload_hash        bytea check (length(payload_hash) = 32),
  entry_id            int8 references journal_entry
);
create index status_event_record on status_event (entity, record_uid, status_event_id);
create index status_event_account on status_event (business_account_id, status_event_id);
alter table status_event enable row level security;

-- Commands that were done, by their key: the same again is answered, and not done (rule R20).
create table command_result (
  actor_id  int4 not null,                        -- 0: the system
  action    text not null,
  key       text not null check (length(key) between 1 and 120),
  body_hash bytea not null,
  answer    jsonb,
  at        timestamptz not null default now(),
  primary key (actor_id, action, key)
);
create index command_result_age on command_result (at);
alter table command_result enable row level security;

-- Until when somebody must act, and what the system does then.
create table record_deadline (
  entity     text not null,
  record_uid uuid not null,
  action     text,                                -- null: nothing happens by itself
  due_at     timestamptz not null,
  primary key (entity, record_uid)
);
create index record_deadline_due on record_deadline (due_at) where action is not null;
alter table record_deadline enable row level security;

-- What a first person asked for and a second must confirm (rule R23).
create table four_eyes (
  entity        text not null,
  record_uid    uuid not null,
  action        text not null,
  payload_hash  bytea not null check (length(payload_hash) = 32),
  first_person  int4 not null references account on delete cascade,
  second_person int4 references account on delete cascade,
  asked_at      timestamptz not null default now(),
  done_at       timestamptz,
  four_eyes_id  int8 generated always as identity primary key,
  constraint two_persons check (first_person <> second_person),
  check ((done_at is null) = (second_person is null))
);
create unique index four_eyes_open on four_eyes (entity, record_uid, action) where done_at is null;
alter table four_eyes enable row level security;

-- Numbers of records, a series for a kind and year: IS-2026-000001.
create table record_number (
  prefix text not null,
  year   int4 not null,
  last   int8 not null,
  primary key (prefix, year)
);
alter table record_number enable row level security;

create table business_holiday (
  day  date primary key,
  name text not null check (length(name) between 1 and 100)
);
alter table business_holiday enable row level security;

create table bank_account (
  bank_account_id     int8 generated always as identity primary key,
  record_uid          uuid not null unique default gen_random_uuid(),
  number              text not null unique,
  business_account_id int4 not null references business_account on delete cascade,
  status              text not null check (status in ('pending_verification', 'verified', 'rejected', 'archived')),
  version             int4 not null default 1,
  currency            text not null check (currency in ('USD', 'EUR', 'CNY', 'VND')),
  bank_name           text not null check (length(bank_name) between 1 and 200),
  account_name        text not null check (length(account_name) between 1 and 200),
  swift_code          text not null check (swift_code ~ '^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$'),
  account_number      text not null check (length(account_number) between 4 and 34),
  comment             text check (length(comment) <= 2000),
  is_default          boolean not null default false,
  payouts_from        timestamptz not null default now() + interval '48 hours',
  created_by          int4 references account on delete set null,
  submitted_by        int4 references account on delete set null,
  created_at          timestamptz not null default now(),
  changed_at          timestamptz not null default now()
);
create unique index bank_account_default on bank_account (business_account_id, currency) where is_default;
create index bank_account_of on bank_account (business_account_id);
alter table bank_account enable row level security;

-- A recipient is not changed in place: each change is a version, and records name the version that they used.
create table recipient (
  recipient_id        int8 generated always as identity primary key,
  recipient_uid       uuid not null,
  version             int4 not null,
  business_account_id int4 not null references business_account on delete cascade,
  type                text not null check (type in ('invoice', 'redemption_beneficiary', 'delivery')),
  name                text not null check (length(name) between 1 and 200),
  registration_number text not null default '' check (length(registration_number) <= 60),
  is_natural_person   boolean not null default false,
  country             text not null check (country ~ '^[A-Z]{2}$'),
  city                text not null check (length(city) between 1 and 100),
  address             text not null check (length(address) between 1 and 300),
  postal_code         text not null check (length(postal_code) <= 20),
  archived_at         timestamptz,
  created_at          timestamptz not null default now(),
  is_current          boolean not null default true,
  unique (recipient_uid, version)
);
create unique index recipient_current on recipient (recipient_uid) where is_current;
create index recipient_of on recipient (business_account_id) where is_current;
alter table recipient enable row level security;

-- What a certificate costs to redeem, in 1/10,000 of the currency for each MWh, by version.
create table fee_rule (
  fee_rule_id int4 generated always as identity primary key,
  code        text not null check (code ~ '^[A-Z0-9-]{3,40}$'),
  version     int4 not null,
  fee_type    text not null check (fee_type in ('REDEEM_EXCHANGE', 'SELF_REDEEM', 'BUYER_PROCESSING', 'OTHER')),
  registry    text not null check (registry in ('IREC', 'TIGR', 'GEC')),
  fuel_group  text not null check (fuel_group in ('hydro', 'other')),
  currency    text not null check (currency in ('USD', 'EUR', 'CNY', 'VND')),
  rate        int8 not null check (rate between 0 and 100000000),
  is_configured boolean not null default true,
  effective   daterange not null,
  unique (code, version),
  constraint one_rate_a_day exclude using gist (code with =, effective with &&)
);
alter table fee_rule enable row level security;
insert into fee_rule (code, version, fee_type, registry, fuel_group, currency, rate, is_configured, effective) values
  ('RF-EX-IREC-OTH', 1, 'REDEEM_EXCHANGE', 'IREC', 'other', 'EUR', 800, true, '[2024-01-01,)'),
  ('RF-EX-IREC-HYD', 1, 'REDEEM_EXCHANGE', 'IREC', 'hydro', 'EUR', 0, true, '[2024-01-01,)'),
  ('RF-SELF-IREC-OTH', 1, 'SELF_REDEEM', 'IREC', 'other', 'USD', 4000, true, '[2024-01-01,)'),
  ('RF-SELF-IREC-HYD', 1, 'SELF_REDEEM', 'IREC', 'hydro', 'USD', 0, true, '[2024-01-01,)'),
  ('RF-EX-TIGR-OTH', 1, 'REDEEM_EXCHANGE', 'TIGR', 'other', 'EUR', 0, false, '[2024-01-01,)'),
  ('RF-EX-TIGR-HYD', 1, 'REDEEM_EXCHANGE', 'TIGR', 'hydro', 'EUR', 0, false, '[2024-01-01,)'),
  ('RF-SELF-TIGR-OTH', 1, 'SELF_REDEEM', 'TIGR', 'other', 'USD', 0, false, '[2024-01-01,)'),
  ('RF-SELF-TIGR-HYD', 1, 'SELF_REDEEM', 'TIGR', 'hydro', 'USD', 0, false, '[2024-01-01,)');

-- The fee agreement, by version, and who accepted which for an account.
create table fee_agreement (
  version        int4 primary key,
  text           text not null check (length(text) between 1 and 20000),
  text_hash      bytea not null generated always as (sha256(text::bytea)) stored,
  effective_from date not null
);
alter table fee_agreement enable row level security;
insert into fee_agreement (version, text, effective_from) values (1,
'Fees of the certificate workspace.

1. A redemption of certificates that were issued to the account itself costs the self-redemption fee; one of certificates that came by the exchange, off exchange or by import costs the redemption fee. The schedule of fees states both for each MWh by fuel.
2. The rate is that of the day on which the redemption is submitted. The fee is the sum of MWh at a rate, rounded once to the cent.
3. A fee is due 10 business days (GMT+8) after the redemption was approved. Until it is paid the certificates stay reserved; a fee that is not paid by then ends the redemption, and the certificates go back to the account.
4. Fees that were paid are not paid back after the redemption is completed.
5. A change of the schedule or of this agreement is announced 30 days before it takes effect and is accepted anew.', '2024-01-01');
create table fee_acceptance (
  business_account_id int4 not null references business_account on delete cascade,
  version             int4 not null references fee_agreement,
  accepted_by         int4 references account on delete set null,
  accepted_at         timestamptz not null default now(),
  primary key (business_account_id, version)
);
alter table fee_acceptance enable row level security;

-- Advanced features: selling green certificates up to a limit. What is used of it follows from orders.
create table gec_selling (
  business_account_id int4 primary key references business_account on delete cascade,
  record_uid          uuid not null unique default gen_random_uuid(),
  number              text not null unique,
  status              text not null check (status in ('disabled', 'requested', 'enabled')),
  version             int4 not null default 1,
  sell_limit_cents    int8 not null default 0 check (sell_limit_cents between 0 and 100000000000),
  created_by          int4 references account on delete set null,
  submitted_by        int4 references account on delete set null,
  created_at          timestamptz not null default now(),
  changed_at          timestamptz not null default now()
);
alter table gec_selling enable row level security;

-- Physical units that certificates are claimed for (rule R1): whatever gateway they are behind, and in whatever project.
create table generating_unit (
  unit_id       int8 generated always as identity primary key,
  unit_uid      uuid not null unique default gen_random_uuid(),
  maker         text not null check (length(maker) between 1 and 80),
  serial        text not null check (serial ~ '^[A-Z0-9]{1,80}$'),   -- capitals and digits alone
  role          text not null check (role in ('main', 'check', 'sub', 'inverter')),
  timezone      text not null,
  latitude      float8 check (latitude between -90 and 90),
  longitude     float8 check (longitude between -180 and 180),
  ac_w          int8 check (ac_w >= 0),
  dc_wp         int8 check (dc_wp >= 0),
  upstream_id   int8 references generating_unit,
  demonstration boolean not null default false,
  created_at    timestamptz not null default now(),
  unique (maker, serial),
  unique (unit_id, demonstration)
);
alter table generating_unit enable row level security;

-- Which device of the portal stands for a unit, and since when.
create table unit_binding (
  unit_id      int8 not null references generating_unit,
  device_id    int4 not null references device,
  valid        daterange not null check (not isempty(valid)),        -- local days of the unit
  suspended_at timestamptz,
  suspended_because text check (length(suspended_because) <= 300),
  constraint one_device_a_day exclude using gist (unit_id with =, valid with &&),
  constraint one_unit_a_day exclude using gist (device_id with =, valid with &&)
);
alter table unit_binding enable row level security;

-- Devices of a registry: what certificates are issued for.
create table registered_device (
  registered_device_id int8 generated always as identity primary key,
  device_uid           uuid not null unique default gen_random_uuid(),
  code                 text not null unique check (code ~ '^D[0-9]{6}$'),
  business_account_id  int4 not null,
  demonstration        boolean not null,
  registry             text not null check (registry in ('IREC', 'TIGR', 'GEC')),
  english_name         text not null check (length(english_name) between 2 and 100),
  local_name           text not null check (length(local_name) between 2 and 100),
  fuel                 text not null check (fuel ~ '^[A-Z]{2}[0-9]{3}$'),
  technology           text not null check (technology ~ '^TC[0-9]{3}$'),
  country              text not null check (country ~ '^[A-Z]{2}$'),
  province             text not null check (length(province) between 1 and 100),
  location             text not null check (length(location) between 1 and 300),
  timezone             text not null,
  capacity_w           int8 not null check (capacity_w between 1000 and 5000000000),
  dc_wp                int8 check (dc_wp > 0),
  commercial_operation_on date not null,
  registered_on        date not null,                                -- generation before is not certified
  valid                daterange not null check (not isempty(valid)),
  project_id           int4 references project,                      -- of the portal; null: not measured by it
  predecessor_id       int8 references registered_device,            -- the same plant before renewal or a move
  suspended_at         timestamptz,
  suspended_because    text check (length(suspended_because) <= 300),
  approved_by          int4,
  created_at           timestamptz not null default now(),
  foreign key (business_account_id, demonstration) references business_account (business_account_id, demonstration),
  unique (registered_device_id, demonstration)
);
create index registered_device_of on registered_device (business_account_id);
create index registered_device_project on registered_device (project_id) where project_id is not null;
alter table registered_device enable row level security;
create sequence registered_device_code as int4 maxvalue 999999;

-- Units of a device: each in one device at a time, over all registries, accounts and groups (rule R1).
create table device_unit (
  unit_id              int8 not null,
  registered_device_id int8 not null,
  demonstration        boolean not null,
  valid                daterange not null check (not isempty(valid)), -- local days of the device
  -- Whether it measures what is certified, and its sign: a check or sub meter counts 0 (rule R3).
  sign                 int2 not null default 1 check (sign in (-1, 0, 1)),
  register             text not null default 'production' check (register in ('production', 'export', 'import')),
  constraint unit_in_one_device exclude using gist (unit_id with =, valid with &&),
  foreign key (unit_id, demonstration) references generating_unit (unit_id, demonstration),
  foreign key (registered_device_id, demonstration) references registered_device (registered_device_id, demonstration)
);
create index device_unit_device on device_unit (registered_device_id);
alter table device_unit enable row level security;
