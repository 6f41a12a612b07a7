import { randomUUID } from "node:crypto";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "kysely";
import { expect, inject, onTestFinished, test } from "vitest";
import {
  available,
  businessAccounts,
  move,
  posted,
  tamper,
} from "../../../../testing/registry/ledger-db-kit.ts";
import { issueMetered } from "../../../../testing/registry/energy-kit.ts";
import { newBatch, posting } from "../../../../testing/registry/ledger-kit.ts";
import { keyFolder } from "../../../../testing/registry/sealed-kit.ts";
import { connect, type Db } from "../../../platform/db.ts";
import { signingKeyIn } from "../../../platform/documents/signing-key.ts";
import { startSealer } from "../ledger/seal.jobs.ts";
import { announceKey, sealEntries, signHead } from "../ledger/seal.sql.ts";
import { verifyJournal } from "../ledger/verify.sql.ts";
import { logKeys } from "../proofs/log.sql.ts";
import { holdUnlessCurrent, keepLastHead, ledgerHold } from "./hold.sql.ts";
import { goOnWithout } from "./keys.sql.ts";
import { readLastHead } from "./head-files.ts";

const server = () => inject("postgresUrl");
const urlOf = (name: string) => server().replace(/\/[^/]*$/, `/${name}`);

/** A database of that content that is gone after the test: a copy, as a backup of its files is one. */
async function copyOf(template: string): Promise<string> {
  const name = `t_${randomUUID().replaceAll("-", "")}`;
  const admin = connect(server(), 1);
  await sql.raw(`create database ${name} template ${template} strategy file_copy`).execute(admin.db);
  await admin.close();
  onTestFinished(async () => {
    const again = connect(server(), 1);
    await sql.raw(`drop database ${name} with (force)`).execute(again.db);
    await again.close();
  });
  return name;
}

/** Works on the database, without anybody else on it before or after. */
async function on<T>(name: string, work: (db: Db) => Promise<T>): Promise<T> {
  const pools = connect(urlOf(name), 4);
  try {
    return await work(pools.db);
  } finally {
    await pools.close();
  }
}

const transfer = (key: string, first: number) =>
  posting({ type: "transfer", key, moves: [move(available(1), available(2), first, first + 1)] });

/** A server's work on the log: what is posted is sealed, signed and kept. */
async function signed(db: Db, folder: string): Promise<void> {
  const key = await signingKeyIn(folder);
  await announceKey(db, key);
  while (await sealEntries(db));
  await signHead(db, key, true);
  await keepLastHead(db, folder);
}

/** A ledger of yesterday, its backup, and the ledger as it went on: under a head that was published. */
async function backedUp() {
  const folder = await keyFolder();
  const today = await copyOf("t_base");
  await on(today, async (db) => {
    const [a = 0] = await businessAccounts(db, 2);
    await issueMetered(db, "issue", newBatch(1, a, 100));
    await posted(db, transfer("yesterday", 1));
    await signed(db, folder);
  });
  const backup = await copyOf(today);
  await on(today, async (db) => {
    await posted(db, transfer("today", 2));
    await signed(db, folder);
  });
  return { folder, today, backup };
}

const held = { status: 503, code: "ledger.held" };

test("R24: after yesterday's backup is restored nothing is posted, sealed or signed until the log has what was published of it", async () => {
  const { folder, today, backup } = await backedUp();
  await on(backup, async (db) => {
    expect(await holdUnlessCurrent(db, folder)).toMatchObject({ size: 4, log_size: 3 });
    await expect(posted(db, transfer("after", 3))).rejects.toMatchObject(held);
    // What was posted before answers as it did.
    expect(await posted(db, transfer("yesterday", 1))).toMatchObject({ is_new: false });
    expect((await verifyJournal(db)).faults.map(({ invariant }) => invariant)).toEqual(["R24"]);
    await tamper(db, "insert into journal_unsealed select entry_id from journal_entry limit 1");
    expect(await sealEntries(db)).toBe(false);
    const { rows } = await sql`select from journal_unsealed`.execute(db);
    expect(rows).toHaveLength(1);
    expect((await verifyJournal(db)).heads).toHaveLength(1);
  });
  // The newer one has it: all goes on.
  await on(today, async (db) => {
    expect(await holdUnlessCurrent(db, folder)).toBeNull();
    await posted(db, transfer("after", 3));
  });
});

test("R24: a hold ends by itself once the missing entries are there again", async () => {
  const { folder, today } = await backedUp();
  await on(today, async (db) => {
    await tamper(db, "create table kept as table journal_seal");
    await tamper(db, "create table kept_heads as table journal_head");
    await tamper(db, "delete from journal_head where size = 4");
    await tamper(db, "delete from journal_seal where seq = 4");
    expect(await holdUnlessCurrent(db, folder)).toMatchObject({ log_size: 3 });
    await tamper(
      db,
      `insert into journal_seal (seq, prev_hash, hash, entry_id, sealed_at)
         select seq, prev_hash, hash, entry_id, sealed_at from kept where seq = 4`,
    );
    // The head itself may be missing: what counts is the log.
    expect(await holdUnlessCurrent(db, folder)).toBeNull();
    await tamper(db, "insert into journal_head select * from kept_heads where size = 4");
    await posted(db, transfer("after", 3));
    expect((await verifyJournal(db)).faults).toEqual([]);
  });
});

test("R24, R41: a log of the same length that says something else than was published is held too", async () => {
  const { folder, backup } = await backedUp();
  await on(backup, async (db) => {
    // Somebody goes on without looking: the log forks.
    await posted(db, transfer("another", 50));
    const key = await signingKeyIn(folder);
    while (await sealEntries(db));
    await signHead(db, key, true);
    expect(await holdUnlessCurrent(db, folder)).toMatchObject({ size: 4, log_size: 4 });
    await expect(posted(db, transfer("after", 3))).rejects.toMatchObject(held);
  });
});

test("R24, R43: who goes on without what was published does so under another key, and the journal says what is lost", async () => {
  const { folder, backup } = await backedUp();
  const lost = await readLastHead(folder);
  await on(backup, async (db) => {
    await holdUnlessCurrent(db, folder);
    const { key_id } = await goOnWithout(db, folder, "The disk of the database is gone");
    expect(await holdUnlessCurrent(db, folder)).toBeNull();
    await posted(db, transfer("after", 3));
    await signed(db, folder);
    const report = await verifyJournal(db);
    expect(report.faults).toEqual([]);
    // Whoever kept the head that is lost finds out.
    const kept = [{ size: lost?.size ?? 0, root: lost?.root ?? "" }];
    expect((await verifyJournal(db, kept)).faults.map(({ invariant }) => invariant)).toContain("I26");
    const keys = await logKeys(db);
    expect(keys.map((key) => [key.key_id === key_id, key.revoked?.size ?? null])).toEqual([
      [false, 3],
      [true, null],
    ]);
    const { rows } = await sql<{ record: object }>`
      select public_part::jsonb -> 'record' as record from journal_entry where key like 'revoke %'`.execute(
      db,
    );
    expect(rows[0]?.record).toMatchObject({ lost_size: "4", lost_root: lost?.root, last_size: "3" });
    await expect(goOnWithout(db, folder, "again")).rejects.toMatchObject({ code: "ledger.not_held" });
  });
  expect(await readFile(join(folder, "lost-head-4.json"), "utf8")).toContain(lost?.root ?? "none");
});

test("a server that starts on a restored backup holds the ledger and says so, and seals nothing", async () => {
  const { folder, backup } = await backedUp();
  await on(backup, async (db) => {
    const said: string[] = [];
    const sealer = startSealer({
      db,
      folder,
      failed: (what, error) => void said.push(`${what}: ${String(error)}`),
    });
    await expect.poll(() => ledgerHold(db)).not.toBeNull();
    await expect.poll(() => said.length).toBeGreaterThan(0);
    await sealer.stop();
    expect(said[0]).toMatch(
      /^the certificate ledger is held: Error: A head of 4 entries was published, [0-9a-f]{64},/,
    );
  });
});

test("a new installation is not held, and a file that is no head stops it from going on", async () => {
  const folder = await keyFolder();
  await on(await copyOf("t_base"), async (db) => {
    expect(await holdUnlessCurrent(db, folder)).toBeNull();
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, "last-head.json"), "{}");
    await expect(holdUnlessCurrent(db, folder)).rejects.toThrow();
  });
});
