-- Long work that people ask for, and its files (docs/decisions/0112-runs.md).
-- A document is a project's, for all who may see that, or an account's own.
alter table document alter column project_id drop not null;
alter table document add column account_id int4 references account on delete cascade;
alter table document add check (num_nonnulls(project_id, account_id) = 1);
create index document_account on document (account_id) where account_id is not null;
create policy own_document on document to heliograph_api using (account_id = (select app_account()));

create table report_run (
  run_id       int8 generated always as identity primary key,
  run_uid      uuid not null unique default gen_random_uuid(),
  account_id   int4 not null references account on delete cascade,
  kind         text not null check (kind in ('portfolio', 'project_report', 'export', 'report')),
  title        text not null check (length(title) between 1 and 300),
  request      jsonb not null,
  projects     int4[] not null,                  -- what it reads: shown only to who may still see all of them
  cause        text not null default 'person' check (cause in ('person', 'schedule')),
  state        text not null default 'queued' check (state in ('queued', 'running', 'done', 'failed', 'cancelled')),
  progress     real not null default 0 check (progress between 0 and 1),
  attempts     int4 not null default 0,          -- of those who work on it the last one counts
  asked_at     timestamptz not null default now(),
  started_at   timestamptz,
  ended_at     timestamptz,
  kept_days    int4 check (kept_days > 0),       -- null: its file is kept
  document_uid uuid references document on delete set null,
  error_code   text check (length(error_code) <= 100),
  error        text check (length(error) <= 500),
  check ((state in ('queued', 'running')) = (ended_at is null))
);
create index report_run_account on report_run (account_id, run_id desc);
create index report_run_document on report_run (document_uid);
alter table report_run enable row level security;
create policy own_run on report_run to heliograph_api using (account_id = (select app_account())
  and projects <@ array(select m.project_id from project_member m where m.account_id = (select app_account())));
grant select on report_run to heliograph_api;
