import { FLEET_LIMITS, listMembers, removeMember, setMember } from "@heliograph/contract";
import type { Db, Tx } from "../../../platform/db.ts";
import type { Serve } from "../../../platform/http.ts";
import { Problem } from "../../../platform/problem.ts";
import { audit } from "../../identity/index.ts";
import { accessTo, lockProject, type ProjectAccess } from "../access/access.sql.ts";
import { dropMember, memberCounts, membersOf, putMember, roleOf } from "./member.sql.ts";

const OWN = { to: "own", noun: "project" } as const;

/** Serves who may see a project. */
export function memberRoutes(serve: Serve, db: Db): void {
  serve(listMembers, async ({ query, session }) => ({
    items: await membersOf(db, await accessTo(db, session, query.project_uid, OWN)),
  }));

  serve(setMember, ({ body: { project_uid, ...member }, session, origin }) =>
    db.transaction().execute(async (tx) => {
      const access = await accessTo(tx, session, project_uid, OWN);
      await lockProject(tx, access);
      const was = await roleOf(tx, access, member.email);
      if (!(await putMember(tx, access, member))) {
        const message = "No account has this email";
        throw new Problem(404, "account.not_found", message, { "body.email": message });
      }
      await mustStayOwned(tx, access);
      const { address } = origin;
      await audit(tx, {
        ...session,
        address,
        action: "member.set",
        subject: member.email,
        project_id: access.project_id,
        before: was === null ? null : { role: was },
        after: { role: member.role },
      });
      return { message: "The member has been saved" };
    }),
  );

  serve(removeMember, ({ query: { project_uid, email }, session, origin }) =>
    db.transaction().execute(async (tx) => {
      const access = await accessTo(tx, session, project_uid, OWN);
      await lockProject(tx, access);
      const role = await roleOf(tx, access, email);
      const dropped = await dropMember(tx, access, email);
      if (!dropped) throw new Problem(404, "member.not_found", "No such member");
      await mustStayOwned(tx, access);
      const { address } = origin;
      await audit(tx, {
        ...session,
        address,
        action: "member.removed",
        subject: email,
        project_id: access.project_id,
        before: { role },
      });
      return { message: "The member has been removed" };
    }),
  );
}

/** Refuses what the transaction has done when it leaves no owner or too many members. */
async function mustStayOwned(tx: Tx, access: ProjectAccess<"own">): Promise<void> {
  const { members, owners } = await memberCounts(tx, access);
  if (owners === 0) throw new Problem(409, "project.last_owner", "A project needs an owner");
  mustFit(members);
}

/** Refuses so many members of a project where it may not have them. */
export function mustFit(members: number): void {
  if (members <= FLEET_LIMITS.membersPerProject) return;
  throw new Problem(409, "member.too_many", `A project may have ${FLEET_LIMITS.membersPerProject} members`);
}
