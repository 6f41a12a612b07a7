// What a gateway may report of a device. Names follow SunSpec's points, written out, with the unit last.

/** Smallest and largest value that is physically possible; anything beyond is refused as out of range. */
interface Range {
  readonly min: number;
  readonly max: number;
}
const range = (min: number, max: number): Range => ({ min, max });

/** Lifetime counters. They only rise; the energy ledger is made from them. SunSpec 103 WH, 203 TotWhImp/TotWhExp. */
export const COUNTERS = {
  energy_total_wh: range(0, 1e15),
  energy_import_wh: range(0, 1e15),
  energy_export_wh: range(0, 1e15),
  energy_charge_wh: range(0, 1e15),
  energy_discharge_wh: range(0, 1e15),
} as const;

/** Energies of the reading's own interval, for what has no lifetime counter. A counter of the same device goes before. */
export const INTERVAL_ENERGIES = {
  interval_production_wh: range(0, 1e12),
  interval_import_wh: range(0, 1e12),
  interval_export_wh: range(0, 1e12),
  interval_charge_wh: range(0, 1e12),
  interval_discharge_wh: range(0, 1e12),
} as const;

/** Means over the interval, or its last value for states of charge and temperatures. */
const MEASURES = {
  ac_power_w: range(-1e9, 1e9),
  ac_apparent_power_va: range(-1e9, 1e9),
  ac_reactive_power_var: range(-1e9, 1e9),
  ac_power_factor: range(-1, 1),
  ac_voltage_v: range(0, 1e6),
  ac_current_a: range(-1e6, 1e6),
  ac_frequency_hz: range(0, 100),
  dc_power_w: range(-1e9, 1e9),
  dc_voltage_v: range(0, 1e4),
  dc_current_a: range(-1e6, 1e6),
  cabinet_temperature_c: range(-60, 200),
  soc_percent: range(0, 100),
  charge_power_w: range(0, 1e9),
  discharge_power_w: range(0, 1e9),
  battery_voltage_v: range(0, 1e4),
  battery_current_a: range(-1e6, 1e6),
  load_power_w: range(-1e9, 1e9),
  /** A pyranometer that radiates to a clear night sky shows a little less than nothing. */
  irradiance_w_m2: range(-50, 2000),
  module_temperature_c: range(-60, 200),
  ambient_temperature_c: range(-60, 80),
  wind_speed_m_s: range(0, 120),
  tank_temperature_c: range(-60, 200),
  collector_temperature_c: range(-60, 400),
  inlet_temperature_c: range(-60, 400),
  outlet_temperature_c: range(-60, 400),
  flow_l_h: range(0, 1e6),
} as const;

/** What devices measure, beside energies and codes. */
export const MEASURED_QUANTITIES = Object.keys(MEASURES) as (keyof typeof MEASURES)[];
export type MeasuredQuantity = (typeof MEASURED_QUANTITIES)[number];

/** Temperatures whose sensor's line a controller watches. */
export const LINE_QUANTITIES = [
  "tank_temperature_c",
  "collector_temperature_c",
  "inlet_temperature_c",
  "outlet_temperature_c",
  "ambient_temperature_c",
] as const;
/** Values with which controllers of water heaters say that a sensor's line is open or short-circuited (RESOL VBus). */
export const LINE_CODES: ReadonlyMap<number, "open" | "short"> = new Map([
  [999.9, "open"],
  [888.8, "short"],
  [-888.8, "short"],
]);

/** Whole numbers: SunSpec 103 St, and the vendor-independent Evt1 bits. */
export const CODES = {
  state: range(0, 32_767),
  event_bits: range(0, 2 ** 31 - 1),
} as const;

/** Where the limit of a device's power comes from, as `power_limit_source` says it. */
export const POWER_LIMIT_SOURCE = { none: 0, site: 1, portal: 2, other_controller: 3 } as const;

/** Whole numbers of what is set in the device: where its power limit comes from, and whether zero export holds (1 or 0). */
export const READ_BACK_CODES = { power_limit_source: range(0, 3), nze_on: range(0, 1) } as const;

/**
 * What is set in the device, read back from it: the limit of its power (W), and at the grid meter how much export is allowed (W) while
 * zero export holds. Evidence of commands; no chart draws them.
 */
const READ_BACK = {
  power_limit_w: range(0, 1e9),
  export_limit_w: range(0, 1e9),
  ...READ_BACK_CODES,
} as const;

export const QUANTITIES = {
  ...COUNTERS,
  ...INTERVAL_ENERGIES,
  ...MEASURES,
  ...CODES,
  ...READ_BACK,
} as const;
export type Quantity = keyof typeof QUANTITIES;
export const quantityNames = Object.keys(QUANTITIES) as readonly Quantity[];

type DrawnQuantity = Exclude<Quantity, keyof typeof INTERVAL_ENERGIES | keyof typeof READ_BACK>;
const isDrawn = (name: Quantity): name is DrawnQuantity => !(name in INTERVAL_ENERGIES || name in READ_BACK);
/** What charts draw of readings: energies of intervals are drawn as those of the ledger, what is set is no measurement. */
export const drawnQuantities: readonly DrawnQuantity[] = quantityNames.filter(isDrawn);

/** Quantities of energy: their columns are of double precision, since sums of them must be exact. */
export const isEnergy = (name: Quantity): boolean => name in COUNTERS || name in INTERVAL_ENERGIES;

/** SunSpec model 103, point St. */
export const INVERTER_STATE = {
  off: 1,
  sleeping: 2,
  starting: 3,
  mppt: 4,
  throttled: 5,
  shutting_down: 6,
  fault: 7,
  standby: 8,
} as const;

const UNITS: readonly (readonly [ending: string, unit: string])[] = [
  ["_wh_m2", "Wh/m²"],
  ["_w_m2", "W/m²"],
  ["_m_s", "m/s"],
  ["_l_h", "L/h"],
  ["_percent", "%"],
  ["_var", "var"],
  ["_va", "VA"],
  ["_hz", "Hz"],
  ["_wh", "Wh"],
  ["_w", "W"],
  ["_v", "V"],
  ["_a", "A"],
  ["_c", "°C"],
];

/** The unit that a quantity's name ends with; empty for shares and codes. */
export function unitOf(quantity: string): string {
  return UNITS.find(([ending]) => quantity.endsWith(ending))?.[1] ?? "";
}
