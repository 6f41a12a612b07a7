// Calls to other registries as they are listed and shown.
import {
  type CALL_ORDERS,
  type CALL_TABS,
  callLife,
  IMPORT_ORIGINS,
  type listRegistryCalls,
  type CallStatus,
} from "@heliograph/contract";
import { sql } from "kysely";
import { z } from "zod";
import type { Db } from "../../../platform/db.ts";
import { anywhere } from "../../../platform/postgres/patterns.ts";
import { dueOf, placeInOrder, recordsSeen, tabPage, type Actor } from "../../parties/index.ts";
import { callKind } from "./call-kind.sql.ts";
import type { CallRecord } from "./call-rows.ts";

/** Which states a tab shows. */
const STATES: Readonly<Record<(typeof CALL_TABS)[number], readonly CallStatus[]>> = {
  all: callLife.states,
  waiting: ["by_hand", "unknown", "refused"],
  under_way: ["prepared", "sent"],
  over: ["acknowledged", "closed"],
};

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
  redemption: sql`r.number`,
  company: sql`lower(b.company_name)`,
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
  { redemption_uid, search, ...asked }: Omit<z.output<(typeof listRegistryCalls)["query"]>, "account">,
): Promise<z.output<(typeof listRegistryCalls)["answer"]>> {
  const { rows, ...counts } = await tabPage(
    db,
    { kind: callKind, actor, states: STATES },
    {
      columns: sql<Listed>`c.*, r.record_uid as redemption_uid, r.number as redemption_number, b.company_name as company`,
      from: sql`${recordsSeen(callKind, actor)} c join redemption r using (redemption_id)
        join business_account b on b.business_account_id = c.business_account_id`,
      where: sql`${redemption_uid === undefined ? sql`true` : sql`r.record_uid = ${redemption_uid}`} and (${search} = ''
        or concat_ws(' ', c.number, c.transaction_number, c.reference, r.number, b.company_name) ilike ${anywhere(search)})`,
      status: sql`c.status`,
      orders: ORDERS,
      ties: sql`c.call_id desc`,
    },
    asked,
  );
  const items = rows.map((row) => ({
    ...shownCall(row, actor),
    created_at: row.created_at.toISOString(),
    next: row.next,
  }));
  return { items, ...counts };
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
