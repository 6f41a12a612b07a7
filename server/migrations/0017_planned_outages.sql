-- Outages that were agreed beforehand: availability leaves them out.
create table planned_outage (
  outage_id  int4 generated always as identity,
  outage_uid uuid not null unique default gen_random_uuid(),
  project_id int4 not null references project on delete cascade,
  gateway_id int4 references gateway on delete cascade,        -- null: the whole project
  from_at    timestamptz not null,
  to_at      timestamptz not null check (to_at > from_at),
  reason     text not null check (length(reason) between 1 and 200),
  created_at timestamptz not null default now(),
  created_by int4 references account on delete set null,
  primary key (project_id, outage_id)
);
create index planned_outage_of_gateway on planned_outage (gateway_id);

alter table planned_outage enable row level security;
create policy proven_project on planned_outage to heliograph_api
  using (project_id = any((select app_projects())::int4[]));
grant select on planned_outage to heliograph_api;

-- Whatever is left out, or counts again, makes the days it touches out of date.
create function outdate_outage_days() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  -- The summary first: whoever refreshes a project locks it before its days.
  perform from project_summary where project_id in (select project_id from changed) order by project_id for update;
  update project_kpi_day k set outdated = true
  from changed c join project p on p.project_id = c.project_id
  where k.project_id = c.project_id and not k.outdated
    and k.day between (c.from_at at time zone p.timezone)::date and (c.to_at at time zone p.timezone)::date;
  return null;
end $$;
create trigger outage_added after insert on planned_outage referencing new table as changed
  for each statement execute function outdate_outage_days();
create trigger outage_removed after delete on planned_outage referencing old table as changed
  for each statement execute function outdate_outage_days();
