// The browsers that an account's notices are pushed to, and the keys that say who pushes.
import { NOTIFICATION_LIMITS, type WebPushSubscription } from "@heliograph/contract";
import { sql } from "kysely";
import webPush from "web-push";
import type { Db, Tx } from "../../../../platform/db.ts";
import { secretOf } from "../../../../platform/secrets.sql.ts";

/** The keys of this installation for pushes (VAPID, RFC 8292), as base64url. */
interface PushKeys {
  readonly publicKey: string;
  readonly privateKey: string;
}

/** The keys for pushes, the same for every server of the installation; made when there are none yet. */
export async function pushKeysOf(db: Db): Promise<PushKeys> {
  const kept: unknown = JSON.parse(
    await secretOf(db, "push_keys", JSON.stringify(webPush.generateVAPIDKeys())),
  );
  if (!arePushKeys(kept)) throw new RangeError("The secret push_keys holds no keys");
  return kept;
}

const arePushKeys = (kept: unknown): kept is PushKeys =>
  typeof kept === "object" && kept !== null && "publicKey" in kept && "privateKey" in kept;

/** Somebody's browser. */
interface Registration {
  readonly account_id: number;
  readonly session_id: string;
  readonly app_id: string;
}

/**
 * Registers the browser for the session: whoever's it was before. Of more than an account may have the oldest are forgotten.
 */
export async function registerBrowser(
  tx: Tx,
  of: Registration,
  { endpoint, keys }: WebPushSubscription,
): Promise<void> {
  const values = { ...of, p256dh: keys.p256dh, auth: keys.auth, wait_until: null, created_at: new Date() };
  await tx
    .insertInto("push_registration")
    .values({ endpoint, ...values })
    .onConflict((conflict) => conflict.column("endpoint").doUpdateSet(values))
    .execute();
  await sql`
    delete from push_registration where account_id = ${of.account_id} and endpoint not in
      (select endpoint from push_registration where account_id = ${of.account_id}
        order by created_at desc limit ${NOTIFICATION_LIMITS.registrations})`.execute(tx);
}

/** Forgets the browser, where it is the account's. */
export async function unregisterBrowser(db: Db, account_id: number, endpoint: string): Promise<void> {
  await db
    .deleteFrom("push_registration")
    .where("account_id", "=", account_id)
    .where("endpoint", "=", endpoint)
    .execute();
}

/** A browser to push to. */
export interface PushTarget {
  readonly endpoint: string;
  readonly p256dh: string;
  readonly auth: string;
  /** Its push service asked for patience until then; null: it did not. */
  readonly wait_until: Date | null;
}

/** The account's browsers in which it has not signed out. */
export async function pushTargets(db: Db, account_id: number): Promise<PushTarget[]> {
  return db
    .selectFrom("push_registration as r")
    .innerJoin("session as s", "s.session_id", "r.session_id")
    .select(["r.endpoint", "r.p256dh", "r.auth", "r.wait_until"])
    .where("r.account_id", "=", account_id)
    .where("s.ended_at", "is", null)
    .orderBy("r.created_at")
    .execute();
}

/** Forgets a browser that its push service no longer knows. */
export async function dropTarget(db: Db, endpoint: string): Promise<void> {
  await db.deleteFrom("push_registration").where("endpoint", "=", endpoint).execute();
}

/** Notes that nothing is pushed there before the instant. */
export async function holdTarget(db: Db, endpoint: string, until: Date): Promise<void> {
  await db
    .updateTable("push_registration")
    .set({ wait_until: until })
    .where("endpoint", "=", endpoint)
    .execute();
}
