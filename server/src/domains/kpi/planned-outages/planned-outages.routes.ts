import {
  addPlannedOutage,
  listPlannedOutages,
  OUTAGE_LIMITS,
  removePlannedOutage,
} from "@heliograph/contract";
import type { Db } from "../../../platform/db.ts";
import type { Serve } from "../../../platform/http.ts";
import { Problem } from "../../../platform/problem.ts";
import { accessTo, inProject, lockProject } from "../../fleet/index.ts";
import { audit } from "../../identity/index.ts";
import {
  countOfPlannedOutages,
  deletePlannedOutage,
  insertPlannedOutage,
  plannedOutagesOf,
} from "./planned-outages.sql.ts";

const CHANGE = { to: "change", noun: "project" } as const;

/** Serves the outages that availability leaves out. */
export function plannedOutageRoutes(serve: Serve, db: Db): void {
  serve(listPlannedOutages, ({ query, session }) =>
    inProject(db, session, query.project_uid, { to: "look", noun: "project" }, async (tx, access) => ({
      timezone: access.timezone,
      items: await plannedOutagesOf(tx, access),
    })),
  );

  serve(addPlannedOutage, ({ body: { project_uid, gateway_uid, ...outage }, session, origin }) =>
    db.transaction().execute(async (tx) => {
      const access = await accessTo(tx, session, project_uid, CHANGE);
      await lockProject(tx, access);
      if ((await countOfPlannedOutages(tx, access)) >= OUTAGE_LIMITS.ofProject) {
        throw new Problem(
          400,
          "outages.too_many",
          `A project has ${OUTAGE_LIMITS.ofProject} planned outages at most`,
        );
      }
      const created_by = session.account_id;
      const outage_uid = await insertPlannedOutage(tx, access, { ...outage, gateway_uid, created_by });
      await audit(tx, {
        ...session,
        address: origin.address,
        action: "planned_outage.added",
        subject: project_uid,
        project_id: access.project_id,
        detail: { outage_uid },
        after: { ...outage, ...(gateway_uid === undefined ? {} : { gateway_uid }) },
      });
      return { message: "The planned outage has been added", outage_uid };
    }),
  );

  serve(removePlannedOutage, ({ query: { project_uid, outage_uid }, session, origin }) =>
    db.transaction().execute(async (tx) => {
      const access = await accessTo(tx, session, project_uid, CHANGE);
      const was = await deletePlannedOutage(tx, access, outage_uid);
      if (was === undefined) throw new Problem(404, "outage.not_found", "No such outage");
      await audit(tx, {
        ...session,
        address: origin.address,
        action: "planned_outage.removed",
        subject: project_uid,
        project_id: access.project_id,
        detail: { outage_uid },
        before: {
          from_at: was.from_at.toISOString(),
          to_at: was.to_at.toISOString(),
          reason: was.reason,
        },
      });
      return { message: "The planned outage has been removed" };
    }),
  );
}
