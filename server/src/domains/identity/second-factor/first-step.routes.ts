import type { LoginAnswer } from "@heliograph/contract";
import type { Db } from "../../../platform/db.ts";
import type { Origin } from "../../../platform/http.ts";
import { begin, type ProvenAccount } from "../session-begin.routes.ts";
import { secondFactorOf } from "./second-factor.sql.ts";
import { putTicket, type FirstStep } from "./ticket.sql.ts";

/**
 * What the first step of signing in leads to: a session, or a ticket where the account has a second factor. Null when it no longer
 * may (see `openSession`).
 */
// oxlint-disable-next-line max-params -- whose sign-in, from where, by what
export async function beginOrAsk(
  db: Db,
  account: ProvenAccount,
  origin: Pick<Origin, "address" | "userAgent">,
  first_step: FirstStep,
): Promise<LoginAnswer | null> {
  const factor = await secondFactorOf(db, account.account_id);
  if (factor === null) return begin(db, account, origin, { by: first_step });
  const { ticket, expires_at } = await putTicket(db, account, { userAgent: origin.userAgent, first_step });
  return { second_factor: { ticket, expires_at: expires_at.toISOString() } };
}
