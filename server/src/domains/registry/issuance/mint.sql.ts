// Approval: certificates made of a statement, a batch a month, in the transaction that approves it (certificates.md §2.7, R7, R32–R35).
import { formatBatchCode, manifestRoot, monthsOf, type BatchCode } from "@heliograph/contract";
import { sql } from "kysely";
import type { Db, Tx } from "../../../platform/db.ts";
import { minted, whOf, type OverPieces, type Piece } from "../generation/pieces.ts";
import { postEntry, type Posting } from "../ledger/post.sql.ts";
import { sha256 } from "../ledger/seal.sql.ts";
import { keepLeaves } from "../manifest/leaves.sql.ts";
import { statementHash } from "./bound-statements.sql.ts";
import {
  lockAccounts,
  postGeneration,
  setCarried,
  vintageOf,
  type LockedAccounts,
} from "./generation-ledger.sql.ts";
import type { IssuanceRow } from "./issuance.sql.ts";
import type { IssuedDevice } from "./registered-devices.sql.ts";

/** A batch as it would be made. */
interface PlannedBatch {
  readonly code: string;
  readonly month: string;
  readonly quantity: number;
  readonly leaves: readonly Piece[];
}

/** The batches that the days make after what is over, a month at a time, and what is over then. */
export async function plannedBatches(
  db: Db,
  device: IssuedDevice,
  { from_day, to_day }: Pick<IssuanceRow, "from_day" | "to_day">,
  { over, days }: { over: OverPieces; days: readonly Piece[] },
): Promise<{ readonly batches: readonly PlannedBatch[]; readonly rest: OverPieces }> {
  const batches: PlannedBatch[] = [];
  let rest = over;
  for (const month of monthsOf(from_day, to_day)) {
    const { issued, leaves, ...left } = minted(
      rest,
      days.filter(({ day }) => day.startsWith(month)),
    );
    rest = left;
    if (issued === 0) continue;
    batches.push({ code: await nextCode(db, device, month), month, quantity: issued, leaves });
  }
  return { batches, rest };
}

/** The code of the next batch of the device and month. */
async function nextCode(db: Db, device: IssuedDevice, month: string): Promise<string> {
  const { demonstration, registry, country, code } = device;
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from certificate_batch where registry = ${registry} and country = ${country} and device = ${code}
      and month = ${month} and manifest_root is not null`.execute(db);
  const parts: BatchCode = {
    demonstration,
    registry,
    country,
    device: code,
    month,
    origin: null,
    batch: (rows[0]?.count ?? 0) + 1,
  };
  return formatBatchCode(parts);
}

const sourceReference = (row: Pick<IssuanceRow, "number">): string => row.number;

/**
 * Makes the certificates of the request's days and moves their energy from reserved to certified and carried; debts of any year are
 * paid first. Returns the entry of the journal and how many were made.
 */
export async function mint(
  tx: Tx,
  row: IssuanceRow,
  device: IssuedDevice,
  { days, actor_id }: { days: readonly Piece[]; actor_id: number | null },
): Promise<{ readonly entry_id: number; readonly quantity: number }> {
  const locked = await lockAccounts(tx, device, vintageOf(row.from_day));
  const owed = locked.own.debt_wh + locked.debtors.reduce((sum, { debt_wh }) => sum + debt_wh, 0);
  const over = { carried: locked.own.carried, debt_wh: owed };
  const { batches, rest } = await plannedBatches(tx, device, row, { over, days });
  // What was over may have changed since the statement was frozen: months before it were issued.
  await tx
    .updateTable("generation_statement")
    .set({ carry_wh: whOf(locked.own.carried), debt_wh: owed })
    .where("issuance_id", "=", row.issuance_id)
    .where("version", "=", row.statement_version)
    .execute();
  const { issuance_id, statement_version: version } = row;
  const statement_hash = await statementHash(tx, { issuance_id, version });
  const posted = await postEntry(tx, issueEntry(row, device, batches, { actor_id, statement_hash }));
  await keepLeaves(tx, batches);
  const quantity = batches.reduce((sum, batch) => sum + batch.quantity, 0);
  await repay(tx, row, locked, owed - rest.debt_wh);
  const given_wh = Math.max(0, owed - rest.debt_wh - locked.own.debt_wh);
  await postGeneration(tx, {
    generation_account_id: locked.own.generation_account_id,
    type: "issue",
    issuance_id: row.issuance_id,
    entry_id: posted.entry_id,
    reserved_wh: -whOf(days),
    certified_wh: quantity * 1_000_000,
    carry_wh: whOf(rest.carried) - whOf(locked.own.carried),
    given_wh,
    debt_wh: -Math.min(locked.own.debt_wh, owed - rest.debt_wh),
  });
  await setCarried(tx, locked.own, rest.carried);
  await tx.updateTable("issuance").set({ quantity }).where("issuance_id", "=", row.issuance_id).execute();
  return { entry_id: posted.entry_id, quantity };
}

/** What pays debts of other years beyond the own one: from the oldest on. */
async function repay(
  tx: Tx,
  row: IssuanceRow,
  { own, debtors }: LockedAccounts,
  paid_wh: number,
): Promise<void> {
  let left = Math.max(0, paid_wh - own.debt_wh);
  for (const { generation_account_id, debt_wh } of debtors.toSorted((a, b) => a.vintage - b.vintage)) {
    const here = Math.min(left, debt_wh);
    if (here > 0) {
      const { issuance_id } = row;
      await postGeneration(tx, {
        generation_account_id,
        type: "repay",
        issuance_id,
        debt_wh: -here,
        given_wh: -here,
      });
    }
    left -= here;
  }
}

function issueEntry(
  row: IssuanceRow,
  device: IssuedDevice,
  batches: readonly PlannedBatch[],
  { actor_id, statement_hash }: { actor_id: number | null; statement_hash: string },
): Posting {
  const { registry, country, code, fuel, demonstration, business_account_id } = device;
  return {
    type: "issue",
    actor_id,
    key: `issuance ${row.number}`,
    reference: row.number,
    record: { issuance: row.number, statement: String(row.statement_version), statement_hash },
    note: {},
    reverses: null,
    moves: [],
    batches: batches.map(({ code: batch, month, quantity, leaves }) => ({
      code: batch,
      registry,
      country,
      device: code,
      fuel,
      month,
      from_day: row.from_day > `${month}-01` ? row.from_day : `${month}-01`,
      to_day: lastOf(month) < row.to_day ? lastOf(month) : row.to_day,
      source_reference: sourceReference(row),
      manifest_root: Buffer.from(manifestRoot(sha256, leaves)).toString("hex"),
      quantity,
      demonstration,
      to: { account_id: business_account_id, sub_account: "available", reference: null },
      lot: { channel: "issued", unit_cost: null, currency: null, label: "" },
      foreign: [],
    })),
  };
}

/** The last day of the month. */
const lastOf = (month: string): string =>
  new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5, 7)), 0)).toISOString().slice(0, 10);

/** Holds the batches until the transaction ends: nothing else moves certificates of them, and what is read next is where they are. */
export async function holdBatches(tx: Tx, batches: readonly number[]): Promise<void> {
  await sql`
    select from certificate_batch where batch_id = any(${[...batches]}::int8[]) order by batch_id for no key update`.execute(
    tx,
  );
}

/** The batches that were made of a request, the oldest first. */
export async function batchesOf(
  db: Db,
  row: Pick<IssuanceRow, "number">,
): Promise<{ batch_id: number; code: string; quantity: number }[]> {
  return db
    .selectFrom("certificate_batch")
    .select(["batch_id", "code", "quantity"])
    .where("source_reference", "=", sourceReference(row))
    .where("manifest_root", "is not", null)
    .orderBy("batch_id")
    .execute();
}
