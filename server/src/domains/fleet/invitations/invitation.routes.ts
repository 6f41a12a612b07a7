import {
  acceptInvitation,
  INVITATION_LIMITS,
  inviteMember,
  listInvitations,
  readInvitation,
  registerInvited,
  revokeInvitation,
} from "@heliograph/contract";
import type { Db } from "../../../platform/db.ts";
import type { Origin, Serve } from "../../../platform/http.ts";
import { Problem } from "../../../platform/problem.ts";
import {
  attempt,
  audit,
  emailsWithAccount,
  forgive,
  openCallLimits,
  registered,
} from "../../identity/index.ts";
import { accessTo, lockProject } from "../access/access.sql.ts";
import { mustFit } from "../members/member.routes.ts";
import { memberCounts } from "../members/member.sql.ts";
import {
  dropInvitation,
  invitationOf,
  invitationsOf,
  isMember,
  putInvitation,
  takePart,
  useUp,
} from "./invitation.sql.ts";

const OWN = { to: "own", noun: "project" } as const;

/** Serves invitations to projects: an owner's side, and that of who has the link. `password_min`: of an account that is made by one. */
export function invitationRoutes(serve: Serve, db: Db, password_min: number): void {
  serveOwners(serve, db);

  serve.public(readInvitation, async ({ body, origin }) => {
    const {
      invitation_uid: _,
      project_id: __,
      project_uid: ___,
      ...shown
    } = await found(db, body.token, origin);
    const has_account = (await emailsWithAccount(db, [shown.email])).has(shown.email);
    return { ...shown, expires_at: shown.expires_at.toISOString(), has_account };
  });

  serve.public(registerInvited, async ({ body, origin }) => {
    const { email } = await found(db, body.token, origin);
    const { fullname: display_name, password } = body;
    return registered(db, { email, display_name, password }, { origin, password_min, field: "body.token" });
  });

  serve(acceptInvitation, async ({ body, session, origin }) => {
    const { account_id } = session;
    const invitation = await found(db, body.token, origin);
    const { project_uid, project_type, role } = invitation;
    await db.transaction().execute(async (tx) => {
      const { email } = await tx
        .selectFrom("account")
        .select("email")
        .where("account_id", "=", account_id)
        .executeTakeFirstOrThrow();
      if (email !== invitation.email) {
        throw new Problem(403, "invitation.other_account", "This invitation is for another e-mail address");
      }
      await lockProject(tx, invitation);
      if (!(await useUp(tx, invitation))) throw notValid();
      await takePart(tx, invitation, account_id);
      mustFit((await memberCounts(tx, invitation)).members);
      const { address } = origin;
      await audit(tx, {
        account_id,
        address,
        action: "invitation.accepted",
        subject: email,
        project_id: invitation.project_id,
        after: { role },
      });
    });
    return { project_uid, project_type };
  });
}

function serveOwners(serve: Serve, db: Db): void {
  serve(listInvitations, async ({ query, session }) => {
    const rows = await invitationsOf(db, await accessTo(db, session, query.project_uid, OWN));
    const items = rows.map((row) => ({
      ...row,
      created_at: row.created_at.toISOString(),
      expires_at: row.expires_at.toISOString(),
    }));
    return { items };
  });

  serve(inviteMember, ({ body: { project_uid, ...given }, session, origin }) =>
    db.transaction().execute(async (tx) => {
      const access = await accessTo(tx, session, project_uid, OWN);
      await lockProject(tx, access);
      if (await isMember(tx, access, given.email)) {
        const message = "This address takes part already";
        throw new Problem(409, "member.exists", message, { "body.email": message });
      }
      const put = await putInvitation(tx, access, { ...given, invited_by: session.account_id });
      if (put === null) {
        const message = `A project may have ${INVITATION_LIMITS.open} open invitations`;
        throw new Problem(409, "invitation.too_many", message);
      }
      const { address } = origin;
      await audit(tx, {
        ...session,
        address,
        action: "invitation.made",
        subject: given.email,
        project_id: access.project_id,
        after: given,
      });
      return { ...put, expires_at: put.expires_at.toISOString() };
    }),
  );

  serve(revokeInvitation, ({ query: { project_uid, invitation_uid }, session, origin }) =>
    db.transaction().execute(async (tx) => {
      const access = await accessTo(tx, session, project_uid, OWN);
      const email = await dropInvitation(tx, access, invitation_uid);
      if (email === null) throw new Problem(404, "invitation.not_found", "No such invitation");
      const { address } = origin;
      const { project_id } = access;
      await audit(tx, { ...session, address, action: "invitation.revoked", subject: email, project_id });
      return { message: "The invitation has been revoked" };
    }),
  );
}

/** The invitation of a token, or the one refusal that all others answer with. Those who try tokens are slowed. */
async function found(db: Db, token: string, { address }: Origin) {
  const tried = await attempt(db, openCallLimits("invitation", address));
  const invitation = await invitationOf(db, token);
  if (invitation === undefined) throw notValid();
  await forgive(db, tried);
  return invitation;
}

const notValid = () =>
  new Problem(404, "invitation.not_valid", "This invitation is not valid, or not any more");
