// When a device's data were due: plain rules, without clock and database.
import { daysBetween, type Day } from "@heliograph/contract";
import { contactLimitSeconds } from "../../kpi/index.ts";
import { BIN_MS, isDaylight, isSunDriven, spanOfDay } from "../../energy/index.ts";
import type { QualityDeviceRow, QualityPlace } from "./data-quality.sql.ts";

/** A local day with its quarter hours: starts in ms since 1970, and whether the sun is up in their middle. */
export interface QuarterDay {
  readonly day: Day;
  readonly from_ms: number;
  readonly to_ms: number;
  readonly bins: readonly { readonly at: number; readonly daylight: boolean }[];
}

/** A day with its quarter hours. */
export function quarterDay(
  place: QualityPlace,
  day: Day,
  { start, end }: { readonly start: number; readonly end: number },
): QuarterDay {
  const bins = Array.from({ length: Math.round((end - start) / BIN_MS) }, (_, index) => {
    const at = start + index * BIN_MS;
    return { at, daylight: isDaylight(place, at) };
  });
  return { day, from_ms: start, to_ms: end, bins };
}

/** The days of a range with their quarter hours. */
export const quarterDays = (place: QualityPlace, from: Day, to: Day): QuarterDay[] =>
  daysBetween(from, to).map((day) => quarterDay(place, day, spanOfDay(place.timezone, day)));

/** From when and until when data of a device are due, ms since 1970. */
export interface DueSpan {
  readonly from_ms: number;
  readonly to_ms: number;
}

/** Names a day of a device. */
export const deviceDayKey = (device_id: number, day: Day): string => `${device_id} ${day}`;

const DAY_MS = 86_400_000;

/**
 * From commissioning on, or the first reading of the plant where that is not known or came earlier; a device that joined
 * later, from its first reading on. Until it was taken out, or the last interval that is certainly over. Null: none has come.
 */
export function dueSpan(
  device: Pick<QualityDeviceRow, "first_at" | "removed_at" | "interval_s">,
  plant: { readonly first_ms: number | null; readonly commissioned_ms: number | null },
  nowMs: number,
): DueSpan | null {
  const first = device.first_at?.getTime() ?? null;
  if (first === null || plant.first_ms === null) return null;
  const joinedLater = first >= plant.first_ms + DAY_MS;
  const from_ms = joinedLater ? first : Math.min(first, plant.commissioned_ms ?? first);
  const over = nowMs - contactLimitSeconds(device.interval_s) * 1000;
  return { from_ms, to_ms: Math.min(over, device.removed_at?.getTime() ?? over) };
}

/**
 * Starts of the quarter hours of the day in which data of the device were due, in order: by daylight for what the sun drives,
 * whole ones only.
 */
export function dueBins(asset_type: string, day: QuarterDay, due: DueSpan | null): number[] {
  if (due === null || day.to_ms <= due.from_ms || day.from_ms >= due.to_ms) return [];
  const always = !isSunDriven(asset_type);
  return day.bins.flatMap(({ at, daylight }) =>
    (always || daylight) && at >= due.from_ms && at + BIN_MS <= due.to_ms ? [at] : [],
  );
}
