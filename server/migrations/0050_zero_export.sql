-- Zero export at a gateway: what was agreed with the utility, how each day was kept, and drills of the fail-safe
-- (docs/decisions/0100-zero-export.md). Which command changed it when, stands in `command`.

-- What the meter at the grid says of it (reading.nze_on), since when; not what somebody asked for.
alter table gateway
  add column nze_status_at timestamptz,           -- null: the meter has never said anything
  -- Rows of its log up to this instant are not shown any more; proof and audit keep them.
  add column nze_log_cleared_at timestamptz;

-- What was agreed with the utility, a row from each change on: a day is judged by what held on it.
create table nze_rule (
  gateway_id     int4 not null references gateway on delete cascade,
  since          timestamptz not null,
  project_id     int4 not null,
  export_limit_w float8 not null check (export_limit_w between 0 and 1e9),
  back_within_s  int4 not null check (back_within_s between 1 and 3600),   -- export above the limit is to be over after this long
  meter_silent_s int4 not null check (meter_silent_s between 1 and 600),   -- a meter silent for longer: to `failsafe_w`
  failsafe_w     float8 not null check (failsafe_w between 0 and 1e9),
  account_id     int4 references account on delete set null,
  primary key (gateway_id, since)
);
create index nze_rule_project on nze_rule (project_id);

-- What a gateway says that it measured itself: its events nze.day and nze.drill.
create table nze_report (
  report_id   int8 generated always as identity primary key,
  project_id  int4 not null,
  gateway_id  int4 not null references gateway on delete cascade,
  code        text not null check (code in ('nze.day', 'nze.drill')),
  at          timestamptz not null,
  received_at timestamptz not null default now(),
  detail      jsonb not null,                     -- as on the wire
  taken       boolean not null default false,     -- its day or drill knows of it
  unique (gateway_id, code, at)
);
create index nze_report_waiting on nze_report (report_id) where not taken;
create index nze_report_project on nze_report (project_id);

-- How a gateway kept to its limit on a local day of its plant. Only days that are over have a row.
create table nze_day (
  gateway_id           int4 not null references gateway on delete cascade,
  day                  date not null,
  project_id           int4 not null,
  verdict              text not null check (verdict in ('kept', 'not_kept', 'no_proof', 'off')),
  source               text check (source in ('gateway', 'readings')),     -- null: nothing is known of the day
  resolution_s         int4,                      -- violations shorter than this may not have been seen
  export_limit_w       float8 not null,           -- by the rule in force as the day ended
  back_within_s        int4 not null,
  on_s                 int4 not null,             -- so long zero export held
  largest_export_w     float8,                    -- while it held; null: not known
  largest_export_at    timestamptz,
  longest_violation_s  float8,
  longest_violation_at timestamptz,               -- when it began
  response_median_s    float8,                    -- from the first export above the limit until back inside; null: no violation
  response_p95_s       float8,
  violations           int4,
  over_limit_wh        float8,                    -- exported above the limit
  given_up_wh          float8,                    -- what zero export held back (kpi); null: not computed
  given_up_vnd         numeric,                   -- the same at the tariff of its hours
  seen_s               int4 not null,             -- of the seconds of daylight with zero export on, those the meter covers
  due_s                int4 not null,
  worst                jsonb not null default '[]', -- the longest violations: [{"at", "s", "largest_w"}]
  measured             jsonb,                     -- the gateway's own figures, as it sent them
  computed_at          timestamptz not null default now(),
  primary key (gateway_id, day)
);
create index nze_day_project on nze_day (project_id, day);

-- Days to be judged, or judged anew.
create table nze_day_due (
  gateway_id int4 not null references gateway on delete cascade,
  day        date not null,
  project_id int4 not null,
  primary key (gateway_id, day)
);
create index nze_day_due_project on nze_day_due (project_id);

-- Drills of the fail-safe: the gateway leaves its meter out and measures how soon it is at its fail-safe limit.
create table nze_drill (
  drill_id       int8 generated always as identity primary key,
  drill_uid      uuid not null unique default gen_random_uuid(),
  project_id     int4 not null,
  gateway_id     int4 not null references gateway on delete cascade,
  asked_at       timestamptz not null,
  asked_by       text not null check (asked_by in ('week', 'person')),
  account_id     int4 references account on delete set null,
  command_uid    uuid unique,                     -- null: nothing was asked of the gateway
  meter_out_s    int4 not null,
  failsafe_w     float8 not null,                 -- by the rule as it was asked
  allowed_s      int4 not null,
  irradiance_w_m2 float8,                         -- as it was asked; null: not known
  result         text not null check (result in ('asked', 'passed', 'failed', 'skipped')),
  reason         text check (reason in ('low_irradiance', 'no_irradiance', 'gateway_silent', 'zero_export_off', 'not_handed_over', 'refused',
    'no_answer', 'too_slow', 'not_reached', 'missed')),
  reason_text    text not null default '' check (length(reason_text) <= 500),  -- the gateway's own words
  started_at     timestamptz,
  to_limit_s     float8,                          -- from the meter's silence to the fail-safe limit; null: not reached
  back_s         float8,                          -- from the meter's return to the production of before
  trace          jsonb not null default '[]',     -- [[s since the start, W of production], …]
  ended_at       timestamptz
);
create index nze_drill_gateway on nze_drill (gateway_id, asked_at desc);
create index nze_drill_project on nze_drill (project_id);
create index nze_drill_open on nze_drill (gateway_id) where result = 'asked';

-- Whether a gateway drills by itself every week, and when it next does.
create table nze_weekly_drill (
  gateway_id int4 primary key references gateway on delete cascade,
  project_id int4 not null,
  due_at     timestamptz not null
);
create index nze_weekly_drill_due on nze_weekly_drill (due_at);
create index nze_weekly_drill_project on nze_weekly_drill (project_id);

create index command_zero_export on command (gateway_id, command_id desc) where name = 'zero_export';

-- When zero export of a gateway was last told to change: when its command was handed over, else when it was given. The cooldown
-- counts from here, whatever became of it; what was taken back before it was handed over does not count.
create function nze_told_at(gateway int4) returns timestamptz language sql stable set search_path = public, pg_temp as $$
  select coalesce(m.sent_at, c.created_at)
  from command c left join gateway_message m on m.message_uid = c.command_uid
  where c.gateway_id = gateway and c.name = 'zero_export' and c.state <> 'cancelled'
  order by c.command_id desc limit 1
$$;

-- A plant that is zero export, or a gateway that was once told to be: its days are judged.
create function is_zero_export(gateway int4) returns boolean language sql stable set search_path = public, pg_temp as $$
  select exists (select from device d where d.gateway_id = gateway and d.asset_type = 'grid_meter')
    and (p.run_nze or g.nze_status or exists (select from nze_rule r where r.gateway_id = gateway)
      or exists (select from command c where c.gateway_id = gateway and c.name = 'zero_export'))
  from gateway g join project p on p.project_id = g.project_id where g.gateway_id = gateway
$$;

-- What the meter at the grid says newest is what the portal shows, whoever changed it.
create function note_nze_status() returns trigger language plpgsql as $$
begin
  update gateway g set nze_status = (new.m ->> 'nze_on')::int4 = 1, nze_status_at = new.ts
  from device d
  where d.device_id = new.device_id and d.asset_type = 'grid_meter' and g.gateway_id = d.gateway_id
    and (g.nze_status_at is null or g.nze_status is distinct from ((new.m ->> 'nze_on')::int4 = 1));
  return null;
end $$;
create trigger latest_nze_first after insert on latest for each row
  when (new.m ? 'nze_on') execute function note_nze_status();
create trigger latest_nze after update on latest for each row
  when (new.m ? 'nze_on' and (new.m -> 'nze_on') is distinct from (old.m -> 'nze_on')) execute function note_nze_status();

-- A day of the key figures that was computed, at last or anew: so is the day of its gateways' zero export.
create function note_nze_day() returns trigger language plpgsql as $$
begin
  insert into nze_day_due (gateway_id, day, project_id)
    select g.gateway_id, new.day, g.project_id from gateway g
    where g.project_id = new.project_id and g.removed_at is null and is_zero_export(g.gateway_id)
    on conflict do nothing;
  return null;
end $$;
create trigger kpi_day_computed after update on project_kpi_day for each row
  when (old.outdated and not new.outdated) execute function note_nze_day();

do $$
declare name text;
begin
  foreach name in array array['nze_rule', 'nze_report', 'nze_day', 'nze_day_due', 'nze_drill', 'nze_weekly_drill'] loop
    execute format('alter table %I enable row level security', name);
    execute format('create policy proven_project on %I for all to heliograph_api
      using (project_id = any((select app_projects())::int4[]))', name);
    execute format('grant select on %I to heliograph_api', name);
  end loop;
end $$;
