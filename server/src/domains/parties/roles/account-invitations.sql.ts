// Invitations to business accounts: what the link carries is stored as its hash alone.
import { createHash, randomBytes } from "node:crypto";
import type { WaitingRecord } from "@heliograph/contract";
import { sql } from "kysely";
import type { Db, Tx } from "../../../platform/db.ts";
import { accountCan, hasRole, type Actor } from "../records/actor.sql.ts";

const TOKEN_BYTES = 32;
const hashOf = (token: string) => createHash("sha256").update(token).digest();

/** Invitations of an account that may be open at a time. */
const OPEN_MAX = 100;

interface AccountInvitation {
  readonly invitation_uid: string;
  readonly business_account_id: number;
  readonly account: string;
  readonly company_name: string;
  readonly email: string;
  readonly role: "trader" | "account_manager" | "viewer";
  readonly invited_by: number | null;
  readonly invited_by_name: string | null;
  readonly confirmed_by: number | null;
  readonly expires_at: Date;
}

/** True where an invitation cannot be accepted before a second person has confirmed it (rule R27). */
export const waitsForSecond = ({
  role,
  confirmed_by,
}: Pick<AccountInvitation, "role" | "confirmed_by">): boolean =>
  role === "account_manager" && confirmed_by === null;

/** Writes an invitation for 72 hours, in the place of one that is open for the address; null where the account has as many as it may. */
export async function putAccountInvitation(
  tx: Tx,
  given: { business_account_id: number; email: string; role: string; invited_by: number },
): Promise<{ invitation_uid: string; token: string; expires_at: Date } | null> {
  const { business_account_id, email, role, invited_by } = given;
  await tx
    .updateTable("business_invitation")
    .set({ ended_at: sql<Date>`now()`, ended_because: "replaced" })
    .where("business_account_id", "=", business_account_id)
    .where("email", "=", email)
    .where("ended_at", "is", null)
    .execute();
  const { open } = await tx
    .selectFrom("business_invitation")
    .select((eb) => eb.fn.countAll<number>().as("open"))
    .where("business_account_id", "=", business_account_id)
    .where("ended_at", "is", null)
    .where("expires_at", ">", sql<Date>`now()`)
    .executeTakeFirstOrThrow();
  if (open >= OPEN_MAX) return null;
  const token = randomBytes(TOKEN_BYTES).toString("base64url");
  const row = await tx
    .insertInto("business_invitation")
    .values({ business_account_id, email, role, invited_by, token_hash: hashOf(token) })
    .returning(["invitation_uid", "expires_at"])
    .executeTakeFirstOrThrow();
  return { ...row, token };
}

const SELECT = sql`
  select i.invitation_uid, i.business_account_id, b.business_account_uid as account, b.company_name, i.email, i.role, i.invited_by,
    a.display_name as invited_by_name, i.expires_at,
    case when exists (select from role_grant c where c.account_id = i.confirmed_by and c.valid @> now()
      and (c.class = 'operator' or c.business_account_id = i.business_account_id and c.role = 'account_manager')) then i.confirmed_by end as confirmed_by
  from business_invitation i join business_account b using (business_account_id) left join account a on a.account_id = i.invited_by
  where i.ended_at is null and i.expires_at > now() and b.status <> 'closed'`;

/** The open invitations of the account, by address. */
export async function accountInvitationsOf(
  db: Db,
  business_account_id: number,
): Promise<AccountInvitation[]> {
  const { rows } = await sql<AccountInvitation>`
    ${SELECT} and i.business_account_id = ${business_account_id} order by i.email`.execute(db);
  return rows;
}

/** The open invitation of the token, or with the uid; undefined: there is none. Its inviter must still be account manager. */
export async function accountInvitation(
  db: Db,
  by: { token: string } | { invitation_uid: string },
): Promise<AccountInvitation | undefined> {
  const condition =
    "token" in by ? sql`i.token_hash = ${hashOf(by.token)}` : sql`i.invitation_uid = ${by.invitation_uid}`;
  const { rows } = await sql<AccountInvitation>`
    ${SELECT} and ${condition} and exists (select from role_grant g where g.account_id = i.invited_by
      and g.business_account_id = i.business_account_id and g.role = 'account_manager' and g.valid @> now())`.execute(
    db,
  );
  return rows[0];
}

/**
 * Invitations of account managers that a second person must confirm (rule R27): for the account managers of their account, and for platform operators once it was
 * submitted. They wait for all of them but whoever invited.
 */
export async function waitingInvitations(tx: Db, actor: Actor): Promise<Omit<WaitingRecord, "service">[]> {
  const decides = hasRole(actor, "platform_operator");
  if (!decides && !hasRole(actor, "account_manager")) return [];
  const seen = decides
    ? sql`b.status not in ('draft', 'deleted')`
    : sql`i.business_account_id = ${actor.business_account_id}`;
  const { rows } = await sql<AccountInvitation>`
    ${SELECT} and ${seen} and i.role = 'account_manager' and exists (select from role_grant g where g.account_id = i.invited_by
      and g.business_account_id = i.business_account_id and g.role = 'account_manager' and g.valid @> now())
    order by i.expires_at limit 100`.execute(tx);
  return rows.filter(waitsForSecond).map((one) => ({
    record_uid: one.invitation_uid,
    page: one.invitation_uid,
    number: one.email,
    title: one.company_name,
    account: one.account,
    status: "invitation",
    next: {
      by: decides ? "platform_operator" : "account_manager",
      is_you: one.invited_by !== actor.account_id && accountCan(actor, "people"),
      until: one.expires_at.toISOString(),
      otherwise: null,
    },
  }));
}

/** Ends an open invitation. False: somebody else has ended it. */
export async function endAccountInvitation(
  tx: Tx,
  invitation_uid: string,
  because: "accepted" | "revoked",
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable("business_invitation")
    .set({ ended_at: sql<Date>`now()`, ended_because: because })
    .where("invitation_uid", "=", invitation_uid)
    .where("ended_at", "is", null)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** Ends all open invitations of the account. */
export async function endInvitations(tx: Tx, business_account_id: number): Promise<void> {
  await tx
    .updateTable("business_invitation")
    .set({ ended_at: sql<Date>`now()`, ended_because: "revoked" })
    .where("business_account_id", "=", business_account_id)
    .where("ended_at", "is", null)
    .execute();
}

/** Notes who confirmed an invitation. */
export async function noteConfirmedBy(tx: Tx, invitation_uid: string, confirmed_by: number): Promise<void> {
  await tx
    .updateTable("business_invitation")
    .set({ confirmed_by })
    .where("invitation_uid", "=", invitation_uid)
    .execute();
}
