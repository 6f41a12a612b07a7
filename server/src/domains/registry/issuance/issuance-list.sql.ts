// The list of requests: a page of one tab, how many each tab has, what waits for whom asks, and the drafts that pass every check.
import {
  ISSUANCE_LIFE,
  ISSUANCE_TABS,
  periodDeadline,
  startOfDay,
  addDays,
  type ISSUANCE_ORDERS,
  type IssuanceListItem,
  type listIssuances,
  type NextStep,
  type RecordState,
} from "@heliograph/contract";
import { sql } from "kysely";
import type { z } from "zod";
import type { Db } from "../../../platform/db.ts";
import { anywhere } from "../../../platform/postgres/patterns.ts";
import {
  countsByState,
  isTurnOf,
  mayAct,
  placeInOrder,
  recordsSeen,
  statesByTab,
  sumOfStates,
  tabPage,
  type Actor,
} from "../../parties/index.ts";
import { issuanceKind } from "./issuance-kind.sql.ts";
import type { IssuanceRow } from "./issuance.sql.ts";
import { suspensionOf } from "./suspension.sql.ts";

type Asked = Omit<z.output<(typeof listIssuances)["query"]>, "account">;

type Found = IssuanceRow & {
  readonly device_uid: string;
  readonly code: string;
  readonly name: string;
  readonly fuel: string;
  readonly location: string;
  readonly province: string;
  readonly timezone: string;
  readonly days: number;
  readonly weaker_days: number;
  readonly is_suspended: boolean;
};

/** No tab lists what was deleted: it is not found. */
const STATES = statesByTab(ISSUANCE_LIFE, ISSUANCE_TABS);

const ORDERS: Readonly<Record<(typeof ISSUANCE_ORDERS)[number], ReturnType<typeof sql>>> = {
  number: sql`i.issuance_id`,
  device: sql`lower(r.english_name)`,
  location: sql`lower(r.location)`,
  province: sql`lower(r.province)`,
  from_day: sql`i.from_day`,
  quantity: sql`i.quantity`,
  registry: sql`i.registry`,
  fuel: sql`r.fuel`,
  country: sql`i.country`,
  from: sql`i.from_day`,
  to: sql`i.to_day`,
  status: placeInOrder(ISSUANCE_LIFE.states, sql`i.status`),
  evidence: sql`i.evidence`,
  changed_at: sql`i.changed_at`,
};

/** Requests that the person may see, with the words of the search in their number, device or code. */
function requestsSeen(actor: Actor, search = "") {
  const words = anywhere(search);
  return {
    from: sql`${recordsSeen(issuanceKind, actor)} i join registered_device r using (registered_device_id)`,
    where: sql`i.status <> 'deleted' and (i.number ilike ${words} or r.english_name ilike ${words} or r.local_name ilike ${words}
      or r.code ilike ${words})`,
    status: sql`i.status`,
  };
}

/** Whether nothing is issued of the request's days. */
const SUSPENDED = sql<boolean>`${suspensionOf(sql`i.from_day`, sql`i.to_day`)} is not null`;

const COLUMNS = sql<Found>`i.*, r.device_uid, r.code, r.english_name as name, r.fuel, r.location, r.province, r.timezone,
  i.to_day - i.from_day + 1 as days, ${SUSPENDED} as is_suspended,
  (select count(*)::int4 from generation_day g where g.issuance_id = i.issuance_id and g.version = i.statement_version
    and g.evidence is distinct from 'A') as weaker_days`;

/** How many of the requests seen wait for the person: drafts and what was returned for a trader, what was submitted for an issuer. */
function waitingIn(seen: ReadonlyMap<string, number>, actor: Actor): number {
  const own = ISSUANCE_LIFE.states.filter((state) => {
    const { next }: RecordState = ISSUANCE_LIFE.state[state];
    return next !== undefined && isTurnOf(next, actor);
  });
  return sumOfStates(seen, own);
}

/** What the call answers. */
export async function issuanceList(db: Db, actor: Actor, { search, page_size, ...asked }: Asked) {
  const { rows, counts, total } = await tabPage(
    db,
    { kind: issuanceKind, actor, states: STATES },
    {
      ...requestsSeen(actor, search),
      columns: COLUMNS,
      orders: ORDERS,
      ties: sql`i.issuance_id desc`,
    },
    { ...asked, items_page: page_size },
  );
  return {
    items: rows.map((row) => listed(row, row.next)),
    total_items: total,
    counts,
    waiting: waitingIn(await countsByState(db, requestsSeen(actor)), actor),
    ready: await readyDrafts(db, actor),
  };
}

/** Drafts of the account that passed every check when they were frozen; none for whoever may not submit. */
async function readyDrafts(db: Db, actor: Actor) {
  if (!mayAct(actor, "trader", "account_manager")) return { drafts: 0, quantity: 0, items: [] };
  const { rows } = await sql<{ record_uid: string; version: number; number: string; quantity: number }>`
    select i.record_uid, i.version, i.number, i.quantity from issuance i join registered_device r using (registered_device_id)
    where i.business_account_id = ${actor.business_account_id} and i.status = 'draft' and i.failed = '{}' and i.quantity > 0
      and i.statement_version > 0 and not ${SUSPENDED}
    order by i.issuance_id limit 100`.execute(db);
  return {
    drafts: rows.length,
    quantity: rows.reduce((sum, { quantity }) => sum + quantity, 0),
    items: rows.map(({ quantity: _made, ...item }) => item),
  };
}

/** What a request and its device have in list and page alike. */
export function requestHead(
  row: IssuanceRow,
  device: Pick<Found, "device_uid" | "code" | "name" | "fuel" | "location" | "province">,
) {
  const { registry, country, from_day, to_day, quantity, evidence, failed, demonstration } = row;
  const { device_uid, code, name, fuel, location, province } = device;
  const deadline = periodDeadline(registry, from_day, to_day);
  return {
    registry,
    device: { device_uid, code, name },
    fuel,
    country,
    location,
    province,
    from_day,
    to_day,
    quantity,
    evidence,
    failed: [...failed],
    demonstration,
    deadline,
  };
}

/** Until when a trader must act: the end of the registry's deadline in the device's zone (R37). */
export function nextWithDeadline(
  next: NextStep | null,
  { registry, from_day, to_day }: Pick<IssuanceRow, "registry" | "from_day" | "to_day">,
  timezone: string,
): NextStep | null {
  if (next === null || next.by !== "trader") return next;
  const deadline = periodDeadline(registry, from_day, to_day);
  if (deadline === null) return next;
  return { ...next, until: new Date(startOfDay(timezone, addDays(deadline, 1)) - 1).toISOString() };
}

function listed(row: Found, next: NextStep | null): IssuanceListItem {
  const { record_uid, number, status, version, weaker_days, days, changed_at } = row;
  return {
    ...requestHead(row, row),
    // What is at its end is not stopped any more.
    ...(row.is_suspended && next !== null ? { failed: ["ORD-007", ...row.failed] } : {}),
    record_uid,
    number,
    status,
    version,
    next: nextWithDeadline(next, row, row.timezone),
    weaker_days,
    days,
    changed_at: changed_at.toISOString(),
  };
}
