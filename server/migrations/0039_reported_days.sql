-- Days and months that are reported as such are few: what is due is asked for them of any range, and finds them here.
create index energy_day_reported on energy_day (project_id, day) where reported <> '{}';
create index energy_month_reported on energy_month (project_id, month) where reported <> '{}';
