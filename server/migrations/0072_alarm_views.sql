-- Views of the alarm desk that people have saved (docs/decisions/0120-live-desk-and-its-views.md).
create table alarm_view (
  alarm_view_id  int4 generated always as identity primary key,
  alarm_view_uid uuid not null unique default gen_random_uuid(),
  account_id     int4 not null references account on delete cascade,
  name           text not null check (length(name) between 1 and 60),
  -- What it looks for, as the contract writes it.
  filters        jsonb not null,
  created_at     timestamptz not null default now()
);
create unique index alarm_view_name on alarm_view (account_id, lower(name));
