import { expect, test } from "vitest";
import {
  available,
  move,
  posted,
  redemption,
  smallLedger,
  transfer,
} from "../../../../testing/registry/ledger-db-kit.ts";
import { newBatch, posting } from "../../../../testing/registry/ledger-kit.ts";
import type { Db } from "../../../platform/db.ts";
import { inventoryPage } from "./inventory.sql.ts";

const pageOf = (db: Db, business_account_id: number, page = 1, size = 10) =>
  db.transaction().execute((tx) => inventoryPage(tx, { business_account_id, page, size }));

test("an inventory says by device and month what the account holds, and nothing of what others hold", async () => {
  const { db, a, b, c } = await smallLedger();
  const september = { ...newBatch(2, a, 40), code: "IREC-VN-D000123-202509-0001", month: "2025-09" };
  const days = { from_day: "2025-09-01", to_day: "2025-09-30" };
  await posted(
    db,
    posting({ type: "issue", key: "s", batches: [{ ...september, ...days }, newBatch(3, a, 7)] }),
  );
  await posted(db, transfer("1", a, b, [1, 11]));
  await posted(db, redemption("R-1", a, [21, 41]));
  const sale = move(available(a), { account_id: a, sub_account: "on_sale", reference: "O-1" }, 50, 55);
  await posted(db, posting({ type: "place_sale", key: "o", reference: "O-1", moves: [sale] }));
  const device = { registry: "IREC", country: "VN", device: "D000123", fuel: "ES100" };
  const none = { on_sale: 0, in_settlement: 0, redemption_pending: 0 };
  const october = {
    ...device,
    ...none,
    month: "2025-10",
    available: 72,
    on_sale: 5,
    redemption_pending: 20,
    total: 97,
  };
  const before = { ...device, ...none, month: "2025-09", available: 40, total: 40 };
  expect(await pageOf(db, a)).toEqual({ rows: [october, before], total_items: 2 });
  expect(await pageOf(db, a, 2, 1)).toEqual({ rows: [before], total_items: 2 });
  expect(await pageOf(db, b)).toEqual({
    rows: [{ ...device, ...none, month: "2025-10", available: 10, total: 10 }],
    total_items: 1,
  });
  expect(await pageOf(db, c)).toEqual({ rows: [], total_items: 0 });
});
