// What a person looks at on the page of data quality, and how the address says it: days, device and day.
import { addDays, type Day } from "@heliograph/contract/kernel/time";
import { QUALITY_LIMITS } from "@heliograph/contract/monitoring/data-quality/quality-marks";
import { paths } from "../../../app/paths.ts";
import { dayIn } from "../charts/power/power-view.ts";

/** Lengths that one press chooses, in days up to today. */
export const QUALITY_SPANS = { days30: 30, days90: 90, year: 365 } as const;
export type QualitySpan = keyof typeof QUALITY_SPANS;

export interface QualityView {
  readonly from_date: Day;
  readonly to_date: Day;
  /** A device, or a gateway for all of its devices; null: none is looked at. */
  readonly device: string | null;
  readonly day: Day | null;
}

const lastDays = (to: Day, days: number) => ({ from_date: addDays(to, 1 - days), to_date: to });

/** Days of the range, both ends in it. */
const lengthOf = (from: Day, to: Day) => (Date.parse(to) - Date.parse(from)) / 86_400_000 + 1;

/**
 * What the address asks for. Days that are not possible, or none, are the last thirty, or the thirty around the day that is
 * looked at where it lies before them.
 */
export function qualityViewIn(address: URLSearchParams, today: Day): QualityView {
  const day = dayIn(address.get("day"));
  const device = address.get("device");
  const [from, to] = [dayIn(address.get("from")), dayIn(address.get("to"))];
  const looked = { device, day: day !== null && day <= today ? day : null };
  if (
    from !== null &&
    to !== null &&
    from <= to &&
    to <= today &&
    lengthOf(from, to) <= QUALITY_LIMITS.days
  ) {
    return { from_date: from, to_date: to, ...looked };
  }
  const last = lastDays(today, QUALITY_SPANS.days30);
  if (looked.day === null || looked.day >= last.from_date) return { ...last, ...looked };
  const until = addDays(looked.day, QUALITY_SPANS.days30 / 2);
  return { ...lastDays(until < today ? until : today, QUALITY_SPANS.days30), ...looked };
}

/** The address with a part of the view changed; null takes it away. */
export function withQuality(address: URLSearchParams, part: Partial<QualityView>): URLSearchParams {
  const next = new URLSearchParams(address);
  const names = { from_date: "from", to_date: "to", device: "device", day: "day" } as const;
  for (const [name, value] of Object.entries(part)) {
    // The names of a view.
    const key = names[name as keyof QualityView];
    if (value === null) next.delete(key);
    else next.set(key, value);
  }
  return next;
}

/** The length that is chosen; null: other days than up to today. */
export function qualitySpanOf({ from_date, to_date }: QualityView, today: Day): QualitySpan | null {
  const spans = Object.keys(QUALITY_SPANS) as QualitySpan[]; // the keys of a constant
  const length = lengthOf(from_date, to_date);
  return to_date === today ? (spans.find((span) => QUALITY_SPANS[span] === length) ?? null) : null;
}

/** The range of such a length. */
export const rangeOfSpan = (span: QualitySpan, today: Day) => lastDays(today, QUALITY_SPANS[span]);

/** The address of the page at a device and day. */
export function qualityAddress(
  uid: string,
  at: { readonly device?: string | null | undefined; readonly day?: Day | undefined },
): string {
  const search = new URLSearchParams();
  if (at.device !== undefined && at.device !== null) search.set("device", at.device);
  if (at.day !== undefined) search.set("day", at.day);
  const text = search.toString();
  return paths.dataQuality(uid) + (text === "" ? "" : `?${text}`);
}
