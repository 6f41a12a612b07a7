// The sessions of an account, for its owner.
import type { SignInWay } from "@heliograph/contract";
import { sql } from "kysely";
import type { Db } from "../../../platform/db.ts";
import { addressGroup } from "../../../platform/limits/address-group.ts";
import { deviceNames } from "./device.ts";

/**
 * The sessions of the account that can be used now, the named one first, then by last use. A place is known where an earlier session
 * of the account, ended ones included as long as they are kept, was opened from the same address or line.
 */
export async function openSessionsOf(db: Db, account_id: number, session_id: string) {
  const rows = await db
    .selectFrom("session")
    .select(["session_id", "address", "user_agent", "created_at", "last_used_at"])
    .select(sql<SignInWay | null>`signed_in_by`.as("signed_in_by"))
    .select(sql<boolean>`ended_at is null and expires_at > now()`.as("is_open"))
    .where("account_id", "=", account_id)
    .orderBy("created_at")
    .execute();
  const places = new Set<string>();
  const noted = rows.map((row) => {
    const place = row.address === null ? null : addressGroup(row.address);
    const is_known_place = place !== null && places.has(place);
    if (place !== null) places.add(place);
    return { ...row, is_known_place };
  });
  return noted
    .filter(({ is_open }) => is_open)
    .map(({ session_id: session_uid, user_agent, is_open: _, ...row }) => ({
      ...row,
      ...deviceNames(user_agent ?? undefined),
      session_uid,
      is_this: session_uid === session_id,
    }))
    .toSorted(
      (a, b) => Number(b.is_this) - Number(a.is_this) || b.last_used_at.getTime() - a.last_used_at.getTime(),
    );
}

/** Ends a session of the account; false when it has none of that id that could be used. */
export async function endSessionOf(db: Db, account_id: number, session_id: string): Promise<boolean> {
  const ended = await db
    .updateTable("session")
    .set({ ended_at: sql<Date>`now()`, ended_because: "elsewhere" })
    .where("session_id", "=", session_id)
    .where("account_id", "=", account_id)
    .where("ended_at", "is", null)
    .executeTakeFirst();
  return ended.numUpdatedRows === 1n;
}

/**
 * Whether the account could still be signed in to without one of its ways: by a password, or by passkeys and a provider of which more
 * than that one are there.
 */
export async function hasAnotherWay(db: Db, account_id: number): Promise<boolean> {
  const { ways } = await db
    .selectFrom("account as a")
    .select(
      sql<number>`((a.password_hash is not null)::int * 2
        + (select count(*) from passkey p where p.account_id = a.account_id)
        + (select count(*) from provider_identity i where i.account_id = a.account_id))::int`.as("ways"),
    )
    .where("a.account_id", "=", account_id)
    .executeTakeFirstOrThrow();
  return ways > 1;
}
