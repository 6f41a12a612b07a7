-- What the owner says of devices, beside what gateways announce (docs/decisions/0083-replaced-devices.md).
alter table device
  add column announced_ac_nominal_w   int8,             -- as the newest birth that told it
  add column announced_dc_capacity_wp int8,
  add column ratings_confirmed_at     timestamptz,      -- from then on births do not change ac_nominal_w and dc_capacity_wp
  add column owner_fields             text[] not null default '{}', -- what the owner has set: births leave it alone
  add column replaces_id              int4 unique references device (device_id);
update device set announced_ac_nominal_w = ac_nominal_w, announced_dc_capacity_wp = dc_capacity_wp;
