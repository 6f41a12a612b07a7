import { getPerformanceContract, setPerformanceContract } from "@heliograph/contract";
import type { Db } from "../../../platform/db.ts";
import { given } from "../../../platform/given.ts";
import type { Serve } from "../../../platform/http.ts";
import { accessTo, inProject } from "../../fleet/index.ts";
import { audit } from "../../identity/index.ts";
import { kpiProject } from "../ratios/kpi-rows.sql.ts";
import { putTerms } from "./contract-terms.sql.ts";

/** Serves what is guaranteed and simulated for a project. */
export function contractRoutes(serve: Serve, db: Db): void {
  serve(setPerformanceContract, ({ body: { project_uid, ...change }, session, origin }) =>
    db.transaction().execute(async (tx) => {
      const access = await accessTo(tx, session, project_uid, { to: "change", noun: "project" });
      const before = (await kpiProject(tx, access.project_id)).terms;
      const terms = { ...before, ...given(change) };
      await putTerms(tx, access, terms, session.account_id);
      await audit(tx, {
        ...session,
        address: origin.address,
        action: "performance_contract.set",
        subject: project_uid,
        project_id: access.project_id,
        before,
        after: terms,
      });
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
