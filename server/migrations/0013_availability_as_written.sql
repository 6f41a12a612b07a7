-- Availability of devices is read whole and never searched: as json it leaves the database as it was written, which for a
-- year of thirty devices takes a quarter of the time of jsonb.
alter table project_kpi_day
  alter column devices drop default,
  alter column devices type json using devices::json,
  alter column devices set default '[]';
