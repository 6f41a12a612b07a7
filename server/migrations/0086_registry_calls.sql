-- Calls to other registries, and connections to them (docs/decisions/0137-calls-to-other-registries.md, rule R21).

-- Where another registry is asked, as two persons want it. Without a row, or switched off: by hand.
create table registry_connection (
  origin        text primary key references import_origin,
  base_url      text not null check (length(base_url) <= 300),
  sealed_secret text not null,
  is_on         boolean not null,
  first_person  int4 references account on delete set null,
  second_person int4 references account on delete set null,
  changed_at    timestamptz not null default now(),
  constraint connected_by_two check (first_person <> second_person)
);
alter table registry_connection enable row level security;

-- What a first person wants it to be, for a second to confirm within 72 hours.
create table registry_connection_asked (
  origin        text primary key references import_origin,
  record_uid    uuid not null unique default gen_random_uuid(),
  base_url      text not null check (length(base_url) <= 300),
  sealed_secret text,                                  -- null: as it is
  is_on         boolean not null,
  first_person  int4 not null references account on delete cascade,
  asked_at      timestamptz not null default now()
);
alter table registry_connection_asked enable row level security;

-- Test calls, so that they can be counted.
create table registry_connection_try (
  at timestamptz not null default now()
);
create index registry_connection_try_at on registry_connection_try (at);
alter table registry_connection_try enable row level security;

-- Each call: written down before it is sent, with its number and all that it says.
create table registry_call (
  call_id             int8 generated always as identity primary key,
  record_uid          uuid not null unique default gen_random_uuid(),
  number              text not null unique,
  business_account_id int4 not null,
  demonstration       boolean not null,
  status              text not null check (status in ('prepared', 'by_hand', 'sent', 'unknown', 'acknowledged', 'refused', 'closed')),
  version             int4 not null default 1,
  created_by          int4 references account on delete set null,
  submitted_by        int4 references account on delete set null,
  created_at          timestamptz not null default now(),
  changed_at          timestamptz not null default now(),
  registry            text not null check (registry in ('IREC', 'TIGR')),
  country             text not null check (country ~ '^[A-Z]{2}$'),
  redemption_id       int8 not null references redemption,
  origin              text not null references import_origin,
  -- With random letters: a database that was restored gives no number twice.
  transaction_number  text not null unique check (length(transaction_number) between 10 and 80),
  quantity            int8 not null check (quantity > 0),
  body                text not null,
  body_sha256         bytea not null check (body_sha256 = sha256(convert_to(body, 'UTF8'))),
  sent_at             timestamptz,
  asked_at            timestamptz,
  asked               int4 not null default 0,
  next_at             timestamptz,
  reference           text check (length(reference) between 1 and 80),
  refusal             text check (length(refusal) <= 2000),
  heard               text check (length(heard) <= 600),
  -- What the first of two persons entered, for the second to look at.
  asked_reference     text check (length(asked_reference) between 1 and 80),
  check ((status = 'acknowledged') = (reference is not null)),
  check (status not in ('sent', 'unknown') or sent_at is not null),
  foreign key (business_account_id, demonstration) references business_account (business_account_id, demonstration)
);
create index registry_call_of on registry_call (business_account_id, call_id desc);
create index registry_call_due on registry_call (next_at) where status in ('prepared', 'sent', 'unknown');
-- One call at a time asks a registry for the certificates of a redemption.
create unique index registry_call_once on registry_call (redemption_id, origin) where status <> 'closed';
alter table registry_call enable row level security;

-- What a call says and who was told what is never changed: another call follows it.
create function refuse_call_change() returns trigger language plpgsql as $$
begin
  if (old.transaction_number, old.body, old.redemption_id, old.origin, old.quantity)
    is distinct from (new.transaction_number, new.body, new.redemption_id, new.origin, new.quantity)
    or (old.reference is not null and new.reference is distinct from old.reference) then
    raise exception 'A call to another registry keeps its number, what it says and its acknowledgement';
  end if;
  return new;
end $$;
create trigger registry_call_kept before update on registry_call for each row execute function refuse_call_change();

-- A redemption waits for the other registry between the payment of its fees and its completion.
alter table redemption drop constraint redemption_status_check;
alter table redemption add constraint redemption_status_check
  check (status in ('in_progress', 'approved', 'retiring', 'returned', 'cancelled', 'rejected', 'completed'));
