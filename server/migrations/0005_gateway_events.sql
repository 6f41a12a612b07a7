-- What gateways and their devices noticed themselves, as they sent it, and the holes in a gateway's sequence numbers.
create table gateway_event (
  event_id    int8 generated always as identity primary key,
  project_id  int4 not null,
  gateway_id  int4 not null,
  device_id   int4,                                   -- null: the gateway itself
  at          timestamptz not null,                   -- by the gateway's clock
  received_at timestamptz not null default now(),
  code        text not null check (length(code) between 1 and 60),
  severity    text not null check (severity in ('info', 'warning', 'error')),
  text        text not null default '' check (length(text) <= 500),
  unique nulls not distinct (project_id, gateway_id, device_id, at, code)
);
create index gateway_event_newest on gateway_event (project_id, gateway_id, at desc, event_id desc);

alter table gateway_event enable row level security;
create policy proven_project on gateway_event to heliograph_api
  using (project_id = any((select app_projects())::int4[]));
grant select on gateway_event to heliograph_api;
