// What the chart tool and exports of its series read, and by which rows: one way, so that both have the same figures.
import type { ChartBin, ChartToolQuantity, TimeRange } from "@heliograph/contract";
import type { Tx } from "../../../platform/db.ts";
import { Problem } from "../../../platform/problem.ts";
import type { ProjectAccess } from "../../fleet/index.ts";
import { spanOf } from "../statistics/statistics-bins.ts";
import { sendingIntervals, toolDevices, type ToolDevice } from "./chart-tool.sql.ts";
import { chartRows, type ChartRows } from "./chart-tool.ts";
import { fittingStep } from "./chart-tool-step.ts";

interface NamedSeries {
  readonly device_uid: string;
  readonly quantity: ChartToolQuantity;
}

/** What is read of a range. */
interface ChartPlan {
  /** In the order in which the series were named. */
  readonly wanted: readonly (NamedSeries & { readonly device_id: number; readonly interval_s: number })[];
  /** The bin that was asked for, or a longer one where the readings come further apart than that. */
  readonly bin: ChartBin;
  /** The rows of a range by the bin. */
  readonly rowsOf: (range: TimeRange) => ChartRows;
}

/**
 * The devices of the named series by uid. One that is not the project's refuses the call by `field`, whether it is there or not: 404
 * `chart_tool.no_device`.
 */
export async function seriesDevices(
  tx: Tx,
  access: ProjectAccess,
  named: readonly Pick<NamedSeries, "device_uid">[],
  field: "query.series" | "body.series",
): Promise<Map<string, ToolDevice>> {
  const found = await toolDevices(tx, access, [...new Set(named.map((one) => one.device_uid))]);
  const devices = new Map(found.map((device) => [device.device_uid, device]));
  if (named.some((one) => !devices.has(one.device_uid))) {
    throw new Problem(404, "chart_tool.no_device", "The device does not exist in this project", {
      [field]: "The device does not exist in this project",
    });
  }
  return devices;
}

/** How the series are read: see `ChartPlan`. A device that is not the project's is refused by `field`. */
export async function chartPlan(
  tx: Tx,
  access: ProjectAccess,
  query: TimeRange & { readonly bin: ChartBin; readonly series: readonly NamedSeries[] },
  field: "query.series" | "body.series" = "query.series",
): Promise<ChartPlan> {
  const { timezone } = access;
  const devices = await seriesDevices(tx, access, query.series, field);
  const wanted = query.series.map(({ device_uid, quantity }) => {
    const { device_id = 0, interval_s = 0 } = devices.get(device_uid) ?? {};
    return { device_uid, device_id, interval_s, quantity };
  });
  const sent = await sendingIntervals(tx, access, wanted, spanOf(timezone, query));
  const { bin, step_s } = fittingStep(query.bin, sent);
  return { wanted, bin, rowsOf: (range) => chartRows(timezone, range, bin, step_s) };
}
