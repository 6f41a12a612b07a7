// Redemptions as they are stored: written down, listed, shown.
import {
  type REDEMPTION_ORDERS,
  REDEMPTION_TABS,
  redemptionLife,
  type CertificateRange,
  type RedemptionClaimBody,
  type listRedemptions,
  type RedemptionFee,
  type RedemptionRow,
} from "@heliograph/contract";
import { sql, type RawBuilder } from "kysely";
import type { z } from "zod";
import type { Db, Tx } from "../../../platform/db.ts";
import { anywhere } from "../../../platform/postgres/patterns.ts";
import {
  dueOf,
  nextNumber,
  placeInOrder,
  recordsSeen,
  statesByTab,
  tabPage,
  type Actor,
} from "../../parties/index.ts";
import { normalised, redemptionKind } from "./redemption-kind.sql.ts";
import type { Redeemable } from "./redeemable.sql.ts";
import type { RedemptionRecord } from "./redemption-rows.ts";

/** Writes a redemption down, with its fees at today's rates. */
export async function insertRedemption(
  tx: Tx,
  actor: Actor,
  claim: RedemptionClaimBody,
  of: {
    taken: readonly Redeemable[];
    fees: readonly RedemptionFee[];
    needs_countersign: boolean;
  },
): Promise<Pick<RedemptionRecord, "record_uid" | "number" | "status" | "version" | "business_account_id">> {
  const { ranges: _chosen, redeems_for, acknowledged, ...fields } = normalised(claim);
  const business_account_id = actor.business_account_id ?? 0;
  const { demonstration } = await tx
    .selectFrom("business_account")
    .select("demonstration")
    .where("business_account_id", "=", business_account_id)
    .executeTakeFirstOrThrow();
  const row = await tx
    .insertInto("redemption")
    .values({
      ...fields,
      redeems_for: redeems_for === "" ? "own_consumption" : redeems_for,
      acknowledged: [...acknowledged],
      devices: [...new Set(of.taken.map(({ device }) => device))].toSorted(),
      needs_countersign: of.needs_countersign,
      business_account_id,
      demonstration,
      number: await nextNumber(tx, redemptionKind.prefix, actor.at),
      status: redemptionLife.states[0] ?? "",
      created_by: actor.account_id,
      submitted_by: actor.account_id,
    })
    .returning(["redemption_id", "record_uid", "number", "version"])
    .executeTakeFirstOrThrow();
  await tx
    .insertInto("redemption_fee")
    .values(
      of.fees.map(({ fee_rule_id, quantity, total_cents }) => ({
        redemption_id: row.redemption_id,
        fee_rule_id,
        quantity,
        total_cents,
      })),
    )
    .execute();
  const { redemption_id: _id, ...frame } = row;
  return { ...frame, status: "in_progress", business_account_id };
}

/** Fees of a redemption at the rates of its submission, in the order of their codes. */
export async function feesOfRedemption(db: Db, redemption_id: number): Promise<RedemptionFee[]> {
  const rows = await db
    .selectFrom("redemption_fee as f")
    .innerJoin("fee_rule as r", "r.fee_rule_id", "f.fee_rule_id")
    .select(["f.fee_rule_id", "r.code", "r.fee_type", "r.currency", "r.rate", "r.is_configured"])
    .select(["f.quantity", "f.total_cents"])
    .where("f.redemption_id", "=", redemption_id)
    .orderBy("r.code")
    .execute();
  return rows;
}

/** A range without what only the server needs. */
export const shownRange = ({
  code,
  first,
  until,
  channel,
  from_day,
  to_day,
}: Redeemable): CertificateRange => ({ code, first, until, channel, from_day, to_day });

interface ListedRow extends Omit<
  RedemptionRow,
  "created_at" | "changed_at" | "completed_at" | "next" | "company_name"
> {
  readonly created_at: Date;
  readonly changed_at: Date;
  readonly completed_at: Date | null;
  readonly company_name: string;
  readonly business_account_id: number;
}

/** The devices of a redemption's row `r`, as lists name them. */
const DEVICES = sql`(select coalesce(json_agg(json_build_object('name', coalesce(d.english_name, c.code),
    'location', coalesce(d.location, ''), 'province', coalesce(d.province, '')) order by c.code), '[]')
  from unnest(r.devices) c(code) left join registered_device d on d.code = c.code)`;

/** Of what its devices have, the first by the alphabet. */
const firstOfDevices = (part: RawBuilder<unknown>) => sql`(select min(lower(nullif(${part}, '')))
  from unnest(r.devices) c(code) left join registered_device d on d.code = c.code)`;

const STATES = statesByTab(redemptionLife, REDEMPTION_TABS);

/** What the list is sorted by; of equal ones the newest comes first. */
const ORDERS: Readonly<Record<(typeof REDEMPTION_ORDERS)[number], ReturnType<typeof sql>>> = {
  number: sql`r.redemption_id`,
  status: placeInOrder(redemptionLife.states, sql`r.status`),
  company: sql`lower(b.company_name)`,
  device: firstOfDevices(sql`coalesce(d.english_name, c.code)`),
  location: firstOfDevices(sql`d.location`),
  beneficiary: sql`lower(r.beneficiary_name)`,
  vintage: sql`r.vintage`,
  amount: sql`r.amount`,
  created: sql`r.created_at`,
  completed: sql`r.completed_at`,
  next: dueOf(redemptionKind, sql`r.record_uid`),
  registry: sql`r.registry`,
  fuel: sql`r.fuel`,
  province: firstOfDevices(sql`d.province`),
  redeems_for: sql`r.redeems_for`,
};

/** A page of the redemptions that the person may see, with how many each tab has; those that are not completed come last where completion is what sorts. */
export async function redemptionPage(
  db: Db,
  actor: Actor,
  { search, ...asked }: Omit<z.output<(typeof listRedemptions)["query"]>, "account">,
): Promise<z.output<(typeof listRedemptions)["answer"]>> {
  const words = anywhere(search);
  const { rows, ...counts } = await tabPage(
    db,
    { kind: redemptionKind, actor, states: STATES },
    {
      columns: sql<ListedRow>`r.record_uid, r.number, r.status, r.version, r.registry, r.country, r.fuel, r.vintage, r.amount, r.beneficiary_name,
        r.redeems_for, r.created_at, r.changed_at, r.completed_at, r.business_account_id, b.company_name, ${DEVICES} as devices`,
      from: sql`${recordsSeen(redemptionKind, actor)} r join business_account b using (business_account_id)`,
      where: sql`(${search} = '' or r.number ilike ${words} or r.beneficiary_name ilike ${words} or r.purpose ilike ${words})`,
      status: sql`r.status`,
      orders: ORDERS,
      ties: sql`r.redemption_id desc`,
    },
    asked,
  );
  const items = rows.map(({ business_account_id, company_name, ...row }) => ({
    ...row,
    created_at: row.created_at.toISOString(),
    changed_at: row.changed_at.toISOString(),
    completed_at: row.completed_at?.toISOString() ?? null,
    company_name: business_account_id === actor.business_account_id ? null : company_name,
  }));
  return { items, ...counts };
}

/** What one redemption shows beside its own columns. */
export async function redemptionDetail(db: Db, row: RedemptionRecord) {
  const { rows } = await sql<{ devices: RedemptionRow["devices"]; company_name: string }>`
    select ${DEVICES} as devices, b.company_name from redemption r join business_account b using (business_account_id)
    where r.redemption_id = ${row.redemption_id}`.execute(db);
  const statements = await db
    .selectFrom("redemption_statement as s")
    .innerJoin("journal_entry as e", "e.entry_id", "s.entry_id")
    .select(["s.key", "s.ready_at", "e.at"])
    .where("s.redemption_id", "=", row.redemption_id)
    .orderBy("s.statement_id")
    .execute();
  const statement = statements.at(-1);
  return {
    devices: rows[0]?.devices ?? [],
    company_name: rows[0]?.company_name ?? "",
    statement:
      statement === undefined
        ? null
        : {
            key: statement.key,
            state: statement.ready_at === null ? ("proof_pending" as const) : ("ready" as const),
          },
    replaced_statements: statements
      .slice(0, -1)
      .map(({ key }, i) => ({ key, replaced_at: statements[i + 1]?.at.toISOString() ?? "" })),
  };
}
