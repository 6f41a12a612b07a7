// What a person looks for among events, and how the address says it.
import { calendarDay } from "@heliograph/contract/kernel/calendar-day";
import type { Day } from "@heliograph/contract/kernel/time";
import { EVENT_CATEGORIES, type ProjectEvent } from "@heliograph/contract/notices/events";

type Category = ProjectEvent["category"];

export interface EventView {
  readonly keyword: string;
  /** Null: every category. */
  readonly category: Category | null;
  /** Both ends in it; null: all time. */
  readonly days: { readonly from: Day; readonly to: Day } | null;
  readonly sort: { readonly by: "start_date" | "name" | "category"; readonly down: boolean };
  readonly page: number;
}

/** The categories that a list can be narrowed to, those of gateways last. */
export const LISTED_CATEGORIES: readonly Category[] = [...EVENT_CATEGORIES, "gateway"];
const SORTS = ["start_date", "name", "category"] as const;

const dayIn = (text: string | null): Day | null => calendarDay.safeParse(text).data ?? null;

/** What the address asks for; what it cannot mean is as if it were not there. */
export function eventViewIn(address: URLSearchParams): EventView {
  const [from, to] = [dayIn(address.get("from")), dayIn(address.get("to"))];
  const page = Number(address.get("page") ?? "1");
  const [by = "", way] = (address.get("sort") ?? "").split(":");
  return {
    keyword: (address.get("q") ?? "").slice(0, 100),
    category: LISTED_CATEGORIES.find((one) => one === address.get("category")) ?? null,
    days: from !== null && to !== null && from <= to ? { from, to } : null,
    sort: { by: SORTS.find((one) => one === by) ?? "start_date", down: way !== "asc" },
    page: Number.isInteger(page) && page >= 1 && page <= 1_000_000 ? page : 1,
  };
}

/** The address with a part of the view changed. Whatever is chosen, the pages begin anew. */
export function withEvents(address: URLSearchParams, part: Partial<EventView>): URLSearchParams {
  const next = new URLSearchParams(address);
  const put = (name: string, value: string | null) =>
    value === null || value === "" ? next.delete(name) : next.set(name, value);
  if (part.keyword !== undefined) put("q", part.keyword.trim());
  if (part.category !== undefined) put("category", part.category);
  if (part.days !== undefined) {
    put("from", part.days?.from ?? null);
    put("to", part.days?.to ?? null);
  }
  if (part.sort !== undefined) {
    const { by, down } = part.sort;
    put("sort", by === "start_date" && down ? null : `${by}:${down ? "desc" : "asc"}`);
  }
  put("page", part.page === undefined || part.page === 1 ? null : String(part.page));
  return next;
}

/** True where something is looked for: then an empty list does not mean that there are none. */
export const isNarrowed = ({ keyword, category, days }: EventView): boolean =>
  keyword !== "" || category !== null || days !== null;
