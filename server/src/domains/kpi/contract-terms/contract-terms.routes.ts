import { getPerformanceContract, setPerformanceContract, type PerformanceTerms } from "@heliograph/contract";
import { isDeepStrictEqual } from "node:util";
import type { Db } from "../../../platform/db.ts";
import { given } from "../../../platform/given.ts";
import type { Serve } from "../../../platform/http.ts";
import { accessTo, inProject } from "../../fleet/index.ts";
import { audit } from "../../identity/index.ts";
import { kpiProject } from "../ratios/kpi-rows.sql.ts";
import { putTerms } from "./contract-terms.sql.ts";

/** What another contract changes, term by term: how it was and how it is now, as JSON. */
function changesOf(before: PerformanceTerms, after: PerformanceTerms): Record<string, string> {
  const was = new Map<string, unknown>(Object.entries(before));
  const changed = Object.entries(after).filter(([term, value]) => !isDeepStrictEqual(was.get(term), value));
  return Object.fromEntries(
    changed.map(([term, value]) => [term, JSON.stringify({ was: was.get(term), is: value })]),
  );
}

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
        detail: changesOf(before, terms),
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
