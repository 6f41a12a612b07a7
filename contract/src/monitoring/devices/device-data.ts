// Live readings of single devices, nested as the specification has them (M111, M112). Each has value and unit.
import { z } from "zod";
import {
  inCelsius,
  inKwh,
  inPercent,
  inW,
  inWPerM2,
  inWhPerM2,
  measured,
  utcInstant,
} from "../../kernel/units.ts";

const inA = measured("A");
const inV = measured("V");
const inVa = measured("VA");
const inVar = measured("var");
const inHz = measured("Hz");
const inWh = measured("Wh");
const bare = measured("");

const common = {
  /** End of the interval the values describe, UTC; null: no reading yet. */
  ts: utcInstant.nullable(),
  /** False: older than three intervals. The values are the last ones known. */
  is_live: z.boolean(),
} as const;

const mpptTracker = z.object({
  mppt_id: z.int(),
  dc_voltage: inV,
  dc_current: inA,
  dc_power: inW,
  string_list: z.array(z.object({ string_id: z.int(), dc_current: inA })),
});

const production = z.object({ today_production: inKwh, total_production: inKwh });

/** M111. */
const inverterData = z.object({
  kind: z.literal("inverter"),
  ...common,
  mppt_list: z.object({ mppt: z.array(mpptTracker) }),
  inverter_ac: z.object({
    ac_apparent_power: inVa,
    ac_current: inA,
    ac_power: inW,
    ac_reactive_power: inVar,
    ac_power_factor: bare,
    ac_voltage: inV,
    ac_frequency: inHz,
  }),
  inverter_dc: z.object({ dc_power: inW, dc_voltage: inV, dc_current: inA }),
  inverter_production: production,
  inverter_status: z.object({
    /** SunSpec model 103, point St; null: not told. */
    state: z.int().nullable(),
    cabinet_temperature: inCelsius,
    error_list: z.array(z.string()),
  }),
  energy_storage: z.object({
    pv_power: inW,
    load_power: inW,
    inverter_output_power: inW,
    today_energy_generation: inKwh,
    total_energy_generation: inKwh,
    today_energy_export: inKwh,
    total_energy_export: inKwh,
    today_energy_import: inKwh,
    total_energy_import: inKwh,
    today_energy_consumption: inKwh,
    total_energy_consumption: inKwh,
  }),
  battery_inverter: z.object({
    battery_current: inA,
    battery_voltage: inV,
    SOC: inPercent,
    charge_power: inW,
    discharge_power: inW,
    today_charge_energy: inKwh,
    total_charge_energy: inKwh,
    today_discharge_energy: inKwh,
    total_discharge_energy: inKwh,
  }),
});

const meterEnergy = z.object({
  /** Readings of the counters themselves. */
  total_watt_hours_import: inWh,
  total_watt_hours_export: inWh,
});
const meterPower = z.object({ total_real_power: inW, ac_apparent_power: inVa });
const meterGrid = z.object({
  phase_a_current: inA,
  phase_b_current: inA,
  phase_c_current: inA,
  phase_a_voltage: inV,
  phase_b_voltage: inV,
  phase_c_voltage: inV,
  frequency: inHz,
  power_factor: bare,
});

/** M112 of a production meter. */
const meterData = z.object({
  kind: z.literal("meter"),
  ...common,
  metter_energy: meterEnergy,
  metter_power: meterPower,
  metter_grid: meterGrid,
  metter_production: production.extend({
    /** Counters of the tariff registers. */
    total_production_t1: inKwh,
    total_production_t2: inKwh,
    total_production_t3: inKwh,
  }),
});

/** M112 of a meter at the grid connection: import counts positive. */
const gridMeterData = z.object({
  kind: z.literal("grid_meter"),
  ...common,
  metter_energy_grid: meterEnergy,
  metter_power_grid: meterPower,
  metter_data_grid: meterGrid,
  today_import: inKwh,
  today_export: inKwh,
});

const sensorData = z.object({
  kind: z.literal("sensor"),
  ...common,
  radiation_data: z.object({
    radiation_value: inWPerM2,
    panel_temperature: inCelsius,
    ambient_temperature: inCelsius,
    wind_speed: measured("m/s"),
    today_insolation: inWhPerM2,
  }),
});

const swhData = z.object({
  kind: z.literal("swh"),
  ...common,
  swh_sensor: z.object({
    tank_temperature: inCelsius,
    collector_temperature: inCelsius,
    inlet_temperature: inCelsius,
    outlet_temperature: inCelsius,
    ambient_temperature: inCelsius,
    flow: measured("L/h"),
  }),
  swh_relay: z.array(z.object({ relay: z.string(), on: z.boolean() })),
});

/** A device whose readings have no shape of their own. */
const otherData = z.object({ kind: z.literal("other"), ...common });

export const iotData = z.discriminatedUnion("kind", [
  inverterData,
  meterData,
  gridMeterData,
  sensorData,
  swhData,
  otherData,
]);
export type IotData = z.output<typeof iotData>;
