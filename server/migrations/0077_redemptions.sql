-- Redemptions, their fees, invoices, payments and statements (docs/decisions/0129-redemptions.md, 0130-statements.md).
create table redemption (
  redemption_id       int8 generated always as identity primary key,
  record_uid          uuid not null unique default gen_random_uuid(),
  number              text not null unique,
  business_account_id int4 not null,
  demonstration       boolean not null,
  status              text not null check (status in ('in_progress', 'approved', 'returned', 'cancelled', 'rejected', 'completed')),
  version             int4 not null default 1,
  created_by          int4 references account on delete set null,
  submitted_by        int4 references account on delete set null,
  created_at          timestamptz not null default now(),
  changed_at          timestamptz not null default now(),
  completed_at        timestamptz,
  registry            text not null check (registry in ('IREC', 'TIGR')),
  country             text not null check (country ~ '^[A-Z]{2}$'),
  fuel                text not null check (fuel ~ '^[A-Z]{2}[0-9]{3}$'),
  vintage             int4 not null check (vintage between 2000 and 2199),
  amount              int8 not null check (amount between 1 and 1000000000),
  devices             text[] not null check (cardinality(devices) >= 1),
  beneficiary_name    text not null check (length(beneficiary_name) between 1 and 200),
  beneficiary_registration_number text not null check (length(beneficiary_registration_number) <= 60),
  is_natural_person   boolean not null,
  beneficiary_country text not null check (beneficiary_country ~ '^[A-Z]{2}$'),
  beneficiary_address text not null check (length(beneficiary_address) between 1 and 300),
  redeems_for         text not null check (redeems_for in ('own_consumption', 'third_party')),
  period_from         date not null,
  period_to           date not null check (period_from <= period_to),
  purpose             text not null check (length(purpose) between 1 and 300),
  acknowledged        text[] not null,
  needs_countersign   boolean not null,               -- a trader's sum of 30 days is over the limit (rule R29)
  countersigned_by    int4 references account on delete set null,
  countersigned_at    timestamptz,
  check ((status = 'completed') = (completed_at is not null)),
  foreign key (business_account_id, demonstration) references business_account (business_account_id, demonstration)
);
create index redemption_of on redemption (business_account_id, created_at);
alter table redemption enable row level security;

-- What it costs, at the rates of the day of its submission (rule R38): settled once, charged by settlement.
create table redemption_fee (
  redemption_id int8 not null references redemption,
  fee_rule_id   int4 not null references fee_rule,
  quantity      int8 not null check (quantity > 0),
  total_cents   int8 not null check (total_cents >= 0),
  primary key (redemption_id, fee_rule_id)
);
alter table redemption_fee enable row level security;

-- Statements: what a retirement is proven by, from the instant of the retirement on.
create table redemption_statement (
  statement_id  int8 generated always as identity primary key,
  redemption_id int8 not null references redemption,
  key           text not null unique check (key ~ '^[0-9A-HJKMNP-TV-Z]{26}$'),
  entry_id      int8 not null unique references journal_entry,
  statement     text,                                 -- RFC 8785; null: its proof is pending
  ready_at      timestamptz,
  check ((statement is null) = (ready_at is null))
);
create index redemption_statement_of on redemption_statement (redemption_id);
alter table redemption_statement enable row level security;
create table statement_pdf (
  statement_id int8 not null references redemption_statement,
  lang         text not null check (lang in ('en', 'vi', 'zh')),
  content      bytea not null,
  primary key (statement_id, lang)
);
alter table statement_pdf enable row level security;

-- What is invoiced: one currency each (C83).
create table invoice (
  invoice_id          int8 generated always as identity primary key,
  record_uid          uuid not null unique default gen_random_uuid(),
  number              text not null unique,
  business_account_id int4 not null references business_account,
  status              text not null check (status in ('unpaid', 'waiting_for_confirmation', 'partial_paid', 'paid', 'expired', 'cancelled')),
  version             int4 not null default 1,
  created_by          int4 references account on delete set null,
  submitted_by        int4 references account on delete set null,
  created_at          timestamptz not null default now(),
  changed_at          timestamptz not null default now(),
  redemption_id       int8 not null references redemption,
  currency            text not null check (currency in ('USD', 'EUR', 'CNY', 'VND')),
  quantity            int8 not null check (quantity > 0),
  total_cents         int8 not null check (total_cents > 0),
  confirmed_cents     int8 not null default 0 check (confirmed_cents >= 0),
  due_at              timestamptz not null,
  paid_at             timestamptz,
  unique (redemption_id, currency),
  check ((status = 'paid') = (paid_at is not null)),
  check (status <> 'paid' or confirmed_cents >= total_cents),
  check (status <> 'partial_paid' or confirmed_cents between 1 and total_cents - 1)
);
create index invoice_of on invoice (business_account_id, created_at);
alter table invoice enable row level security;

-- A fee for each rate of a redemption (C84). Its state is that of its invoice; without one it is open, or zero and paid.
create table fee (
  fee_id        int8 generated always as identity primary key,
  number        text not null unique,
  redemption_id int8 not null references redemption,
  fee_rule_id   int4 not null references fee_rule,
  invoice_id    int8 references invoice,
  quantity      int8 not null check (quantity > 0),
  total_cents   int8 not null check (total_cents >= 0),
  status        text not null check (status in ('open', 'unpaid', 'waiting_for_confirmation', 'paid', 'expired')),
  closed_at     timestamptz,
  created_at    timestamptz not null default now(),
  updated_at    timestamptz not null default now(),
  unique (redemption_id, fee_rule_id),
  check (total_cents > 0 or invoice_id is null)
);
create index fee_invoice on fee (invoice_id) where invoice_id is not null;
alter table fee enable row level security;

create table payment_proof (
  proof_uid   uuid primary key,
  invoice_id  int8 not null references invoice,
  name        text not null check (length(name) between 1 and 200),
  mime        text not null,
  size_bytes  int8 not null check (size_bytes between 1 and 10485760),
  uploaded_by int4 references account on delete set null,
  uploaded_at timestamptz not null default now()
);
create index payment_proof_of on payment_proof (invoice_id);
alter table payment_proof enable row level security;

create table payment_claim (
  payment_claim_id int8 generated always as identity primary key,
  invoice_id       int8 not null references invoice,
  amount_cents     int8 not null check (amount_cents > 0),
  bank_reference   text not null check (length(bank_reference) <= 100),
  paid_on          date not null,
  proof_uid        uuid not null references payment_proof,
  state            text not null check (state in ('waiting', 'confirmed', 'declined')),
  confirmed_cents  int8 check (confirmed_cents > 0),
  reported_by      int4 references account on delete set null,
  reported_at      timestamptz not null default now(),
  check ((state = 'confirmed') = (confirmed_cents is not null))
);
create index payment_claim_of on payment_claim (invoice_id);
create unique index payment_claim_waiting on payment_claim (invoice_id) where state = 'waiting';
alter table payment_claim enable row level security;

-- Proofs are asked for by leaf hash.
do $$ begin execute format('grant heliograph_ledger to %I', current_user); end $$;
create index journal_entry_leaf on journal_entry using hash (leaf);
do $$ begin execute format('revoke heliograph_ledger from %I', current_user); end $$;
