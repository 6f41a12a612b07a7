-- How energy is known: measured by a counter, integrated from power, or estimated, that is moved in time over a gap
-- (docs/decisions/0065-classes-of-energy.md). int_*: the integrated part; null: none of it. est_* was both.
alter table energy_quarter
  add column int_production_wh float8, add column int_import_wh float8, add column int_export_wh float8,
  add column int_charge_wh float8, add column int_discharge_wh float8;
alter table energy_day
  add column int_production_wh float8, add column int_import_wh float8, add column int_export_wh float8,
  add column int_charge_wh float8, add column int_discharge_wh float8;
alter table energy_month
  add column int_production_wh float8, add column int_import_wh float8, add column int_export_wh float8,
  add column int_charge_wh float8, add column int_discharge_wh float8;
alter table project_day add column int_meter_wh float8, add column int_inverter_wh float8;

create or replace view energy_hour with (security_invoker = true) as
  select b.project_id, b.device_id,
    date_trunc('hour', b.bin_utc, p.timezone) as hour_utc,
    sum(production_wh) as production_wh, sum(import_wh) as import_wh, sum(export_wh) as export_wh,
    sum(charge_wh) as charge_wh, sum(discharge_wh) as discharge_wh,
    sum(est_production_wh) as est_production_wh, sum(est_import_wh) as est_import_wh,
    sum(est_export_wh) as est_export_wh, sum(est_charge_wh) as est_charge_wh,
    sum(est_discharge_wh) as est_discharge_wh,
    sum(power_wh) as power_wh, sum(insolation_wh_m2) as insolation_wh_m2,
    max(power_max_w) as power_max_w, sum(n) as n, sum(covered_s) as covered_s, 3600 as expected_s,
    sum(int_production_wh) as int_production_wh, sum(int_import_wh) as int_import_wh,
    sum(int_export_wh) as int_export_wh, sum(int_charge_wh) as int_charge_wh,
    sum(int_discharge_wh) as int_discharge_wh
  from energy_quarter b join project p using (project_id)
  group by b.project_id, b.device_id, date_trunc('hour', b.bin_utc, p.timezone);

-- Every device is folded anew, also those that send no more. Any span will do: other rules ask for all of it.
insert into changed_readings (lane, project_id, device_id, since, until)
select 1, array_agg(project_id), array_agg(device_id), array_agg(now()), array_agg(now())
from latest group by project_id;
