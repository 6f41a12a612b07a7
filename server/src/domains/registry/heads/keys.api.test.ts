import { createHash } from "node:crypto";
import {
  canonicalText,
  checkStatement,
  signedText,
  verifyStatement,
  type LogKey,
  type RedemptionStatement,
} from "@heliograph/contract";
import { expect, test } from "vitest";
import { tamper } from "../../../../testing/registry/ledger-db-kit.ts";
import { redeemers } from "../../../../testing/registry/redemption-kit.ts";
import { keyFolder, sealAll } from "../../../../testing/registry/sealed-kit.ts";
import { publicKeyIn, signingKeyIn } from "../../../platform/documents/signing-key.ts";
import { signHead } from "../ledger/seal.sql.ts";
import { verifyJournal } from "../ledger/verify.sql.ts";
import { logKeys } from "../proofs/log.sql.ts";
import { isSignedText, makeStatement } from "../proofs/statement.sql.ts";
import { readKeys } from "./head-files.ts";
import { revokeKey, rotateKey } from "./keys.sql.ts";

const sha256 = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest();
const check = (statement: RedemptionStatement, keys: readonly LogKey[]) =>
  checkStatement(statement, { sha256, isSignedText, keys, retired: null });

/** Certificates of hydropower, whose redemptions cost nothing, and the statement of the next one. */
async function statements(demonstration = false) {
  const at = await redeemers([{ quantity: 50, fuel: "ES300" }], demonstration);
  const folder = await keyFolder();
  const next = async (): Promise<RedemptionStatement> => {
    const { record_uid } = await at.approved(5, { fuel: "ES300" });
    const { key } = (await at.read(record_uid)).statement;
    const { statement_id } = await at.db
      .selectFrom("redemption_statement")
      .select("statement_id")
      .where("key", "=", key)
      .executeTakeFirstOrThrow();
    await makeStatement(at.db, folder, statement_id);
    return (await at.api(verifyStatement, { query: { key } })).body.statement;
  };
  return { ...at, folder, next };
}

test("R43: a statement of a key that another has taken over from stays genuine, and the journal says which took over", async () => {
  const { db, folder, next } = await statements();
  const old = await next();
  const { key_id, before } = await rotateKey(db, folder);
  expect([before, key_id]).toEqual([old.signature.key_id, (await publicKeyIn(folder))?.key_id]);
  const later = await next();
  expect(later.signature.key_id).toBe(key_id);
  const keys = await logKeys(db);
  expect(keys.map((key) => [key.key_id, key.revoked])).toEqual([
    [before, null],
    [key_id, null],
  ]);
  expect([old, later].map((one) => check(one, keys).verdict)).toEqual(["genuine", "genuine"]);
  // Who has no database checks by what lies beside the key.
  expect(check(old, (await readKeys(folder)) ?? []).verdict).toBe("genuine");
  expect((await verifyJournal(db)).faults).toEqual([]);
});

test("R43: a revoked key counts up to its last head: what it signed before is genuine, and says so; what it signs later is not to be accepted", async () => {
  const { db, folder, next } = await statements();
  const old = await next();
  const stolen = await signingKeyIn(folder);
  const { last_size, next: other } = await revokeKey(db, folder, {
    key_id: stolen.key_id,
    reason: "It was stolen",
  });
  expect(last_size).toBe(Number(old.head.size));
  expect(other).toBe((await publicKeyIn(folder))?.key_id);
  const keys = await logKeys(db);
  const revoked = keys.find((key) => key.key_id === stolen.key_id)?.revoked;
  expect(revoked?.size).toBe(last_size);
  expect(check(old, keys)).toMatchObject({ verdict: "genuine", key_revoked_at: revoked?.at });
  // A checker that was saved before does not know of it, and cannot.
  const before = keys.map((key) => ({ ...key, revoked: null }));
  expect(check(old, before)).toMatchObject({ verdict: "genuine", key_revoked_at: null });
  // Whoever has the key signs a head of the log of today and a statement under it.
  const later = await next();
  const { key_id } = stolen;
  const forgedHead = { ...later.head, key: key_id };
  const { signature: _head, ...head } = forgedHead;
  const signed = { ...forgedHead, signature: hex(stolen.sign(canonicalText(head))) };
  const { signature: _own, ...content } = { ...later, head: signed };
  const forged = { ...content, signature: { key_id, value: hex(stolen.sign(signedText(content))) } };
  expect(check(forged, before).verdict).toBe("genuine");
  expect(check(forged, keys).verdict).toBe("revoked");
  expect(check(later, keys).verdict).toBe("genuine");
  // It signs no head of the log any more, and one that was put there is found.
  expect(await signHead(db, stolen, true)).toBeNull();
  await expect(revokeKey(db, folder, { key_id, reason: "again" })).rejects.toMatchObject({
    code: "key.revoked",
  });
  await expect(revokeKey(db, folder, { key_id: "none", reason: "?" })).rejects.toMatchObject({ status: 404 });
  expect((await verifyJournal(db)).faults).toEqual([]);
  await tamper(
    db,
    `update journal_head set key_id = '${key_id}' where size = (select max(size) from journal_head)`,
  );
  expect((await verifyJournal(db)).faults.map(({ invariant }) => invariant)).toContain("R43");
});

test("R43: a key that signs nothing of the log any more can be revoked, and that of demonstrations too", async () => {
  const { db, folder, next } = await statements(true);
  const shown = await next();
  const old = shown.head.key;
  const { key_id } = await rotateKey(db, folder);
  await revokeKey(db, folder, { key_id: old, reason: "It is old" });
  await revokeKey(db, folder, { key_id: shown.signature.key_id, reason: "It is a demonstration's" });
  expect((await publicKeyIn(folder))?.key_id).toBe(key_id);
  await sealAll(db, await signingKeyIn(folder));
  const keys = await logKeys(db);
  expect(check(shown, keys).verdict).toBe("demonstration");
  expect(keys.filter(({ revoked }) => revoked === null).map((key) => key.key_id)).toEqual([key_id]);
});

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString("hex");
