-- Alarms of the past: what readings that came late tell, judged at the readings' own time.

-- Spans whose alarms have not been judged anew yet: of readings that came late, and of days that were computed anew.
create table late_spans (
  late_id    int8 generated always as identity primary key,
  project_id int4 not null references project on delete cascade,
  what       text not null check (what in ('readings', 'days')),
  since      timestamptz not null,
  until      timestamptz not null check (until >= since)
);
create index late_spans_project on late_spans (project_id, what);

-- Told by readings that came later: nobody was there to be notified when it began.
alter table alarm add column from_history boolean not null default false;
