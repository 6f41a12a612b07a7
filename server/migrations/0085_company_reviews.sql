-- Documents of business accounts, and what each submission of one said, with what a platform operator said of it.

create table company_document (
  document_uid        uuid primary key,
  business_account_id int not null references business_account on delete cascade,
  kind                text not null check (length(kind) <= 40),
  name                text not null check (length(name) between 1 and 200),
  mime                text not null check (mime in ('application/pdf', 'image/jpeg', 'image/png')),
  size_bytes          int8 not null check (size_bytes between 1 and 10485760),
  sha256              bytea not null check (length(sha256) = 32),
  uploaded_by         int references account on delete set null,
  uploaded_at         timestamptz not null default now(),
  removed_at          timestamptz
);
create index company_document_of on company_document (business_account_id);
alter table company_document enable row level security;

create table company_version (
  business_account_id int not null references business_account on delete cascade,
  submission          int not null check (submission >= 1),
  content             jsonb not null,
  answers             jsonb not null default '[]',
  marks               jsonb not null default '[]',
  submitted_at        timestamptz not null default now(),
  submitted_by        int references account on delete set null,
  primary key (business_account_id, submission)
);
alter table company_version enable row level security;
