// Calls to other registries as they are listed and shown.
import {
  type CALL_ORDERS,
  type CALL_TABS,
  callLife,
  IMPORT_ORIGINS,
  type CallRow,
  type listRegistryCalls,
  type CallStatus,
} from "@heliograph/contract";
import { sql } from "kysely";
import { z } from "zod";
import type { Db } from "../../../platform/db.ts";
import { dueOf, nextStepsOf, placeInOrder, visibleTo, wayOf, type Actor } from "../../parties/index.ts";
import { anywhere } from "../inventory/ticker.sql.ts";
import { callKind } from "./call-kind.sql.ts";
import type { CallRecord } from "./call-rows.ts";

type Tab = (typeof CALL_TABS)[number];

/** Which states a tab shows. */
function statesIn(tab: Tab): readonly CallStatus[] {
  if (tab === "all") return callLife.states;
  if (tab === "waiting") return ["by_hand", "unknown", "refused"];
  return tab === "under_way" ? ["prepared", "sent"] : ["acknowledged", "closed"];
}

interface Listed extends CallRecord {
  readonly redemption_uid: string;
  readonly redemption_number: string;
  readonly company: string;
}

/** What the list is sorted by; of equal ones the newest comes first. */
const ORDERS: Readonly<Record<(typeof CALL_ORDERS)[number], ReturnType<typeof sql>>> = {
  number: sql`c.call_id`,
  status: placeInOrder(callLife.states, sql`c.status`),
  origin: sql`c.origin`,
  redemption: sql`c.redemption_number`,
  company: sql`lower(c.company)`,
  quantity: sql`c.quantity`,
  transaction: sql`c.transaction_number`,
  reference: sql`c.reference`,
  created: sql`c.created_at`,
  next: dueOf(callKind, sql`c.record_uid`),
};

/** A page of the calls that the person may know of, with how many each tab has. */
export async function callPage(
  db: Db,
  actor: Actor,
  asked: Omit<z.output<(typeof listRegistryCalls)["query"]>, "account">,
): Promise<{ items: CallRow[]; counts: Record<Tab, number>; total: number }> {
  const { tab, redemption_uid = null, search, page, items_page } = asked;
  const seen = sql`(select * from registry_call where ${visibleTo(callKind, actor)})`;
  const found = sql`(select s.*, r.record_uid as redemption_uid, r.number as redemption_number, b.company_name as company
    from ${seen} s join redemption r using (redemption_id) join business_account b on b.business_account_id = s.business_account_id
    where (${redemption_uid}::uuid is null or r.record_uid = ${redemption_uid}) and (${search} = ''
      or concat_ws(' ', s.number, s.transaction_number, s.reference, r.number, b.company_name) ilike ${anywhere(search)}))`;
  const counted = await sql<{ status: CallStatus; count: number }>`
    select status, count(*)::int4 as count from ${found} f group by status`.execute(db);
  const count = (one: Tab) =>
    counted.rows.reduce((sum, row) => sum + (statesIn(one).includes(row.status) ? row.count : 0), 0);
  const counts = {
    all: count("all"),
    waiting: count("waiting"),
    under_way: count("under_way"),
    over: count("over"),
  };
  const { rows } = await sql<Listed>`
    select * from ${found} c where c.status = any(${[...statesIn(tab)]}::text[])
    order by ${ORDERS[asked.order_by]} ${wayOf(asked.order_type)} nulls last, c.call_id desc limit ${items_page} offset ${(page - 1) * items_page}`.execute(
    db,
  );
  const next = await nextStepsOf(db, callKind, rows, actor);
  const items = rows.map((row) => ({
    ...shownCall(row, actor),
    created_at: row.created_at.toISOString(),
    next: next.get(row.record_uid) ?? null,
  }));
  return { items, counts, total: counts[tab] };
}

function shownCall(row: Listed, actor: Actor) {
  const { record_uid, number, status, version, origin, transaction_number, reference, quantity, asked } = row;
  return {
    record_uid,
    number,
    status,
    version,
    origin,
    transaction_number,
    reference,
    quantity,
    asked,
    origin_name: IMPORT_ORIGINS[origin].name,
    redemption_uid: row.redemption_uid,
    redemption_number: row.redemption_number,
    company_name: row.business_account_id === actor.business_account_id ? null : row.company,
    sent_at: row.sent_at?.toISOString() ?? null,
    asked_at: row.asked_at?.toISOString() ?? null,
  };
}

const said = z.object({
  serials: z.array(z.object({ series: z.string(), first: z.number(), last: z.number() })),
});

/** What one call shows beside its frame; people of its account see no words of the network. */
export async function callDetail(db: Db, row: CallRecord, actor: Actor) {
  const { rows } = await sql<Pick<Listed, "redemption_uid" | "redemption_number" | "company">>`
    select r.record_uid as redemption_uid, r.number as redemption_number, b.company_name as company
    from redemption r join business_account b using (business_account_id) where r.redemption_id = ${row.redemption_id}`.execute(
    db,
  );
  const [of = { redemption_uid: "", redemption_number: "", company: "" }] = rows;
  const isOfficial = actor.business_account_id === null;
  const { serials } = said.parse(JSON.parse(row.body));
  return {
    ...shownCall({ ...row, ...of }, actor),
    serials: serials.map(({ series, first, last }) => ({ series, first, until: last + 1 })),
    body_sha256: row.body_sha256.toString("hex"),
    refusal: row.refusal,
    heard: isOfficial ? row.heard : null,
    next_at: row.status === "unknown" ? (row.next_at?.toISOString() ?? null) : null,
  };
}
