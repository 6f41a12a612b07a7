// Counts what may be guessed at: sign-ins, registrations, questions for a new password.
import { createHash } from "node:crypto";
import { sql } from "kysely";
import type { Db, Tx } from "../../platform/db.ts";
import { addressGroup } from "../../platform/limits/address-group.ts";
import { Problem } from "../../platform/problem.ts";

/**
 * At most `count` failures of the key within any `seconds`. One that `slows` closes nothing: beyond `count` the next try has to
 * wait for a while after the last failure, which doubles from a second up to SLOWEST_S.
 */
interface Limit {
  readonly key: string;
  readonly count: number;
  readonly seconds: number;
  readonly slows?: true;
}

/** So that some 70 tries in an hour can be made against one account, over however many addresses. */
const SLOWEST_S = 60;

/** Failures older than this are counted by no limit and are swept away. */
const OLDEST_S = 3600;
/** Stale rows swept with each attempt: more than it adds, so that the table stays as small as the last hour. */
const SWEEP = 10;

/**
 * Limits of signing in. They count an account and an address together, and the address over all accounts. Tries from addresses
 * that never signed in to the account are slowed together, whatever their number; one that did (`isKnown`) is not, so that
 * nobody locks its owner out.
 */
export function signInLimits(email: string, address: string, isKnown: boolean): readonly Limit[] {
  const pair = keyOf("pair", email, addressGroup(address));
  return [
    { key: pair, count: 5, seconds: 60 },
    { key: pair, count: 30, seconds: OLDEST_S },
    { key: keyOf("address", addressGroup(address)), count: 60, seconds: 300 },
    ...(isKnown
      ? []
      : [{ key: keyOf("account", email), count: 10, seconds: OLDEST_S, slows: true } as const]),
  ];
}

/** Limits of guessing the old password with somebody's access token. */
export function passwordChangeLimits(account_id: number): readonly Limit[] {
  return [{ key: keyOf("change", String(account_id)), count: 5, seconds: 60 }];
}

/**
 * Limits of guessing the code of a second factor. They count the account alone: only who has shown its password, or came from its
 * provider, gets as far.
 */
export function codeLimits(account_id: number): readonly Limit[] {
  const key = keyOf("code", String(account_id));
  return [
    { key, count: 5, seconds: 60 },
    { key, count: 20, seconds: OLDEST_S },
  ];
}

/** Limits of calls that anybody may make and that leave something behind. */
export function openCallLimits(
  call: "register" | "forgot" | "sso" | "invitation" | "passkey" | "provider" | "proof" | "statement",
  address: string,
): readonly Limit[] {
  // An office signs on from one address.
  const count = call === "sso" || call === "passkey" || call === "provider" ? 60 : 20;
  return [{ key: keyOf(call, addressGroup(address)), count, seconds: 600 }];
}

/** E-mails and addresses are kept as hashes: the table is for counting only. */
function keyOf(kind: string, ...parts: string[]): string {
  return `${kind}:${createHash("sha256").update(parts.join("\n")).digest("base64url")}`;
}

/** An attempt that counts as failed until it is forgiven. */
interface Attempt {
  readonly failure_ids: readonly number[];
  readonly keys: readonly string[];
}

/**
 * Counts an attempt as failed before it is judged, so that a hundred at once count as a hundred. Refuses with 429
 * `too_many_attempts` and the seconds to wait when a limit is reached; what is refused is not counted.
 */
export function attempt(db: Db, limits: readonly Limit[]): Promise<Attempt> {
  const keys = [...new Set(limits.map(({ key }) => key))].toSorted();
  return db.transaction().execute(async (tx) => {
    for (const key of keys) await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(tx);
    const waits: number[] = [];
    for (const limit of limits) waits.push(await secondsToWait(tx, limit));
    const wait = Math.max(...waits);
    if (wait > 0) {
      throw new Problem(
        429,
        "too_many_attempts",
        "Too many attempts, please try again later",
        undefined,
        wait,
      );
    }
    const rows = await tx
      .insertInto("sign_in_failure")
      .values(keys.map((key) => ({ key, at: sql<Date>`clock_timestamp()` })))
      .returning("failure_id")
      .execute();
    await sweep(tx);
    return { failure_ids: rows.map(({ failure_id }) => failure_id), keys };
  });
}

/** Seconds until the limit has room for one more, rounded up; 0: it has room now. */
function secondsToWait(tx: Tx, limit: Limit): Promise<number> {
  return limit.slows === true ? secondsOfDelay(tx, limit) : secondsUntilRoom(tx, limit);
}

/** Seconds left of the delay after the last failure; 0: it is over, or too few have failed for one. */
async function secondsOfDelay(tx: Tx, { key, count, seconds }: Limit): Promise<number> {
  const { failures, since_s } = await tx
    .selectFrom("sign_in_failure")
    .select([
      sql<number>`count(*)::int`.as("failures"),
      sql<number>`coalesce(extract(epoch from clock_timestamp() - max(at)), 0)::float8`.as("since_s"),
    ])
    .where("key", "=", key)
    .where("at", ">", sql<Date>`clock_timestamp() - make_interval(secs => ${seconds})`)
    .executeTakeFirstOrThrow();
  if (failures < count) return 0;
  return Math.max(0, Math.ceil(Math.min(SLOWEST_S, 2 ** (failures - count)) - since_s));
}

async function secondsUntilRoom(tx: Tx, { key, count, seconds }: Limit): Promise<number> {
  const row = await tx
    .selectFrom("sign_in_failure")
    .select(sql<number>`ceil(extract(epoch from at - clock_timestamp()) + ${seconds})::int`.as("wait"))
    .where("key", "=", key)
    .where("at", ">", sql<Date>`clock_timestamp() - make_interval(secs => ${seconds})`)
    .orderBy("at", "desc")
    .offset(count - 1)
    .limit(1)
    .executeTakeFirst();
  return row === undefined ? 0 : Math.max(1, row.wait);
}

async function sweep(tx: Tx): Promise<void> {
  await sql`delete from sign_in_failure where at < now() - make_interval(secs => ${OLDEST_S}) and failure_id in
    (select failure_id from sign_in_failure order by failure_id limit ${SWEEP} for update skip locked)`.execute(
    tx,
  );
}

/**
 * Takes the attempt back, because it succeeded, and with it every earlier failure of the same account and address.
 * Those counted by address alone stay: else one's own account would buy guesses at others.
 */
export async function forgive(db: Db, { failure_ids, keys }: Attempt): Promise<void> {
  const pairs = keys.filter((key) => key.startsWith("pair:") || key.startsWith("change:"));
  await db
    .deleteFrom("sign_in_failure")
    .where((eb) =>
      eb.or([
        eb("failure_id", "in", [...failure_ids]),
        ...(pairs.length === 0 ? [] : [eb("key", "in", pairs)]),
      ]),
    )
    .execute();
}
