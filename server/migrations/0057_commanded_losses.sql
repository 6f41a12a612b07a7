-- Of what zero export took, what power limits and disconnections took that the portal commanded
-- (docs/decisions/0106-energy-given-up-to-commands.md). Days that are there are computed anew, as by other rules.
alter table loss_day
  add column commanded_wh int8 not null default 0 check (commanded_wh <= zero_export_wh),
  add column commanded_quarters int2 not null default 0;
