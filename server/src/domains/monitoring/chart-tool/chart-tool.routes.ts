import { chartTool, chartToolDevices, type ChartToolQuantity, type TimeRange } from "@heliograph/contract";
import { asAccount, type Db, type Tx } from "../../../platform/db.ts";
import type { Serve } from "../../../platform/http.ts";
import { Problem } from "../../../platform/problem.ts";
import { accessTo, inProject, type ProjectAccess } from "../../fleet/index.ts";
import { deviceTree, sendingIntervals, toolDevices, toolSeries, type ToolDevice } from "./chart-tool.sql.ts";
import { chartRows, rangeStartingOn, spanAnswer, treeOf, type ChartRows } from "./chart-tool.ts";
import { fittingStep } from "./chart-tool-step.ts";
import { refuseRange, spanOf } from "../statistics/statistics-bins.ts";

const LOOK = { to: "look", noun: "project" } as const;

interface Named {
  readonly device_uid: string;
  readonly quantity: ChartToolQuantity;
}

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
    const devices = await inside((tx) => devicesOf(tx, access, query.series));
    const wanted = query.series.map(({ device_uid, quantity }) => {
      const { device_id = 0, interval_s = 0 } = devices.get(device_uid) ?? {};
      return { device_id, interval_s, quantity };
    });
    const span = spanOf(timezone, query);
    const sent = await inside((tx) => sendingIntervals(tx, access, wanted, span));
    const { bin, step_s } = fittingStep(query.bin, sent);
    const rowsOf = (range: TimeRange) => chartRows(timezone, range, bin, step_s);
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

/** The named devices by uid. One that is not the project's refuses the call, whether it is there or not. */
async function devicesOf(
  tx: Tx,
  access: ProjectAccess,
  named: readonly Named[],
): Promise<Map<string, ToolDevice>> {
  const found = await toolDevices(tx, access, [...new Set(named.map((one) => one.device_uid))]);
  const devices = new Map(found.map((device) => [device.device_uid, device]));
  if (named.some((one) => !devices.has(one.device_uid))) {
    throw new Problem(404, "chart_tool.no_device", "The device does not exist in this project", {
      "query.series": "The device does not exist in this project",
    });
  }
  return devices;
}
