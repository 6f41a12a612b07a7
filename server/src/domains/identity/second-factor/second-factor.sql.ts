// The second factor of an account as it is stored: the secret sealed, the recovery codes hashed.
import { randomBytes } from "node:crypto";
import { sql } from "kysely";
import type { Db, Tx } from "../../../platform/db.ts";
import { saltedHash } from "../passwords.ts";
import { sealingKeyOf } from "../secrets.sql.ts";
import { newRecoveryCodes, newSecret, shownCode, codeStep } from "./codes.ts";
import { seal, unseal } from "./sealed.ts";

const SALT_BYTES = 16;
const ownerOf = (account_id: number) => `second factor of ${account_id}`;

/** Since when codes are asked for, and how many recovery codes are left; null: none are asked for. */
export async function secondFactorOf(
  db: Db,
  account_id: number,
): Promise<{ since: Date; recovery_codes_left: number } | null> {
  const row = await db
    .selectFrom("second_factor as f")
    .select((eb) => [
      "f.confirmed_at",
      eb
        .selectFrom("recovery_code as c")
        .select(sql<number>`count(*)::int`.as("left"))
        .whereRef("c.account_id", "=", "f.account_id")
        .where("c.used_at", "is", null)
        .as("left"),
    ])
    .where("f.account_id", "=", account_id)
    .executeTakeFirst();
  if (row === undefined || row.confirmed_at === null) return null;
  return { since: row.confirmed_at, recovery_codes_left: row.left ?? 0 };
}

/** Makes a secret that waits for a code of it, in the place of one that waited; null when one is in force. */
export async function putSecret(db: Db, account_id: number): Promise<string | null> {
  const secret = newSecret();
  const sealed_secret = await seal(await sealingKeyOf(db), ownerOf(account_id), secret);
  const put = await db
    .insertInto("second_factor")
    .values({ account_id, sealed_secret, code_salt: randomBytes(SALT_BYTES) })
    .onConflict((conflict) =>
      conflict
        .column("account_id")
        .doUpdateSet({ sealed_secret, last_step: null, created_at: sql<Date>`now()` })
        .where("second_factor.confirmed_at", "is", null),
    )
    .returning("account_id")
    .executeTakeFirst();
  return put === undefined ? null : secret;
}

/** Which secret a code is held to: the one in force, or the one that waits for a first code. */
type Held = "in force" | "waiting";

/**
 * Spends six digits of the app: true once for each step of time, and for none before it. False also where there is no such secret.
 */
export async function spendDigits(
  db: Db,
  { account_id, digits, held }: { account_id: number; digits: string; held: Held },
): Promise<boolean> {
  const row = await db
    .selectFrom("second_factor")
    .select("sealed_secret")
    .where("account_id", "=", account_id)
    .where("confirmed_at", held === "waiting" ? "is" : "is not", null)
    .executeTakeFirst();
  if (row === undefined) return false;
  const secret = await unseal(await sealingKeyOf(db), ownerOf(account_id), row.sealed_secret);
  const step = codeStep(secret, digits, Date.now());
  if (step === null) return false;
  const spent = await db
    .updateTable("second_factor")
    .set({ last_step: step })
    .where("account_id", "=", account_id)
    .where("sealed_secret", "=", row.sealed_secret)
    .where((eb) => eb.or([eb("last_step", "is", null), eb("last_step", "<", step)]))
    .executeTakeFirst();
  return spent.numUpdatedRows === 1n;
}

/** Spends a recovery code of the account: true once for each. */
export async function spendRecoveryCode(db: Db, account_id: number, code: string): Promise<boolean> {
  const row = await db
    .selectFrom("second_factor")
    .select("code_salt")
    .where("account_id", "=", account_id)
    .where("confirmed_at", "is not", null)
    .executeTakeFirst();
  if (row === undefined) return false;
  const spent = await db
    .updateTable("recovery_code")
    .set({ used_at: sql<Date>`now()` })
    .where("account_id", "=", account_id)
    .where("code_hash", "=", await saltedHash(code, row.code_salt))
    .where("used_at", "is", null)
    .executeTakeFirst();
  return spent.numUpdatedRows === 1n;
}

/** Puts the secret that waits in force; false when none does. */
export async function putInForce(tx: Tx, account_id: number): Promise<boolean> {
  const changed = await tx
    .updateTable("second_factor")
    .set({ confirmed_at: sql<Date>`now()` })
    .where("account_id", "=", account_id)
    .where("confirmed_at", "is", null)
    .executeTakeFirst();
  return changed.numUpdatedRows === 1n;
}

/** New recovery codes with the hashes that are kept of them, under a salt of their own. Made before a transaction: it takes its time. */
export async function madeRecoveryCodes() {
  const codes = newRecoveryCodes();
  const code_salt = randomBytes(SALT_BYTES);
  const hashes = await Promise.all(codes.map((code) => saltedHash(code, code_salt)));
  return { recovery_codes: codes.map(shownCode), code_salt, hashes };
}

/** Keeps the recovery codes instead of those before; false when no second factor is in force. */
export async function keepRecoveryCodes(
  tx: Tx,
  account_id: number,
  { code_salt, hashes }: { code_salt: Buffer; hashes: readonly Buffer[] },
): Promise<boolean> {
  const kept = await tx
    .updateTable("second_factor")
    .set({ code_salt })
    .where("account_id", "=", account_id)
    .where("confirmed_at", "is not", null)
    .executeTakeFirst();
  if (kept.numUpdatedRows !== 1n) return false;
  await tx.deleteFrom("recovery_code").where("account_id", "=", account_id).execute();
  await tx
    .insertInto("recovery_code")
    .values(hashes.map((code_hash) => ({ account_id, code_hash })))
    .execute();
  return true;
}

/** Takes the second factor away, in force or waiting; false when none was in force. */
export async function dropSecondFactor(tx: Tx, account_id: number): Promise<boolean> {
  const row = await tx
    .deleteFrom("second_factor")
    .where("account_id", "=", account_id)
    .returning("confirmed_at")
    .executeTakeFirst();
  return row !== undefined && row.confirmed_at !== null;
}
