-- The ratio that the status of a list judges: with what zero export held back where that is shown, else as measured.
alter table project_summary
  add column judged_ratio     float8,
  add column judged_corrected boolean not null default false;
update project_summary set judged_ratio = performance_ratio;
-- Of plants of zero export it is computed anew.
update project_summary set before_today_known = false
  where before_today_known and project_id in (select project_id from project where run_nze);
