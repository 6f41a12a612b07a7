import { projectSetUp, putChecklistAway } from "@heliograph/contract";
import type { Db } from "../../../platform/db.ts";
import type { Serve } from "../../../platform/http.ts";
import { accessTo } from "../access/access.sql.ts";
import { setUpItems, stepsDone } from "./set-up.ts";
import { keepChecklist, setUpOf } from "./set-up.sql.ts";

const CHANGE = { to: "change", noun: "project" } as const;

/** Serves the first hour of a project: what it needs, and who does not want to be told any more. */
export function commissioningRoutes(serve: Serve, db: Db): void {
  serve(projectSetUp, async ({ query: { project_uid }, session }) => {
    const access = await accessTo(db, session, project_uid, CHANGE);
    const { put_away, ...known } = await setUpOf(db, session.account_id, access);
    const items = setUpItems(known);
    const steps_done = stepsDone(items);
    return { project: known, zone_is_fixed: known.has_readings, items, steps_done, put_away };
  });

  serve(putChecklistAway, ({ body: { project_uid, put_away }, session }) =>
    db.transaction().execute(async (tx) => {
      const access = await accessTo(tx, session, project_uid, CHANGE);
      await keepChecklist(tx, session.account_id, access, put_away);
      return { message: "The checklist has been changed" };
    }),
  );
}
