// Whether the person of a session has proved itself lately, which changes of how the account is signed in to need.
import { CONFIRMED_MINUTES } from "@heliograph/contract";
import { sql } from "kysely";
import type { Db } from "../../../platform/db.ts";
import type { Session } from "../../../platform/http.ts";
import { Problem } from "../../../platform/problem.ts";

/**
 * Until when the person of the session counts as confirmed; null: it has to confirm itself. Whose account has no password has none
 * to confirm with: its session counts as confirmed when it is young.
 */
export async function confirmedUntil(
  db: Db,
  { session_id }: Pick<Session, "session_id">,
): Promise<Date | null> {
  const row = await db
    .selectFrom("session as s")
    .innerJoin("account as a", "a.account_id", "s.account_id")
    .select(
      sql<Date | null>`case when a.password_hash is null then s.created_at else s.confirmed_at end
        + make_interval(mins => ${CONFIRMED_MINUTES})`.as("until"),
    )
    .where("s.session_id", "=", session_id)
    .executeTakeFirst();
  const until = row?.until ?? null;
  return until !== null && until.getTime() > Date.now() ? until : null;
}

/** Refuses with 403 `confirmation.required` unless the person has proved itself in the last CONFIRMED_MINUTES. */
export async function mustBeConfirmed(db: Db, session: Pick<Session, "session_id">): Promise<void> {
  if ((await confirmedUntil(db, session)) !== null) return;
  throw new Problem(403, "confirmation.required", "Please confirm that it is you");
}

/** Notes that the person of the session has proved itself just now. */
export async function noteConfirmed(db: Db, { session_id }: Pick<Session, "session_id">): Promise<void> {
  await db
    .updateTable("session")
    .set({ confirmed_at: sql<Date>`now()` })
    .where("session_id", "=", session_id)
    .execute();
}
