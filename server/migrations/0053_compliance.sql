-- Proofs of zero export for the utility: a signed PDF and a CSV of a gateway's month (docs/decisions/0103-compliance-and-proof.md).
create table nze_proof (
  proof_id   int8 generated always as identity primary key,
  proof_uid  uuid not null unique default gen_random_uuid(),
  project_id int4 not null,
  gateway_id int4 not null references gateway on delete cascade,
  month      date not null check (extract(day from month) = 1),
  lang       text not null check (lang in ('en', 'vi', 'zh')),
  state      text not null default 'waiting' check (state in ('waiting', 'reading', 'writing', 'signing', 'ready', 'failed')),
  basis      text not null,                       -- names the days, drills and rules that it is made of
  from_day   date not null,
  to_day     date not null,
  asked_at   timestamptz not null default now(),
  asked_by   int4 references account on delete set null,
  ended_at   timestamptz,
  pages      int4,
  minutes    int4,
  pdf_uid    uuid references document (document_uid) on delete set null,
  csv_uid    uuid references document (document_uid) on delete set null,
  check (state <> 'ready' or ended_at is not null)
);
create index nze_proof_gateway on nze_proof (gateway_id, month, lang, proof_id desc);
create index nze_proof_project on nze_proof (project_id);
-- One is made at a time.
create unique index nze_proof_open on nze_proof (gateway_id, month, lang) where state not in ('ready', 'failed');
alter table nze_proof enable row level security;
create policy proven_project on nze_proof for all to heliograph_api using (project_id = any((select app_projects())::int4[]));
grant select on nze_proof to heliograph_api;

-- What was given up is the step of the loss waterfall: all days are judged anew.
insert into nze_day_due (gateway_id, day, project_id) select gateway_id, day, project_id from nze_day on conflict do nothing;
