import { localDay, localMinutes, makeExport, rangeFault } from "@heliograph/contract";
import type { Db } from "../../../platform/db.ts";
import type { Serve } from "../../../platform/http.ts";
import { Problem } from "../../../platform/problem.ts";
import { accessTo, inProject } from "../../fleet/index.ts";
import { seriesDevices } from "../../monitoring/index.ts";
import { addRun } from "../runs/add-run.jobs.ts";
import { shownRun } from "../runs/run.routes.ts";

/** Serves exports that are made as runs. `now` gives ms since 1970. */
export function dataExportRoutes(serve: Serve, db: Db, now: () => number): void {
  serve(makeExport, async ({ body, session }) => {
    const look = { to: "look", noun: "project" } as const;
    const access = await accessTo(db, session, body.project_uid, look);
    const { timezone } = access;
    const at = { today: localDay(timezone, now()), minutes: localMinutes(timezone, now()) };
    const fault = rangeFault(body, body.binsize, at);
    if (fault !== null) {
      throw new Problem(400, "request.invalid", fault.message, { [`body.${fault.field}`]: fault.message });
    }
    const { series } = body;
    if (series !== undefined) {
      await inProject(db, session, body.project_uid, look, (tx, own) =>
        seriesDevices(tx, own, series, "body.series"),
      );
    }
    const run = await db.transaction().execute((tx) =>
      addRun(tx, {
        account_id: session.account_id,
        kind: "export",
        title: `${access.name.slice(0, 200)} ${body.from_date} ${body.to_date} ${body.format}`,
        request: body,
        projects: [access.project_id],
      }),
    );
    return { message: "The export is being made", run: await shownRun(db, run, now()) };
  });
}
