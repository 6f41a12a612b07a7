-- Documents that the product made and keeps (docs/decisions/0101-documents.md): their bytes lie in the folder `documents` of the
-- data folder under their uid.
create table document (
  document_uid uuid primary key,
  project_id   int4 not null references project on delete cascade,
  kind         text not null check (kind ~ '^[a-z_.]{1,60}$'),
  name         text not null check (length(name) between 1 and 200),
  mime         text not null check (length(mime) <= 100),
  size_bytes   int8 not null check (size_bytes > 0),
  sha256       text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  facts        jsonb not null default '{}',      -- what it says, as whoever made it needs it again
  created_by   int4 references account on delete set null,  -- null: nobody, it was due
  created_at   timestamptz not null default now(),
  expires_at   timestamptz                       -- null: it is kept
);
create index document_project on document (project_id, kind, created_at desc);
create index document_expiring on document (expires_at) where expires_at is not null;
alter table document enable row level security;
create policy proven_project on document to heliograph_api using (project_id = any((select app_projects())::int4[]));
grant select on document to heliograph_api;
