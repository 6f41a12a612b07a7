-- Redemptions of green certificates of China, by what both parties add and operators check (docs/decisions/0133-gec-redemptions.md).
-- The account of the record is the buyer's.
create table gec_redemption (
  gec_redemption_id   int8 generated always as identity primary key,
  record_uid          uuid not null unique default gen_random_uuid(),
  number              text not null unique,
  business_account_id int4 not null,
  seller_account_id   int4 not null check (seller_account_id <> business_account_id),
  demonstration       boolean not null,
  status              text not null check (status in ('recorded', 'pending_buyer_input', 'pending_seller_upload_certificate',
    'in_progress', 'completed', 'closed', 'withdrawn')),
  status_before       text,
  version             int4 not null default 1,
  created_by          int4 references account on delete set null,
  submitted_by        int4 references account on delete set null,
  created_at          timestamptz not null default now(),
  changed_at          timestamptz not null default now(),
  completed_at        timestamptz,
  registry            text not null default 'GEC' check (registry = 'GEC'),
  country             text not null default 'CN' check (country = 'CN'),
  quantity            int8 not null check (quantity between 1 and 10000000),
  price_cents         int8 not null check (price_cents between 1 and 1000000),   -- USD, of one certificate
  -- The consumer, as the buyer states it.
  beneficiary_name    text check (length(beneficiary_name) between 1 and 200),
  consumer_code       text check (consumer_code ~ '^[0-9A-Z]{18}$'),
  gec_account         text check (length(gec_account) between 1 and 60),
  consumer_province   text check (length(consumer_province) between 1 and 100),
  redeems_for         text check (redeems_for in ('own_consumption', 'third_party')),
  period_from         date,
  period_to           date check (period_from <= period_to),
  purpose             text check (length(purpose) between 1 and 300),
  -- The device, as the seller states it.
  device_code         text check (device_code ~ '^[A-Z0-9]{1,20}$'),
  device_name         text check (length(device_name) between 1 and 100),
  fuel                text check (fuel ~ '^[A-Z]{2}[0-9]{3}$'),
  location            text check (length(location) between 1 and 200),
  province            text check (length(province) between 1 and 100),
  check ((status = 'completed') = (completed_at is not null)),
  check ((status = 'closed') = (status_before is not null)),
  check (status not in ('pending_seller_upload_certificate', 'in_progress', 'completed') or consumer_code is not null),
  check (status not in ('in_progress', 'completed') or device_code is not null),
  foreign key (business_account_id, demonstration) references business_account (business_account_id, demonstration),
  foreign key (seller_account_id, demonstration) references business_account (business_account_id, demonstration)
);
create index gec_redemption_of_buyer on gec_redemption (business_account_id, gec_redemption_id desc);
create index gec_redemption_of_seller on gec_redemption (seller_account_id, gec_redemption_id desc);
alter table gec_redemption enable row level security;

-- Certificate numbers: each in one redemption that stands (GEC-003).
create table gec_certificate (
  gec_redemption_id int8 not null references gec_redemption,
  month             text not null check (month ~ '^20\d{2}-(0[1-9]|1[0-2])$'),
  series            text not null check (series ~ '^\S{1,80}$'),
  range             int8range not null check (not isempty(range) and lower(range) >= 1),
  batch_id          int8,                 -- of the ledger, held here; null: of the national system alone
  constraint gec_number_once exclude using gist (series with =, range with &&)
);
create index gec_certificate_of on gec_certificate (gec_redemption_id);
alter table gec_certificate enable row level security;

-- What the first of two persons rested on, for the second to look at.
create table gec_asked (
  gec_redemption_id int8 primary key references gec_redemption,
  file_sha256       text not null check (file_sha256 ~ '^[0-9a-f]{64}$')
);
alter table gec_asked enable row level security;

-- Credit of sellers, USD cents: what a record uses, and minus that when it ends (design 2.19).
create table gec_credit (
  gec_credit_id       int8 generated always as identity primary key,
  business_account_id int4 not null references business_account,
  record_uid          uuid not null,
  amount_cents        int8 not null check (amount_cents <> 0),
  at                  timestamptz not null default now()
);
create index gec_credit_of on gec_credit (business_account_id);
create index gec_credit_record on gec_credit (record_uid);
alter table gec_credit enable row level security;
