// When a row of an import is of: the end of its interval, or the day or month that it is of.
import { localDay } from "@heliograph/contract";
import type { ImportMapping } from "./import-mapping.ts";
import { refused, type RefusedRow } from "./import-refusals.ts";
import { instantsIn, stampReader, type Stamp } from "./import-time.ts";

const unreadable = (text: string) => refused("time.unreadable", `"${text.slice(0, 60)}"`);

type InstantReader = (cells: readonly string[], deviceId: number) => number | RefusedRow;

/**
 * Reads the end of a row's interval, ms since 1970; of a row of a day or month, midnight UTC of its calendar day or of the
 * month's first. Device by device, since each of them has the hour that clocks show twice in its own order.
 */
export function instantReader(mapping: ImportMapping, header: readonly string[]): InstantReader {
  const { time, interval_s, period } = mapping;
  const columns = [time.column].flat().map((name) => header.indexOf(name));
  const [only = -1] = columns;
  const textOf =
    columns.length === 1
      ? (cells: readonly string[]) => (cells[only] ?? "").trim()
      : (cells: readonly string[]) => columns.map((index) => (cells[index] ?? "").trim()).join(" ");
  const read = stampReader(time.format, period ?? "day");
  if (period !== undefined) {
    return (cells) => {
      const text = textOf(cells);
      const stamp = read?.(text) ?? null;
      return stamp === null ? unreadable(text) : dateOf(stamp, period, time);
    };
  }
  const instants = instantsIn(time.timezone);
  const shift = time.stamp === "start" ? (interval_s ?? 0) * 1000 : 0;
  const last = new Map<number, number>();
  let known: { text: string; stamps: readonly number[] | null } = { text: "", stamps: null };
  return (cells, deviceId) => {
    const text = textOf(cells);
    if (text !== known.text) {
      const stamp = read?.(text) ?? null;
      const stamps = stamp === null ? null : "at" in stamp ? [stamp.at] : instants(stamp.wall);
      known = { text, stamps };
    }
    const { stamps } = known;
    if (stamps === null) return unreadable(text);
    const [first, second] = stamps;
    if (first === undefined) {
      return refused("time.skipped", `clocks in ${time.timezone} never showed ${text}`);
    }
    if (second === undefined) return first + shift;
    // An hour that clocks show twice: the second time once the device has had the first.
    const had = last.get(deviceId) ?? -Infinity;
    const at = first <= had ? second : first;
    last.set(deviceId, at);
    return at + shift;
  };
}

/** The calendar day, or first of the month, of a stamp on the clocks of the time zone; an end is that of the day before. */
function dateOf(stamp: Stamp, period: "day" | "month", time: ImportMapping["time"]): number {
  const wall = "wall" in stamp ? stamp.wall : Date.parse(localDay(time.timezone, stamp.at));
  const within = new Date(time.stamp === "end" ? wall - 1 : wall);
  const day = period === "day" ? within.getUTCDate() : 1;
  return Date.UTC(within.getUTCFullYear(), within.getUTCMonth(), day);
}
