// The bands of the radiation map (M59, M276) and what switching them shows.
import { radiationBands } from "../../../ui/tokens/status-tokens.ts";

/** How many bands there are. */
export const BANDS = radiationBands.length;

/** M58, M276: the radius of the circle around a project. */
export const CIRCLE_M = 5000;

/**
 * The band of a radiation in W/m², 0 to BANDS - 1: that of its whole watts, as they are shown. What a sensor says below
 * zero at night belongs to the first. Null: no sensor reports, so no band.
 */
export function bandOf(value: number | null): number | null {
  if (value === null || Number.isNaN(value)) return null;
  const whole = Math.max(0, Math.round(value));
  return radiationBands.findIndex(({ max }) => whole <= max);
}

/** A band as the legend writes it, like 100–199 or 400+; "" for one that is none. */
export function bandText(band: number): string {
  const range = radiationBands[band];
  if (range === undefined) return "";
  return Number.isFinite(range.max) ? `${range.min}–${range.max}` : `${range.min}+`;
}

/** How many of the values lie in each band, and how many are not known. */
export function bandCounts(values: readonly (number | null)[]): { bands: number[]; unknown: number } {
  const bands = Array.from({ length: BANDS }, () => 0);
  let unknown = 0;
  for (const value of values) {
    const band = bandOf(value);
    if (band === null) unknown += 1;
    else bands[band] = (bands[band] ?? 0) + 1;
  }
  return { bands, unknown };
}

/** Whether a value is shown while the bands of `off` are switched off; what is not known, only while none is. */
export function isShown(value: number | null, off: ReadonlySet<number>): boolean {
  const band = bandOf(value);
  return band === null ? off.size === 0 : !off.has(band);
}

/** The bands switched off, as an address writes them ("0,3"); what names no band is passed over. */
export function bandsIn(text: string | null): ReadonlySet<number> {
  const named = (text ?? "").split(",").filter((part) => /^\d$/.test(part));
  return new Set(named.map(Number).filter((band) => band < BANDS));
}

/** The other way round; "" for none. */
export const bandsText = (off: ReadonlySet<number>): string => [...off].toSorted((a, b) => a - b).join(",");

/** The set with the band switched. */
export function switched(off: ReadonlySet<number>, band: number): ReadonlySet<number> {
  const next = new Set(off);
  if (!next.delete(band)) next.add(band);
  return next;
}
