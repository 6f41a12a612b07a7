import { listLogHeads, listLogKeys, readLogHead, readSupply } from "@heliograph/contract";
import { expect, test } from "vitest";
import { apiOf } from "../../../../testing/api-kit.ts";
import {
  available,
  businessAccounts,
  move,
  posted,
  redemption,
  smallLedger,
  tamper,
  transfer,
  completedRedemption,
} from "../../../../testing/registry/ledger-db-kit.ts";
import { oweEnergy } from "../../../../testing/registry/energy-kit.ts";
import { newBatch, posting } from "../../../../testing/registry/ledger-kit.ts";
import { announcedKey, sealAll } from "../../../../testing/registry/sealed-kit.ts";
import { freshDb } from "../../../../testing/test-kit.ts";
import type { Db } from "../../../platform/db.ts";
import { ledgerWork } from "../ledger/verify.jobs.ts";
import { proofRoutes } from "./proofs.routes.ts";

/** The calls, each six seconds after the one before: numbers are kept for five. */
const asking = (db: Db) => {
  let now = 0;
  return apiOf(db, (serve) =>
    proofRoutes(serve, db, () => {
      now += 6000;
      return now;
    }),
  );
};

/** A run of the nightly check. */
async function nightly(db: Db): Promise<void> {
  const [check] = ledgerWork;
  // oxlint-disable-next-line no-unsafe-type-assertion -- the check uses the database alone
  const at = { db, signal: new AbortController().signal } as Parameters<NonNullable<typeof check>["run"]>[1];
  await check?.run({}, at);
}

/** The row of 100 certificates, in words of the answer. */
const row = (counts: Record<string, number> = {}, more: Record<string, unknown> = {}) => ({
  registries: ["IREC"],
  demonstration: false,
  countries: ["VN"],
  fuels: ["ES100"],
  years: ["2025"],
  issued: 100,
  active: 100,
  retired: 0,
  external: 0,
  withdrawn: 0,
  metered_wh: 100_000_000,
  declared_wh: 0,
  certified_wh: 100_000_000,
  debt_wh: 0,
  ...counts,
  ...more,
});

/** Of certificates that nothing was measured for. */
const NO_ENERGY = { metered_wh: 0, certified_wh: 0 };

/** Gives each of the others a certificate, so that three accounts had some. */
async function shared({ db, a, b, c }: Awaited<ReturnType<typeof smallLedger>>): Promise<void> {
  await posted(db, transfer("to b", a, b, [1, 2]));
  await posted(db, transfer("to c", a, c, [2, 3]));
}

test("without a ledger there are no certificates, no head and no check", async () => {
  const ask = await asking(await freshDb());
  const { status, body } = await ask(readSupply);
  expect({ status, body }).toMatchObject({
    status: 200,
    body: { rows: [], too_few: false, head: null, check: null },
  });
});

test("the proof of supply counts what the ledger holds: after an issue, a transfer that splits it, a reservation, a retirement and a withdrawal", async () => {
  const ledger = await smallLedger();
  const { db, a, b } = ledger;
  await shared(ledger);
  const ask = await asking(db);
  const rows = async () => (await ask(readSupply)).body.rows;
  expect(await rows()).toEqual([row()]);
  await posted(db, transfer("split", a, b, [11, 31]));
  expect(await rows()).toEqual([row()]);
  await posted(db, redemption("R-1", a, [41, 61]));
  expect(await rows()).toEqual([row()]);
  await posted(db, completedRedemption("R-1", a, [41, 61]));
  expect(await rows()).toEqual([row({ active: 80, retired: 20 })]);
  const gone = { account_id: null, sub_account: "withdrawn", reference: "W-1" } as const;
  const withdrawal = move(available(a), gone, 91, 101);
  await posted(db, posting({ type: "withdraw", key: "w", reference: "W-1", moves: [withdrawal] }));
  expect(await rows()).toEqual([row({ active: 70, retired: 20, withdrawn: 10 })]);
});

test("R33, I4: what was metered, declared and certified is published, and a debt as long as it is owed", async () => {
  const ledger = await smallLedger();
  const { db } = ledger;
  await shared(ledger);
  await oweEnergy(db, "D000123", 2025, 1_500_000);
  const { body } = await (await asking(db))(readSupply);
  expect(body.rows).toEqual([row({ metered_wh: 98_500_000, debt_wh: 1_500_000 })]);
});

test("the supply is added up once for all who ask at a time, and not again within five seconds, however much is posted", async () => {
  const ledger = await smallLedger();
  const { db, a, b } = ledger;
  await shared(ledger);
  let now = 0;
  const ask = await apiOf(db, (serve) => proofRoutes(serve, db, () => now));
  const at = async () => (await ask(readSupply)).body.at;
  const [first, ...others] = await Promise.all(Array.from({ length: 20 }, at));
  expect(new Set(others)).toEqual(new Set([first]));
  await posted(db, transfer("later", a, b, [50, 51]));
  now = 4999;
  expect(await at()).toBe(first);
  now = 5000;
  expect(await at()).not.toBe(first);
});

test("whoever asks for heads, keys and the supply more than 120 times in a minute from one address is refused, until the minute is over", async () => {
  const { db } = await smallLedger();
  let now = 0;
  const ask = await apiOf(db, (serve) => proofRoutes(serve, db, () => now));
  const statuses = new Set<number>();
  for (let n = 0; n < 119; n += 1) statuses.add((await ask(listLogKeys)).status);
  statuses.add((await ask(readSupply)).status);
  expect(statuses).toEqual(new Set([200]));
  const calls = [listLogKeys, listLogHeads, readLogHead, readSupply] as const;
  for (const call of calls) expect((await ask(call)).body.code).toBe("calls.too_many");
  now = 60_000;
  expect((await ask(listLogKeys)).status).toBe(200);
});

test("R14: certificates of demonstrations are marked and counted apart", async () => {
  const ledger = await smallLedger();
  const { db } = ledger;
  await shared(ledger);
  const [demo = 0] = await businessAccounts(db, 1, true);
  const batch = newBatch(2, demo, 7);
  const batches = [{ ...batch, code: `DEMO-${batch.code}`, demonstration: true }];
  await posted(db, posting({ type: "issue", key: "demo", batches }));
  const { body } = await (await asking(db))(readSupply);
  expect(body.rows).toEqual([row(), row({ issued: 7, active: 7, ...NO_ENERGY }, { demonstration: true })]);
});

test("R30: who had certificates of a year counts, so that a year of fewer than three accounts is shown with another", async () => {
  const { db, a, b, c } = await smallLedger();
  const before = { month: "2024-10", from_day: "2024-10-01", to_day: "2024-10-31" };
  const batch = newBatch(2, a, 30);
  const batches = [{ ...batch, ...before, code: batch.code.replace("2025", "2024") }];
  await posted(db, posting({ type: "issue", key: "before", batches }));
  const ask = await asking(db);
  const rows = async () => (await ask(readSupply)).body.rows;
  const both = row({ issued: 130, active: 130 }, { years: ["2025", "2024"] });
  // Until then one account has all.
  expect((await ask(readSupply)).body).toMatchObject({ rows: [], too_few: true });
  const to = (account: number, first: number, until: number, batch_id: number) =>
    posted(
      db,
      posting({
        type: "transfer",
        key: `${account} ${batch_id}`,
        moves: [{ ...move(available(a), available(account), first, until), batch_id }],
      }),
    );
  await to(b, 1, 11, 1);
  await to(c, 11, 21, 1);
  expect(await rows()).toEqual([both]);
  await to(b, 1, 11, 2);
  await to(c, 11, 21, 2);
  expect(await rows()).toEqual([row(), row({ issued: 30, active: 30, ...NO_ENERGY }, { years: ["2024"] })]);
});

test("the proof of supply has the newest signed head, and what the last check of the ledger found", async () => {
  const { db, a, b } = await smallLedger();
  const key = await announcedKey(db);
  await sealAll(db, key);
  const ask = await asking(db);
  expect((await ask(readSupply)).body.check).toBeNull();
  const begun = Date.now();
  await nightly(db);
  const good = (await ask(readSupply)).body;
  expect(good.head).toEqual((await ask(readLogHead)).body);
  expect(good.check).toMatchObject({ entries: 2, faults: 0 });
  expect(Date.parse(good.check.at)).toBeGreaterThanOrEqual(begun);
  await posted(db, transfer("named", a, b, [11, 31]));
  await sealAll(db, key);
  await tamper(db, "update journal_entry set actor_id = 8 where key = 'named'");
  await expect(nightly(db)).rejects.toThrow("1 faults of the certificate ledger");
  const bad = (await ask(readSupply)).body;
  expect(bad.check).toMatchObject({ entries: 3, faults: 1 });
  expect(bad.head.size).toBe(3);
});
