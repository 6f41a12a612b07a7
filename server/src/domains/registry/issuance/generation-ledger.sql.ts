// The generation ledger: what was accepted of each day, and where it is (certificates.md §3.1, rules R6, R32, R33; invariants I4, I21, I25).
import type { Day } from "@heliograph/contract";
import { sql } from "kysely";
import type { Db, Tx } from "../../../platform/db.ts";
import { whOf, type OverPieces, type Piece } from "../generation/pieces.ts";
import type { IssuedDevice } from "./registered-devices.sql.ts";

/** Of a line of devices in a registry and year of production. */
interface GenerationAccount extends OverPieces {
  readonly generation_account_id: number;
  readonly vintage: number;
}

/** The account of a year, and those of other years of the same line that owe something, locked until the transaction ends. */
export interface LockedAccounts {
  readonly own: GenerationAccount;
  readonly debtors: readonly GenerationAccount[];
}

type Line = Pick<IssuedDevice, "lineage_id" | "registry">;

/** The year of production that a day belongs to. */
export const vintageOf = (day: Day): number => Number(day.slice(0, 4));

/** Locks the accounts of the line, in their order, and makes that of the year where there is none. */
export async function lockAccounts(
  tx: Tx,
  { lineage_id, registry }: Line,
  vintage: number,
): Promise<LockedAccounts> {
  await tx
    .insertInto("generation_account")
    .values({ lineage_id, registry, vintage })
    .onConflict((on) => on.columns(["lineage_id", "registry", "vintage"]).doNothing())
    .execute();
  const { rows } = await sql<GenerationAccount & { registry: string }>`
    select generation_account_id, registry, vintage, debt_wh, carried from generation_account
    where lineage_id = ${lineage_id} order by generation_account_id for update`.execute(tx);
  const own = rows.find((row) => row.vintage === vintage && row.registry === registry);
  if (own === undefined) throw new Error("The generation account is gone");
  return { own, debtors: rows.filter((row) => row !== own && row.debt_wh > 0) };
}

/** What is over of the line, of the year and registry, and what it owes of any, without a lock. */
export async function overOf(
  db: Db,
  { lineage_id, registry }: Line,
  vintage: number,
): Promise<{ readonly carried: readonly Piece[]; readonly debt_wh: number }> {
  const { rows } = await sql<{ carried: readonly Piece[] | null; debt_wh: number }>`
    select (array_agg(carried) filter (where registry = ${registry} and vintage = ${vintage}))[1] as carried,
      coalesce(sum(debt_wh), 0)::int8 as debt_wh
    from generation_account where lineage_id = ${lineage_id}`.execute(db);
  return { carried: rows[0]?.carried ?? [], debt_wh: rows[0]?.debt_wh ?? 0 };
}

type Column =
  | "metered_wh"
  | "declared_wh"
  | "unclaimed_wh"
  | "reserved_wh"
  | "certified_wh"
  | "carry_wh"
  | "debt_wh"
  | "forfeited_wh"
  | "given_wh";

/** A change of an account, Wh; what is left out stays. */
interface GenerationPosting extends Partial<Readonly<Record<Column, number>>> {
  readonly generation_account_id: number;
  readonly type: "accept" | "release" | "issue" | "restate" | "repay" | "forfeit" | "collect";
  readonly issuance_id: number | null;
  readonly entry_id?: number | null;
}

/** Adds the posting; the account follows. What does not balance, or leaves something below 0, is refused by the database. */
export async function postGeneration(tx: Tx, posting: GenerationPosting): Promise<void> {
  await tx.insertInto("generation_posting").values(posting).execute();
}

/** Which days are carried from now on; their sum is the account's carry. */
export async function setCarried(
  tx: Tx,
  { generation_account_id }: Pick<GenerationAccount, "generation_account_id">,
  carried: readonly Piece[],
): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable("generation_account")
    .set({ carried: sql`${JSON.stringify(carried)}::jsonb` })
    .where("generation_account_id", "=", generation_account_id)
    .where("carry_wh", "=", whOf(carried))
    .executeTakeFirstOrThrow();
  if (numUpdatedRows !== 1n) throw new Error("The days that are carried do not sum to the carry");
}

/** What the request holds of the ledger, Wh: what it reserved and neither gave back nor made certificates of. */
export async function reservedBy(db: Db, { issuance_id }: { readonly issuance_id: number }): Promise<number> {
  const { rows } = await sql<{ wh: number }>`
    select coalesce(sum(reserved_wh), 0)::int8 as wh from generation_posting where issuance_id = ${issuance_id}`.execute(
    db,
  );
  return rows[0]?.wh ?? 0;
}

/** What was accepted of a day. */
export interface AcceptedDay {
  readonly day: Day;
  readonly metered_wh: number;
  readonly declared_wh: number;
}

/** What was accepted of the days of a line in the period. */
export async function acceptedDays(
  db: Db,
  { lineage_id }: Pick<IssuedDevice, "lineage_id">,
  { from_day, to_day }: { readonly from_day: Day; readonly to_day: Day },
): Promise<ReadonlyMap<Day, AcceptedDay>> {
  const { rows } = await sql<AcceptedDay>`
    select day, metered_wh, declared_wh from accepted_day
    where lineage_id = ${lineage_id} and day between ${from_day}::date and ${to_day}::date`.execute(db);
  return new Map(rows.map((row) => [row.day, row]));
}

/** Writes what is accepted of the days now, as the version of the request's statement said. */
export async function writeAccepted(
  tx: Tx,
  { lineage_id }: Pick<IssuedDevice, "lineage_id">,
  of: {
    readonly generation_account_id: number;
    readonly issuance_id: number;
    readonly statement_version: number;
  },
  days: readonly AcceptedDay[],
): Promise<void> {
  if (days.length === 0) return;
  const column = (name: "metered_wh" | "declared_wh") => days.map((day) => day[name]);
  await sql`
    insert into accepted_day (lineage_id, day, generation_account_id, metered_wh, declared_wh, issuance_id, statement_version)
    select ${lineage_id}, d.day, ${of.generation_account_id}, d.metered_wh, d.declared_wh, ${of.issuance_id}, ${of.statement_version}
    from unnest(${days.map(({ day }) => day)}::date[], ${column("metered_wh")}::int8[], ${column("declared_wh")}::int8[])
      as d (day, metered_wh, declared_wh)
    on conflict (lineage_id, day) do update set generation_account_id = excluded.generation_account_id,
      metered_wh = excluded.metered_wh, declared_wh = excluded.declared_wh, issuance_id = excluded.issuance_id,
      statement_version = excluded.statement_version`.execute(tx);
}
