// What solar energy saves its owner, by the tariff in force.
import type { Day } from "@heliograph/contract";

/** A price between two local times on some days of the week. */
export interface PriceBand {
  /** "HH:MM"; `to` may be "24:00". */
  readonly from: string;
  readonly to: string;
  /** ISO 8601: 1 Monday to 7 Sunday. */
  readonly days: readonly number[];
  readonly vnd_per_kwh: string;
}

export interface Price {
  /** Decimal text. */
  readonly vnd_per_kwh: string;
  readonly export_vnd_per_kwh: string;
  readonly bands: readonly PriceBand[];
}

/**
 * Price where a project has no tariff: the average retail price from 2025-05-10, before VAT (EVN decision 599/QD-EVN).
 * Export earns nothing, since that takes a contract.
 */
export const DEFAULT_PRICE: Price = { vnd_per_kwh: "2204.0655", export_vnd_per_kwh: "0", bands: [] };

/** Energy of a stretch of time over which the price does not change, Wh. */
export interface PricedEnergy {
  readonly produced_wh: number;
  /** At the grid connection; null: not measured, which counts as all used on site. */
  readonly exported_wh: number | null;
  /** Local minutes after midnight at which it begins, and the day of the week, 1 Monday to 7 Sunday. */
  readonly minutes: number;
  readonly weekday: number;
}

/** VND per kWh at that time of the week: of the first band that fits, else the price without bands. */
export function priceAt(price: Price, at: { minutes: number; weekday: number }): number {
  const band = price.bands.find(
    ({ from, to, days }) =>
      days.includes(at.weekday) && at.minutes >= minutesOf(from) && at.minutes < minutesOf(to),
  );
  return Number(band?.vnd_per_kwh ?? price.vnd_per_kwh);
}

/** Day of the week of a calendar day, 1 Monday to 7 Sunday. */
export const isoWeekday = (day: Day): number => ((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7) + 1;

function minutesOf(clock: string): number {
  return Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3, 5));
}

/**
 * VND saved: what was used on site at the price of its time, and what was exported at the export price. Exports beyond
 * the production (a battery's, or a meter ahead of another by seconds) are paid for and make nothing negative.
 */
export function savedVnd(price: Price, parts: readonly PricedEnergy[]): number {
  let sum = 0;
  for (const part of parts) {
    const exported = part.exported_wh ?? 0;
    const usedOnSite = Math.max(0, part.produced_wh - exported);
    sum += (usedOnSite / 1000) * priceAt(price, part) + (exported / 1000) * Number(price.export_vnd_per_kwh);
  }
  return sum;
}
