// What the last check of the certificate ledger found.
import type { Db } from "../../../platform/db.ts";

interface LedgerCheck {
  /** When it began: what it looked at was so then. */
  readonly at: Date;
  /** Entries that it did over again. */
  readonly entries: number;
  /** 0: everything held. */
  readonly faults: number;
  /** SHA-256 of the sources of the checker, hexadecimal; "": it is not known. */
  readonly checker: string;
}

/** Keeps what the check found, in place of the one before. */
export async function keepCheck(db: Db, { at, ...found }: LedgerCheck): Promise<void> {
  const row = { checked_at: at, ...found };
  await db
    .insertInto("ledger_check")
    .values(row)
    .onConflict((of) => of.column("is_last").doUpdateSet(row))
    .execute();
}

/** The last check; undefined: there was none yet. */
export function lastCheck(db: Db): Promise<LedgerCheck | undefined> {
  return db
    .selectFrom("ledger_check")
    .select(["checked_at as at", "entries", "faults", "checker"])
    .executeTakeFirst();
}
