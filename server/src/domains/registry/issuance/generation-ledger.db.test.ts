import { sql } from "kysely";
import { expect, test } from "vitest";
import { generationAccounts, registeredPlant } from "../../../../testing/registry/issuance-kit.ts";
import { freshDb } from "../../../../testing/test-kit.ts";
import {
  acceptedDays,
  lockAccounts,
  postGeneration,
  setCarried,
  writeAccepted,
} from "./generation-ledger.sql.ts";
import { insertIssuance } from "./issuance.sql.ts";
import { issuedDevices } from "./registered-devices.sql.ts";

/** The account of a plant for 2025, and what posts to it, with the days that it is about. */
async function generation() {
  const db = await freshDb();
  const [device] = await issuedDevices(db, await registeredPlant(db));
  if (device === undefined) throw new Error("The plant has a device");
  const { own } = await db.transaction().execute((tx) => lockAccounts(tx, device, 2025));
  const { generation_account_id } = own;
  const day = "2025-10-01";
  const { issuance_id } = await db
    .transaction()
    .execute((tx) =>
      insertIssuance(tx, device, { from_day: day, to_day: day, number: "IS-2025-000001", created_by: null }),
    );
  const post = (columns: { metered_wh?: number; carry_wh?: number; [name: string]: number | undefined }) =>
    db.transaction().execute(async (tx) => {
      await postGeneration(tx, { generation_account_id, type: "accept", issuance_id, ...columns });
      const before = (await acceptedDays(tx, device, { from_day: day, to_day: day })).get(day);
      const metered_wh = (before?.metered_wh ?? 0) + (columns.metered_wh ?? 0);
      const of = { generation_account_id, issuance_id, statement_version: 1 };
      await writeAccepted(tx, device, of, [{ day, metered_wh, declared_wh: 0 }]);
      const carried = (columns.carry_wh ?? 0) === 0 ? [] : [{ day, wh: columns.carry_wh ?? 0 }];
      if ((columns.carry_wh ?? 0) !== 0) await setCarried(tx, own, carried);
    });
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

test("I21, I25: nobody writes an account, its days or what was issued beside the postings, also not by a slip of a superuser", async () => {
  const { db, own, post } = await generation();
  await post({ metered_wh: 3_000_000, unclaimed_wh: 2_999_993, carry_wh: 7 });
  const refused = [
    "update generation_account set metered_wh = 0, unclaimed_wh = 0, carry_wh = 0",
    "update generation_account set certified_wh = 2000000, unclaimed_wh = 999993",
    "update generation_account set vintage = 2024",
    "update generation_account set registry = 'TIGR'",
    "insert into generation_account (lineage_id, registry, vintage, metered_wh, unclaimed_wh) select lineage_id, 'TIGR', 2024, 1, 1 from generation_account",
    "update accepted_day set metered_wh = 2999999",
    "update accepted_day set generation_account_id = generation_account_id + 1",
    `update generation_account set carried = '[{"day": "2025-10-01", "wh": 6}]'`,
    "delete from accepted_day",
    "delete from generation_account",
    `insert into generation_posting (generation_account_id, type, metered_wh, unclaimed_wh) values (${own.generation_account_id}, 'accept', 5, 5)`,
    ...[
      "generation_account",
      "generation_posting",
      "accepted_day",
      "generation_statement",
      "generation_day",
    ].map((table) => `truncate ${table} cascade`),
  ];
  const taken: string[] = [];
  for (const statement of refused) {
    const done = sql.raw(statement).execute(db);
    const isTaken = await done.then(
      () => true,
      () => false,
    );
    if (isTaken) taken.push(statement);
  }
  expect(taken).toEqual([]);
  expect(await generationAccounts(db)).toMatchObject([
    { metered_wh: 3_000_000, unclaimed_wh: 2_999_993, carry_wh: 7 },
  ]);
});
