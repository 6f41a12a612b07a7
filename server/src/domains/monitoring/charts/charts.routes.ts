import {
  addDays,
  assetType,
  batteryChart,
  powerChart,
  productionChart,
  type Answer,
} from "@heliograph/contract";
import type { z } from "zod";
import type { Db, Tx } from "../../../platform/db.ts";
import type { Serve } from "../../../platform/http.ts";
import { inProject, type ProjectAccess } from "../../fleet/index.ts";
import { dayOfDevices, slottedDay, type ChartQuantity, type SlottedDay } from "../../energy/index.ts";
import { gridFactors, showsCorrected, kpiDays, kpiProject } from "../../kpi/index.ts";
import type { AssetType } from "../device-data.ts";
import { chartDevices } from "./day-chart.sql.ts";
import { BATTERY_QUANTITIES, POWER_QUANTITIES, batteryChartOf, type DeviceOfDay } from "./day-charts.ts";
import { dayDataOf } from "./power-day-data.sql.ts";
import { heardDevices, powerChartOf, powerDayOf, silentOnes, kindOfSum, withHistory } from "./power-chart.ts";
import { historiesOf, silentQuarters } from "./power-silence.sql.ts";
import { dueFacts } from "../data-quality/production-due.sql.ts";
import { daysDue, gatewaysDue } from "../data-quality/production-due.ts";
import { productionChartOf } from "./production-chart.ts";
import { gatewayEnergies, gatewayMonths, projectDays, seriesGateways } from "./production-chart.sql.ts";

type Query = z.output<(typeof productionChart)["query"]>;

const LOOK = { to: "look", noun: "project" } as const;

/** Serves the charts of one project. `now` gives ms since 1970. */
export function chartRoutes(serve: Serve, db: Db, now: () => number): void {
  serve(powerChart, ({ query, session }) =>
    inProject(db, session, query.project_uid, LOOK, async (tx, access) => {
      const day = slottedDay(access.timezone, query.view_day);
      const devices = await devicesOfDay(tx, access, POWER_QUANTITIES, day);
      const of = powerDayOf(devices, day, { ...access, nowMs: now() });
      const heard = heardDevices(of, await historiesOf(tx, access, withHistory(of), query.view_day));
      const quarters = await silentQuarters(tx, access, silentOnes(heard, kindOfSum(of)), day);
      const day_data = await dayDataOf(tx, access, of, query.view_day);
      return powerChartOf(of, heard, quarters, { ...access, view_day: query.view_day, day_data });
    }),
  );

  serve(batteryChart, ({ query, session }) =>
    inProject(db, session, query.project_uid, LOOK, async (tx, access) => {
      const day = slottedDay(access.timezone, query.view_day);
      const devices = await devicesOfDay(tx, access, BATTERIES, day);
      const at = { timezone: access.timezone, view_day: query.view_day };
      return batteryChartOf(devices, day, at);
    }),
  );

  serve(productionChart, ({ query, session }) =>
    inProject(db, session, query.project_uid, LOOK, (tx, access) => productionOf(tx, access, query, now())),
  );
}

/** The production chart of a range of the project. */
export async function productionOf(
  tx: Tx,
  access: ProjectAccess,
  query: Omit<Query, "project_uid">,
  now_ms: number,
): Promise<Answer<typeof productionChart>> {
  const type = query.get_type;
  const { from, to } = wholePeriods(query.from_date, query.to_date, type);
  const project = await kpiProject(tx, access.project_id);
  const days = await projectDays(tx, access, from, to);
  const range = { from_date: from, to_date: to };
  const data = await dueFacts(tx, access, range, now_ms);
  return productionChartOf({
    from,
    to,
    type,
    timezone: project.timezone,
    capacity_wp: project.plant.capacity_wp,
    commissioned_on: project.commissioned_on,
    terms: project.terms,
    factors: await gridFactors(tx),
    has_cpr: showsCorrected(project.plant),
    kpis: await kpiDays(tx, project, { from, to }, now_ms),
    gateways: await seriesGateways(tx, access),
    days,
    due: [...daysDue(data, days, range)],
    gatewaysDue: gatewaysDue(data, range, type),
    energies:
      type === "day"
        ? await gatewayEnergies(tx, access, { from, to, type })
        : await gatewayMonths(tx, access, { from, to }, days),
  });
}

/** Inverters are asked too, since a battery may report through one. */
const BATTERIES = { battery: BATTERY_QUANTITIES, solar_inverter: BATTERY_QUANTITIES } as const;

/** The project's devices of those types with what they said; those taken out since only where they said something. */
async function devicesOfDay(
  tx: Tx,
  access: ProjectAccess,
  wanted: Partial<Record<AssetType, readonly ChartQuantity[]>>,
  day: SlottedDay,
): Promise<DeviceOfDay[]> {
  const types = assetType.options.filter((type) => wanted[type] !== undefined);
  const devices = await chartDevices(tx, access, types);
  const quantities = [...new Set(devices.flatMap((device) => wanted[device.asset_type] ?? []))];
  const readings = await dayOfDevices(tx, access, { devices, quantities }, day);
  return devices
    .map((device) => ({ ...device, readings: readings.get(device.device_id) }))
    .filter((device) => !device.removed || device.readings !== undefined);
}

/** The range itself for days; from the first day of its first month to the last day of its last for months. */
function wholePeriods(from: string, to: string, type: "day" | "month"): { from: string; to: string } {
  if (type === "day") return { from, to };
  const nextMonth = addDays(`${to.slice(0, 7)}-28`, 4);
  return { from: `${from.slice(0, 7)}-01`, to: addDays(`${nextMonth.slice(0, 7)}-01`, -1) };
}
