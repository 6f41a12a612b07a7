// Invitations as they are stored: what the link carries is kept as its hash alone.
import { createHash, randomBytes } from "node:crypto";
import { INVITATION_LIMITS, type ProjectRole, type ProjectType } from "@heliograph/contract";
import { sql } from "kysely";
import type { Db, Tx } from "../../../platform/db.ts";
import type { ProjectAccess } from "../access/access.sql.ts";

const TOKEN_BYTES = 32;
const hashOf = (token: string) => createHash("sha256").update(token).digest();

/** One that is good for something still; its project is there. */
interface OpenInvitation {
  readonly invitation_uid: string;
  readonly project_id: number;
  readonly project_uid: string;
  readonly project_name: string;
  readonly project_type: ProjectType;
  readonly role: ProjectRole;
  readonly email: string;
  readonly invited_by: string | null;
  readonly expires_at: Date;
}

/** Whether the address (lower case) belongs to a member of the project. */
export async function isMember(
  tx: Tx,
  { project_id }: ProjectAccess<"own">,
  email: string,
): Promise<boolean> {
  const row = await tx
    .selectFrom("project_member as m")
    .innerJoin("account as a", "a.account_id", "m.account_id")
    .select("m.account_id")
    .where("m.project_id", "=", project_id)
    .where("a.email", "=", email)
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Writes an invitation, in the place of one that is open for the address; null when the project has as many as it may. Call it
 * with the project locked. The token is told this once.
 */
export async function putInvitation(
  tx: Tx,
  { project_id }: ProjectAccess<"own">,
  given: { email: string; role: ProjectRole; valid_days: number; invited_by: number },
): Promise<{ invitation_uid: string; token: string; expires_at: Date } | null> {
  const { email, role, valid_days, invited_by } = given;
  await end(tx, "replaced").where("project_id", "=", project_id).where("email", "=", email).execute();
  const { open } = await tx
    .selectFrom("invitation")
    .select((eb) => eb.fn.countAll<number>().as("open"))
    .where("project_id", "=", project_id)
    .where("ended_at", "is", null)
    .executeTakeFirstOrThrow();
  if (open >= INVITATION_LIMITS.open) return null;
  const token = randomBytes(TOKEN_BYTES).toString("base64url");
  const row = await tx
    .insertInto("invitation")
    .values({
      project_id,
      email,
      role,
      invited_by,
      token_hash: hashOf(token),
      expires_at: sql<Date>`now() + make_interval(days => ${valid_days}::int4)`,
    })
    .returning(["invitation_uid", "expires_at"])
    .executeTakeFirstOrThrow();
  return { ...row, token };
}

/** Those of the project that nobody has used or revoked, by e-mail. */
export async function invitationsOf(db: Db, { project_id }: ProjectAccess<"own">) {
  return db
    .selectFrom("invitation as i")
    .leftJoin("account as a", "a.account_id", "i.invited_by")
    .select(["i.invitation_uid", "i.email", "i.created_at", "i.expires_at", "a.display_name as invited_by"])
    .select(sql<ProjectRole>`i.role`.as("role"))
    .where("i.project_id", "=", project_id)
    .where("i.ended_at", "is", null)
    .orderBy("i.email")
    .execute();
}

/** Ends an invitation of the project; its address, or null when there is no such one. */
export async function dropInvitation(
  tx: Tx,
  { project_id }: ProjectAccess<"own">,
  invitation_uid: string,
): Promise<string | null> {
  const row = await end(tx, "revoked")
    .where("project_id", "=", project_id)
    .where("invitation_uid", "=", invitation_uid)
    .returning("email")
    .executeTakeFirst();
  return row?.email ?? null;
}

const end = (tx: Tx, because: "accepted" | "revoked" | "replaced") =>
  tx
    .updateTable("invitation")
    .set({ ended_at: sql<Date>`now()`, ended_because: because })
    .where("ended_at", "is", null);

/** The open invitation that the token belongs to; undefined: it is good for nothing. */
export async function invitationOf(db: Db, token: string): Promise<OpenInvitation | undefined> {
  return db
    .selectFrom("invitation as i")
    .innerJoin("project as p", "p.project_id", "i.project_id")
    .leftJoin("account as a", "a.account_id", "i.invited_by")
    .select(["i.invitation_uid", "i.project_id", "i.email", "i.expires_at", "a.display_name as invited_by"])
    .select(["p.project_uid", "p.name as project_name"])
    .select([sql<ProjectType>`p.project_type`.as("project_type"), sql<ProjectRole>`i.role`.as("role")])
    .where("i.token_hash", "=", hashOf(token))
    .where("i.ended_at", "is", null)
    .where("i.expires_at", ">", sql<Date>`now()`)
    .where("p.removed_at", "is", null)
    .executeTakeFirst();
}

/** Uses the invitation up; false when that was done meanwhile. */
export async function useUp(tx: Tx, { invitation_uid }: OpenInvitation): Promise<boolean> {
  const { numUpdatedRows } = await end(tx, "accepted")
    .where("invitation_uid", "=", invitation_uid)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Makes the account a member with the role of the invitation; one that it holds already stays. */
export async function takePart(
  tx: Tx,
  { project_id, role }: OpenInvitation,
  account_id: number,
): Promise<void> {
  await tx
    .insertInto("project_member")
    .values({ project_id, account_id, role })
    .onConflict((conflict) => conflict.columns(["account_id", "project_id"]).doNothing())
    .execute();
}
