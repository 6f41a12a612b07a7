import { listIssuances, listWaiting } from "@heliograph/contract";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { issuanceDesk } from "../../../../testing/registry/issuance-desk.ts";
import { meteredMonth } from "../../../../testing/registry/issuance-kit.ts";
import { proposeDrafts } from "./issuance.jobs.ts";

test.each(["suspended", "under_review", "draft"])(
  "no month is proposed for an account that is %s, and what was missed is made up when it is active",
  async (status) => {
    const { db, plant } = await issuanceDesk();
    await meteredMonth(db, plant, 3_000_000);
    await sql`update business_account set status = ${status}`.execute(db);
    expect(await proposeDrafts(db, Date.now())).toBe(0);
    expect(await db.selectFrom("issuance").select("number").execute()).toEqual([]);
    await sql`update business_account set status = 'active'`.execute(db);
    expect(await proposeDrafts(db, Date.now())).toBe(1);
  },
);

test("of a suspended account's requests nothing waits for its people, a draft is thrown away and nothing is submitted", async () => {
  const { api, db, plant, trader, of, begin, act, read } = await issuanceDesk();
  const { record_uid } = await begin(await meteredMonth(db, plant, 3_020_000));
  const waiting = async () => (await api(listWaiting, { token: trader.token, query: of })).body;
  expect((await waiting()).yours).toHaveLength(1);
  await sql`update business_account set status = 'suspended'`.execute(db);
  expect((await waiting()).yours).toEqual([]);
  const list = (await api(listIssuances, { token: trader.token, query: of })).body;
  expect([list.waiting, list.ready.drafts]).toEqual([0, 0]);
  expect(await read(record_uid)).toMatchObject({
    actions: ["delete"],
    next: { by: "trader", is_you: false },
  });
  expect((await act(record_uid, "submit")).body.code).toBe("ACC-013");
  expect((await act(record_uid, "delete")).body.status).toBe("deleted");
});
