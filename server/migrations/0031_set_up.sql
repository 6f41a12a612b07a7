-- The plane of a project's modules, which is known before there is a gateway (docs/decisions/0080-plane-of-a-project.md): degrees
-- from level, and clockwise from north. Null: not told.
alter table project
  add column tilt_deg float8 check (tilt_deg between 0 and 90),
  add column azimuth_deg float8 check (azimuth_deg >= 0 and azimuth_deg < 360);

-- Who has put the checklist of a new project away, and when.
alter table project_member add column checklist_away_at timestamptz;
