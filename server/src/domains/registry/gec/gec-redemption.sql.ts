// Redemptions of green certificates as they are stored: written down, listed, shown.
import {
  type GEC_REDEMPTION_ORDERS,
  GEC_REDEMPTION_TABS,
  gecRedemptionLife,
  type GecRedemptionRow,
  type listGecRedemptions,
} from "@heliograph/contract";
import { sql } from "kysely";
import type { z } from "zod";
import type { Db, Tx } from "../../../platform/db.ts";
import { anywhere } from "../../../platform/postgres/patterns.ts";
import {
  dueOf,
  gecCreditUsed,
  hasRole,
  nextNumber,
  noSuchRecord,
  placeInOrder,
  recordsSeen,
  statesByTab,
  tabPage,
  type Actor,
} from "../../parties/index.ts";
import { mustBeWithout } from "../imports/import-kind.sql.ts";
import { accountFaults, gecRedemptionKind } from "./gec-kind.sql.ts";
import type { GecRedemptionRecord } from "./gec-rows.ts";

/** Writes a purchase down that operators will confirm. Refuses with GEC-008 accounts that cannot trade with each other. */
export async function insertGecPurchase(
  tx: Tx,
  actor: Actor,
  purchase: { buyer: string; seller: string; quantity: number; price_cents: number },
): Promise<GecRedemptionRecord> {
  const { buyer, seller, quantity, price_cents } = purchase;
  const accounts = await tx
    .selectFrom("business_account")
    .select(["business_account_id", "trade_account_id", "demonstration"])
    .where("trade_account_id", "in", [buyer, seller])
    .execute();
  const of = (id: string) => accounts.find(({ trade_account_id }) => trade_account_id === id);
  const [bought, sold] = [of(buyer), of(seller)];
  mustBeWithout(
    await accountFaults(tx, {
      buyer: bought?.business_account_id ?? 0,
      seller: sold?.business_account_id ?? 0,
    }),
  );
  const { record_uid } = await tx
    .insertInto("gec_redemption")
    .values({
      number: await nextNumber(tx, gecRedemptionKind.prefix, actor.at),
      business_account_id: bought?.business_account_id ?? 0,
      seller_account_id: sold?.business_account_id ?? 0,
      demonstration: bought?.demonstration ?? false,
      status: "recorded",
      created_by: actor.account_id,
      quantity,
      price_cents,
    })
    .returning("record_uid")
    .executeTakeFirstOrThrow();
  const { rows } = await sql<GecRedemptionRecord>`
    select * from gec_redemption where record_uid = ${record_uid}`.execute(tx);
  const [row] = rows;
  if (row === undefined) throw new Error("The purchase was not written");
  return row;
}

interface Listed extends GecRedemptionRecord {
  readonly buyer_name: string;
  readonly seller_name: string;
  readonly vintages: readonly number[];
}

/** Of row `r`: what both accounts are called, and the years of its certificates. */
const NAMES = sql`
  (select company_name from business_account b where b.business_account_id = r.business_account_id) as buyer_name,
  (select company_name from business_account b where b.business_account_id = r.seller_account_id) as seller_name,
  (select coalesce(json_agg(distinct left(c.month, 4)::int4), '[]') from gec_certificate c where c.gec_redemption_id = r.gec_redemption_id) as vintages`;

function shown(row: Listed, actor: Actor): Omit<GecRedemptionRow, "next"> {
  const { record_uid, number, status, status_before, version, registry, buyer_name, seller_name } = row;
  const { device_name, fuel, location, province, beneficiary_name, redeems_for, quantity } = row;
  return {
    record_uid,
    number,
    status,
    status_before,
    version,
    registry,
    buyer_name,
    seller_name,
    device_name,
    fuel,
    location,
    province,
    beneficiary_name,
    redeems_for,
    quantity,
    side: sideOf(row, actor),
    vintages: [...row.vintages],
    created_at: row.created_at.toISOString(),
    completed_at: row.completed_at?.toISOString() ?? null,
    changed_at: row.changed_at.toISOString(),
  };
}

function sideOf(
  row: Pick<Listed, "business_account_id" | "seller_account_id">,
  { business_account_id: me }: Actor,
): "buyer" | "seller" | null {
  if (me === row.business_account_id) return "buyer";
  return me === row.seller_account_id ? "seller" : null;
}

const STATES = statesByTab(gecRedemptionLife, GEC_REDEMPTION_TABS);

/** What the list is sorted by; of equal ones the newest comes first. */
const ORDERS: Readonly<Record<(typeof GEC_REDEMPTION_ORDERS)[number], ReturnType<typeof sql>>> = {
  application_id: sql`r.gec_redemption_id`,
  status: placeInOrder(gecRedemptionLife.states, sql`r.status`),
  buyer: sql`lower(r.buyer_name)`,
  seller: sql`lower(r.seller_name)`,
  device_name: sql`lower(r.device_name)`,
  fuel_type: sql`r.fuel`,
  location: sql`lower(r.location)`,
  province: sql`lower(r.province)`,
  beneficiary: sql`lower(r.beneficiary_name)`,
  vintage: sql`(r.vintages ->> 0)::int4`,
  redeems_for: sql`r.redeems_for`,
  amount: sql`r.quantity`,
  created_date: sql`r.created_at`,
  completed_date: sql`r.completed_at`,
  updated_date: sql`r.changed_at`,
  next: dueOf(gecRedemptionKind, sql`r.record_uid`),
};

/** A page of the redemptions that the person may see, with how many each tab has; those that are not completed come last where completion is what sorts. */
export async function gecRedemptionPage(
  db: Db,
  actor: Actor,
  { search, ...asked }: Omit<z.output<(typeof listGecRedemptions)["query"]>, "account">,
): Promise<z.output<(typeof listGecRedemptions)["answer"]>> {
  const { rows, ...counts } = await tabPage(
    db,
    { kind: gecRedemptionKind, actor, states: STATES },
    {
      columns: sql<Listed>`*`,
      from: sql`(select r.*, ${NAMES} from ${recordsSeen(gecRedemptionKind, actor)} r) r`,
      where: sql`(${search} = '' or concat_ws(' ', r.number, r.beneficiary_name, r.device_name, r.buyer_name, r.seller_name)
        ilike ${anywhere(search)})`,
      status: sql`r.status`,
      orders: ORDERS,
      ties: sql`r.gec_redemption_id desc`,
    },
    asked,
  );
  return { items: rows.map((row) => ({ ...shown(row, actor), next: row.next })), ...counts };
}

/** What a page of one redemption shows beside its own columns. */
export async function gecRedemptionDetail(db: Db, row: GecRedemptionRecord, actor: Actor) {
  const { rows } = await sql<Listed>`
    select r.*, ${NAMES} from gec_redemption r where r.gec_redemption_id = ${row.gec_redemption_id}`.execute(
    db,
  );
  const [listed] = rows;
  if (listed === undefined) throw noSuchRecord();
  return {
    ...shown(listed, actor),
    price_cents: row.price_cents,
    consumer: consumerOf(row),
    device_code: row.device_code,
    credit: hasRole(actor, "platform_operator") ? await creditOf(db, row.seller_account_id) : null,
  };
}

function consumerOf(row: GecRedemptionRecord) {
  const { beneficiary_name, consumer_code, gec_account, consumer_province } = row;
  const { redeems_for, period_from, period_to, purpose } = row;
  if (beneficiary_name === null || redeems_for === null || period_from === null || period_to === null) {
    return null;
  }
  return {
    beneficiary_name,
    redeems_for,
    period_from,
    period_to,
    consumer_code: consumer_code ?? "",
    gec_account: gec_account ?? "",
    consumer_province: consumer_province ?? "",
    purpose: purpose ?? "",
  };
}

async function creditOf(db: Db, seller: number) {
  const limit = await db
    .selectFrom("gec_selling")
    .select("sell_limit_cents")
    .where("business_account_id", "=", seller)
    .executeTakeFirst();
  return { used_cents: await gecCreditUsed(db, seller), limit_cents: limit?.sell_limit_cents ?? 0 };
}
