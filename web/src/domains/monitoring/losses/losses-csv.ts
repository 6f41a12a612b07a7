// The waterfall as a file: the steps of the whole and of each inverter, in kWh and VND.
import type { LossWaterfall } from "@heliograph/contract/monitoring/losses";
import type { Words } from "../words.ts";
import { rowName, takenBy, type RowKey } from "./waterfall.ts";

const ROWS = [
  "base",
  "temperature",
  "zero_export",
  "clipping",
  "outage",
  "communication",
  "usual",
  "wiring",
  "unexplained",
  "measured",
] as const satisfies readonly RowKey[];

/** Head and rows; energies in kWh to the Wh, less than nothing for what was taken. Without energies there are no rows. */
export function lossTable(
  answer: LossWaterfall,
  words: Words,
): { head: string[]; rows: (string | number)[][] } {
  const { text } = words;
  const { energy_wh, cost_vnd, devices } = answer;
  const head = [
    text("losses.step"),
    "kWh",
    "VND",
    text("losses.ofSun"),
    ...devices.map(({ alias }) => `${alias} (kWh)`),
  ];
  if (energy_wh === null || cost_vnd === null) return { head, rows: [] };
  const rows = ROWS.map((key) => {
    const sign = key === "base" || key === "measured" ? 1 : -1;
    const of = (energies: typeof energy_wh) =>
      sign * (key === "base" || key === "measured" ? energies[key] : takenBy(energies, key));
    return [
      rowName(key, answer, words),
      of(energy_wh) / 1000,
      of(cost_vnd),
      energy_wh.base === 0 ? 0 : Number(((100 * of(energy_wh)) / energy_wh.base).toFixed(2)),
      ...devices.map((device) => of(device.energy_wh) / 1000),
    ];
  });
  return { head, rows };
}
