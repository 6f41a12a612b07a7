import { expect, test } from "vitest";
import { demoRedemptions } from "../../../../seeds/demo-redemptions.ts";
import { seedDemo } from "../../../../seeds/demo.ts";
import { freshStore } from "../../../../testing/file-kit.ts";
import { mintBatches } from "../../../../testing/registry/redemption-kit.ts";
import { freshDb } from "../../../../testing/test-kit.ts";
import { bringFeesInLine } from "../../settlement/payments/fees.jobs.ts";

test("the people of the demonstration redeem some certificates to the end, leave one to be paid and one to be approved, and then nothing more", async () => {
  const db = await freshDb();
  const { store } = await freshStore();
  await seedDemo(db);
  const { business_account_id } = await db
    .selectFrom("role_grant as g")
    .innerJoin("account as a", "a.account_id", "g.account_id")
    .select("g.business_account_id")
    .where("a.email", "=", "owner@demo.example")
    .executeTakeFirstOrThrow();
  const month = `${new Date().getUTCFullYear()}-01`;
  await demoRedemptions(db, store);
  expect(await db.selectFrom("redemption").select("status").execute()).toEqual([]);
  await mintBatches(db, business_account_id ?? 0, [{ quantity: 400, month }], true);
  const states = async () => {
    await demoRedemptions(db, store);
    const rows = await db
      .selectFrom("redemption")
      .select(["record_uid", "status", "version"])
      .orderBy("redemption_id")
      .execute();
    for (const { record_uid } of rows) await bringFeesInLine(db, record_uid);
    return rows.map(({ status }) => status);
  };
  expect(await states()).toEqual(["in_progress", "in_progress", "in_progress"]);
  expect(await states()).toEqual(["approved", "approved", "in_progress"]);
  expect(await states()).toEqual(["completed", "approved", "in_progress"]);
  expect(await states()).toEqual(["completed", "approved", "in_progress"]);
  const held = await db
    .selectFrom("certificate_holding")
    .select(["sub_account", "first", "until"])
    .orderBy("first")
    .execute();
  const of = (sub: string) =>
    held
      .filter(({ sub_account }) => sub_account === sub)
      .reduce((sum, { first, until }) => sum + until - first, 0);
  expect([of("retired"), of("redemption_pending"), of("available")]).toEqual([120, 70, 210]);
});
