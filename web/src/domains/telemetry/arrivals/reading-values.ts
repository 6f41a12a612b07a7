// The two figures by which a reading is recognised in the stream.
import type { ArrivedReading, ArrivedRefusal } from "@heliograph/contract/telemetry/arrivals/arrivals";
import type { Quantity } from "@heliograph/contract/telemetry/quantities";
import { inShownUnit, shownUnit, type Format } from "../../../platform/format.ts";

/** What tells most of a device stands first; the rest follows in the contract's order. */
const FIRST: readonly Quantity[] = [
  "ac_power_w",
  "irradiance_w_m2",
  "soc_percent",
  "collector_temperature_c",
  "tank_temperature_c",
  "charge_power_w",
  "energy_total_wh",
  "energy_import_wh",
  "module_temperature_c",
  "ac_power_factor",
];

/** Ends of names and their units, the longest first. */
const UNITS: readonly (readonly [string, string, number])[] = [
  ["_w_m2", "W/m²", 0],
  ["_wh", "Wh", 1],
  ["_var", "var", 1],
  ["_va", "VA", 1],
  ["_w", "W", 1],
  ["_percent", "%", 0],
  ["_m_s", "m/s", 1],
  ["_l_h", "l/h", 0],
  ["_hz", "Hz", 2],
  ["_c", "°C", 1],
  ["_v", "V", 1],
  ["_a", "A", 1],
];

/** The value with its unit; a quantity without one is named. */
function valueText(name: string, value: number, format: Format): string {
  const found = UNITS.find(([end]) => name.endsWith(end));
  if (found === undefined) return `${name} ${format.number(value, Number.isInteger(value) ? 0 : 2)}`;
  const [, unit, digits] = found;
  return `${format.number(inShownUnit(value, unit), digits)} ${shownUnit(unit)}`;
}

/** Where the quantity stands; those that are not among the first come after them. */
function place(name: string): number {
  const at = FIRST.findIndex((one) => one === name);
  return at < 0 ? FIRST.length : at;
}

/** Up to two of what was measured, those that tell most. */
export function mainValues({ values }: ArrivedReading, format: Format): string[] {
  return Object.entries(values)
    .toSorted(([a], [b]) => place(a) - place(b))
    .slice(0, 2)
    .map(([name, value]) => valueText(name, value, format));
}

type StreamEntry =
  | { readonly kind: "reading"; readonly at: number; readonly key: string; readonly reading: ArrivedReading }
  | { readonly kind: "refusal"; readonly at: number; readonly key: string; readonly refusal: ArrivedRefusal };

/** Where a refusal stands: at the time its reading tells, unless that is the fault. */
function momentOf({ t, at, reason }: ArrivedRefusal): number {
  const came = Date.parse(at);
  return t === null || Math.abs(t - came) > 3_600_000 || reason === "reading.too_new" ? came : t;
}

/** Readings and refusals together, the newest first; a refusal stands where its reading would, else where it came. */
export function streamEntries(
  readings: readonly ArrivedReading[],
  refusals: readonly ArrivedRefusal[],
): StreamEntry[] {
  const entries: StreamEntry[] = [
    ...refusals.map((refusal) => ({
      kind: "refusal" as const,
      at: momentOf(refusal),
      key: `refusal ${refusal.id}`,
      refusal,
    })),
    ...readings.map((reading) => ({
      kind: "reading" as const,
      at: reading.t,
      key: `${reading.device_uid} ${reading.t}`,
      reading,
    })),
  ];
  return entries.toSorted((a, b) => b.at - a.at);
}
