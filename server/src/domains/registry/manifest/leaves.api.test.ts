// Ranges know their days: by the calls of the inventory, for whoever holds them, after whatever splits (certificates.md §3.2, R30, R35).
import { addDays, listInventoryRanges, readRangeHistory, splitLot } from "@heliograph/contract";
import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { issuanceDesk } from "../../../../testing/registry/issuance-desk.ts";
import { meteredMonth } from "../../../../testing/registry/issuance-kit.ts";
import { available, move, posted } from "../../../../testing/registry/ledger-db-kit.ts";
import { posting } from "../../../../testing/registry/ledger-kit.ts";
import { company, memberOf } from "../../../../testing/registry/record-kit.ts";
import { keepLeaves, producedOfRange, unlikeManifests } from "./leaves.sql.ts";

const DAY_WH = 3_010_000;

/** A month issued in two halves, the second of which begins with what the first left, and the calls of who holds them. */
async function twoBatches() {
  const desk = await issuanceDesk();
  const { db, plant, begin, act, api, trader, of } = desk;
  const month = await meteredMonth(db, plant, DAY_WH);
  const half = addDays(month.from_day, 14);
  const first = await begin({ from_day: month.from_day, to_day: half });
  const second = await begin({ from_day: addDays(half, 1), to_day: month.to_day });
  for (const { record_uid } of [first, second]) {
    await act(record_uid, "submit");
    expect((await act(record_uid, "approve", {}, "issuer")).status).toBe(200);
  }
  const batches = await db
    .selectFrom("certificate_batch")
    .select(["batch_id", "code", "quantity"])
    .orderBy("batch_id")
    .execute();
  const vintage = Number(month.from_day.slice(0, 4));
  const row = { registry: "IREC", country: "VN", device: plant.code, vintage } as const;
  const ranges = async (token = trader.token, query: { account: string } = of) =>
    (await api(listInventoryRanges, { token, query: { ...query, ...row } })).body.items;
  const history = (
    code: string,
    at: { first: number; until: number },
    token = trader.token,
    query: { account: string } = of,
  ) => api(readRangeHistory, { token, query: { ...query, code, ...at } });
  return { ...desk, month, half, batches, ranges, history };
}

test("R35: each piece shows its own days, a batch begins with what was carried in, and the days of a range are its certificates", async () => {
  const { api, of, trader, month, half, batches, ranges, history } = await twoBatches();
  const [a, b] = batches;
  // 15 days of 3.01 MWh are 45 certificates and 0.15 MWh over, which are of the 15th day.
  expect(
    (await ranges()).map((one: { code: string; from_day: string; to_day: string }) => [
      one.code,
      one.from_day,
      one.to_day,
    ]),
  ).toEqual([
    [a?.code, month.from_day, half],
    [b?.code, half, month.to_day],
  ]);
  const split = { code: a?.code, first: 1, until: 46, after: 6, key: randomUUID() };
  expect((await api(splitLot, { token: trader.token, query: of, body: split })).status).toBe(200);
  const pieces = (await ranges()).slice(0, 2);
  expect(pieces).toMatchObject([
    { first: 1, until: 7, from_day: month.from_day, to_day: addDays(month.from_day, 1) },
    { first: 7, until: 46, from_day: addDays(month.from_day, 1), to_day: half },
  ]);
  const six = (await history(a?.code ?? "", { first: 1, until: 7 })).body;
  expect(six.days).toEqual([
    { day: month.from_day, wh: DAY_WH, carried: false },
    { day: addDays(month.from_day, 1), wh: 6_000_000 - DAY_WH, carried: false },
  ]);
  expect([six.from_day, six.to_day]).toEqual([month.from_day, addDays(month.from_day, 1)]);
  const carried = (await history(b?.code ?? "", { first: 1, until: 2 })).body;
  expect(carried.days).toEqual([
    { day: half, wh: 150_000, carried: true },
    { day: addDays(half, 1), wh: 850_000, carried: false },
  ]);
});

test("R30: who bought a range sees the Wh of each day of its own certificates, no others' and no plant", async () => {
  const { db, plant, batches, history, ranges, month, half } = await twoBatches();
  const other = await company(db, "Buyer");
  const buyer = await memberOf(db, other, "trader");
  const theirs = { account: other.account };
  const [a] = batches;
  const [from, to] = [available(plant.business_account_id), available(other.business_account_id)];
  const moves = [{ ...move(from, to, 40, 46), batch_id: a?.batch_id ?? 0 }];
  await posted(db, posting({ type: "transfer", key: "t", reference: "T-1", moves, batches: [] }));
  expect(await ranges(buyer.token, theirs)).toMatchObject([
    { first: 40, until: 46, from_day: addDays(half, -2), to_day: half },
  ]);
  const all = (await history(a?.code ?? "", { first: 1, until: 46 }, buyer.token, theirs)).body;
  const wh = all.days.reduce((sum: number, day: { wh: number }) => sum + day.wh, 0);
  expect([wh, all.days[0].day, all.project_uid]).toEqual([6_000_000, addDays(half, -2), null]);
  // Who issued them sees what it had of all of it.
  const own = (await history(a?.code ?? "", { first: 1, until: 46 })).body;
  expect([own.days.length, own.days[0].day]).toEqual([15, month.from_day]);
  const stranger = await company(db, "Nobody");
  const person = await memberOf(db, stranger, "trader");
  const refused = await history(a?.code ?? "", { first: 1, until: 46 }, person.token, {
    account: stranger.account,
  });
  expect(refused.body.code).toBe("GEN-404");
});

test("the days of a batch are kept once and whole, and a change of one of them is found by the root in the journal", async () => {
  const { db, batches } = await twoBatches();
  const [a] = batches;
  const code = a?.code ?? "";
  expect(await unlikeManifests(db)).toEqual([]);
  await expect(sql`update certificate_leaf set day = day + 1`.execute(db)).rejects.toThrow("not changed");
  await expect(sql`delete from certificate_leaf`.execute(db)).rejects.toThrow("not changed");
  await expect(sql`truncate certificate_leaf`.execute(db)).rejects.toThrow("not changed");
  const more = { code, leaves: [{ day: "2026-01-01", wh: 5 }] };
  await expect(db.transaction().execute((tx) => keepLeaves(tx, [more]))).rejects.toThrow();
  await sql`alter table certificate_leaf disable trigger only_added`.execute(db);
  await sql`update certificate_leaf set day = day - 1 where batch_id = ${a?.batch_id ?? 0} and begin_wh = 0`.execute(
    db,
  );
  expect(await unlikeManifests(db)).toEqual([code]);
});

test("leaves that are not the batch's certificates are refused, and a range without kept days has none", async () => {
  const { db, batches } = await twoBatches();
  const [a] = batches;
  await sql`alter table certificate_leaf disable trigger only_added`.execute(db);
  await sql`delete from certificate_leaf`.execute(db);
  const produced = async (first: number, until: number) => {
    const { rows } = await sql`
      select p.from_day, p.to_day from (select ${a?.batch_id}::int8, ${first}::int8, ${until}::int8) as r (batch_id, first, until)
      ${producedOfRange}`.execute(db);
    return rows[0];
  };
  expect(await produced(1, 46)).toEqual({ from_day: null, to_day: null });
  const keep = (...leaves: { day: string; wh: number }[]) =>
    db.transaction().execute((tx) => keepLeaves(tx, [{ code: a?.code ?? "", leaves }]));
  const whole = "The days of batch";
  await expect(keep({ day: "2026-01-01", wh: 44_000_000 })).rejects.toThrow(whole);
  await expect(keep({ day: "2026-01-01", wh: 45_000_001 })).rejects.toThrow(whole);
  await keep({ day: "2026-01-01", wh: 40_000_000 }, { day: "2026-01-03", wh: 5_000_000 });
  expect(await produced(40, 42)).toEqual({ from_day: "2026-01-01", to_day: "2026-01-03" });
  expect(await produced(41, 42)).toEqual({ from_day: "2026-01-03", to_day: "2026-01-03" });
});
