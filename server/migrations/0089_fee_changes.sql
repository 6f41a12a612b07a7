-- Changes of what the workspace costs: two platform operators publish new rates and the next version of the agreement, both from one day on.

create table fee_change (
  change_uid     uuid primary key default gen_random_uuid(),
  effective_from date not null,
  -- Code of a rate to its new value, in 1/10,000 of its currency for each MWh.
  rates          jsonb not null,
  agreement_text text not null check (length(agreement_text) between 1 and 20000),
  first_person   int not null references account,
  asked_at       timestamptz not null default now(),
  second_person  int references account,
  published_at   timestamptz,
  check (first_person <> second_person),
  check ((second_person is null) = (published_at is null))
);
-- One waits at a time.
create unique index fee_change_waits on fee_change ((published_at is null)) where published_at is null;
alter table fee_change enable row level security;

alter table fee_agreement
  add column change_uid uuid references fee_change,
  -- By which a version that waits to be accepted is told from others that wait.
  add column agreement_uid uuid not null unique default gen_random_uuid();
alter table fee_rule add column change_uid uuid references fee_change;
