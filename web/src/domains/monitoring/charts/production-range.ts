// The range of the production chart: what may be chosen, and what the address says (M52, M182, M186).
import { addDays, daysBetween, type Day } from "@heliograph/contract/kernel/time";
import { PRODUCTION_CHART_LIMITS } from "@heliograph/contract/monitoring/charts/production-chart";
import { dayIn } from "./power/power-view.ts";

/** M161. */
export type ProductionView = "day" | "month";

export interface Range {
  readonly from: Day;
  readonly to: Day;
}

/** The range of a first visit: the month so far, and on its first days the last week, so that there is something to compare. */
export function usualRange(today: Day): Range {
  const first = `${today.slice(0, 8)}01`;
  const week = addDays(today, -6);
  return { from: week < first ? week : first, to: today };
}

/** The twelve months that end with the current one, from the first day of the first. */
export function lastTwelveMonths(today: Day): Range {
  const months = Number(today.slice(0, 4)) * 12 + Number(today.slice(5, 7)) - 1 - 11;
  const month = String((months % 12) + 1).padStart(2, "0");
  return { from: `${Math.floor(months / 12)}-${month}-01`, to: today };
}

const sameRange = (a: Range, b: Range): boolean => a.from === b.from && a.to === b.to;

/** True when the day may be chosen: neither today, which is not over, nor a day after it (M182). */
export const canChoose = (day: Day, today: Day): boolean => day < today;

/**
 * True when the range may be drawn: it has a first and a last day in that order, holds nothing after today, and is
 * not longer than the server answers.
 */
export function isRange({ from, to }: Range, today: Day): boolean {
  return from <= to && to <= today && daysBetween(from, to).length <= PRODUCTION_CHART_LIMITS.days;
}

/** True when Apply has something to do (M186): the draft is complete, may be drawn, and differs from what is applied. */
export function canApply(draft: Range | null, applied: Range, today: Day): boolean {
  return draft !== null && isRange(draft, today) && !sameRange(draft, applied);
}

/** What the address asks for; anything it does not say, or says wrongly, is as on a first visit. */
export function productionIn(address: URLSearchParams, today: Day): { view: ProductionView; range: Range } {
  const from = dayIn(address.get("from"));
  const to = dayIn(address.get("to"));
  const requested = from === null || to === null ? null : { from, to };
  return {
    view: address.get("production") === "month" ? "month" : "day",
    range: requested !== null && isRange(requested, today) ? requested : usualRange(today),
  };
}

/** The address with the choice in it; what is as on a first visit is left out, and other parameters stay. */
export function withProduction(
  address: URLSearchParams,
  { view, range }: { view: ProductionView; range: Range },
  today: Day,
): URLSearchParams {
  const next = new URLSearchParams(address);
  const usual = sameRange(range, usualRange(today));
  if (view === "day") next.delete("production");
  else next.set("production", view);
  for (const end of ["from", "to"] as const) {
    if (usual) next.delete(end);
    else next.set(end, range[end]);
  }
  return next;
}
