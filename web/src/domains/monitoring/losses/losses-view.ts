// What the address of the waterfall asks for: a day, month or year, of what, and which step is open.
import { addDays, type Day } from "@heliograph/contract/kernel/time";

/** A step that can be opened; the residual stands for its three parts. */
export const WATERFALL_ROWS = [
  "temperature",
  "zero_export",
  "clipping",
  "outage",
  "communication",
  "residual",
] as const;
export type WaterfallStep = (typeof WATERFALL_ROWS)[number];

export type LossPeriod = "day" | "month" | "year";

/** Of the project, of a gateway or of an inverter. */
export type LossScope =
  | { readonly of: "project" }
  | { readonly of: "gateway" | "device"; readonly uid: string };

export interface LossView {
  readonly period: LossPeriod;
  /** The first day of it. */
  readonly from_date: Day;
  /** The last day of it, and not after today. */
  readonly to_date: Day;
  readonly scope: LossScope;
  readonly step: WaterfallStep | null;
}

const isStep = (text: string | null): text is WaterfallStep =>
  (WATERFALL_ROWS as readonly (string | null)[]).includes(text);

const UID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const PERIODS: Readonly<Record<number, LossPeriod>> = { 4: "year", 7: "month", 10: "day" };

/** The last day of the period that begins on the day. */
export function lastDayOf(period: LossPeriod, first: Day): Day {
  if (period === "day") return first;
  const [year = 0, month = 0] = first.split("-").map(Number);
  const next =
    period === "year"
      ? `${year + 1}-01-01`
      : `${month === 12 ? year + 1 : year}-${String((month % 12) + 1).padStart(2, "0")}-01`;
  return addDays(next, -1);
}

/** The first day of the period that the day lies in. */
const firstDayOf = (period: LossPeriod, day: Day): Day =>
  period === "year" ? `${day.slice(0, 4)}-01-01` : period === "month" ? `${day.slice(0, 7)}-01` : day;

/** The period as the address writes it: YYYY, YYYY-MM or YYYY-MM-DD. */
export const writtenPeriod = ({ period, from_date }: Pick<LossView, "period" | "from_date">): string =>
  from_date.slice(0, period === "year" ? 4 : period === "month" ? 7 : 10);

/** The view with another period: the one that `day` lies in, or that of today where it is still to come. */
export function periodAt(
  period: LossPeriod,
  day: Day,
  today: Day,
): Pick<LossView, "period" | "from_date" | "to_date"> {
  const from_date = firstDayOf(period, day > today ? today : day);
  const last = lastDayOf(period, from_date);
  return { period, from_date, to_date: last > today ? today : last };
}

/** What the address asks for; this month of the project where it names nothing that can be shown. */
export function lossViewIn(address: URLSearchParams, today: Day): LossView {
  const date = address.get("date") ?? "";
  const period = PERIODS[date.length] ?? "month";
  const first = completed(date);
  const isDay = isCalendarDay(first) && first >= "2000-01-01";
  const [of, uid = ""] = (address.get("of") ?? "").split(":");
  const step = address.get("step");
  return {
    ...periodAt(isDay ? period : "month", isDay ? first : today, today),
    scope: (of === "gateway" || of === "device") && UID.test(uid) ? { of, uid } : { of: "project" },
    step: isStep(step) ? step : null,
  };
}

const isCalendarDay = (text: string): boolean => {
  const at = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text);
};

/** A year or month with its first day; other text as it is. */
const completed = (date: string): string =>
  date.length === 4 ? `${date}-01-01` : date.length === 7 ? `${date}-01` : date;

/** The address with the parts of the view that change. */
export function withLosses(
  address: URLSearchParams,
  view: LossView,
  change: Partial<LossView>,
): URLSearchParams {
  const next = { ...view, ...change };
  const changed = new URLSearchParams(address);
  changed.set("date", writtenPeriod(next));
  if (next.scope.of === "project") changed.delete("of");
  else changed.set("of", `${next.scope.of}:${next.scope.uid}`);
  if (next.step === null) changed.delete("step");
  else changed.set("step", next.step);
  return changed;
}

/** The month of the project's today, for whoever shows it without an address. */
export const monthOf = (today: Day): Omit<LossView, "step"> => ({
  ...periodAt("month", today, today),
  scope: { of: "project" },
});
