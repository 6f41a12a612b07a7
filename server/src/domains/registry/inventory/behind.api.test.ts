import { listInventoryRanges, listTransactions, readRangeHistory } from "@heliograph/contract";
import { expect, test } from "vitest";
import { company, memberOf } from "../../../../testing/registry/record-kit.ts";
import { redeemers } from "../../../../testing/registry/redemption-kit.ts";
import { keyFolder } from "../../../../testing/registry/sealed-kit.ts";
import { makeStatement } from "../proofs/statement.sql.ts";
import { withRecords } from "./behind.sql.ts";

const OF = { registry: "IREC", country: "VN", vintage: 2025 } as const;

test("reserved and redeemed ranges, their life and their transaction name the redemption, and its statement once it is made", async () => {
  const at = await redeemers([{ quantity: 50, fuel: "ES300" }]);
  const { db, api, own, viewer, codes } = at;
  const { device } = await db.selectFrom("certificate_batch").select("device").executeTakeFirstOrThrow();
  const ranges = async (which: "held" | "gone") =>
    (
      await api(listInventoryRanges, {
        token: viewer.token,
        query: { account: own.account, ...OF, device, which },
      })
    ).body.items;
  const { record_uid: pending } = (await at.submit(5, { fuel: "ES300" })).body;
  expect((await ranges("held"))[0].record).toEqual({
    kind: "redemption",
    record_uid: pending,
    statement: null,
  });

  const { record_uid } = await at.approved(40, { fuel: "ES300" });
  const behind = { kind: "redemption", record_uid, statement: null };
  expect((await ranges("gone")).map(({ record }: { record: unknown }) => record)).toEqual([behind]);
  const { statement_id, key } = await db
    .selectFrom("redemption_statement")
    .select(["statement_id", "key"])
    .executeTakeFirstOrThrow();
  await makeStatement(db, await keyFolder(), statement_id);
  const made = { ...behind, statement: key };
  const [range] = await ranges("gone");
  expect(range.record).toEqual(made);

  const query = { account: own.account, code: codes[0] ?? "", first: range.first, until: range.until };
  const life = await api(readRangeHistory, { token: viewer.token, query });
  expect(life.body.events.at(-1)).toMatchObject({ type: "retire", record: made });
  const { body } = await api(listTransactions, {
    token: viewer.token,
    query: { account: own.account, type: "Redemption" },
  });
  expect(body.items).toMatchObject([{ record: made }]);
});

test("R30: a record of another account is none, whatever refers to it", async () => {
  const at = await redeemers([{ quantity: 50, fuel: "ES300" }]);
  const { db, own } = at;
  await at.approved(40, { fuel: "ES300" });
  const { number: reference } = await db.selectFrom("redemption").select("number").executeTakeFirstOrThrow();
  const other = await company(db, "Another JSC");
  await memberOf(db, other, "trader");
  const seen = (me: number) =>
    db.transaction().execute((tx) => withRecords(tx, me, [{ reference }, { reference: null }]));
  expect((await seen(own.business_account_id)).map(({ record }) => record?.kind)).toEqual([
    "redemption",
    undefined,
  ]);
  expect((await seen(other.business_account_id)).map(({ record }) => record)).toEqual([null, null]);
});
