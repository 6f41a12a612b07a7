import { randomUUID } from "node:crypto";
import { SESSION_MAX_DAYS, type SignInWay } from "@heliograph/contract";
import { sql } from "kysely";
import type { Db, Tx } from "../../platform/db.ts";
import type { Session } from "../../platform/http.ts";
import { addressGroup } from "../../platform/limits/address-group.ts";
import { prepared } from "../../platform/postgres/prepared.ts";

/** Within this time the previous refresh token is answered with the same successor: tabs of one browser race. */
const GRACE_S = 10;
/** Sessions an account may have open; the oldest beyond are ended. */
const SESSIONS_PER_ACCOUNT = 500;
/** Ended and expired sessions are kept this long for the audit, then swept, a few with each sign-in. */
const KEPT_DAYS = 30;
const SWEEP = 10;

interface Opened {
  readonly session_id: string;
  readonly created_at: Date;
  readonly expires_at: Date;
}

/**
 * Begins a session of the account; null when, since `password_hash` was read, the password has changed or the
 * account was disabled. Ends the account's oldest sessions beyond the number it may have.
 */
export async function openSession(
  tx: Tx,
  who: {
    account_id: number;
    password_hash: string | null;
    address: string;
    user_agent: string | undefined;
    signed_in_by: SignInWay;
    /** SESSION_MAX_DAYS when left out. */
    livesSeconds?: number;
  },
): Promise<Opened | null> {
  const opened = await tx
    .insertInto("session")
    .columns(["session_id", "account_id", "expires_at", "address", "user_agent", "signed_in_by"])
    .expression((eb) =>
      eb
        .selectFrom("account")
        .select([
          sql<string>`${randomUUID()}::uuid`.as("session_id"),
          "account_id",
          sql<Date>`now() + make_interval(secs => ${who.livesSeconds ?? SESSION_MAX_DAYS * 86_400})`.as(
            "expires_at",
          ),
          sql<string>`${who.address.slice(0, 64)}`.as("address"),
          sql<string | null>`${who.user_agent ?? null}`.as("user_agent"),
          sql<SignInWay>`${who.signed_in_by}`.as("signed_in_by"),
        ])
        .where("account_id", "=", who.account_id)
        .where("disabled_at", "is", null)
        .where(sql<boolean>`password_hash is not distinct from ${who.password_hash}`)
        // Waits for a change of password that is under way; then the row no longer fits.
        .forShare(),
    )
    .returning(["session_id", "created_at", "expires_at"])
    .executeTakeFirst();
  if (opened === undefined) return null;
  await sql`update session set ended_at = now(), ended_because = 'cleared' where session_id in (
    select session_id from session where account_id = ${who.account_id} and ended_at is null
    order by created_at desc, session_id offset ${SESSIONS_PER_ACCOUNT})`.execute(tx);
  await sql`delete from session where session_id in (
    select session_id from session where expires_at < now() - make_interval(days => ${KEPT_DAYS})
    order by expires_at limit ${SWEEP} for update skip locked)`.execute(tx);
  return opened;
}

/**
 * Whether a session of the account was opened from the address, or from its line, as long as sessions are kept: those that can
 * still be used and KEPT_DAYS more. False also where there is no such account.
 */
export async function hasSignedInFrom(db: Db, email: string, address: string): Promise<boolean> {
  const rows = await db
    .selectFrom("session as s")
    .innerJoin("account as a", "a.account_id", "s.account_id")
    .select("s.address")
    .distinct()
    .where("a.email", "=", email)
    .execute();
  const group = addressGroup(address);
  return rows.some((row) => row.address !== null && addressGroup(row.address) === group);
}

const kindOf = (kind: string): Session["kind"] =>
  kind === "admin" || kind === "platform_operator" ? kind : "user";

/** The time of a session's last use is kept to this. */
const USE_NOTED_S = 60;

/**
 * Who the session belongs to; null when it was ended, has expired, or the account is disabled. Notes that it was used, at most once
 * in USE_NOTED_S.
 */
export async function liveSession(db: Db, session_id: string): Promise<Session | null> {
  const { rows } = await sql<
    Omit<Session, "kind"> & { kind: string; is_use_to_note: boolean }
  >`${prepared("live_session")}
    select s.session_id, a.account_id, a.account_uid, a.kind,
      s.last_used_at < now() - make_interval(secs => ${USE_NOTED_S}) as is_use_to_note
    from session s join account a on a.account_id = s.account_id
    where s.session_id = ${session_id} and s.ended_at is null and s.expires_at > now() and a.disabled_at is null`.execute(
    db,
  );
  const [row] = rows;
  if (row === undefined) return null;
  const { is_use_to_note, ...session } = row;
  if (is_use_to_note) {
    await db
      .updateTable("session")
      .set({ last_used_at: sql<Date>`now()` })
      .where("session_id", "=", session_id)
      .execute();
  }
  return { ...session, kind: kindOf(row.kind) };
}

interface Rotated {
  readonly generation: number;
  readonly expires_at: Date;
  readonly account_uid: string;
}

/**
 * Moves the session from the generation to the next, once. Null: it is at another generation by now, has ended or
 * expired, or the account is disabled.
 */
export async function rotate(db: Db, session_id: string, generation: number): Promise<Rotated | null> {
  const row = await db
    .updateTable("session as s")
    .from("account as a")
    .set({ generation: generation + 1, rotated_at: sql<Date>`now()` })
    .whereRef("a.account_id", "=", "s.account_id")
    .where("a.disabled_at", "is", null)
    .where("s.session_id", "=", session_id)
    .where("s.generation", "=", generation)
    .where("s.ended_at", "is", null)
    .where("s.expires_at", ">", sql<Date>`now()`)
    .returning(["s.generation", "s.expires_at", "a.account_uid"])
    .executeTakeFirst();
  return row ?? null;
}

/** Where the session stands; `fresh`: it was rotated within the grace window. Null as in `rotate`. */
export async function standing(db: Db, session_id: string): Promise<(Rotated & { fresh: boolean }) | null> {
  const row = await db
    .selectFrom("session as s")
    .innerJoin("account as a", "a.account_id", "s.account_id")
    .select([
      "s.generation",
      "s.expires_at",
      "a.account_uid",
      sql<boolean>`s.rotated_at > now() - make_interval(secs => ${GRACE_S})`.as("fresh"),
    ])
    .where("a.disabled_at", "is", null)
    .where("s.session_id", "=", session_id)
    .where("s.ended_at", "is", null)
    .where("s.expires_at", ">", sql<Date>`now()`)
    .executeTakeFirst();
  return row ?? null;
}

type Because = "logout" | "reuse" | "password" | "cleared" | "disabled" | "elsewhere";

/** Ends the session and returns whose it was; null when it had ended already. */
export async function endSession(db: Db, session_id: string, because: Because): Promise<number | null> {
  const row = await db
    .updateTable("session")
    .set({ ended_at: sql<Date>`now()`, ended_because: because })
    .where("session_id", "=", session_id)
    .where("ended_at", "is", null)
    .returning("account_id")
    .executeTakeFirst();
  return row?.account_id ?? null;
}

/** Ends every session of the account but the one named, and returns how many it ended. */
export async function endSessionsOf(
  db: Db,
  account_id: number,
  { because, but }: { because: Because; but?: string },
): Promise<number> {
  const ended = await db
    .updateTable("session")
    .set({ ended_at: sql<Date>`now()`, ended_because: because })
    .where("account_id", "=", account_id)
    .where("ended_at", "is", null)
    .$if(but !== undefined, (query) => query.where("session_id", "!=", but ?? ""))
    .executeTakeFirst();
  return Number(ended.numUpdatedRows);
}
