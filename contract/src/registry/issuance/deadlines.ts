// Until when production of a month may be submitted (certificates.md §2.7, ISS-005).
import { addDays, type Day } from "../../kernel/time.ts";
import type { CertificateRegistry } from "../ledger.ts";

/**
 * The last local day on which production of the month (YYYY-MM) may be submitted. I-REC and TIGR: 31 May of the next year for
 * January to June, 30 September for July to December (residual mixes); GEC: the end of the month after.
 */
export function submissionDeadline(registry: CertificateRegistry, month: string): Day {
  const year = Number(month.slice(0, 4));
  const number = Number(month.slice(5, 7));
  if (registry === "GEC") return addDays(firstOfMonth(year, number + 2), -1);
  return number <= 6 ? `${year + 1}-05-31` : `${year + 1}-09-30`;
}

function firstOfMonth(year: number, month: number): Day {
  const at = new Date(Date.UTC(year, month - 1, 1));
  return at.toISOString().slice(0, 10);
}

/** The months (YYYY-MM) that the period touches, in order; none where it ends before it begins or is longer than 20 years. */
export function monthsOf(from_day: Day, to_day: Day): string[] {
  const months: string[] = [];
  const first = { year: Number(from_day.slice(0, 4)), month: Number(from_day.slice(5, 7)) };
  for (let count = 0; count < 240; count += 1) {
    const month = firstOfMonth(first.year, first.month + count).slice(0, 7);
    if (month > to_day.slice(0, 7)) break;
    months.push(month);
  }
  return from_day > to_day ? [] : months;
}

/** The earliest deadline of the period's months; null where the period has none. */
export function periodDeadline(registry: CertificateRegistry, from_day: Day, to_day: Day): Day | null {
  const [first] = monthsOf(from_day, to_day)
    .map((month) => submissionDeadline(registry, month))
    .toSorted();
  return first ?? null;
}
