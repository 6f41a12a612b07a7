import { readLogHead, readSupply } from "@heliograph/contract";
import { expect, test } from "vitest";
import { apiOf } from "../../../../testing/api-kit.ts";
import {
  available,
  businessAccounts,
  move,
  posted,
  redemption,
  reserved,
  retired,
  smallLedger,
  tamper,
  transfer,
} from "../../../../testing/registry/ledger-db-kit.ts";
import { newBatch, posting } from "../../../../testing/registry/ledger-kit.ts";
import { announcedKey, sealAll } from "../../../../testing/registry/sealed-kit.ts";
import { freshDb } from "../../../../testing/test-kit.ts";
import type { Db } from "../../../platform/db.ts";
import { ledgerWork } from "../ledger/verify.jobs.ts";
import { proofRoutes } from "./proofs.routes.ts";

const asking = (db: Db) => apiOf(db, (serve) => proofRoutes(serve, db));

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
  years: ["2025"],
  issued: 100,
  active: 100,
  retired: 0,
  external: 0,
  withdrawn: 0,
  ...counts,
  ...more,
});

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
  const retire = move(reserved(a, "R-1"), retired("R-1"), 41, 61);
  await posted(db, posting({ type: "retire", key: "r", reference: "R-1", moves: [retire] }));
  expect(await rows()).toEqual([row({ active: 80, retired: 20 })]);
  const gone = { account_id: null, sub_account: "withdrawn", reference: "W-1" } as const;
  const withdrawal = move(available(a), gone, 91, 101);
  await posted(db, posting({ type: "withdraw", key: "w", reference: "W-1", moves: [withdrawal] }));
  expect(await rows()).toEqual([row({ active: 70, retired: 20, withdrawn: 10 })]);
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
  expect(body.rows).toEqual([row(), row({ issued: 7, active: 7 }, { demonstration: true })]);
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
  expect(await rows()).toEqual([row(), row({ issued: 30, active: 30 }, { years: ["2024"] })]);
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
