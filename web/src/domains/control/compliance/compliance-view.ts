// What the address of /control/compliance asks for: whose gateway, which month, and which day of it.
import { addDays, localDay } from "@heliograph/contract/kernel/time";
import { useCallback, useMemo } from "react";
import { useSearchParams } from "react-router";
import { useNow } from "../../../platform/clock.ts";

/** What is shown. Null: the address does not say. */
interface ComplianceView {
  readonly project: string | null;
  readonly gateway: string | null;
  /** Like "2026-11". */
  readonly month: string | null;
  readonly day: string | null;
}

const MONTH = /^(?:19[7-9]\d|20\d\d|21\d\d)-(?:0[1-9]|1[0-2])$/;
const DAY = /^\d{4}-\d{2}-\d{2}$/;

const written = (search: URLSearchParams, name: string, like?: RegExp) => {
  const value = search.get(name);
  return value === null || value === "" || like?.test(value) === false ? null : value;
};

const isDay = (text: string): boolean => {
  const at = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text);
};

/** The view that an address states; a day that does not lie in its month is none. */
export function complianceViewIn(search: URLSearchParams): ComplianceView {
  const month = written(search, "month", MONTH);
  const day = written(search, "day", DAY);
  const lies = day !== null && isDay(day) && (month === null || day.startsWith(month));
  return {
    project: written(search, "project"),
    gateway: written(search, "gateway"),
    month: month ?? (lies && MONTH.test(day.slice(0, 7)) ? day.slice(0, 7) : null),
    day: lies ? day : null,
  };
}

/** The month that is shown: that of the view, else the one of yesterday, the newest day that can be judged. */
export const shownMonth = ({ month }: ComplianceView, today: string): string =>
  month ?? addDays(today, -1).slice(0, 7);

/** The month before or after, like "2026-11". */
export const monthBeside = (month: string, by: -1 | 1): string =>
  by === -1 ? addDays(`${month}-01`, -1).slice(0, 7) : addDays(`${month}-01`, 31).slice(0, 7);

/** The days of a month like "2026-11", in order. */
export function daysOfMonth(month: string): string[] {
  const days: string[] = [];
  for (let day = `${month}-01`; day.startsWith(month); day = addDays(day, 1)) days.push(day);
  return days;
}

const HALF_MINUTE = 30_000;

/** The view in the address and how to change it; the day is that of the zone. */
export function useComplianceView(timezone: string) {
  const today = localDay(timezone, useNow(HALF_MINUTE));
  const [search, setSearch] = useSearchParams();
  const view = useMemo(() => complianceViewIn(search), [search]);
  const change = useCallback(
    (part: Partial<ComplianceView>) =>
      setSearch(
        (now) => {
          const next = new URLSearchParams(now);
          for (const [name, value] of Object.entries(part)) {
            if (value === null) next.delete(name);
            else next.set(name, value);
          }
          return next;
        },
        { replace: true, preventScrollReset: true },
      ),
    [setSearch],
  );
  return { view, month: shownMonth(view, today), today, change };
}
