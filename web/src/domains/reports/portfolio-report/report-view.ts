// What the portfolio report is asked for, and how the address says it.
import { calendarDay } from "@heliograph/contract/kernel/calendar-day";
import { addDays, type Day } from "@heliograph/contract/kernel/time";
import { REPORT_BINS, REPORT_LIMITS, type ReportBin } from "@heliograph/contract/reports/portfolio-report";

/** What is asked for. */
export interface ReportView {
  readonly projects: readonly string[];
  readonly from: Day;
  readonly to: Day;
  readonly bin: ReportBin;
}

const UID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const dayIn = (text: string | null): Day | null => calendarDay.safeParse(text).data ?? null;

/** What the address asks for; null: nothing yet, or what it cannot mean. */
export function reportViewIn(address: URLSearchParams): ReportView | null {
  const projects = (address.get("projects") ?? "").split(",").filter((uid) => UID.test(uid));
  const [from, to] = [dayIn(address.get("from")), dayIn(address.get("to"))];
  const bin = REPORT_BINS.find((one) => one === address.get("bin"));
  if (projects.length === 0 || from === null || to === null || bin === undefined) return null;
  return { projects: projects.slice(0, REPORT_LIMITS.projects), from, to, bin };
}

/** The address of what is asked for. */
export const addressOf = ({ projects, from, to, bin }: ReportView): URLSearchParams =>
  new URLSearchParams({ projects: projects.join(","), from, to, bin });

/** The last day of the day's month. */
const endOfMonth = (day: Day): Day => addDays(`${addDays(`${day.slice(0, 7)}-28`, 4).slice(0, 7)}-01`, -1);

/** The days that the form begins with: the day before yesterday to yesterday. */
export const firstDays = (today: Day): { from: Day; to: Day } => ({
  from: addDays(today, -2),
  to: addDays(today, -1),
});

/** The days of months are whole months, the last one ended by yesterday (M86, ruling 26). */
export function monthsAsked({ from, to }: { from: Day; to: Day }, today: Day): { from: Day; to: Day } {
  const yesterday = addDays(today, -1);
  const end = to === "" ? to : endOfMonth(to);
  return { from: from === "" ? from : `${from.slice(0, 7)}-01`, to: end > yesterday ? yesterday : end };
}

/** Days that the pickers take (M180): a start before yesterday, an end before today. */
export const pickableDays = (today: Day): { from: Day; to: Day } => firstDays(today);

/** A day or month as reports write it (M271): DD-MM-YYYY, MM-YYYY; of several months the first and the last. */
export const reportDay = (day: string): string =>
  day
    .split("/")
    .map((part) => part.split("-").toReversed().join("-"))
    .join(" – ");
