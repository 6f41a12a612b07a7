-- What each point is to its registered device (rule R3): meters of generation, and at the grid those of export and of station supply
-- (docs/decisions/0153-basis-of-measurement.md).
--
-- A point is something to a device, as the device's approved version says, and not by itself. What its registers are to what is certified
-- follows from that and the registry. `generating_unit.role`, `device_unit.sign` and `device_unit.register` are read and written no longer; a
-- later release drops them.
alter table device_unit add column role text;
update device_unit du set role = u.role from generating_unit u where u.unit_id = du.unit_id;
alter table device_unit alter column role set not null,
  add check (role in ('main', 'check', 'sub', 'inverter', 'export', 'supply', 'grid'));
alter table generating_unit alter column role drop not null;

-- Of a day of a statement: what was exported, and what was taken off as station supply; null: not measured, or not known.
alter table generation_day add column exported_wh int8, add column supply_wh int8;
