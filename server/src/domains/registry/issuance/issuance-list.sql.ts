// The list of requests: a page of one tab, how many each tab has, what waits for whom asks, and the drafts that pass every check.
import {
  ISSUANCE_LIFE,
  ISSUANCE_TABS,
  periodDeadline,
  startOfDay,
  addDays,
  statesOf,
  type ISSUANCE_ORDERS,
  type IssuanceListItem,
  type IssuanceState,
  type IssuanceTab,
  type NextStep,
  type RecordState,
} from "@heliograph/contract";
import { sql } from "kysely";
import type { Db } from "../../../platform/db.ts";
import {
  isTurnOf,
  mayAct,
  nextStepsOf,
  placeInOrder,
  visibleTo,
  wayOf,
  type Actor,
} from "../../parties/index.ts";
import { issuanceKind } from "./issuance-kind.sql.ts";
import type { IssuanceRow } from "./issuance.sql.ts";
import { suspensionOf } from "./suspension.sql.ts";

interface Asked {
  readonly tab: IssuanceTab;
  readonly page: number;
  readonly page_size: number;
  readonly search?: string | undefined;
  readonly order_by: (typeof ISSUANCE_ORDERS)[number];
  readonly order_type: "asc" | "desc";
}

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

/** States of a tab; undefined: all but those that no tab lists. */
const statesIn = (tab: IssuanceTab): readonly IssuanceState[] =>
  tab === "all" ? ISSUANCE_LIFE.states.filter((state) => state !== "deleted") : statesOf(ISSUANCE_LIFE, tab);

const ORDER: Readonly<Record<(typeof ISSUANCE_ORDERS)[number], ReturnType<typeof sql>>> = {
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

/** What the person may see of requests, with the words of the search in their number, device or code. */
function visible(actor: Actor, search: string | undefined) {
  const pattern = `%${(search ?? "").replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
  return sql`from (select * from issuance where ${visibleTo(issuanceKind, actor)}) i
    join registered_device r using (registered_device_id)
    where i.status <> 'deleted' and (i.number ilike ${pattern} or r.english_name ilike ${pattern} or r.local_name ilike ${pattern} or r.code ilike ${pattern})`;
}

/** Whether nothing is issued of the request's days. */
const SUSPENDED = sql<boolean>`${suspensionOf(sql`i.from_day`, sql`i.to_day`)} is not null`;

/** A page of the tab. */
async function pageOf(db: Db, actor: Actor, asked: Asked): Promise<Found[]> {
  const { tab, page, page_size, search, order_by, order_type } = asked;
  const direction = wayOf(order_type);
  const { rows } = await sql<Found>`
    select i.*, r.device_uid, r.code, r.english_name as name, r.fuel, r.location, r.province, r.timezone,
      i.to_day - i.from_day + 1 as days, ${SUSPENDED} as is_suspended,
      (select count(*)::int4 from generation_day g where g.issuance_id = i.issuance_id and g.version = i.statement_version
        and g.evidence is distinct from 'A') as weaker_days
    ${visible(actor, search)} and i.status = any(${[...statesIn(tab)]}::text[])
    order by ${ORDER[order_by]} ${direction} nulls last, i.issuance_id desc limit ${page_size} offset ${(page - 1) * page_size}`.execute(
    db,
  );
  return rows;
}

/** How many the person sees in each state. */
async function statesSeen(
  db: Db,
  actor: Actor,
  search?: string,
): Promise<ReadonlyMap<IssuanceState, number>> {
  const { rows } = await sql<{ status: IssuanceState; n: number }>`
    select i.status, count(*) as n ${visible(actor, search)} group by i.status`.execute(db);
  return new Map(rows.map(({ status, n }) => [status, n]));
}

/** How many of the requests seen wait for the person: drafts and what was returned for a trader, what was submitted for an issuer. */
function waitingIn(seen: ReadonlyMap<IssuanceState, number>, actor: Actor): number {
  const own = ISSUANCE_LIFE.states.filter((state) => {
    const { next }: RecordState = ISSUANCE_LIFE.state[state];
    return next !== undefined && isTurnOf(next, actor);
  });
  return own.reduce((sum, state) => sum + (seen.get(state) ?? 0), 0);
}

/** What the call answers. */
export async function issuanceList(db: Db, actor: Actor, asked: Asked) {
  const rows = await pageOf(db, actor, asked);
  const seen = await statesSeen(db, actor, asked.search);
  const counts = Object.fromEntries(
    ISSUANCE_TABS.map((tab) => [tab, statesIn(tab).reduce((sum, state) => sum + (seen.get(state) ?? 0), 0)]),
  );
  const next = await nextStepsOf(db, issuanceKind, rows, actor);
  return {
    items: rows.map((row) => listed(row, next.get(row.record_uid) ?? null)),
    total_items: counts[asked.tab] ?? 0,
    counts,
    waiting: waitingIn(await statesSeen(db, actor), actor),
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
