-- What the last run of the checker of the certificate ledger found, for the public proof of supply
-- (docs/decisions/0122-the-log.md).
create table ledger_check (
  is_last    boolean primary key default true check (is_last),   -- one row
  checked_at timestamptz not null,
  entries    int8 not null check (entries >= 0),
  faults     int4 not null check (faults >= 0)
);
alter table ledger_check enable row level security;
