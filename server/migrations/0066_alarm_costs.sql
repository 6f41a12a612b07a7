-- When the cost of an alarm was computed last; null: never.
alter table alarm_case add column costed_at timestamptz;
