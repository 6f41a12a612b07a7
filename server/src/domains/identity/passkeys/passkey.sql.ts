// Passkeys as they are stored, and what they have to sign: each challenge once and for a few minutes.
import { sql } from "kysely";
import type { Db, Tx } from "../../../platform/db.ts";
import type { ProvenAccount } from "../session-begin.routes.ts";

/** The time that a browser gives its person, and some for the way, seconds. */
const CHALLENGE_S = 300;
/** Stale challenges swept with each new one: more than it adds. */
const SWEEP = 10;

/** The account's passkeys, the oldest first. */
export function passkeysOf(db: Db, account_id: number) {
  return db
    .selectFrom("passkey")
    .select(["passkey_uid", "credential_id", "transports", "name", "created_at", "last_used_at"])
    .where("account_id", "=", account_id)
    .orderBy("created_at")
    .orderBy("passkey_uid")
    .execute();
}

/** Notes a challenge that was given out: to an account that adds a passkey, or (null) to whoever signs in. */
export async function putChallenge(db: Db, challenge: string, account_id: number | null): Promise<void> {
  await db
    .insertInto("passkey_challenge")
    .values({
      challenge,
      account_id,
      expires_at: sql<Date>`now() + make_interval(secs => ${CHALLENGE_S})`,
    })
    .execute();
  await sql`delete from passkey_challenge where challenge in (
    select challenge from passkey_challenge where expires_at < now()
    order by expires_at limit ${SWEEP} for update skip locked)`.execute(db);
}

/** Uses a challenge up; false when it was not given out for this, is over, or was used before. */
export async function spendChallenge(db: Db, challenge: string, account_id: number | null): Promise<boolean> {
  const spent = await db
    .deleteFrom("passkey_challenge")
    .where("challenge", "=", challenge)
    .where(sql<boolean>`account_id is not distinct from ${account_id}`)
    .where("expires_at", ">", sql<Date>`now()`)
    .executeTakeFirst();
  return spent.numDeletedRows === 1n;
}

interface NewPasskey {
  readonly account_id: number;
  readonly credential_id: string;
  readonly public_key: Buffer;
  readonly sign_count: number;
  readonly transports: string[];
  readonly name: string;
}

/** Adds a passkey; null when its credential belongs to an account already. */
export async function insertPasskey(tx: Tx, passkey: NewPasskey): Promise<string | null> {
  const row = await tx
    .insertInto("passkey")
    .values(passkey)
    .onConflict((conflict) => conflict.column("credential_id").doNothing())
    .returning("passkey_uid")
    .executeTakeFirst();
  return row?.passkey_uid ?? null;
}

/** How many passkeys the account has, which is locked until the transaction ends. */
export async function countPasskeys(tx: Tx, account_id: number): Promise<number> {
  await tx
    .selectFrom("account")
    .select("account_id")
    .where("account_id", "=", account_id)
    .forUpdate()
    .executeTakeFirstOrThrow();
  const { count } = await tx
    .selectFrom("passkey")
    .select(sql<number>`count(*)::int`.as("count"))
    .where("account_id", "=", account_id)
    .executeTakeFirstOrThrow();
  return count;
}

/** A passkey and whose it is; undefined when there is none of that credential, or its account is disabled. */
export async function passkeyOf(
  db: Db,
  credential_id: string,
): Promise<
  | (ProvenAccount & {
      readonly passkey_uid: string;
      readonly name: string;
      readonly public_key: Buffer;
      readonly sign_count: number;
    })
  | undefined
> {
  const row = await db
    .selectFrom("passkey as p")
    .innerJoin("account as a", "a.account_id", "p.account_id")
    .select(["a.account_id", "a.account_uid", "a.password_hash"])
    .select(["p.passkey_uid", "p.name", "p.public_key", "p.sign_count"])
    .where("p.credential_id", "=", credential_id)
    .where("a.disabled_at", "is", null)
    .executeTakeFirst();
  return row;
}

/** Notes that the passkey was used, at a count of its signatures; false when another use of it came between. */
export async function notePasskeyUse(
  db: Db,
  { passkey_uid, sign_count }: { passkey_uid: string; sign_count: number },
  newCount: number,
): Promise<boolean> {
  const noted = await db
    .updateTable("passkey")
    .set({ sign_count: newCount, last_used_at: sql<Date>`now()` })
    .where("passkey_uid", "=", passkey_uid)
    .where("sign_count", "=", sign_count)
    .executeTakeFirst();
  return noted.numUpdatedRows === 1n;
}

/** Removes a passkey of the account and returns its name; null when it has none of that id. */
export async function dropPasskey(tx: Tx, account_id: number, passkey_uid: string): Promise<string | null> {
  const row = await tx
    .deleteFrom("passkey")
    .where("account_id", "=", account_id)
    .where("passkey_uid", "=", passkey_uid)
    .returning("name")
    .executeTakeFirst();
  return row?.name ?? null;
}
