import { sql } from "kysely";
import { expect, test } from "vitest";
import { generationAccounts, registeredPlant } from "../../../../testing/registry/issuance-kit.ts";
import { freshDb } from "../../../../testing/test-kit.ts";
import { lockAccounts, postGeneration, setCarried } from "./generation-ledger.sql.ts";
import { issuedDevices } from "./registered-devices.sql.ts";

/** The account of a plant for 2025, and what posts to it. */
async function generation() {
  const db = await freshDb();
  const [device] = await issuedDevices(db, await registeredPlant(db));
  if (device === undefined) throw new Error("The plant has a device");
  const { own } = await db.transaction().execute((tx) => lockAccounts(tx, device, 2025));
  const { generation_account_id } = own;
  const post = (columns: object) =>
    db
      .transaction()
      .execute((tx) =>
        postGeneration(tx, { generation_account_id, type: "accept", issuance_id: null, ...columns }),
      );
  return { db, device, own, post };
}

test("I4: a posting whose sides do not balance is refused, and so is one that leaves something below 0", async () => {
  const { db, post } = await generation();
  await expect(post({ metered_wh: 5, reserved_wh: 4 })).rejects.toThrow("sides_balance");
  await expect(post({ metered_wh: 5, reserved_wh: 6, unclaimed_wh: -1 })).rejects.toThrow("unclaimed_wh");
  await post({ metered_wh: 5, reserved_wh: 5 });
  await expect(post({ reserved_wh: -6, unclaimed_wh: 6 })).rejects.toThrow("reserved_wh");
  expect(await generationAccounts(db)).toMatchObject([{ metered_wh: 5, reserved_wh: 5 }]);
});

test("I21: carry lies in 0 to 999,999 Wh, debt is never below 0, and what is certified is whole", async () => {
  const { post } = await generation();
  await post({ metered_wh: 3_000_000, unclaimed_wh: 3_000_000 });
  await expect(post({ unclaimed_wh: -1_000_000, carry_wh: 1_000_000 })).rejects.toThrow(
    "carry_below_one_certificate",
  );
  await expect(post({ debt_wh: -1, unclaimed_wh: -1 })).rejects.toThrow("debt_not_negative");
  await expect(post({ unclaimed_wh: -500_000, certified_wh: 500_000 })).rejects.toThrow("certified_wh");
  await post({ unclaimed_wh: -2_999_999, certified_wh: 2_000_000, carry_wh: 999_999 });
});

test("postings are only added, and the days that are carried sum to the carry", async () => {
  const { db, own, post } = await generation();
  await post({ metered_wh: 7, carry_wh: 7 });
  await expect(sql`update generation_posting set metered_wh = 8, carry_wh = 8`.execute(db)).rejects.toThrow(
    "not changed",
  );
  await expect(sql`delete from generation_posting`.execute(db)).rejects.toThrow("not changed");
  const carry = (wh: number) =>
    db.transaction().execute((tx) => setCarried(tx, own, [{ day: "2025-10-01", wh }]));
  await expect(carry(8)).rejects.toThrow("do not sum");
  await carry(7);
});
