// The row of a file that shows best what its columns hold: noon of a bright day.
import type { ImportMapping } from "../import-mapping.ts";
import { stampReader } from "../import-time.ts";

/** What a sun is seen by, the surest first. */
const BRIGHTNESS = ["irradiance_w_m2", "ac_power_w", "interval_production_wh", "dc_power_w"] as const;
const HOUR_MS = 3_600_000;

/** Rates rows, which are given in their order: a row's rate, or null for one that shows nothing. The highest is the best. */
export function rowRater(
  { time, csv, columns }: ImportMapping,
  header: readonly string[],
): (cells: readonly string[]) => number | null {
  const bright = BRIGHTNESS.map(
    (quantity) => Object.entries(columns).find(([, one]) => one.quantity === quantity)?.[0],
  );
  const [name] = bright.filter((one) => one !== undefined);
  const value = name === undefined ? -1 : header.indexOf(name);
  const stamps = [time.column].flat().map((one) => header.indexOf(one));
  const read = stampReader(time.format, "month");
  return (cells) => {
    const filled = cells.filter((cell) => cell.trim() !== "").length;
    if (value === -1) return filled;
    const text = cells[value] ?? "";
    const number = Number(csv.decimal === "," ? text.replaceAll(".", "").replace(",", ".") : text);
    if (text.trim() === "" || !Number.isFinite(number)) return null;
    const stamp = read?.(stamps.map((at) => (cells[at] ?? "").trim()).join(" ")) ?? null;
    const hour = stamp === null ? 0 : Math.floor(("wall" in stamp ? stamp.wall : stamp.at) / HOUR_MS) % 24;
    // Around noon, and rows that hold all there is before those that lack some.
    return (hour === 11 || hour === 12 ? 1e12 : 0) + filled * 1e-9 + Math.abs(number);
  };
}
