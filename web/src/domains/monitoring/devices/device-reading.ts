// A measured value of a device as people read it.
import { inShownUnit, shownUnit } from "../../../platform/format.ts";
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

/** Digits by the unit that is shown. */
const DIGITS: Readonly<Record<string, number>> = {
  "": 3,
  V: 1,
  A: 2,
  Hz: 2,
  "%": 1,
  "°C": 1,
  "m/s": 1,
  "L/h": 0,
  "W/m²": 0,
  "Wh/m²": 0,
  kWh: 1,
};
/** Of what is measured in base units. */
const KILO_DIGITS = 2;

/** A value with its unit as the language writes it. */
export function formatReading({ value, unit }: Reading, { format }: Words): string {
  const shown = shownUnit(unit);
  const digits = shown.length > unit.length ? KILO_DIGITS : (DIGITS[shown] ?? 1);
  const number = format.number(inShownUnit(value, unit), digits);
  return value === null ? number : `${number} ${shown}`.trimEnd();
}
