// A measured value of a device as people read it.
import { kilo } from "../../../platform/format.ts";
import type { Words } from "../words.ts";

/** A label and what stands beside it. */
export interface Item {
  readonly label: string;
  /** With its unit; a dash where it is not known. */
  readonly value: string;
}

/** A measured value with its unit; null: not known. */
export interface Reading {
  readonly value: number | null;
  readonly unit: string;
}

/** Digits by unit; W, VA, var and Wh are written as thousands. */
const DIGITS: Readonly<Record<string, number>> = {
  "": 3,
  V: 1,
  A: 2,
  Hz: 2,
  "%": 1,
  "°C": 1,
  "m/s": 1,
  "L/h": 0,
  "W/m2": 0,
  "Wh/m2": 0,
  kWh: 1,
};
const THOUSANDS: Readonly<Record<string, string>> = { W: "kW", VA: "kVA", var: "kvar", Wh: "kWh" };

/** A value with its unit as the language writes it. */
export function formatReading({ value, unit }: Reading, { format }: Words): string {
  const thousands = THOUSANDS[unit];
  const number =
    thousands === undefined ? format.number(value, DIGITS[unit] ?? 1) : format.number(kilo(value), 2);
  return value === null ? number : `${number} ${(thousands ?? unit).replace("m2", "m²")}`.trimEnd();
}
