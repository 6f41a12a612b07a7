// A restatement beside other things that happen to the same certificates, of a whole year, and what holders elsewhere are told.
import { addDays, daysBetween, readRangeHistory } from "@heliograph/contract";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { issuanceDesk } from "../../../../../testing/registry/issuance-desk.ts";
import { generationAccounts, lastMonth, meterDays } from "../../../../../testing/registry/issuance-kit.ts";
import { issuedMonth } from "../../../../../testing/registry/issued-month.ts";
import {
  available,
  move,
  outcome,
  posted,
  reserved,
  transfer,
} from "../../../../../testing/registry/ledger-db-kit.ts";
import { posting } from "../../../../../testing/registry/ledger-kit.ts";
import { company, memberOf } from "../../../../../testing/registry/record-kit.ts";
import { verifyLedger } from "../../index.ts";
import { compareChangedDays } from "./corrections.sql.ts";

test("R6: a year of days that is restated downwards is one debit, and written again without a change none", async () => {
  const { db, plant, begin, act } = await issuanceDesk();
  const { to_day } = lastMonth();
  const from_day = `${to_day.slice(0, 4)}-01-01`;
  const days = daysBetween(from_day, to_day);
  const all = (wh: number) =>
    meterDays(db, plant, Object.fromEntries([...days, addDays(to_day, 1)].map((day) => [day, wh])));
  await all(3_020_000);
  const { record_uid } = await begin({ from_day, to_day });
  expect((await act(record_uid, "submit")).status).toBe(200);
  expect((await act(record_uid, "approve", {}, "issuer")).status).toBe(200);
  const restated = () =>
    db.selectFrom("generation_posting").selectAll().where("type", "=", "restate").execute();
  await all(3_020_000);
  await compareChangedDays(db);
  expect(await restated()).toEqual([]);
  await all(3_000_000);
  await compareChangedDays(db);
  const less = days.length * 20_000;
  expect((await restated()).map(({ metered_wh }) => metered_wh)).toEqual([-less]);
  const withdrawals = await db
    .selectFrom("journal_entry")
    .select("entry_id")
    .where("type", "=", "withdraw")
    .execute();
  expect(withdrawals.length).toBeLessThanOrEqual(1);
  const [account] = await generationAccounts(db);
  expect(account).toMatchObject({ metered_wh: days.length * 3_000_000, debt_wh: 0 });
  expect((await verifyLedger(db)).faults).toEqual([]);
});

test("R8: a restatement beside a sale and a redemption of the same certificates: each certificate has one fate, and what was not there to take is owed", async () => {
  const { db, plant, counted, month, held } = await issuedMonth();
  const quantity = Math.floor(counted / 1e6);
  const carry = counted % 1_000_000;
  const own = plant.business_account_id;
  const other = (await company(db, "Buyer")).business_account_id;
  const rounds = 6;
  const days = daysBetween(month.from_day, month.to_day);
  for (let round = 0; round < rounds; round += 1) {
    // The certificates that a withdrawal would take first, in two halves.
    const { until } = await db
      .selectFrom("certificate_holding")
      .select("until")
      .where("sub_account", "=", "available")
      .where("business_account_id", "=", own)
      .orderBy("until", "desc")
      .limit(1)
      .executeTakeFirstOrThrow();
    await meterDays(db, plant, { [days[round] ?? ""]: 1_020_000 });
    const reference = `RD-${round}`;
    const redemption = posting({
      type: "request_redemption",
      key: reference,
      reference,
      moves: [move(available(own), reserved(own, reference), until - 1, until)],
    });
    const [, sold, redeemed] = await Promise.all([
      compareChangedDays(db),
      outcome(db, transfer(`sold ${round}`, own, other, [until - 2, until - 1])),
      outcome(db, redemption),
    ]);
    expect(["taken", "moved"]).toContain(sold);
    expect(["taken", "moved"]).toContain(redeemed);
  }
  const withdrawn = await held("withdrawn");
  const [account] = await generationAccounts(db);
  const less = rounds * 2_000_000;
  expect(account).toMatchObject({
    metered_wh: counted - less,
    certified_wh: (quantity - withdrawn) * 1_000_000,
  });
  expect((account?.carry_wh ?? 0) - (account?.debt_wh ?? 0)).toBe(carry - less + withdrawn * 1_000_000);
  // Nothing that was moved was withdrawn.
  const { rows } = await sql`
    select from journal_leg w join journal_leg m on m.batch_id = w.batch_id and m.from_sub = 'available' and m.to_sub <> 'withdrawn'
      and m.first < w.until and w.first < m.until
    where w.to_sub = 'withdrawn'`.execute(db);
  expect(rows).toEqual([]);
  // What is reserved here is so for no record, which I19 says; nothing else is wrong.
  const { faults } = await verifyLedger(db);
  expect(faults.filter(({ invariant }) => invariant !== "I19")).toEqual([]);
}, 60_000);

test("R8: who holds certificates of a batch elsewhere is told which of its days were restated, and keeps them", async () => {
  const { db, api, plant, counted, restate, month } = await issuedMonth();
  const quantity = Math.floor(counted / 1e6);
  const buyer = await company(db, "Buyer");
  await posted(db, transfer("sold", plant.business_account_id, buyer.business_account_id, [1, quantity + 1]));
  const trader = await memberOf(db, buyer);
  const { code } = await db.selectFrom("certificate_batch").select("code").executeTakeFirstOrThrow();
  const told = async () => {
    const query = { account: buyer.account, code, first: 1, until: quantity + 1 };
    return (await api(readRangeHistory, { token: trader.token, query })).body;
  };
  expect((await told()).restated).toEqual([]);
  await restate(1_020_000);
  expect(await told()).toMatchObject({
    restated: [{ day: month.from_day, was_wh: 3_020_000, wh: 1_020_000 }],
    segments: [{ first: 1, until: quantity + 1, state: "available" }],
  });
});
