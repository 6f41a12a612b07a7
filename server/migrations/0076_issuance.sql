-- Issuance: generation statements, the claim of days, the generation ledger and its corrections
-- (docs/decisions/0127-issuance.md, 0128-generation-ledger.md).

-- A request for certificates of a device and period. While it is a draft it locks nothing.
create table issuance (
  issuance_id          int8 generated always as identity primary key,
  record_uid           uuid not null unique default gen_random_uuid(),
  number               text not null unique,
  business_account_id  int4 not null references business_account,
  status               text not null check (status in ('draft', 'pending', 'in_progress', 'to_resubmit', 'approved', 'rejected', 'withdrawn', 'deleted')),
  version              int4 not null default 1,
  created_by           int4 references account on delete set null,   -- null: proposed by the system
  submitted_by         int4 references account on delete set null,
  created_at           timestamptz not null default now(),
  changed_at           timestamptz not null default now(),
  registered_device_id int8 not null,
  demonstration        boolean not null,
  registry             text not null check (registry in ('IREC', 'TIGR', 'GEC')),
  country              text not null check (country ~ '^[A-Z]{2}$'),
  from_day             date not null,                                -- local days of the device, both included
  to_day               date not null,
  corrects             int8 references issuance,                     -- whose days were restated upwards
  statement_version    int4 not null default 0,
  quantity             int8 not null default 0 check (quantity between 0 and 1000000000),   -- what the statement would make; what was made
  evidence             text check (evidence in ('A', 'B', 'C')),
  failed               text[] not null default '{}',                 -- guards that failed when it was frozen
  check (from_day <= to_day),
  foreign key (registered_device_id, demonstration) references registered_device (registered_device_id, demonstration)
);
create index issuance_account on issuance (business_account_id, issuance_id);
create index issuance_device on issuance (registered_device_id, from_day);
create index issuance_scope on issuance (registry, country, status);
create index issuance_corrects on issuance (corrects) where corrects is not null;
alter table issuance enable row level security;

-- What the energy ledger said of the period, frozen by its hash; late data make a new version.
create table generation_statement (
  issuance_id int8 not null references issuance on delete cascade,
  version     int4 not null,
  made_at     timestamptz not null default now(),
  hash        text not null check (hash ~ '^[0-9a-f]{64}$'),
  wh          int8 not null check (wh >= 0),
  declared_wh int8 not null check (declared_wh between 0 and wh),
  carry_wh    int8 not null check (carry_wh between 0 and 999999),   -- what was over when it was made
  debt_wh     int8 not null check (debt_wh >= 0),
  evidence    text check (evidence in ('A', 'B', 'C')),
  primary key (issuance_id, version)
);
alter table generation_statement enable row level security;

create table generation_day (
  issuance_id       int8 not null,
  version           int4 not null,
  day               date not null,
  wh                int8 check (wh >= 0),
  meter_wh          int8,
  inverter_wh       int8,
  maximum_wh        int8 not null check (maximum_wh >= 0),
  source            text not null check (source in ('meter', 'gap', 'inverters', 'power', 'import', 'file', 'none')),
  evidence          text check (evidence in ('A', 'B', 'C')),
  complete_permille int4 not null check (complete_permille between 0 and 1000),
  is_settled        boolean not null,
  is_copy           boolean not null,
  primary key (issuance_id, version, day),
  foreign key (issuance_id, version) references generation_statement on delete cascade,
  check ((wh is null) = (evidence is null))
);
alter table generation_day enable row level security;

-- Which units are claimed for which instants: one claim per unit and instant, over all registries, accounts and groups (rule R2).
create table generation_claim (
  generation_claim_id int8 generated always as identity primary key,
  unit_id             int8 not null references generating_unit,
  issuance_id         int8 not null references issuance,
  span                tstzrange not null check (not isempty(span) and lower(span) is not null and upper(span) is not null),
  state               text not null check (state in ('held', 'certified', 'released')),
  corrects            int8 references issuance,
  statement_version   int4 not null,
  constraint one_claim_an_instant exclude using gist (unit_id with =, span with &&) where (state <> 'released' and corrects is null)
);
create index generation_claim_issuance on generation_claim (issuance_id);
create unique index generation_claim_correction on generation_claim (corrects, unit_id, statement_version)
  where corrects is not null and state <> 'released';
alter table generation_claim enable row level security;

-- The generation ledger of a line of devices (the first of them) in a registry and year, Wh. What is metered or declared is
-- somewhere: not claimed, reserved, certified, carried, forfeited, or given for a debt of another year (I4).
create table generation_account (
  generation_account_id int8 generated always as identity primary key,
  lineage_id            int8 not null references registered_device,
  registry              text not null check (registry in ('IREC', 'TIGR', 'GEC')),
  vintage               int4 not null check (vintage between 1970 and 2199),
  metered_wh            int8 not null default 0 check (metered_wh >= 0),
  declared_wh           int8 not null default 0 check (declared_wh >= 0),
  unclaimed_wh          int8 not null default 0 check (unclaimed_wh >= 0),
  reserved_wh           int8 not null default 0 check (reserved_wh >= 0),
  certified_wh          int8 not null default 0 check (certified_wh >= 0 and certified_wh % 1000000 = 0),
  carry_wh              int8 not null default 0,
  debt_wh               int8 not null default 0,
  forfeited_wh          int8 not null default 0 check (forfeited_wh >= 0),
  given_wh              int8 not null default 0,   -- above 0: paid for other years; below: other years paid for this one
  carried               jsonb not null default '[]',
  constraint carry_below_one_certificate check (carry_wh between 0 and 999999),
  constraint debt_not_negative check (debt_wh >= 0),
  constraint issued_is_metered check (
    certified_wh + unclaimed_wh + reserved_wh + carry_wh + forfeited_wh + given_wh = metered_wh + declared_wh + debt_wh),
  unique (lineage_id, registry, vintage)
);
alter table generation_account enable row level security;

-- Each change of it; a row is only added, and its sides balance.
create table generation_posting (
  generation_posting_id int8 generated always as identity primary key,
  generation_account_id int8 not null references generation_account,
  at                    timestamptz not null default now(),
  type                  text not null check (type in ('accept', 'release', 'issue', 'restate', 'repay', 'forfeit')),
  issuance_id           int8 references issuance,
  entry_id              int8,                                        -- of the journal
  metered_wh            int8 not null default 0,
  declared_wh           int8 not null default 0,
  unclaimed_wh          int8 not null default 0,
  reserved_wh           int8 not null default 0,
  certified_wh          int8 not null default 0,
  carry_wh              int8 not null default 0,
  debt_wh               int8 not null default 0,
  forfeited_wh          int8 not null default 0,
  given_wh              int8 not null default 0,
  constraint sides_balance check (
    certified_wh + unclaimed_wh + reserved_wh + carry_wh + forfeited_wh + given_wh = metered_wh + declared_wh + debt_wh)
);
create index generation_posting_account on generation_posting (generation_account_id, generation_posting_id);
alter table generation_posting enable row level security;

-- The account follows from its postings, and nothing else writes it.
create function generation_posted() returns trigger language plpgsql as $$
begin
  update generation_account a set metered_wh = a.metered_wh + new.metered_wh, declared_wh = a.declared_wh + new.declared_wh,
    unclaimed_wh = a.unclaimed_wh + new.unclaimed_wh, reserved_wh = a.reserved_wh + new.reserved_wh,
    certified_wh = a.certified_wh + new.certified_wh, carry_wh = a.carry_wh + new.carry_wh, debt_wh = a.debt_wh + new.debt_wh,
    forfeited_wh = a.forfeited_wh + new.forfeited_wh, given_wh = a.given_wh + new.given_wh
  where a.generation_account_id = new.generation_account_id;
  return null;
end $$;
create trigger generation_posted after insert on generation_posting for each row execute function generation_posted();
create function refuse_generation_change() returns trigger language plpgsql as $$
begin
  raise exception 'Postings of the generation ledger are not changed' using errcode = 'HL403';
end $$;
create trigger only_added before update or delete on generation_posting for each row execute function refuse_generation_change();

-- What was accepted of each day, with the version of the statement that it is from: corrections are the difference (rule R6).
create table accepted_day (
  lineage_id            int8 not null references registered_device,
  day                   date not null,
  generation_account_id int8 not null references generation_account,
  metered_wh            int8 not null check (metered_wh >= 0),
  declared_wh           int8 not null check (declared_wh >= 0),
  issuance_id           int8 not null references issuance,           -- whose statement said so
  statement_version     int4 not null,
  primary key (lineage_id, day)
);
create index accepted_day_issuance on accepted_day (issuance_id);
alter table accepted_day enable row level security;

-- Energy that somebody states by a file where the meter said nothing (class C, rule R9).
create table declared_day (
  issuance_id int8 not null references issuance on delete cascade,
  day         date not null,
  wh          int8 not null check (wh between 0 and 1000000000000),
  file_name   text not null check (length(file_name) between 1 and 200),
  sha256      text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  declared_by int4 references account on delete set null,
  declared_at timestamptz not null default now(),
  primary key (issuance_id, day)
);
alter table declared_day enable row level security;

-- What an issuer established of a meter: that it is dead since a day, or that its counter was replaced on it (rule R5).
create table meter_finding (
  unit_id         int8 not null references generating_unit,
  kind            text not null check (kind in ('dead', 'replaced')),
  day             date not null,
  last_reading_wh int8 check (last_reading_wh >= 0),
  reason          text not null check (length(reason) between 1 and 2000),
  found_by        int4 references account on delete set null,
  found_at        timestamptz not null default now(),
  primary key (unit_id, kind, day)
);
alter table meter_finding enable row level security;

-- The rises of a point over a day by their hash: equal ones at another point are a copy (rule R4).
create table point_day (
  device_id int4 not null references device on delete cascade,
  day       date not null,
  hash      text not null check (hash ~ '^[0-9a-f]{64}$'),
  primary key (device_id, day)
);
create index point_day_hash on point_day (hash);
alter table point_day enable row level security;

-- Guards that an issuer accepted for a request, with the reason (ISS-013).
create table accepted_guard (
  issuance_id int8 not null references issuance on delete cascade,
  code        text not null check (code ~ '^ISS-[0-9]{3}$'),
  reason      text not null check (length(reason) between 1 and 2000),
  accepted_by int4 references account on delete set null,
  accepted_at timestamptz not null default now(),
  primary key (issuance_id, code)
);
alter table accepted_guard enable row level security;

-- Months of devices for which a statement was due, and the draft that was proposed; null: nothing was known of the month yet.
create table statement_run (
  registered_device_id int8 not null references registered_device,
  month                text not null check (month ~ '^\d{4}-(0[1-9]|1[0-2])$'),
  tried_at             timestamptz not null default now(),
  issuance_id          int8 references issuance,
  primary key (registered_device_id, month)
);
alter table statement_run enable row level security;

-- Days of bound devices that were written anew: what was accepted of them is compared.
create table changed_bound_day (
  device_id int4 not null,
  day       date not null,
  changed_at timestamptz not null default clock_timestamp(),
  primary key (device_id, day)
);
alter table changed_bound_day enable row level security;

create function bound_day_changed() returns trigger language plpgsql as $$
declare v_row energy_day := case when tg_op = 'DELETE' then old else new end;
begin
  if exists (select from unit_binding b where b.device_id = v_row.device_id and b.valid @> v_row.day) then
    insert into changed_bound_day (device_id, day) values (v_row.device_id, v_row.day)
      on conflict (device_id, day) do update set changed_at = excluded.changed_at;
  end if;
  return null;
end $$;
-- Today's rows change with every reading and are in no statement: the condition costs next to nothing.
create trigger bound_day_written after insert or update on energy_day for each row
  when (new.day < current_date - 1) execute function bound_day_changed();
create trigger bound_day_gone after delete on energy_day for each row
  when (old.day < current_date - 1) execute function bound_day_changed();
