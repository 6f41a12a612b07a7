import { getEscalation, saveEscalation } from "@heliograph/contract";
import type { Db } from "../../../platform/db.ts";
import type { Serve } from "../../../platform/http.ts";
import { Problem } from "../../../platform/problem.ts";
import { accessTo, lockProject } from "../../fleet/index.ts";
import { audit } from "../../identity/index.ts";
import { workersOf } from "../alarm-desk/desk-writes.sql.ts";
import { escalationOf, keepEscalation } from "./escalation.sql.ts";

const LOOK = { to: "look", noun: "project" } as const;
const CHANGE = { to: "change", noun: "project" } as const;

/** Serves who is told of alarms that nobody has taken: who may look at the project reads it, who may change it saves it. */
export function escalationRoutes(serve: Serve, db: Db): void {
  serve(getEscalation, async ({ query: { project_uid }, session }) => {
    const access = await accessTo(db, session, project_uid, LOOK);
    const may_change = access.role !== "read_only";
    const workers = may_change ? await workersOf(db, await accessTo(db, session, project_uid, CHANGE)) : [];
    const people = workers.map(({ account_uid, name }) => ({ account_uid, name }));
    return { may_change, ...(await escalationOf(db, access)), people };
  });

  serve(saveEscalation, ({ body: { project_uid, least_severity, steps }, session, origin }) =>
    db.transaction().execute(async (tx) => {
      const access = await accessTo(tx, session, project_uid, CHANGE);
      await lockProject(tx, access);
      const workers = new Map((await workersOf(tx, access)).map((worker) => [worker.account_uid, worker]));
      const chosen = steps.map(({ account_uid, minutes }, at) => {
        const { account_id, name } = workers.get(account_uid.toLowerCase()) ?? noMember(at);
        return { account_id, name, minutes };
      });
      const before = await escalationOf(tx, access);
      await keepEscalation(tx, access, {
        least_severity,
        steps: chosen.map(({ account_id, minutes }) => ({ account_id, minutes })),
      });
      await audit(tx, {
        ...session,
        address: origin.address,
        action: "escalation.changed",
        subject: access.project_uid,
        project_id: access.project_id,
        before: written(before.least_severity, before.steps),
        after: written(least_severity, chosen),
      });
      return {
        message: steps.length === 0 ? "Nobody further is told" : "The escalation has been saved",
      };
    }),
  );
}

function noMember(at: number): never {
  throw new Problem(400, "escalation.no_member", "Only people who may change the project can be told", {
    [`body.steps.${at}.account_uid`]: "Must be somebody who may change the project",
  });
}

/** As the log writes it: "Lan, 15 min". */
const written = (least_severity: string, steps: readonly { name: string; minutes: number }[]) => ({
  least_severity,
  people: steps.map(({ name, minutes }) => `${name}, ${minutes} min`),
});
