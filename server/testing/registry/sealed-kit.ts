// A log that is sealed and signed as the product does it, with a key of its own.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { announceKey, sealEntries, signHead } from "../../src/domains/registry/ledger/seal.sql.ts";
import type { Db } from "../../src/platform/db.ts";
import { signingKeyIn, type SigningKey } from "../../src/platform/documents/signing-key.ts";

/** A folder that is gone after the test. */
export async function keyFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "heliograph-key-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  return folder;
}

/** A new key that the log makes known. */
export async function announcedKey(db: Db): Promise<SigningKey> {
  const key = await signingKeyIn(await keyFolder());
  await announceKey(db, key);
  return key;
}

/** Seals what is committed, and signs the head of the log. */
export async function sealAll(db: Db, key: SigningKey): Promise<void> {
  while (await sealEntries(db));
  await signHead(db, key, true);
}
