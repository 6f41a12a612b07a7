// API keys as they are stored: what people's programs send is kept as its hash alone.
import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import { API_KEY_LIMITS, API_KEY_PREFIX, type ApiKeyRight } from "@heliograph/contract";
import { sql } from "kysely";
import type { Db, Tx } from "../../platform/db.ts";

/** `hgk_`, ten digits by which the key is found, and 32 random bytes. */
const KEY = /^(hgk_[0-9a-f]{10})_[A-Za-z0-9_-]{43}$/;
/** How long a key that expired stays in the list. */
const LISTED_DAYS = 30;

/** 32 random bytes cannot be guessed, so a plain hash is enough. */
const hashOf = (key: string) => createHash("sha256").update(key).digest();

/**
 * Adds a key of the account for the projects (null: all that it may see); null when it has as many as it may. The caller has
 * proven the projects. The key is told this once.
 */
export async function insertApiKey(
  tx: Tx,
  account_id: number,
  given: { name: string; right: ApiKeyRight; project_ids: readonly number[] | null; valid_days: number },
): Promise<{ api_key_id: number; api_key_uid: string; key: string; shown: string; expires_at: Date } | null> {
  // Whoever makes another one at the same time waits here.
  await sql`select from account where account_id = ${account_id} for no key update`.execute(tx);
  const { open } = await tx
    .selectFrom("api_key")
    .select((eb) => eb.fn.countAll<number>().as("open"))
    .where("account_id", "=", account_id)
    .where("revoked_at", "is", null)
    .where("expires_at", ">", sql<Date>`now()`)
    .executeTakeFirstOrThrow();
  if (open >= API_KEY_LIMITS.perAccount) return null;
  const shown = `${API_KEY_PREFIX}${randomBytes(5).toString("hex")}`;
  const key = `${shown}_${randomBytes(32).toString("base64url")}`;
  const row = await tx
    .insertInto("api_key")
    .values({
      account_id,
      name: given.name,
      access_right: given.right,
      all_projects: given.project_ids === null,
      shown,
      secret_hash: hashOf(key),
      expires_at: sql<Date>`now() + make_interval(days => ${given.valid_days}::int4)`,
    })
    .returning(["api_key_id", "api_key_uid", "expires_at"])
    .executeTakeFirstOrThrow();
  const { api_key_id } = row;
  const project_ids = [...new Set(given.project_ids ?? [])];
  if (project_ids.length > 0) {
    await tx
      .insertInto("api_key_project")
      .values(project_ids.map((project_id) => ({ api_key_id, project_id })))
      .execute();
  }
  return { ...row, key, shown };
}

/** The account's keys that were not revoked, the newest first; those that expired LISTED_DAYS ago are left out. */
export async function apiKeysOf(db: Db, account_id: number) {
  return db
    .selectFrom("api_key as k")
    .select(["k.api_key_uid", "k.name", "k.shown", "k.created_at", "k.expires_at"])
    .select(["k.last_used_at", "k.last_address", "k.all_projects"])
    .select(sql<ApiKeyRight>`k.access_right`.as("right"))
    .select(
      sql<number[]>`array(select project_id from api_key_project p where p.api_key_id = k.api_key_id)`.as(
        "project_ids",
      ),
    )
    .where("k.account_id", "=", account_id)
    .where("k.revoked_at", "is", null)
    .where("k.expires_at", ">", sql<Date>`now() - make_interval(days => ${LISTED_DAYS}::int4)`)
    .orderBy("k.api_key_id", "desc")
    .execute();
}

/** Ends the key of the account; null when it has none of that uid that was not revoked. */
export async function endApiKey(
  tx: Tx,
  account_id: number,
  api_key_uid: string,
): Promise<{ api_key_id: number; name: string; shown: string } | null> {
  const row = await tx
    .updateTable("api_key")
    .set({ revoked_at: sql<Date>`now()` })
    .where("account_id", "=", account_id)
    .where("api_key_uid", "=", api_key_uid)
    .where("revoked_at", "is", null)
    .returning(["api_key_id", "name", "shown"])
    .executeTakeFirst();
  return row ?? null;
}

/** A key that was shown, as it stands. */
export interface ShownApiKey {
  readonly api_key_id: number;
  readonly api_key_uid: string;
  readonly account_id: number;
  readonly account_uid: string;
  readonly shown: string;
  readonly right: ApiKeyRight;
  /** null: all. */
  readonly projects: readonly number[] | null;
  readonly stands: "good" | "revoked" | "expired" | "disabled";
  /** Its use was noted within the minute. */
  readonly is_noted: boolean;
}

/** The key; null: it is none of ours. What is secret of it is compared in constant time. */
export async function apiKeyShown(db: Db, key: string): Promise<ShownApiKey | null> {
  const [, shown] = KEY.exec(key) ?? [];
  if (shown === undefined) return null;
  const row = await db
    .selectFrom("api_key as k")
    .innerJoin("account as a", "a.account_id", "k.account_id")
    .select(["k.api_key_id", "k.api_key_uid", "k.account_id", "a.account_uid", "k.secret_hash"])
    .select(sql<ApiKeyRight>`k.access_right`.as("right"))
    .select(
      sql<number[] | null>`case when not k.all_projects then
        array(select project_id from api_key_project p where p.api_key_id = k.api_key_id) end`.as("projects"),
    )
    .select(
      sql<ShownApiKey["stands"]>`case when a.disabled_at is not null then 'disabled'
        when k.revoked_at is not null then 'revoked' when k.expires_at <= now() then 'expired' else 'good' end`.as(
        "stands",
      ),
    )
    .select(sql<boolean>`coalesce(k.last_used_at > now() - interval '1 minute', false)`.as("is_noted"))
    .where("k.shown", "=", shown)
    .executeTakeFirst();
  if (row === undefined) return null;
  const { secret_hash, ...known } = row;
  return timingSafeEqual(secret_hash, hashOf(key)) ? { ...known, shown } : null;
}

/** Notes when and from where the key was used, unless that was done within the minute; true: it never was before. */
export async function noteApiKeyUse(db: Db, api_key_id: number, address: string): Promise<boolean> {
  const used = { last_used_at: sql<Date>`now()`, last_address: address.slice(0, 64) };
  const first = await db
    .updateTable("api_key")
    .set(used)
    .where("api_key_id", "=", api_key_id)
    .where("last_used_at", "is", null)
    .executeTakeFirst();
  if (first.numUpdatedRows > 0n) return true;
  await db
    .updateTable("api_key")
    .set(used)
    .where("api_key_id", "=", api_key_id)
    .where("last_used_at", "<=", sql<Date>`now() - interval '1 minute'`)
    .execute();
  return false;
}

/** True once in ten minutes: then the log is told that the key was refused, and a program that tries for ever does not fill it. */
export async function mayNoteRefusal(db: Db, api_key_id: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("api_key")
    .set({ refused_at: sql<Date>`now()` })
    .where("api_key_id", "=", api_key_id)
    .where((eb) =>
      eb.or([eb("refused_at", "is", null), eb("refused_at", "<=", sql<Date>`now() - interval '10 minutes'`)]),
    )
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
