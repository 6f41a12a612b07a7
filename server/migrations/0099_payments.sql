-- Whose turn a redemption is while its fees are paid, and what is paid too much (docs/decisions/0155-payments-of-redemptions.md).
alter table redemption drop constraint redemption_status_check;
alter table redemption add constraint redemption_status_check
  check (status in ('in_progress', 'approved', 'waiting_for_confirmation', 'partial_paid', 'partial_payment_follow_up', 'retiring',
    'returned', 'cancelled', 'rejected', 'completed'));
-- Until when its fees are to be paid, whatever interrupts that; null: they are not due.
alter table redemption add column pay_until timestamptz;

alter table invoice add column credit_cents int8 not null default 0 check (credit_cents between 0 and total_cents);
alter table invoice add column refunded_cents int8 not null default 0 check (refunded_cents between 0 and confirmed_cents);
alter table invoice drop constraint invoice_check1;
alter table invoice drop constraint invoice_check2;
alter table invoice add constraint invoice_paid check (status <> 'paid' or confirmed_cents + credit_cents = total_cents);
alter table invoice add constraint invoice_in_part
  check (status <> 'partial_paid' or (confirmed_cents > 0 and confirmed_cents + credit_cents < total_cents));

-- What was due before is due as before; what is looked for, or was paid in part, is said to be so.
update redemption r set pay_until = d.due_at
  from record_deadline d where d.entity = 'redemption' and d.record_uid = r.record_uid and r.status = 'approved';
update redemption r set status = 'waiting_for_confirmation', version = version + 1 where r.status = 'approved'
  and exists (select from invoice i where i.redemption_id = r.redemption_id and i.status = 'waiting_for_confirmation');
update redemption r set status = 'partial_paid', version = version + 1 where r.status = 'approved'
  and exists (select from invoice i where i.redemption_id = r.redemption_id and i.confirmed_cents > 0);
update record_deadline d set action = null, due_at = now() + interval '3 days'
  from redemption r where d.entity = 'redemption' and d.record_uid = r.record_uid and r.status = 'waiting_for_confirmation';
update record_deadline d set action = 'fall_behind', due_at = greatest(d.due_at, now() + interval '1 day')
  from redemption r where d.entity = 'redemption' and d.record_uid = r.record_uid and r.status = 'partial_paid';

-- Credit of accounts, cents: what was paid too much, minus what was taken for a fee, plus what of that came back. Never changed.
create table credit_entry (
  credit_entry_id     int8 generated always as identity primary key,
  business_account_id int4 not null references business_account,
  currency            text not null check (currency in ('USD', 'EUR', 'CNY', 'VND')),
  cents               int8 not null check (cents <> 0),
  reason              text not null check (reason in ('overpaid', 'applied', 'returned')),
  invoice_id          int8 not null references invoice,
  at                  timestamptz not null default now(),
  check ((cents < 0) = (reason = 'applied')),
  unique (invoice_id, reason)
);
create index credit_entry_of on credit_entry (business_account_id, credit_entry_id);
alter table credit_entry enable row level security;
-- What is left of it, which no entry may bring below nothing.
create table credit_balance (
  business_account_id int4 not null references business_account,
  currency            text not null,
  cents               int8 not null default 0 constraint credit_not_overdrawn check (cents >= 0),
  primary key (business_account_id, currency)
);
alter table credit_balance enable row level security;

create function keep_credit_balance() returns trigger language plpgsql as $$
begin
  insert into credit_balance (business_account_id, currency) values (new.business_account_id, new.currency) on conflict do nothing;
  update credit_balance set cents = cents + new.cents
    where business_account_id = new.business_account_id and currency = new.currency;
  return new;
end $$;
create trigger credit_entry_counted after insert on credit_entry for each row execute function keep_credit_balance();
create function refuse_credit_change() returns trigger language plpgsql as $$
begin
  raise exception 'What was written of a credit is never changed';
end $$;
create trigger credit_entry_kept before update or delete on credit_entry for each row execute function refuse_credit_change();
create trigger credit_entry_whole before truncate on credit_entry for each statement execute function refuse_credit_change();

-- Each time that a redemption went back: what it said then, what was marked of it, and what its account answered.
create table redemption_return (
  redemption_return_id int8 generated always as identity primary key,
  redemption_id        int8 not null references redemption,
  returned_at          timestamptz not null default now(),
  words                jsonb not null,
  marks                jsonb not null check (jsonb_typeof(marks) = 'array'),
  answers              jsonb not null default '[]' check (jsonb_typeof(answers) = 'array')
);
create index redemption_return_of on redemption_return (redemption_id);
alter table redemption_return enable row level security;

-- What the platform holds at another registry is stated by two operators (rule R23): it gates imports.
alter table import_origin rename column changed_by to first_person;
alter table import_origin add column second_person int4 references account on delete set null;
alter table import_origin add constraint stated_by_two check (first_person <> second_person);
create table import_origin_asked (
  origin           text primary key references import_origin,
  record_uid       uuid not null unique default gen_random_uuid(),
  platform_account text not null check (length(platform_account) <= 60),
  balance          int8 check (balance >= 0),
  first_person     int4 not null references account on delete cascade,
  asked_at         timestamptz not null default now()
);
alter table import_origin_asked enable row level security;
