-- Imports from other registries, redemptions of green certificates, and the files that decisions on them rest on (docs/decisions/0131-imports.md).

-- Other registries: the platform's account there, and what it says that it holds (rule R13, I23).
create table import_origin (
  origin           text primary key check (origin ~ '^[A-Z]{2,10}$'),
  platform_account text not null default '' check (length(platform_account) <= 60),
  balance          int8 check (balance >= 0),
  balance_at       timestamptz,
  changed_by       int4 references account on delete set null,
  check ((balance is null) = (balance_at is null))
);
insert into import_origin (origin) values ('EVIDENT'), ('APX');
alter table import_origin enable row level security;

create table rec_import (
  import_id           int8 generated always as identity primary key,
  record_uid          uuid not null unique default gen_random_uuid(),
  number              text not null unique,
  business_account_id int4 not null,
  demonstration       boolean not null,
  status              text not null check (status in ('in_progress', 'imported', 'rejected')),
  version             int4 not null default 1,
  created_by          int4 references account on delete set null,
  submitted_by        int4 references account on delete set null,
  created_at          timestamptz not null default now(),
  changed_at          timestamptz not null default now(),
  origin              text not null references import_origin,
  registry            text not null check (registry in ('IREC', 'TIGR')),
  transaction_number  text not null check (length(transaction_number) between 1 and 80),
  series              text not null check (series ~ '^\S{1,80}$'),
  first               int8 not null check (first >= 1),
  last                int8 not null check (last >= first),
  quantity            int8 not null generated always as (last - first + 1) stored,
  quantity_received   int8 not null default 0 check (quantity_received >= 0),
  device_code         text not null check (device_code ~ '^[A-Z0-9]{1,20}$'),
  device_name         text not null check (length(device_name) between 1 and 100),
  fuel                text not null check (fuel ~ '^[A-Z]{2}[0-9]{3}$'),
  country             text not null check (country ~ '^[A-Z]{2}$'),
  location            text not null check (length(location) between 1 and 200),
  province            text not null check (length(province) between 1 and 100),
  period_from         date not null,
  period_to           date not null check (period_from <= period_to),
  check (quantity_received <= last - first + 1),
  check (case status when 'imported' then quantity_received > 0 when 'rejected' then quantity_received = 0 else true end),
  foreign key (business_account_id, demonstration) references business_account (business_account_id, demonstration)
);
create index rec_import_of on rec_import (business_account_id, import_id desc);
alter table rec_import enable row level security;

-- Serial numbers of other registries that are declared and have not come: in one import each. What came is foreign_serial's.
create table rec_import_open (
  import_id int8 not null references rec_import,
  origin    text not null,
  series    text not null,
  range     int8range not null check (not isempty(range)),
  constraint declared_once exclude using gist (origin with =, series with =, range with &&)
);
create index rec_import_open_of on rec_import_open (import_id);
alter table rec_import_open enable row level security;

-- What came at once, against which statement of the other registry, and the entry that it was posted by.
create table rec_import_reception (
  reception_id     int8 generated always as identity primary key,
  import_id        int8 not null references rec_import,
  entry_id         int8 not null unique references journal_entry,
  at               timestamptz not null default now(),
  serials          int8multirange not null check (not isempty(serials)),
  statement_sha256 bytea not null check (length(statement_sha256) = 32),
  restored         boolean not null               -- they had been exported from here
);
create index rec_import_reception_of on rec_import_reception (import_id);
alter table rec_import_reception enable row level security;

-- What the first of two persons asked to receive, for the second to look at.
create table rec_import_asked (
  import_id        int8 primary key references rec_import,
  received         int8multirange not null,
  statement_sha256 text not null
);
alter table rec_import_asked enable row level security;

create table record_evidence (
  evidence_uid uuid primary key,
  record_uid   uuid not null,
  kind         text not null check (kind in ('registry_statement', 'purchase', 'certificate', 'verification')),
  name         text not null check (length(name) between 1 and 200),
  mime         text not null check (length(mime) <= 100),
  size_bytes   int8 not null check (size_bytes between 1 and 10485760),
  sha256       bytea not null check (length(sha256) = 32),
  uploaded_by  int4 references account on delete set null,
  at           timestamptz not null default now()
);
create index record_evidence_of on record_evidence (record_uid);
alter table record_evidence enable row level security;
