// That people have notices that they have not seen.
import { sql } from "kysely";
import type { Tx } from "../../../platform/db.ts";

/** Announced with a JSON list of account ids, or "*" for all. */
export const NOTICES_CHANGED = "heliograph_notices";

/** PostgreSQL carries 8,000 bytes; more accounts than this are announced as all. */
const MOST = 500;

/** Tells open screens of the accounts, once the transaction has committed, that their notices have changed. */
export async function announceNotices(tx: Tx, account_ids: readonly number[]): Promise<void> {
  if (account_ids.length === 0) return;
  const payload = account_ids.length > MOST ? "*" : JSON.stringify(account_ids);
  await sql`select pg_notify(${NOTICES_CHANGED}, ${payload})`.execute(tx);
}
