import { gmt8Minute } from "@heliograph/contract/kernel/gmt8";
import { useText } from "../../platform/i18n.tsx";
import type { Deadline } from "../../ui/records/NextLine.tsx";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** Days since 1970 in GMT+8. */
const dayOf = (ms: number) => Math.floor((ms + 8 * HOUR) / DAY);

/** Weekdays, Monday to Friday in GMT+8, that begin between two instants (ms); 0 where `until` is not later. */
export function weekdaysBetween(fromMs: number, untilMs: number): number {
  let days = 0;
  // 1970-01-01 was a Thursday: the fourth day of a week that begins with Monday.
  for (let day = dayOf(fromMs) + 1; day <= dayOf(untilMs); day++) if ((day + 3) % 7 < 5) days += 1;
  return days;
}

/** How long is left until an instant: whole days, and below one day whole hours; negative: it is over. */
export function timeLeft(
  nowMs: number,
  untilMs: number,
): { readonly unit: "day" | "hour"; readonly n: number } {
  const left = untilMs - nowMs;
  if (Math.abs(left) >= DAY) return { unit: "day", n: Math.trunc(left / DAY) };
  return { unit: "hour", n: left < 0 ? -1 : Math.floor(left / HOUR) };
}

/** Returns the function that writes a deadline for `NextLine` and lists: date, time left, urgent when fewer than 3 weekdays are left. */
export function useDue(): (until: string, nowMs: number) => Deadline {
  const t = useText();
  return (until, nowMs) => {
    const untilMs = Date.parse(until);
    const { unit, n } = timeLeft(nowMs, untilMs);
    const left =
      n < 0
        ? t("registry.overdue")
        : unit === "day"
          ? t("registry.daysLeft", { n })
          : t("registry.hoursLeft", { n });
    return {
      date: gmt8Minute(until),
      left,
      urgent: weekdaysBetween(nowMs, untilMs) < 3,
    };
  };
}
