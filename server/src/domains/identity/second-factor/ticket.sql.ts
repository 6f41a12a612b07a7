// Who has done the first step of signing in and owes the code. The ticket is kept as its hash, and opens nothing but the second step.
import { createHash, randomBytes } from "node:crypto";
import { sql } from "kysely";
import type { Db } from "../../../platform/db.ts";
import type { ProvenAccount } from "../session-begin.routes.ts";

/** Time to find the phone, seconds. */
const LIVES_S = 300;
/** Stale tickets swept with each new one: more than it adds. */
const SWEEP = 10;

const hashOf = (text: string) => createHash("sha256").update(text).digest();
/** Tells whether the password is still the one that was shown, without keeping a second copy of its hash. */
const markOf = (password_hash: string | null) => hashOf(`mark of ${password_hash ?? "no password"}`);

/** The first step that a ticket stands for. */
export type FirstStep = "password" | "provider";

/** A ticket of the account for the browser that did the first step; good once and for LIVES_S. */
export async function putTicket(
  db: Db,
  { account_id, password_hash }: ProvenAccount,
  { userAgent, first_step }: { userAgent: string | undefined; first_step: FirstStep },
): Promise<{ ticket: string; expires_at: Date }> {
  const ticket = randomBytes(32).toString("base64url");
  const { expires_at } = await db
    .insertInto("sign_in_ticket")
    .values({
      ticket_hash: hashOf(ticket),
      account_id,
      password_mark: markOf(password_hash),
      user_agent: userAgent ?? null,
      first_step,
      expires_at: sql<Date>`now() + make_interval(secs => ${LIVES_S})`,
    })
    .returning("expires_at")
    .executeTakeFirstOrThrow();
  await sql`delete from sign_in_ticket where ticket_hash in (
    select ticket_hash from sign_in_ticket where expires_at < now()
    order by expires_at limit ${SWEEP} for update skip locked)`.execute(db);
  return { ticket, expires_at };
}

interface TicketHolder extends ProvenAccount {
  readonly email: string;
  readonly first_step: FirstStep;
}

/**
 * Whose ticket it is. Null: there is no such ticket, it is over, another browser brings it, the password has changed since, or the
 * account is disabled.
 */
export async function holderOf(
  db: Db,
  ticket: string,
  userAgent: string | undefined,
): Promise<TicketHolder | null> {
  const row = await db
    .selectFrom("sign_in_ticket as t")
    .innerJoin("account as a", "a.account_id", "t.account_id")
    .select(["a.account_id", "a.account_uid", "a.password_hash", "a.email", "t.password_mark"])
    .select(sql<FirstStep>`t.first_step`.as("first_step"))
    .where("t.ticket_hash", "=", hashOf(ticket))
    .where("t.expires_at", ">", sql<Date>`now()`)
    .where(sql<boolean>`t.user_agent is not distinct from ${userAgent ?? null}`)
    .where("a.disabled_at", "is", null)
    .executeTakeFirst();
  if (row === undefined) return null;
  const { password_mark, ...holder } = row;
  return password_mark.equals(markOf(row.password_hash)) ? holder : null;
}

/** Uses the ticket up; of many at once one is told true. */
export async function spendTicket(db: Db, ticket: string): Promise<boolean> {
  const spent = await db
    .deleteFrom("sign_in_ticket")
    .where("ticket_hash", "=", hashOf(ticket))
    .executeTakeFirst();
  return spent.numDeletedRows === 1n;
}
