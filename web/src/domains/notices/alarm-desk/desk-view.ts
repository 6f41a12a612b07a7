// What a person looks at on the desk, and how the address says it.
import {
  alarmKind,
  alarmSeverity,
  type AlarmKind,
  type AlarmSeverity,
} from "@heliograph/contract/monitoring/alarms";

const DESK_VIEWS = ["open", "mine", "snoozed", "closed"] as const;
export const DESK_WHO = ["anybody", "nobody", "me"] as const;
export const DESK_ORDERS = ["cost", "since", "severity"] as const;
export const LISTED_KINDS: readonly AlarmKind[] = alarmKind.options;
export const LISTED_SEVERITIES: readonly AlarmSeverity[] = alarmSeverity.options;

export interface DeskView {
  readonly view: (typeof DESK_VIEWS)[number];
  /** Null: every one. */
  readonly severity: AlarmSeverity | null;
  readonly kind: AlarmKind | null;
  readonly who: (typeof DESK_WHO)[number];
  readonly keyword: string;
  /** The project that the desk is narrowed to; null: all. */
  readonly project: string | null;
  /** The alarm that names the region whose plants are shown; null: all alarms. */
  readonly region: string | null;
  readonly order: (typeof DESK_ORDERS)[number];
  readonly page: number;
  /** The alarm that is open; null: none. */
  readonly alarm: string | null;
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const uidIn = (text: string | null) => (text !== null && UUID.test(text) ? text : null);

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
    project: uidIn(address.get("project")),
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
  if (part.project !== undefined) put("project", part.project);
  if (part.region !== undefined) put("region", part.region);
  if (part.order !== undefined) put("order", part.order, "cost");
  if (part.alarm !== undefined) put("alarm", part.alarm);
  const narrows = Object.keys(part).some((name) => name !== "alarm" && name !== "page");
  if (part.page !== undefined) put("page", String(part.page), "1");
  else if (narrows) next.delete("page");
  return next;
}

/** True where something is looked for: then an empty desk does not mean that all is well. */
export const isDeskNarrowed = ({ view, severity, kind, who, keyword, project, region }: DeskView): boolean =>
  view !== "open" ||
  severity !== null ||
  kind !== null ||
  who !== "anybody" ||
  keyword !== "" ||
  project !== null ||
  region !== null;
