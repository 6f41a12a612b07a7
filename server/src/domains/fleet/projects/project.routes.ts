import {
  createProject,
  listOwnProjects,
  projectNight,
  removeProject,
  updateProject,
} from "@heliograph/contract";
import { asAccount, type Db, type Tx } from "../../../platform/db.ts";
import { given } from "../../../platform/given.ts";
import type { Serve } from "../../../platform/http.ts";
import { mustReachAll } from "../../../platform/limits/key-reach.ts";
import { Problem } from "../../../platform/problem.ts";
import { audit } from "../../identity/index.ts";
import { accessTo } from "../access/access.sql.ts";
import { mustNotBeBound } from "../gateways/bound.sql.ts";
import { announceGateways } from "../gateways/gateway.sql.ts";
import {
  changeProject,
  databaseKnowsZone,
  hasReadings,
  insertProject,
  markRemoved,
  nightOf,
  keptFields,
  projectsOfAccount,
  projectsOwned,
} from "./project.sql.ts";
import { putTariff } from "../tariffs/tariff.sql.ts";

/** A first tariff holds for everything before it too: history is imported after a project is made. */
const ALWAYS = "1970-01-01";

/** Serves projects, of which an account may own `most`. */
export function projectRoutes(serve: Serve, db: Db, most: number): void {
  serve(createProject, async ({ body, session, origin }) => {
    mustReachAll();
    const { tariff, ...project } = body;
    await mustKnowZone(db, project.timezone);
    return db.transaction().execute(async (tx) => {
      if ((await projectsOwned(tx, session.account_id)) >= most) {
        throw new Problem(409, "project.too_many", `An account may own ${most} projects`);
      }
      const { project_id, project_uid } = await insertProject(tx, session.account_id, given(project));
      if (tariff !== undefined) await putTariff(tx, project_id, { ...tariff, valid_from: ALWAYS });
      await audit(tx, {
        ...session,
        address: origin.address,
        action: "project.created",
        subject: project_uid,
        project_id,
        after: given(body),
      });
      return { project_uid };
    });
  });

  serve(listOwnProjects, ({ query, session }) => {
    const page = { keyword: query.keyword ?? "", size: query.items_page, number: query.page };
    const { account_id } = session;
    return asAccount(db, { account_id, projects: [] }, (tx) => projectsOfAccount(tx, account_id, page));
  });

  serve(projectNight, async ({ query: { project_uid }, session }) =>
    nightOf(db, await accessTo(db, session, project_uid, { to: "look", noun: "project" })),
  );

  serve(removeProject, ({ query: { project_uid }, session, origin }) =>
    db.transaction().execute(async (tx) => {
      const access = await accessTo(tx, session, project_uid, { to: "own", noun: "project" });
      await mustNotBeBound(tx, access);
      await markRemoved(tx, access);
      await announceGateways(tx, access);
      await audit(tx, {
        ...session,
        address: origin.address,
        action: "project.removed",
        subject: project_uid,
        project_id: access.project_id,
        before: { name: access.name },
      });
      return { message: "The project has been removed" };
    }),
  );

  serveChanges(serve, db);
}

function serveChanges(serve: Serve, db: Db): void {
  serve(updateProject, async ({ body: { project_uid, ...change }, session, origin }) => {
    if (change.timezone !== undefined) await mustKnowZone(db, change.timezone);
    return db.transaction().execute(async (tx) => {
      const access = await accessTo(tx, session, project_uid, { to: "change", noun: "project" });
      const moved = change.timezone !== undefined && change.timezone !== access.timezone;
      if (moved && (await hasReadings(tx, access))) {
        // Every local day of the ledger would be another one.
        const message = "The time zone is fixed once readings have arrived";
        throw new Problem(409, "project.wrong_state", message, { "body.timezone": message });
      }
      const before = await keptFields(tx, access, change);
      await changeProject(tx, access, given(change));
      await audit(tx, {
        ...session,
        address: origin.address,
        action: "project.changed",
        subject: project_uid,
        project_id: access.project_id,
        before,
        after: await keptFields(tx, access, change),
      });
      return { message: "The project has been changed" };
    });
  });
}

async function mustKnowZone(db: Db | Tx, timezone: string): Promise<void> {
  if (await databaseKnowsZone(db, timezone)) return;
  const message = "Must be an IANA time zone like Asia/Ho_Chi_Minh";
  throw new Problem(400, "request.invalid", "The request is not valid", { "body.timezone": message });
}
