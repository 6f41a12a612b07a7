import {
  acceptAccountInvitation,
  changeAccountPerson,
  confirmAccountInvitation,
  inviteAccountPerson,
  listAccountPeople,
  readAccountInvitation,
  removeAccountPerson,
  revokeAccountInvitation,
} from "@heliograph/contract";
import type { Db, Tx } from "../../../platform/db.ts";
import type { Origin, Serve } from "../../../platform/http.ts";
import { Problem } from "../../../platform/problem.ts";
import { attempt, audit, forgive, mustBeConfirmed, openCallLimits } from "../../identity/index.ts";
import { businessAccountKind } from "../business-accounts/business-account-kind.sql.ts";
import {
  accountMust,
  actorFor,
  asActor,
  hasRole,
  mustHaveRole,
  noSuchRecord,
  type Actor,
} from "../records/actor.sql.ts";
import { findRecord } from "../records/record.sql.ts";
import {
  accountInvitation,
  accountInvitationsOf,
  endAccountInvitation,
  noteConfirmedBy,
  putAccountInvitation,
  waitsForSecond,
} from "./account-invitations.sql.ts";
import { endGrants, grantRole, peopleOf, personWith } from "./grants.sql.ts";

const MANAGING = { by: ["account_manager"], deed: "people" } as const;
const CONFIRMING = { action: "confirming invitations", deed: "people" } as const;
const ANYBODY = ["account_manager", "trader", "viewer"] as const;

/** Serves who acts for whom: people of business accounts, and invitations to them. */
export function rolesRoutes(serve: Serve, db: Db): void {
  serveList(serve, db);
  servePeople(serve, db);
  serveInviting(serve, db);
  serveConfirming(serve, db);
  serveInvited(serve, db);
}

function serveList(serve: Serve, db: Db): void {
  serve(listAccountPeople, ({ query: { account, record_uid }, session }) =>
    asActor(db, { session, account }, async (tx, actor) => {
      const decides = hasRole(actor, "platform_operator");
      const id = decides ? await reviewedId(tx, actor, record_uid) : accountId(actor);
      const people = await peopleOf(tx, id);
      const open = decides || hasRole(actor, "account_manager") ? await accountInvitationsOf(tx, id) : [];
      const invitations = decides ? open.filter(waitsForSecond) : open;
      return {
        people: people.map(({ account_id, since, ...person }) => ({
          ...person,
          since: since.toISOString(),
          is_you: account_id === session.account_id,
        })),
        invitations: invitations.map((one) => ({
          invitation_uid: one.invitation_uid,
          email: one.email,
          role: one.role,
          invited_by: one.invited_by_name,
          expires_at: one.expires_at.toISOString(),
          needs_second_person: waitsForSecond(one),
        })),
      };
    }),
  );
}

/** The account that a platform operator looks at. Throws GEN-404 where it names none, or a draft. */
async function reviewedId(tx: Tx, actor: Actor, record_uid: string | undefined): Promise<number> {
  if (record_uid === undefined) throw noSuchRecord();
  const row = await findRecord(tx, businessAccountKind, { actor, record_uid, lock: false });
  return row.business_account_id;
}

function servePeople(serve: Serve, db: Db): void {
  serve(changeAccountPerson, ({ query: { account }, body: { account_uid, role }, session, origin }) =>
    db.transaction().execute(async (tx) => {
      const actor = await actorFor(tx, session, account, { action: "changing roles", ...MANAGING });
      await mustBeConfirmed(tx, session);
      const business_account_id = accountId(actor);
      const person = await leaving(tx, business_account_id, account_uid);
      await endGrants(tx, { account_id: person.account_id, business_account_id });
      await grantRole(tx, {
        account_id: person.account_id,
        class: "market",
        business_account_id,
        role,
        granted_by: session.account_id,
      });
      await audit(tx, {
        ...session,
        address: origin.address,
        action: "account_role.changed",
        subject: person.email,
        detail: { role },
      });
      return { message: "The role has been changed" };
    }),
  );

  serve(removeAccountPerson, ({ query: { account, account_uid }, session, origin }) =>
    db.transaction().execute(async (tx) => {
      const isSelf = account_uid.toLowerCase() === session.account_uid;
      const actor = await actorFor(
        tx,
        session,
        account,
        isSelf
          ? { action: "leaving", by: ANYBODY, deed: "leave" }
          : { action: "changing roles", ...MANAGING },
      );
      await mustBeConfirmed(tx, session);
      const business_account_id = accountId(actor);
      const person = await leaving(tx, business_account_id, account_uid);
      await endGrants(tx, { account_id: person.account_id, business_account_id });
      await audit(tx, {
        ...session,
        address: origin.address,
        action: "account_role.ended",
        subject: person.email,
        detail: { role: person.role },
      });
      return { message: "The person has no part in the account any more" };
    }),
  );
}

/** The person who changes or leaves a role. Throws ACC-005 for the last account manager. */
async function leaving(tx: Tx, business_account_id: number, account_uid: string) {
  const people = await peopleOf(tx, business_account_id, true);
  const person = people.find((one) => one.account_uid === account_uid.toLowerCase());
  if (person === undefined) throw noSuchRecord();
  if (person.role === "account_manager") mustNotBeLast(people);
  return person;
}

function mustNotBeLast(people: readonly { readonly role: string }[]): void {
  if (people.filter(({ role }) => role === "account_manager").length > 1) return;
  throw new Problem(422, "ACC-005", "The last account manager cannot leave.");
}

function serveInviting(serve: Serve, db: Db): void {
  serve(inviteAccountPerson, ({ query: { account }, body: { email, role }, session, origin }) =>
    db.transaction().execute(async (tx) => {
      const actor = await actorFor(tx, session, account, { action: "inviting people", ...MANAGING });
      await mustBeConfirmed(tx, session);
      const business_account_id = accountId(actor);
      const put = await putAccountInvitation(tx, {
        business_account_id,
        email,
        role,
        invited_by: session.account_id,
      });
      if (put === null) throw new Problem(409, "ACC-006", "This account has 100 open invitations already.");
      await audit(tx, {
        ...session,
        address: origin.address,
        action: "account_invitation.made",
        subject: email,
        detail: { role },
      });
      return {
        ...put,
        expires_at: put.expires_at.toISOString(),
        needs_second_person: waitsForSecond({ role, confirmed_by: null }),
      };
    }),
  );

  serve(revokeAccountInvitation, ({ query: { account, invitation_uid }, session, origin }) =>
    db.transaction().execute(async (tx) => {
      const actor = await actorFor(tx, session, account, {
        action: "revoking invitations",
        by: MANAGING.by,
        deed: "withdraw",
      });
      const open = await accountInvitationsOf(tx, accountId(actor));
      const one = open.find((other) => other.invitation_uid === invitation_uid.toLowerCase());
      if (one === undefined || !(await endAccountInvitation(tx, one.invitation_uid, "revoked"))) {
        throw noSuchRecord();
      }
      await audit(tx, {
        ...session,
        address: origin.address,
        action: "account_invitation.revoked",
        subject: one.email,
        detail: { role: one.role },
      });
      return { message: "The invitation has been revoked" };
    }),
  );
}

function serveConfirming(serve: Serve, db: Db): void {
  serve(confirmAccountInvitation, ({ query: { account }, body: { invitation_uid }, session, origin }) =>
    asActor(db, { session, account }, async (tx, actor) => {
      await accountMust(tx, actor, CONFIRMING);
      const one = await accountInvitation(tx, { invitation_uid });
      const isOwn = actor.business_account_id === one?.business_account_id;
      if (one === undefined || !(isOwn || hasRole(actor, "platform_operator"))) throw noSuchRecord();
      mustHaveRole(actor, CONFIRMING.action, "account_manager", "platform_operator");
      await mustBeConfirmed(tx, session);
      if (one.invited_by === session.account_id) {
        throw new Problem(403, "AUTH-006", "A second person must confirm this.");
      }
      await noteConfirmedBy(tx, one.invitation_uid, session.account_id);
      await audit(tx, {
        ...session,
        address: origin.address,
        action: "account_invitation.confirmed",
        subject: one.email,
        detail: { role: one.role },
      });
      return { message: "The invitation has been confirmed" };
    }),
  );
}

function serveInvited(serve: Serve, db: Db): void {
  serve(readAccountInvitation, async ({ body: { token }, origin }) => {
    const one = await found(db, token, origin);
    return {
      company_name: one.company_name,
      role: one.role,
      email: one.email,
      expires_at: one.expires_at.toISOString(),
      needs_second_person: waitsForSecond(one),
    };
  });

  serve(acceptAccountInvitation, async ({ body: { token }, session, origin }) => {
    const { account, business_account_id, email, role, invited_by, invitation_uid, ...one } = await found(
      db,
      token,
      origin,
    );
    await db.transaction().execute(async (tx) => {
      const person = await personWith(tx, email);
      if (person?.account_id !== session.account_id) {
        throw new Problem(403, "ACC-008", "This invitation is for another e-mail address.");
      }
      if (waitsForSecond({ role, confirmed_by: one.confirmed_by })) {
        throw new Problem(403, "AUTH-006", "A second person must confirm this.");
      }
      if (!(await endAccountInvitation(tx, invitation_uid, "accepted"))) throw notValid();
      const people = await peopleOf(tx, business_account_id, true);
      const before = people.find(({ account_id }) => account_id === session.account_id);
      if (before?.role === "account_manager" && role !== "account_manager") mustNotBeLast(people);
      await endGrants(tx, { account_id: session.account_id, business_account_id });
      await grantRole(tx, {
        account_id: session.account_id,
        class: "market",
        business_account_id,
        role,
        granted_by: invited_by ?? session.account_id,
      });
      await audit(tx, {
        ...session,
        address: origin.address,
        action: "account_invitation.accepted",
        subject: email,
        detail: { role },
      });
    });
    return { account };
  });
}

/** The account that the person acts for. Throws GEN-404 where it acts for none. */
function accountId({ business_account_id }: { business_account_id: number | null }): number {
  if (business_account_id === null) throw noSuchRecord();
  return business_account_id;
}

/** The invitation of a token, or the one refusal that all others answer with. Those who try tokens are slowed. */
async function found(db: Db, token: string, { address }: Origin) {
  const tried = await attempt(db, openCallLimits("invitation", address));
  const invitation = await accountInvitation(db, { token });
  if (invitation === undefined) throw notValid();
  await forgive(db, tried);
  return invitation;
}

const notValid = () => new Problem(404, "ACC-007", "This invitation is not valid, or not any more.");
