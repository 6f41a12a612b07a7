// An inventory for tests: two companies with their people, and certificates that stay, are redeemed and change hands.
import { expect } from "vitest";
import { sql } from "kysely";
import { inventoryRoutes } from "../../src/domains/registry/inventory/inventory.routes.ts";
import type { Db } from "../../src/platform/db.ts";
import { apiOf } from "../api-kit.ts";
import { freshDb } from "../test-kit.ts";
import { available, move, posted, redemption, completedRedemption } from "./ledger-db-kit.ts";
import { newBatch, posting } from "./ledger-kit.ts";
import { company, memberOf } from "./record-kit.ts";

/** Code of the first batch. */
export const CODE = newBatch(1, 0, 100).code;
const { device, country, month } = newBatch(1, 0, 100);
const vintage = Number(month.slice(0, 4));

/** Seals what is posted, so that it has its place in the journal. */
export const sealPosted = (db: Db) => sql`select ledger_seal(1000)`.execute(db);

/** Two companies with a trader each; the first has a batch of 100, of which 1 to 60 stay, 61 to 80 are redeemed, 81 to 100 go to the other. */
export async function heldInventory() {
  const db = await freshDb();
  const api = await apiOf(db, (serve) => inventoryRoutes(serve, db));
  const own = await company(db, "Solar One");
  const other = await company(db, "Buyer Two");
  const trader = await memberOf(db, own, "trader");
  const viewer = await memberOf(db, own, "viewer");
  const buyer = await memberOf(db, other, "trader");
  const [a, b] = [own.business_account_id, other.business_account_id];
  await posted(db, posting({ type: "issue", key: "issue", batches: [newBatch(1, a, 100)] }));
  const { at: minted } = await db.selectFrom("journal_entry").select("at").executeTakeFirstOrThrow();
  // What follows is of a later millisecond.
  await expect
    .poll(async () => {
      const { rows } = await sql<{
        later: boolean;
      }>`select clock_timestamp() > ${minted}::timestamptz + interval '2 ms' as later`.execute(db);
      return rows[0]?.later;
    })
    .toBe(true);
  await posted(db, redemption("RD-1", a, [61, 81]));
  await posted(db, completedRedemption("RD-1", a, [61, 81]));
  await posted(
    db,
    posting({
      type: "transfer",
      key: "t",
      reference: "T-1",
      moves: [move(available(a), available(b), 81, 101)],
    }),
  );
  await sealPosted(db);
  const of = { account: own.account };
  const theirs = { account: other.account };
  const row = { registry: "IREC", country, device, vintage } as const;
  return { db, api, own, other, of, theirs, trader, viewer, buyer, minted, row };
}
