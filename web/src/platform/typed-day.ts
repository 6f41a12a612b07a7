import type { Day } from "@heliograph/contract/kernel/time";
import type { Lang } from "../ui/tokens/tokens.ts";

/** What a field for days may ask for: a day, or the month or year around it. */
export type DayPart = "date" | "month" | "year";

/** The first of the month or year that the part leaves open. */
const REST: Record<DayPart, string> = { date: "", month: "-01", year: "-01-01" };

/** True for YYYY-MM-DD of a day that the calendar has. */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const at = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(at) && new Date(at).toISOString().slice(0, 10) === text;
}

/** The day that is typed as the language writes days, months or years; of those the first. Null: it is none. */
export function typedDay(lang: Lang, part: DayPart, text: string): Day | null {
  const parts = text.trim().split("-");
  const day = (lang === "vi" ? parts.toReversed() : parts).join("-") + REST[part];
  return isDay(day) ? day : null;
}
