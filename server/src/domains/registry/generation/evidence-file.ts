// An uploaded evidence file: lines of a local day and its kWh (rule R9: what it states is declared, never metered).
import type { Day } from "@heliograph/contract";

/** What a line states; whole Wh. */
interface DeclaredDay {
  readonly day: Day;
  readonly wh: number;
}

/** The lines read, or the first that is none, by its number from 1. */
type ReadFile =
  | { readonly days: readonly DeclaredDay[] }
  | { readonly line: number; readonly reason: "shape" | "outside" | "twice" };

const LINE = /^\s*"?(\d{4}-\d{2}-\d{2})"?\s*[,;\t]\s*"?(\d{1,9}(?:\.\d{1,3})?)"?\s*$/;
/** A first line that is none may be one of headings. */
const HEADING = /^\s*"?\p{L}/u;

/** Reads "2026-10-27,3118.4" a line, within the period given; empty lines and a line of headings are passed over. */
export function evidenceDays(
  contents: string,
  { from_day, to_day }: { readonly from_day: Day; readonly to_day: Day },
): ReadFile {
  const days = new Map<Day, number>();
  for (const [index, text] of contents.split(/\r\n?|\n/).entries()) {
    const line = index + 1;
    if (text.trim() === "" || (index === 0 && HEADING.test(text))) continue;
    const [, day = "", kwh = ""] = LINE.exec(text) ?? [];
    if (day === "" || !isDay(day)) return { line, reason: "shape" };
    if (day < from_day || day > to_day) return { line, reason: "outside" };
    if (days.has(day)) return { line, reason: "twice" };
    days.set(day, Math.round(Number(kwh) * 1000));
  }
  if (days.size === 0) return { line: 1, reason: "shape" };
  return { days: [...days].map(([day, wh]) => ({ day, wh })) };
}

const isDay = (text: string): boolean => {
  const at = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().slice(0, 10) === text;
};
