import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "kysely";
import { expect, onTestFinished, test } from "vitest";
import {
  posted,
  redemption,
  smallLedger,
  tamper,
  transfer,
  completedRedemption,
} from "../../../../testing/registry/ledger-db-kit.ts";
import { keyFolder, sealAll } from "../../../../testing/registry/sealed-kit.ts";
import type { Db } from "../../../platform/db.ts";
import { signingKeyIn } from "../../../platform/documents/signing-key.ts";
import { startSealer } from "./seal.jobs.ts";
import { announceKey, signHead } from "./seal.sql.ts";
import { verifyJournal } from "./verify.sql.ts";
import type { KeptHead } from "./verify-log.sql.ts";

/** A ledger with a transfer and a completed redemption, sealed, under two heads; its key. */
async function sealedLedger() {
  const at = await smallLedger();
  const key = await signingKeyIn(await keyFolder());
  await announceKey(at.db, key);
  const named = { ...transfer("there", at.a, at.b, [11, 31]), actor_id: 7 };
  await posted(at.db, {
    ...named,
    record: { beneficiary: 'Công ty Điện "Đà Nẵng"\\\n\u0007 上海', list: ["1", "2"] },
    note: { reason: "Theo hợp đồng số 12/2025" },
  });
  await sealAll(at.db, key);
  await posted(at.db, redemption("R-1", at.a, [41, 61]));
  await posted(at.db, completedRedemption("R-1", at.a, [41, 61]));
  await sealAll(at.db, key);
  return { ...at, key };
}

const faultsOf = async (db: Db, kept: readonly KeptHead[] = []) =>
  (await verifyJournal(db, kept)).faults.map(({ invariant }) => invariant);

test("R42: what the database wrote and hashed is what a second program writes anew, in any script", async () => {
  const { db } = await sealedLedger();
  const { faults, entries, heads, totals } = await verifyJournal(db);
  expect(faults).toEqual([]);
  expect({ entries, heads: heads.map(({ size }) => size) }).toEqual({ entries: 5, heads: [3, 5] });
  expect(totals.get("IREC")).toEqual({ available: 80, retired: 20 });
});

test("R41: who rewrites the whole ledger consistently, key and all, is found by a head that was kept elsewhere", async () => {
  const { db, key, a, b } = await sealedLedger();
  const kept = (await verifyJournal(db)).heads;
  // The redemption never was: everything is made anew without it.
  await tamper(db, "delete from journal_head");
  await tamper(db, "delete from journal_seal");
  await tamper(
    db,
    "delete from journal_leg where entry_id in (select entry_id from journal_entry where type in ('retire', 'request_redemption'))",
  );
  await tamper(db, "delete from journal_entry where type in ('retire', 'request_redemption')");
  await tamper(db, "insert into journal_unsealed select entry_id from journal_entry");
  await tamper(db, "delete from certificate_holding where first > 31");
  await tamper(db, "update certificate_holding set until = 101 where first = 31");
  await sealAll(db, key);
  await posted(db, transfer("later", a, b, [50, 51]));
  await posted(db, transfer("latest", a, b, [52, 53]));
  await sealAll(db, key);
  expect(await faultsOf(db)).toEqual([]);
  expect(new Set(await faultsOf(db, kept))).toEqual(new Set(["I26"]));
  // And so is one who only took the end away.
  expect(await faultsOf(db, [{ size: 99, root: kept[0]?.root ?? "" }])).toEqual(["I26"]);
});

test("R43: a head that was signed with a key which the journal does not know is found", async () => {
  const { db } = await sealedLedger();
  const other = await signingKeyIn(await keyFolder());
  expect(await signHead(db, other, true)).toBeNull();
  await tamper(db, "update journal_head set key_id = 'another' where size = 5");
  expect(await faultsOf(db)).toContain("R43");
});

test("a second key goes on where the first ended, and heads of both are good", async () => {
  const { db, a, b } = await sealedLedger();
  const other = await signingKeyIn(await keyFolder());
  await announceKey(db, other);
  await announceKey(db, other);
  await posted(db, transfer("later", a, b, [70, 71]));
  await sealAll(db, other);
  const { faults, heads } = await verifyJournal(db);
  expect(faults).toEqual([]);
  expect(heads.map(({ size }) => size)).toEqual([3, 5, 7]);
});

test("an entry that is not sealed for more than a minute is found", async () => {
  const { db, a, b } = await sealedLedger();
  await posted(db, transfer("later", a, b, [70, 71]));
  expect(await faultsOf(db)).toEqual([]);
  await tamper(db, "update journal_entry set at = at - interval '61 seconds' where key = 'later'");
  const messages = (await verifyJournal(db)).faults.map(({ message }) => message);
  expect(messages).toContainEqual(expect.stringMatching(/^an entry has not been sealed for \d+ s$/));
});

test("R40: a sealer that dies before its commit has sealed nothing, and the next seals each entry once", async () => {
  const { db, key, a, b } = await sealedLedger();
  for (let i = 0; i < 20; i += 1) await posted(db, transfer(`t ${i}`, a, b, [70 + i, 71 + i]));
  await expect(
    db.transaction().execute(async (tx) => {
      const { rows } = await sql`select * from ledger_seal(100)`.execute(tx);
      expect(rows).toHaveLength(20);
      throw new Error("killed");
    }),
  ).rejects.toThrow("killed");
  await sealAll(db, key);
  const { faults, heads } = await verifyJournal(db);
  expect(faults).toEqual([]);
  expect(heads.at(-1)?.size).toBe(25);
});

test("R40: two heads of one size cannot be", async () => {
  const { db, key } = await sealedLedger();
  const signed = await Promise.all([signHead(db, key, true), signHead(db, key, true)]);
  expect(signed).toEqual([null, null]);
  await expect(
    sql`select ledger_head(to_jsonb(h) || '{"root": "00", "peaks": "00", "signature": "00"}') from journal_head h`.execute(
      db,
    ),
  ).rejects.toThrow();
});

test("a server that starts seals what is there, makes its key known and signs a head", async () => {
  const { db, a, b } = await smallLedger();
  await posted(db, transfer("1", a, b, [1, 2]));
  const folder = await keyFolder();
  const failures: unknown[] = [];
  const sealer = startSealer({ db, folder, failed: (_, error) => failures.push(error) });
  onTestFinished(sealer.stop);
  await expect.poll(async () => (await verifyJournal(db)).heads.map(({ size }) => size)).toEqual([3]);
  await posted(db, transfer("2", a, b, [2, 3]));
  const unsealed = () => db.selectFrom("journal_unsealed").selectAll().execute();
  await expect.poll(unsealed).toEqual([]);
  await sealer.stop();
  expect(failures).toEqual([]);
  expect(await faultsOf(db)).toEqual([]);
});

test("the key lies in a file for its owner alone, and processes that start at once share one", async () => {
  const folder = join(await keyFolder(), "ledger");
  const keys = await Promise.all(Array.from({ length: 5 }, () => signingKeyIn(folder)));
  expect(new Set(keys.map(({ key_id }) => key_id)).size).toBe(1);
  expect((await stat(join(folder, "signing-key.pem"))).mode & 0o777).toBe(0o600);
  expect(await readFile(join(folder, "signing-key.pem"), "utf8")).toContain("PRIVATE KEY");
  expect((await signingKeyIn(folder)).key_id).toBe(keys[0]?.key_id);
});
