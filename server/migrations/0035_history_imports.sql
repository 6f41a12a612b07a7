-- History that people import in the browser: what they dropped, what became of it, and what an undo takes back
-- (docs/decisions/0084-an-import-can-be-undone.md).
create table history_import (
  import_id   int8 generated always as identity primary key,
  import_uid  uuid not null unique default gen_random_uuid(),
  project_id  int4 not null references project,
  created_by  int4 references account on delete set null,
  created_at  timestamptz not null default now(),
  -- draft: files are gathered. trying, tried: the dry run. waiting, storing, energy: under way. Then done or stopped (or failed);
  -- undoing, undone: taken back.
  state       text not null default 'draft' check (state in ('draft', 'trying', 'tried', 'waiting', 'storing', 'energy', 'done',
    'stopped', 'failed', 'undoing', 'undone')),
  wish        jsonb not null default '{}',           -- what the person says besides the files
  trial       jsonb,                                 -- what the dry run found; null: none, or the wish has changed since
  rows_read   int8 not null default 0,
  batches     int4 not null default 0,               -- batches that are stored: a repeat goes on after them
  result      jsonb,                                 -- what the import did; null: not yet
  stop_at     timestamptz,                           -- somebody asked for an end
  started_at  timestamptz,
  ended_at    timestamptz,
  undone_by   int4 references account on delete set null,
  undone_at   timestamptz,
  fault       text check (length(fault) <= 500)
);
create index history_import_project on history_import (project_id, import_id desc);
create index history_import_waiting on history_import (created_at) where state in ('draft', 'trying', 'tried', 'failed');

create table history_import_file (
  file_uid    uuid primary key,
  import_id   int8 not null references history_import on delete cascade,
  name        text not null check (length(name) <= 200),
  size_bytes  int8 not null,
  sample      text check (length(sample) <= 20000),  -- the line of noon of a bright day; null: none was found
  rows        int8,                                  -- as the dry run counted them
  kept        boolean not null default true,         -- its bytes are still there
  added_at    timestamptz not null default now()
);
create index history_import_file_import on history_import_file (import_id, added_at);

-- What an import added, a row for each batch and device: instants as runs of equal steps, some bytes a run.
create table history_import_mark (
  mark_id     int8 generated always as identity primary key,
  import_id   int8 not null references history_import on delete cascade,
  project_id  int4 not null,
  device_id   int4 not null,
  kind        text not null check (kind in ('reading', 'completed', 'day', 'month')),
  since       timestamptz not null,
  until       timestamptz not null,
  count       int4 not null check (count > 0),
  runs        bytea not null,
  was         jsonb                                  -- of days and months that were completed: what they were
);
create index history_import_mark_import on history_import_mark (import_id, mark_id);
create index history_import_mark_device on history_import_mark (project_id, device_id, since) where kind = 'completed';

do $$
declare name text;
begin
  foreach name in array array['history_import', 'history_import_mark'] loop
    execute format('alter table %I enable row level security', name);
    execute format('create policy proven_project on %I to heliograph_api using (project_id = any((select app_projects())::int4[]))', name);
  end loop;
end $$;
alter table history_import_file enable row level security;
create policy proven_project on history_import_file to heliograph_api
  using (import_id in (select i.import_id from history_import i));
grant select on history_import, history_import_file, history_import_mark to heliograph_api;
