-- What a request was submitted as and what the issuer asked for, and the documents of declared energy
-- (docs/decisions/0152-review-of-requests.md).

create table issuance_submission (
  issuance_id       int8 not null references issuance on delete cascade,
  submission        int4 not null check (submission >= 1),           -- 1, 2, 3 …
  submitted_at      timestamptz not null default now(),
  submitted_by      int4 references account on delete set null,
  from_day          date not null,
  to_day            date not null,
  statement_version int4 not null,
  evidence          text[] not null,                                 -- SHA-256 of the documents, in order
  answers           jsonb not null default '[]',                     -- to what was marked of the submission before
  marks             jsonb not null default '[]',                     -- what the issuer asked for; empty until it is referred back
  pack              text check (length(pack) <= 1000000),            -- the evidence by day as it was submitted, RFC 8785; null: submitted before there was one
  primary key (issuance_id, submission)
);
alter table issuance_submission enable row level security;
-- Requests that were submitted before: when is known, what they were is what they are.
insert into issuance_submission (issuance_id, submission, submitted_at, submitted_by, from_day, to_day, statement_version, evidence)
  select i.issuance_id, row_number() over (partition by i.issuance_id order by e.status_event_id), e.at, e.actor_id, i.from_day, i.to_day,
    i.statement_version, '{}'
  from issuance i join status_event e on e.entity = 'issuance' and e.record_uid = i.record_uid and e.action in ('submit', 'resubmit');

-- Documents that state what a meter did not say lie with the other evidence of records.
alter table record_evidence drop constraint record_evidence_kind_check,
  add constraint record_evidence_kind_check
    check (kind in ('registry_statement', 'purchase', 'certificate', 'verification', 'metering'));
alter table declared_day add column evidence_uid uuid references record_evidence;   -- null: declared before documents were kept
create index declared_day_evidence on declared_day (evidence_uid) where evidence_uid is not null;

-- Days of all devices are looked through for copies of readings (rule R4); rows come by day, so a few bytes for many of them do.
create index energy_day_days on energy_day using brin (day) with (autosummarize = on);
