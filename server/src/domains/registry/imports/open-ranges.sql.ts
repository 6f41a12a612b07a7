// Serial numbers that imports have declared and that have not come. Each is in one import.
import { alreadyHere, joined, type SerialRange } from "@heliograph/contract";
import { sql } from "kysely";
import pg from "pg";
import type { Db, Tx } from "../../../platform/db.ts";
import { GuardRefusal } from "../../../platform/problem.ts";

interface Open {
  readonly import_id: number;
  readonly origin: string;
  readonly series: string;
}

const EXCLUDED = "23P01";

/** What the import still waits for, in serial order. */
export async function openRanges(db: Db, import_id: number): Promise<SerialRange[]> {
  const { rows } = await sql<SerialRange>`
    select lower(range) as first, upper(range) as until from rec_import_open where import_id = ${import_id} order by 1`.execute(
    db,
  );
  return joined(rows) ?? [];
}

/** Sets what the import still waits for. Refuses with IMP-003 what another import waits for; a transaction that would wait for the same waits for this one. */
export async function setOpenRanges(
  tx: Tx,
  { import_id, origin, series }: Open,
  ranges: readonly SerialRange[],
): Promise<void> {
  await tx.deleteFrom("rec_import_open").where("import_id", "=", import_id).execute();
  for (const { first, until } of ranges) {
    try {
      await sql`insert into rec_import_open values (${import_id}, ${origin}, ${series}, int8range(${first}, ${until}))`.execute(
        tx,
      );
    } catch (error) {
      if (!(error instanceof pg.DatabaseError) || error.code !== EXCLUDED) throw error;
      throw new GuardRefusal(422, [alreadyHere({ first, last: until - 1 })]);
    }
  }
}

/** True where another open import waits for one of the serial numbers. */
export async function isDeclared(
  db: Db,
  { origin, series }: Omit<Open, "import_id">,
  { first, until }: SerialRange,
): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (select from rec_import_open where origin = ${origin} and series = ${series}
      and range && int8range(${first}, ${until})) as found`.execute(db);
  return rows[0]?.found === true;
}
