-- Comments on projects, events that people note, and who has seen to an event (docs/decisions/0107-comments-and-events.md).
create table project_comment (
  comment_uid    uuid primary key default gen_random_uuid(),
  project_id     int4 not null references project on delete cascade,
  contents       text not null check (length(contents) between 1 and 4000),
  comment_at     timestamptz not null,
  show_in_report boolean not null default false,
  account_id     int4 references account on delete set null,
  changed_at     timestamptz not null default now(),
  -- The figures of the text as they were when they were filled in.
  computed       jsonb not null default '[]'
);
create index project_comment_at on project_comment (project_id, comment_at desc, comment_uid);

create table noted_event (
  event_uid      uuid primary key default gen_random_uuid(),
  project_id     int4 not null references project on delete cascade,
  name           text not null check (length(name) between 1 and 200),
  detail         text not null default '' check (length(detail) <= 2000),
  category       text not null check (length(category) <= 40),
  start_at       timestamptz not null,
  -- Null: a moment.
  end_at         timestamptz check (end_at > start_at),
  show_in_report boolean not null default false,
  account_id     int4 references account on delete set null,
  changed_at     timestamptz not null default now()
);
create index noted_event_start on noted_event (project_id, start_at desc, event_uid);

-- Events that gateways report are named by calls too.
alter table gateway_event add column event_uid uuid not null default gen_random_uuid();
create index gateway_event_uid on gateway_event (project_id, event_uid);

-- Of an event of either kind.
create table event_acknowledgement (
  event_uid  uuid primary key,
  project_id int4 not null references project on delete cascade,
  account_id int4 references account on delete set null,
  at         timestamptz not null default now()
);

do $$
declare name text;
begin
  foreach name in array array['project_comment', 'noted_event', 'event_acknowledgement'] loop
    execute format('alter table %I enable row level security', name);
    execute format('create policy proven_project on %I for all to heliograph_api
      using (project_id = any((select app_projects())::int4[]))', name);
    execute format('grant select on %I to heliograph_api', name);
  end loop;
end $$;
