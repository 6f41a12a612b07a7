-- What was refused, counted by day, device and reason: refused_reading keeps the newest of each gateway, this keeps how many
-- there were. Bounded by devices and reasons a day, whatever a gateway sends.
create table refused_day (
  project_id int4 not null,
  gateway_id int4 not null,
  device_id  int4 not null default 0,        -- 0: none that is known
  day        date not null,                  -- of the project's calendar: of the reading, else of its arrival
  reason     text not null check (length(reason) <= 60),
  count      int4 not null check (count > 0),
  last_at    timestamptz not null,           -- when it was refused
  example    text not null default '' check (length(example) <= 500),
  primary key (project_id, day, gateway_id, device_id, reason)
);
alter table refused_day enable row level security;
create policy proven_project on refused_day to heliograph_api
  using (project_id = any((select app_projects())::int4[]));
grant select on refused_day to heliograph_api;

-- What is still known of earlier refusals.
insert into refused_day (project_id, gateway_id, device_id, day, reason, count, last_at, example)
select r.project_id, r.gateway_id, coalesce(d.device_id, 0), (r.at at time zone p.timezone)::date, r.reason, count(*), max(r.at),
  (array_agg(r.detail order by r.at desc))[1]
from refused_reading r join project p on p.project_id = r.project_id
left join device d on d.gateway_id = r.gateway_id and d.device_uid::text = lower(r.device_uid)
group by 1, 2, 3, 4, 5;
