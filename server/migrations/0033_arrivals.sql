-- The first hour of a gateway: what its owner waits for, noted while somebody waits (docs/decisions/0082-arrivals.md). One row
-- a gateway; ingest writes it only while the gateway is followed, so that those long at work cost nothing.
create table gateway_arrival (
  gateway_id       int4 primary key references gateway (gateway_id) on delete cascade,
  project_id       int4 not null references project (project_id) on delete cascade,
  added_at         timestamptz not null default now(),
  first_contact_at timestamptz,
  contact_by       text check (contact_by in ('mqtt', 'http')),
  contact_address  text check (length(contact_address) <= 64),
  clock_ahead_ms   float8,                       -- of the newest message against the server's clock; negative: behind
  announced_at     timestamptz,
  first_reading_at timestamptz,
  first_stored     int4,                         -- of the first message that brought a reading
  first_refused    int4,
  stored           int8 not null default 0,      -- while it was followed
  refused          int8 not null default 0,
  newest_end       timestamptz,                  -- end of the newest live interval
  connected_at     timestamptz,                  -- two intervals in a row
  followed_until   timestamptz                   -- null: until it is connected
);
alter table gateway_arrival enable row level security;
create policy proven_project on gateway_arrival for all to heliograph_api
  using (project_id = any((select app_projects())::int4[]));

-- Gateways that were here before have had their first hour; when, only their devices tell.
insert into gateway_arrival (gateway_id, project_id, added_at, first_contact_at, announced_at, connected_at, followed_until)
select g.gateway_id, g.project_id, g.created_at, coalesce(d.at, g.last_contact_at), d.at,
  case when l.is_there then coalesce(d.at, g.last_contact_at) end, case when l.is_there then now() end
from gateway g
left join lateral (select min(created_at) as at from device d where d.gateway_id = g.gateway_id) d on true
left join lateral (select true as is_there from device d join latest l on l.project_id = d.project_id and l.device_id = d.device_id
  where d.gateway_id = g.gateway_id and l.ts is not null limit 1) l on true
where g.removed_at is null;

-- Sign-ins with the serial of a gateway that were refused, by minute. Serials that no gateway has are never noted, and the
-- newest of each gateway are kept: whoever tries fills nothing.
create table gateway_try (
  gateway_id int4 not null references gateway (gateway_id) on delete cascade,
  project_id int4 not null references project (project_id) on delete cascade,
  minute     timestamptz not null,
  address    text not null check (length(address) <= 64),
  by         text not null check (by in ('mqtt', 'http')),
  reason     text not null check (reason in ('credential', 'client_id', 'connections')),
  count      int4 not null default 1,
  last_at    timestamptz not null default now(),
  primary key (gateway_id, minute, address, by, reason)
);
alter table gateway_try enable row level security;
create policy proven_project on gateway_try for all to heliograph_api
  using (project_id = any((select app_projects())::int4[]));

-- Which reading was refused, and how many of its message were taken.
alter table refused_reading
  add column t float8,       -- as the gateway wrote it, ms since 1970; null: none, or no number
  add column others int4;    -- null: the whole message was refused

grant select on gateway_arrival, gateway_try, refused_reading to heliograph_api;
