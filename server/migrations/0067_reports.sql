-- Reports: templates of accounts, what is sent when, what was made of it, and pages that are looked at before
-- (docs/decisions/0114-reports.md).
create table report_template (
  template_uid uuid primary key default gen_random_uuid(),
  account_id   int4 not null references account on delete cascade,
  name         text not null check (length(name) between 1 and 120),
  blocks       jsonb not null,
  created_at   timestamptz not null default now()
);
create index report_template_account on report_template (account_id, created_at);

create table report_brand (
  account_id int4 primary key references account on delete cascade,
  colour     text check (colour ~ '^#[0-9a-f]{6}$'),
  logo       bytea check (length(logo) <= 524288),
  logo_mime  text check (logo_mime in ('image/png', 'image/jpeg')),
  logo_sha   text,
  check ((logo is null) = (logo_mime is null) and (logo is null) = (logo_sha is null))
);

create table report (
  report_id       int4 generated always as identity primary key,
  report_uid      uuid not null unique default gen_random_uuid(),
  account_id      int4 not null references account on delete cascade,  -- by whose rights it is made when it is due
  title           text not null check (length(title) between 1 and 120),
  template_uid    uuid not null,                 -- of the product or of an account; it may be gone since
  blocks          jsonb not null,                -- its own copy
  lang            text not null check (lang in ('en', 'vi', 'zh')),
  timezone        text not null,                 -- of its first project
  delivery_method text not null check (delivery_method in ('email', 'download', 'webhook')),
  email_list      text[] not null check (cardinality(email_list) <= 20),
  schedule        text not null check (schedule in ('once', 'daily', 'weekly', 'monthly')),
  period          text not null check (period in ('previous_day', 'previous_week', 'previous_month', 'from_to')),
  send_on         jsonb not null,
  from_date       date,
  to_date         date,
  active          boolean not null,
  next_run_at     timestamptz,                   -- null: it is not made by itself again
  next_day        date,                          -- the local day of it
  changed_at      timestamptz not null default now(),
  removed_at      timestamptz,
  check ((next_run_at is null) = (next_day is null))
);
create index report_account on report (account_id) where removed_at is null;
create index report_due on report (next_run_at) where next_run_at is not null and removed_at is null;

create table report_project (
  report_id  int4 not null references report on delete cascade,
  project_id int4 not null references project on delete cascade,
  place      int4 not null,
  primary key (report_id, project_id)
);
create index report_project_project on report_project (project_id);

-- A run of a report: the frozen figures lie with its document.
create table report_edition (
  run_id    int8 primary key references report_run on delete cascade,
  report_id int4 not null references report on delete cascade,
  due_on    date,                                -- null: somebody asked for it
  from_day  date not null,
  to_day    date not null,
  lang      text not null,
  deliver   text not null check (deliver in ('no', 'me', 'all')),
  sent_to   int4 not null default 0,
  unique (report_id, due_on)
);

create table report_preview (
  preview_uid uuid primary key default gen_random_uuid(),
  account_id  int4 not null references account on delete cascade,
  request     jsonb not null,
  answer      jsonb,
  error_code  text,
  error       text,
  asked_at    timestamptz not null default now(),
  ended_at    timestamptz
);
create index report_preview_asked on report_preview (asked_at);

-- None of them is read by the rights of an account: the product shows a report to who may see all of its projects.
do $$
declare name text;
begin
  foreach name in array array['report_template', 'report_brand', 'report', 'report_project', 'report_edition', 'report_preview'] loop
    execute format('alter table %I enable row level security', name);
  end loop;
end $$;
