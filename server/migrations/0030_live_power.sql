-- The live power of a plant is whole or unknown (docs/decisions/0070-silent-devices.md): active_power_w is null while a device that is
-- due says nothing, and these say of how many and what the others give.
alter table project_summary
  add column reporting_power_w double precision,
  add column power_silent int4 not null default 0,
  add column power_devices int4 not null default 0;
