import { createHash, randomUUID } from "node:crypto";
import {
  grown,
  headText,
  isConsistent,
  listLogHeads,
  listLogKeys,
  NO_PEAKS,
  readLogConsistency,
  readLogHead,
  readLogProof,
  rootByPath,
  rootOf,
  type Hash,
  type LogHead,
} from "@heliograph/contract";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { apiOf } from "../../../../testing/api-kit.ts";
import { posted, smallLedger, tamper, transfer } from "../../../../testing/registry/ledger-db-kit.ts";
import { announcedKey, sealAll } from "../../../../testing/registry/sealed-kit.ts";
import type { Db } from "../../../platform/db.ts";
import { isSignedBy } from "../../../platform/documents/signing-key.ts";
import { pathBetween, pathOf } from "./log.sql.ts";
import { proofRoutes } from "./proofs.routes.ts";

const sha256: Hash = (bytes) => createHash("sha256").update(bytes).digest();
const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString("hex");
const bytes = (text: string) => Buffer.from(text, "hex");
const UNKNOWN = "ab".repeat(32);

/** A ledger whose log has a head after each of three transfers. */
async function log() {
  const { db, a, b } = await smallLedger();
  const key = await announcedKey(db);
  for (const [i, range] of (
    [
      [1, 11],
      [11, 21],
      [21, 31],
    ] as const
  ).entries()) {
    await posted(db, transfer(`t${i}`, a, b, range));
    await sealAll(db, key);
  }
  return { db, key, a, b, ask: await apiOf(db, (serve) => proofRoutes(serve, db)) };
}

const leavesOf = async (db: Db) =>
  (
    await db
      .selectFrom("journal_entry as e")
      .innerJoin("journal_seal as s", "s.entry_id", "e.entry_id")
      .select("e.leaf")
      .orderBy("s.seq")
      .execute()
  ).map(({ leaf }) => hex(leaf));

test("R31: anybody gets the proof of an entry by its leaf hash, and it leads to the root of a signed head", async () => {
  const { db, ask } = await log();
  const leaves = await leavesOf(db);
  for (const [index, leaf] of leaves.entries()) {
    const { status, body } = await ask(readLogProof, { query: { leaf } });
    expect(status).toBe(200);
    expect(body).toMatchObject({ index, head: { size: leaves.length } });
    const path = body.path.map(bytes);
    const root = rootByPath(sha256, { index, size: body.head.size }, { leaf: bytes(leaf), path });
    expect(root === null ? null : hex(root)).toBe(body.head.root);
  }
  const [first = ""] = leaves;
  expect((await ask(readLogProof, { query: { leaf: first, size: 3 } })).body.head.size).toBe(3);
});

test("R31: a leaf hash, a head and a size that the log does not have are refused alike", async () => {
  const { db, ask } = await log();
  const leaves = await leavesOf(db);
  const refusals = [
    await ask(readLogProof, { query: { leaf: UNKNOWN } }),
    // It came after that head.
    await ask(readLogProof, { query: { leaf: leaves.at(-1) ?? "", size: 3 } }),
    await ask(readLogProof, { query: { leaf: leaves[0] ?? "", size: 99 } }),
    await ask(readLogHead, { query: { size: 99 } }),
    await ask(readLogConsistency, { query: { from: 3, to: 99 } }),
  ];
  const { request_id: _, ...first } = refusals[0]?.body ?? {};
  for (const { status, body } of refusals) {
    expect(status).toBe(404);
    expect(body).toMatchObject({ code: first.code, title: first.title, status: 404 });
  }
  expect(first.code).toBe("log.not_found");
  expect((await ask(readLogProof, { query: { leaf: "xyz" } })).status).toBe(400);
  expect((await ask(readLogConsistency, { query: { from: 4, to: 3 } })).status).toBe(400);
});

test("R31: whoever tries leaf hashes is slowed, others are not", async () => {
  const { db, ask } = await log();
  const [leaf = ""] = await leavesOf(db);
  const asks = (address: string, of: string) => ask(readLogProof, { query: { leaf: of }, address });
  const statuses: number[] = [];
  for (let i = 0; i < 21; i += 1) {
    const guess = randomUUID().replaceAll("-", "").repeat(2);
    statuses.push((await asks("203.0.113.7", guess)).status);
  }
  expect(statuses.slice(0, 20)).toEqual(Array.from({ length: 20 }, () => 404));
  expect(statuses[20]).toBe(429);
  expect((await asks("203.0.113.8", leaf)).status).toBe(200);
});

test("R40: heads are listed from the newest on, each signed by a key that the log made known and naming the one before", async () => {
  const { db, key, ask } = await log();
  const { items }: { items: LogHead[] } = (await ask(listLogHeads)).body;
  expect(items.map(({ size }) => size)).toEqual([5, 4, 3]);
  expect((await ask(readLogHead)).body).toEqual(items[0]);
  expect((await ask(listLogHeads, { query: { below: 5, limit: 1 } })).body.items).toEqual([items[1]]);
  const [known] = (await ask(listLogKeys)).body.items;
  expect(known).toMatchObject({ key_id: key.key_id, public_key: key.public_key, use: "log" });
  items.forEach((head, i) => {
    expect(head.previous).toBe(items[i + 1]?.root ?? "");
    expect(
      isSignedBy(known.public_key, headText({ ...head, at: Date.parse(head.at) }), bytes(head.signature)),
    ).toBe(true);
  });
  expect((await leavesOf(db)).length).toBe(5);
});

test("R40: between any two heads the log is proven to have only grown, and a log that was rewritten has no such proof", async () => {
  const { db, ask } = await log();
  const state = ({ size, root }: LogHead) => ({ size, root: bytes(root) });
  for (const [from, to] of [
    [3, 3],
    [3, 4],
    [3, 5],
    [4, 5],
  ]) {
    const { body } = await ask(readLogConsistency, { query: { from: from ?? 0, to: to ?? 0 } });
    const heads = { earlier: state(body.earlier), later: state(body.later) };
    expect(isConsistent(sha256, heads, body.path.map(bytes))).toBe(true);
  }
  await tamper(db, "update journal_entry set leaf = decode(repeat('cd', 32), 'hex') where entry_id = 1");
  const { body } = await ask(readLogConsistency, { query: { from: 3, to: 5 } });
  const heads = { earlier: state(body.earlier), later: state(body.later) };
  expect(isConsistent(sha256, heads, body.path.map(bytes))).toBe(false);
});

test(
  "R40: proofs in a log of thousands of entries are right on either side of every block",
  { timeout: 60_000 },
  async () => {
    const { db, a } = await smallLedger();
    const key = await announcedKey(db);
    // As many keys as it takes: entries that move nothing.
    await db.transaction().execute(async (tx) => {
      await sql`select ledger_post(jsonb_build_object('type', 'key', 'key', 'k' || i, 'record', '{"key_id":"k","public_key":"p"}', 'note', '{}'), '[]', '[]')
      from generate_series(1, 2100) i`.execute(tx);
    });
    await posted(db, transfer("last", a, a + 1, [1, 2]));
    await sealAll(db, key);
    const { body: head } = await (await apiOf(db, (serve) => proofRoutes(serve, db)))(readLogHead);
    const leaves = await leavesOf(db);
    expect(leaves.length).toBe(head.size);
    for (const index of [0, 1, 1022, 1023, 1024, 1025, 2046, 2047, 2048, 2049, head.size - 1]) {
      const path = (await pathOf(db, { index, size: head.size })).map(bytes);
      const root = rootByPath(sha256, { index, size: head.size }, { leaf: bytes(leaves[index] ?? ""), path });
      expect(root === null ? null : hex(root)).toBe(head.root);
    }
    for (const from of [1, 1023, 1024, 1025, 2047, 2048, 2049, head.size]) {
      const earlier = {
        size: from,
        root: rootOf(sha256, grown(sha256, NO_PEAKS, leaves.slice(0, from).map(bytes))),
      };
      const path = (await pathBetween(db, { from, to: head.size })).map(bytes);
      expect(
        isConsistent(sha256, { earlier, later: { size: head.size, root: bytes(head.root) } }, path),
      ).toBe(true);
    }
  },
);
