// Requests for certificates as they are stored, with their frozen statements.
import type { CertificateRegistry, Day, EvidenceClass, IssuanceState } from "@heliograph/contract";
import { sql } from "kysely";
import type { Db, Tx } from "../../../platform/db.ts";
import type { RecordRow } from "../../parties/index.ts";
import type { StatementDay } from "../generation/statement.ts";
import type { Period } from "../generation/day-sources.sql.ts";
import type { MadeDay, MadeStatement } from "../generation/made-statement.sql.ts";
import type { IssuedDevice } from "./registered-devices.sql.ts";

export interface IssuanceRow extends RecordRow, Period {
  readonly issuance_id: number;
  readonly status: IssuanceState;
  readonly registered_device_id: number;
  readonly demonstration: boolean;
  readonly registry: CertificateRegistry;
  readonly country: string;
  /** The request whose days were restated upwards. */
  readonly corrects: number | null;
  readonly statement_version: number;
  readonly quantity: number;
  readonly evidence: EvidenceClass | null;
  readonly failed: readonly string[];
}

/** Writes a draft. */
export async function insertIssuance(
  tx: Tx,
  device: IssuedDevice,
  given: Period & { readonly number: string; readonly created_by: number | null; readonly corrects?: number },
): Promise<IssuanceRow> {
  const { registered_device_id, business_account_id, demonstration, registry, country } = device;
  const { rows } = await sql<IssuanceRow>`
    insert into issuance (number, business_account_id, status, created_by, registered_device_id, demonstration, registry, country,
      from_day, to_day, corrects)
    values (${given.number}, ${business_account_id}, 'draft', ${given.created_by}, ${registered_device_id}, ${demonstration}, ${registry},
      ${country}, ${given.from_day}, ${given.to_day}, ${given.corrects ?? null})
    returning *`.execute(tx);
  const [row] = rows;
  if (row === undefined) throw new Error("The draft was not written");
  return row;
}

/** A statement as it was frozen. */
export interface FrozenStatement {
  readonly version: number;
  readonly hash: string;
  readonly made_at: Date;
  readonly wh: number;
  readonly declared_wh: number;
  readonly carry_wh: number;
  readonly debt_wh: number;
  readonly evidence: EvidenceClass | null;
}

type StatementKey = Pick<IssuanceRow, "issuance_id" | "statement_version">;

/** The statement that is in force for the request; undefined: none was frozen. */
export async function frozenStatement(
  db: Db,
  { issuance_id, statement_version }: StatementKey,
): Promise<FrozenStatement | undefined> {
  return db
    .selectFrom("generation_statement")
    .select(["version", "hash", "made_at", "wh", "declared_wh", "carry_wh", "debt_wh"])
    .select(sql<EvidenceClass | null>`evidence`.as("evidence"))
    .where("issuance_id", "=", issuance_id)
    .where("version", "=", statement_version)
    .executeTakeFirst();
}

/** The days of the statement that is in force, in order. */
export async function frozenDays(
  db: Db,
  { issuance_id, statement_version }: StatementKey,
): Promise<MadeDay[]> {
  const { rows } = await sql<MadeDay>`
    select day, wh, meter_wh, inverter_wh, exported_wh, supply_wh, maximum_wh, source, evidence, complete_permille, is_settled, is_copy
    from generation_day where issuance_id = ${issuance_id} and version = ${statement_version} order by day`.execute(
    db,
  );
  return rows;
}

/** What a frozen statement comes to. */
interface Outcome {
  readonly carry_wh: number;
  readonly debt_wh: number;
  readonly quantity: number;
  readonly failed: readonly string[];
}

/** Freezes the statement as a new version where its hash is another one, and notes what it comes to. Returns the version in force. */
export async function freeze(
  tx: Tx,
  row: IssuanceRow,
  made: Pick<MadeStatement, "hash" | "wh" | "declared_wh" | "evidence"> & {
    readonly days: readonly MadeDay[];
  },
  outcome: Outcome,
): Promise<number> {
  const before = await frozenStatement(tx, row);
  const version = before?.hash === made.hash ? row.statement_version : row.statement_version + 1;
  if (version !== row.statement_version) {
    const { hash, wh, declared_wh, evidence } = made;
    const { carry_wh, debt_wh } = outcome;
    await tx
      .insertInto("generation_statement")
      .values({ issuance_id: row.issuance_id, version, hash, wh, declared_wh, carry_wh, debt_wh, evidence })
      .execute();
    await insertDays(tx, row.issuance_id, version, made.days);
  }
  await tx
    .updateTable("issuance")
    .set({
      statement_version: version,
      quantity: outcome.quantity,
      evidence: made.evidence,
      failed: [...outcome.failed],
    })
    .where("issuance_id", "=", row.issuance_id)
    .execute();
  return version;
}

async function insertDays(
  tx: Tx,
  issuance_id: number,
  version: number,
  days: readonly MadeDay[],
): Promise<void> {
  await tx
    .insertInto("generation_day")
    .values(
      days.map((one) => ({
        issuance_id,
        version,
        day: one.day,
        wh: one.wh,
        meter_wh: one.meter_wh,
        inverter_wh: one.inverter_wh,
        exported_wh: one.exported_wh,
        supply_wh: one.supply_wh,
        maximum_wh: one.maximum_wh,
        source: one.source,
        evidence: one.evidence,
        complete_permille: one.complete_permille,
        is_settled: one.is_settled,
        is_copy: one.is_copy,
      })),
    )
    .execute();
}

/** Wh that files state, by day. */
export async function declaredDays(db: Db, issuance_id: number): Promise<ReadonlyMap<Day, number>> {
  const rows = await db
    .selectFrom("declared_day")
    .select(["day", "wh"])
    .where("issuance_id", "=", issuance_id)
    .execute();
  return new Map(rows.map(({ day, wh }) => [day, wh]));
}

/** Guards that an issuer accepted for the request. */
export async function acceptedGuards(db: Db, issuance_id: number): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom("accepted_guard")
    .select("code")
    .where("issuance_id", "=", issuance_id)
    .execute();
  return new Set(rows.map(({ code }) => code));
}

/** Of a day, what is metered and what is declared, Wh. */
export const splitDay = ({ day, wh, evidence }: StatementDay) => ({
  day,
  metered_wh: evidence === "C" ? 0 : (wh ?? 0),
  declared_wh: evidence === "C" ? (wh ?? 0) : 0,
});
