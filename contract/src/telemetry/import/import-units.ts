// Units that a column of an import may be in, and how its values become those of the protocol.
import type { Quantity } from "../quantities.ts";

interface Unit {
  /** What it measures: the unit that ends the names of the quantities it fits. */
  readonly base: string;
  /** value × factor + offset is the value in base units. */
  readonly factor: number;
  readonly offset: number;
}

/** Bases by the ending of a quantity's name; longer endings first, since "w" ends more than one. */
const BASES: readonly (readonly [ending: string, base: string])[] = [
  ["_w_m2", "W/m²"],
  ["_wh", "Wh"],
  ["_va", "VA"],
  ["_var", "var"],
  ["_w", "W"],
  ["_v", "V"],
  ["_a", "A"],
  ["_hz", "Hz"],
  ["_c", "°C"],
  ["_percent", "%"],
  ["_m_s", "m/s"],
  ["_l_h", "l/h"],
];

const UNITS: Readonly<Record<string, readonly Unit[]>> = {
  Wh: [linear("Wh", 1)],
  kWh: [linear("Wh", 1e3)],
  MWh: [linear("Wh", 1e6)],
  GWh: [linear("Wh", 1e9)],
  MJ: [linear("Wh", 1e6 / 3600)],
  W: [linear("W", 1)],
  kW: [linear("W", 1e3)],
  MW: [linear("W", 1e6)],
  VA: [linear("VA", 1)],
  kVA: [linear("VA", 1e3)],
  var: [linear("var", 1)],
  kvar: [linear("var", 1e3)],
  "W/m2": [linear("W/m²", 1)],
  "W/m²": [linear("W/m²", 1)],
  "kW/m2": [linear("W/m²", 1e3)],
  "kW/m²": [linear("W/m²", 1e3)],
  V: [linear("V", 1)],
  kV: [linear("V", 1e3)],
  mA: [linear("A", 1e-3)],
  A: [linear("A", 1)],
  Hz: [linear("Hz", 1)],
  "°C": [linear("°C", 1)],
  C: [linear("°C", 1)],
  "°F": [{ base: "°C", factor: 5 / 9, offset: -160 / 9 }],
  F: [{ base: "°C", factor: 5 / 9, offset: -160 / 9 }],
  K: [{ base: "°C", factor: 1, offset: -273.15 }],
  "%": [linear("%", 1)],
  // A share of one: a state of charge, or a quantity without a unit of its own.
  "1": [linear("%", 100), linear("", 1)],
  "m/s": [linear("m/s", 1)],
  "km/h": [linear("m/s", 1 / 3.6)],
  "l/h": [linear("l/h", 1)],
  "l/min": [linear("l/h", 60)],
  "m3/h": [linear("l/h", 1e3)],
  "m³/h": [linear("l/h", 1e3)],
};

function linear(base: string, factor: number): Unit {
  return { base, factor, offset: 0 };
}

/** The base unit of a quantity; empty: it has none (a power factor, a code). */
function baseOf(quantity: Quantity): string {
  return BASES.find(([ending]) => quantity.endsWith(ending))?.[1] ?? "";
}

/** Names of the units that fit the quantity; `perInterval`: rows have intervals of a length that energies may be of. */
export function unitsOf(quantity: Quantity, perInterval = true): string[] {
  const base = baseOf(quantity);
  const named = Object.entries(UNITS).filter(([, units]) => units.some((unit) => unit.base === base));
  return [...named.map(([name]) => name), ...(base === "W" && perInterval ? Object.keys(PER_INTERVAL) : [])];
}

/** Energies of one interval: over its length they are a mean power. In Wh. */
const PER_INTERVAL: Readonly<Record<string, number>> = { "Wh/interval": 1, "kWh/interval": 1e3 };

/**
 * How values in the unit become values of the quantity: value × factor + offset. Null: the unit does not fit. An energy
 * per interval of `intervalS` seconds becomes the mean power; null: rows are of days or months.
 */
export function unitConversion(
  quantity: Quantity,
  unit: string,
  intervalS: number | null,
): { factor: number; offset: number } | null {
  const base = baseOf(quantity);
  const perInterval = PER_INTERVAL[unit];
  if (base === "W" && perInterval !== undefined && intervalS !== null) {
    return { factor: (perInterval * 3600) / intervalS, offset: 0 };
  }
  return UNITS[unit]?.find((one) => one.base === base) ?? null;
}
