// What a person looks for in the audit log, and how the address says it.
import { addDays, localDay, startOfDay, type Day } from "@heliograph/contract/kernel/time";
import { calendarDay } from "@heliograph/contract/kernel/calendar-day";

/** Lengths that one choice has, in days up to today. */
export const AUDIT_SPANS = [7, 30, 90] as const;

export interface AuditView {
  /** E-mail of one person; null: everybody. */
  readonly person: string | null;
  /** A noun or one action; null: everything. */
  readonly action: string | null;
  readonly keyword: string;
  /** Both ends in it; null: all time. */
  readonly days: { readonly from: Day; readonly to: Day } | null;
  readonly page: number;
}

const dayIn = (text: string | null): Day | null => calendarDay.safeParse(text).data ?? null;

/** What the address asks for; what it cannot mean is as if it were not there. */
export function auditViewIn(address: URLSearchParams): AuditView {
  const [from, to] = [dayIn(address.get("from")), dayIn(address.get("to"))];
  const action = address.get("action") ?? "";
  const page = Number(address.get("page") ?? "1");
  return {
    person: address.get("person"),
    action: /^[a-z_]{1,40}(?:\.[a-z_]{1,39})?$/.test(action) ? action : null,
    keyword: (address.get("q") ?? "").slice(0, 100),
    days: from !== null && to !== null && from <= to ? { from, to } : null,
    page: Number.isInteger(page) && page >= 1 && page <= 1_000_000 ? page : 1,
  };
}

/** The address with a part of the view changed. Whatever is chosen, the pages begin anew. */
export function withAudit(address: URLSearchParams, part: Partial<AuditView>): URLSearchParams {
  const next = new URLSearchParams(address);
  const put = (name: string, value: string | null) =>
    value === null || value === "" ? next.delete(name) : next.set(name, value);
  if (part.person !== undefined) put("person", part.person);
  if (part.action !== undefined) put("action", part.action);
  if (part.keyword !== undefined) put("q", part.keyword);
  if (part.days !== undefined) {
    put("from", part.days?.from ?? null);
    put("to", part.days?.to ?? null);
  }
  put("page", part.page === undefined || part.page === 1 ? null : String(part.page));
  return next;
}

/** True where something is looked for: then an empty list does not mean that nothing was done. */
export const isFiltered = ({ person, action, keyword, days }: AuditView): boolean =>
  person !== null || action !== null || keyword !== "" || days !== null;

/** What the view asks the server for, with days as those of the zone. */
export function auditFilter({ action, keyword, days }: AuditView, timezone: string) {
  return {
    ...(action === null ? {} : { action }),
    ...(keyword.trim() === "" ? {} : { keyword: keyword.trim() }),
    ...(days === null
      ? {}
      : {
          from: new Date(startOfDay(timezone, days.from)).toISOString(),
          to: new Date(startOfDay(timezone, addDays(days.to, 1))).toISOString(),
        }),
  };
}

/** The last so many days in the zone, today with them. */
export function lastDays(length: number, timezone: string, nowMs: number): { from: Day; to: Day } {
  const to = localDay(timezone, nowMs);
  return { from: addDays(to, 1 - length), to };
}

/** The length that was chosen; null: other days, or all time. */
export function auditSpan({ days }: AuditView, today: Day): (typeof AUDIT_SPANS)[number] | null {
  if (days === null || days.to !== today) return null;
  return AUDIT_SPANS.find((length) => addDays(days.to, 1 - length) === days.from) ?? null;
}
