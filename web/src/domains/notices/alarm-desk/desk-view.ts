// What a person looks at on the desk, and how the address says it.
import {
  alarmKind,
  alarmSeverity,
  type AlarmKind,
  type AlarmSeverity,
} from "@heliograph/contract/monitoring/alarms";
import {
  DESK_LIMITS,
  deskOrder,
  deskShown,
  deskWho,
} from "@heliograph/contract/notices/alarm-desk/alarm-desk";
import type { AlarmViewFilters } from "@heliograph/contract/notices/alarm-desk/alarm-views";

const DESK_VIEWS = deskShown.options;
export const DESK_WHO = deskWho.options;
export const DESK_ORDERS = deskOrder.options;
export const LISTED_KINDS: readonly AlarmKind[] = alarmKind.options;
export const LISTED_SEVERITIES: readonly AlarmSeverity[] = alarmSeverity.options;

export interface DeskView {
  readonly view: (typeof DESK_VIEWS)[number];
  /** Null: every one. */
  readonly severity: AlarmSeverity | null;
  readonly kind: AlarmKind | null;
  readonly who: (typeof DESK_WHO)[number];
  readonly keyword: string;
  /** The projects that the desk is narrowed to; none: all. */
  readonly projects: readonly string[];
  /** The alarm that names the region whose plants are shown; null: all alarms. */
  readonly region: string | null;
  readonly order: (typeof DESK_ORDERS)[number];
  readonly page: number;
  /** The alarm that is open; null: none. */
  readonly alarm: string | null;
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const uidIn = (text: string | null) => (text !== null && UUID.test(text) ? text : null);
const uidsIn = (text: string | null) => {
  const uids = (text ?? "").split(",").filter((one) => UUID.test(one));
  return [...new Set(uids)].slice(0, DESK_LIMITS.projects);
};

/** What the address asks for; what it cannot mean is as if it were not there. */
export function deskViewIn(address: URLSearchParams): DeskView {
  const page = Number(address.get("page") ?? "1");
  const of = <T extends string>(name: string, all: readonly T[]) =>
    all.find((one) => one === address.get(name));
  return {
    view: of("view", DESK_VIEWS) ?? "open",
    severity: of("severity", LISTED_SEVERITIES) ?? null,
    kind: of("kind", LISTED_KINDS) ?? null,
    who: of("who", DESK_WHO) ?? "anybody",
    keyword: (address.get("q") ?? "").slice(0, 100),
    projects: uidsIn(address.get("project")),
    region: uidIn(address.get("region")),
    order: of("order", DESK_ORDERS) ?? "cost",
    page: Number.isInteger(page) && page >= 1 && page <= 1_000_000 ? page : 1,
    alarm: uidIn(address.get("alarm")),
  };
}

/** The address with a part of the view changed. Whatever is chosen, the pages begin anew, unless an alarm is. */
export function withDesk(address: URLSearchParams, part: Partial<DeskView>): URLSearchParams {
  const next = new URLSearchParams(address);
  const put = (name: string, value: string | null, usual?: string) =>
    value === null || value === "" || value === usual ? next.delete(name) : next.set(name, value);
  if (part.view !== undefined) put("view", part.view, "open");
  if (part.severity !== undefined) put("severity", part.severity);
  if (part.kind !== undefined) put("kind", part.kind);
  if (part.who !== undefined) put("who", part.who, "anybody");
  if (part.keyword !== undefined) put("q", part.keyword.trim());
  if (part.projects !== undefined) put("project", part.projects.join(","));
  if (part.region !== undefined) put("region", part.region);
  if (part.order !== undefined) put("order", part.order, "cost");
  if (part.alarm !== undefined) put("alarm", part.alarm);
  const narrows = Object.keys(part).some((name) => name !== "alarm" && name !== "page");
  if (part.page !== undefined) put("page", String(part.page), "1");
  else if (narrows) next.delete("page");
  return next;
}

/** True where something is looked for: then an empty desk does not mean that all is well. */
export const isDeskNarrowed = ({ view, severity, kind, who, keyword, projects, region }: DeskView): boolean =>
  view !== "open" ||
  severity !== null ||
  kind !== null ||
  who !== "anybody" ||
  keyword !== "" ||
  projects.length > 0 ||
  region !== null;

/** What of the view is saved under a name: all but the page, the region and the alarm that is open. */
export const filtersOf = ({
  view,
  projects,
  severity,
  kind,
  who,
  keyword,
  order,
}: DeskView): AlarmViewFilters => ({
  view,
  project_uids: [...projects],
  severity,
  kind,
  who,
  filter_by: keyword.trim(),
  order_by: order,
});

/** The part of a view that saved filters mean. */
export const viewOf = (saved: AlarmViewFilters): Partial<DeskView> => ({
  view: saved.view,
  projects: saved.project_uids,
  severity: saved.severity,
  kind: saved.kind,
  who: saved.who,
  keyword: saved.filter_by,
  order: saved.order_by,
  region: null,
  alarm: null,
});

/** The filters as one text; the order of the projects means nothing. */
const asText = ({ project_uids, view, severity, kind, who, filter_by, order_by }: AlarmViewFilters): string =>
  JSON.stringify([view, severity, kind, who, filter_by, order_by, project_uids.toSorted()]);

/** True where both look for the same in the same order. */
export const isSameView = (a: AlarmViewFilters, b: AlarmViewFilters): boolean => asText(a) === asText(b);
