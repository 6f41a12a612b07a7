import { chartTool, chartToolDevices } from "@heliograph/contract";
import { asAccount, type Db, type Tx } from "../../../platform/db.ts";
import type { Serve } from "../../../platform/http.ts";
import { accessTo, inProject } from "../../fleet/index.ts";
import { chartPlan } from "./chart-plan.sql.ts";
import { deviceTree, toolSeries } from "./chart-tool.sql.ts";
import { rangeStartingOn, spanAnswer, treeOf, type ChartRows } from "./chart-tool.ts";
import { refuseRange } from "../statistics/statistics-bins.ts";

const LOOK = { to: "look", noun: "project" } as const;

/** Serves the chart tool. `now` gives ms since 1970. */
export function chartToolRoutes(serve: Serve, db: Db, now: () => number): void {
  serve(chartToolDevices, ({ query, session }) =>
    inProject(db, session, query.project_uid, LOOK, async (tx, access) => ({
      timezone: access.timezone,
      gateways: treeOf(await deviceTree(tx, access)),
    })),
  );

  serve(chartTool, async ({ query, session }) => {
    const access = await accessTo(db, session, query.project_uid, LOOK);
    const { timezone, project_id } = access;
    const inside = <T>(work: (tx: Tx) => Promise<T>) =>
      asAccount(db, { account_id: session.account_id, projects: [project_id] }, work);
    refuseRange(query, query.bin, { timezone, now_ms: now() });
    const { wanted, bin, rowsOf } = await inside((tx) => chartPlan(tx, access, query));
    const rows = rowsOf(query);
    const over = query.overlay_date === undefined ? null : rowsOf(rangeStartingOn(query, query.overlay_date));
    const drawn = async (of: ChartRows) => {
      const parts = await Promise.all(
        inParts(wanted).map((part) => inside((tx) => toolSeries(tx, access, part, { rows: of, bin }))),
      );
      const found = parts.flat();
      const series = query.series.flatMap((one, n) => {
        const own = found[n];
        return own === undefined ? [] : [{ ...one, found: own }];
      });
      return spanAnswer(of, series);
    };
    return {
      timezone,
      bin,
      step_s: rows.step_s,
      thinned: rows.thinned,
      shown: await drawn(rows),
      overlay: over === null ? null : await drawn(over),
    };
  });
}

/** The series in two parts, in their order: a day of many readings is read by two connections at once. */
function inParts<T>(wanted: readonly T[]): T[][] {
  const half = Math.ceil(wanted.length / 2);
  return [wanted.slice(0, half), wanted.slice(half)].filter((part) => part.length > 0);
}
