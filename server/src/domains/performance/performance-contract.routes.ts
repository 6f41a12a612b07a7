import { getPerformanceContract, setPerformanceContract } from "@heliograph/contract";
import type { Db } from "../../platform/db.ts";
import type { Serve } from "../../platform/http.ts";
import { accessTo, inProject } from "../fleet/index.ts";
import { kpiProject } from "./kpi-rows.sql.ts";
import { putTerms } from "./performance-contract.sql.ts";

/** Serves what is guaranteed and simulated for a project. */
export function contractRoutes(serve: Serve, db: Db): void {
  serve(setPerformanceContract, ({ body: { project_uid, ...terms }, session }) =>
    db.transaction().execute(async (tx) => {
      const access = await accessTo(tx, session, project_uid, { to: "change", noun: "project" });
      await putTerms(tx, access, terms, session.account_id);
      return { message: "The performance contract has been set" };
    }),
  );

  serve(getPerformanceContract, ({ query, session }) =>
    inProject(db, session, query.project_uid, { to: "look", noun: "project" }, async (tx, access) => {
      const { terms } = await kpiProject(tx, access.project_id);
      return terms;
    }),
  );
}
