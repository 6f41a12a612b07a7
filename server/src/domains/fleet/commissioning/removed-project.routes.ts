import { listRemovedProjects, restoreProject } from "@heliograph/contract";
import type { Db } from "../../../platform/db.ts";
import type { Serve } from "../../../platform/http.ts";
import { Problem } from "../../../platform/problem.ts";
import { audit } from "../../identity/index.ts";
import { projectsOwned } from "../projects/project.sql.ts";
import { removedProjects, unmarkRemoved } from "./removed-project.sql.ts";

/** Serves the projects that were removed and may come back; an account may own `most`. */
export function removedProjectRoutes(serve: Serve, db: Db, most: number): void {
  serve(listRemovedProjects, async ({ session }) => ({
    items: await removedProjects(db, session.account_id),
  }));

  serve(restoreProject, ({ body: { project_uid }, session, origin }) =>
    db.transaction().execute(async (tx) => {
      const owned = await projectsOwned(tx, session.account_id);
      const project_id = await unmarkRemoved(tx, session.account_id, project_uid);
      if (project_id === null) throw new Problem(404, "project.not_found", "No such project");
      if (owned >= most) {
        throw new Problem(409, "project.too_many", `An account may own ${most} projects`);
      }
      const { address } = origin;
      await audit(tx, { ...session, address, action: "project.restored", subject: project_uid, project_id });
      return { message: "The project has been restored" };
    }),
  );
}
