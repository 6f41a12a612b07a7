import {
  addDays,
  GATEWAY_LIMITS,
  localDay,
  startOfDay,
  SWH_ERROR_CODES,
  swhEnergyChart,
  swhTemperatureChart,
  swhWidget,
} from "@heliograph/contract";
import type { Db, Tx } from "../../../platform/db.ts";
import type { Serve } from "../../../platform/http.ts";
import { relaySchedules } from "../../control/index.ts";
import { inProject, type ProjectAccess } from "../../fleet/index.ts";
import { dayOfDevices, slottedDay } from "../../energy/index.ts";
import { chartDevices } from "../charts/day-chart.sql.ts";
import { HEAT_QUANTITIES } from "../charts/day-charts.ts";
import { monthStart, wholeMonths } from "./heat-figures.ts";
import { deviceRecordsOf, projectOf } from "../overview/overview.sql.ts";
import { gatewaysOf } from "../portfolio/project-list.sql.ts";
import { energyChartOf, temperatureChartOf } from "./water-heater-charts.ts";
import { errorsOf, heatOfAll, heatOfDays, modelOf, relaysOf } from "./water-heater.sql.ts";
import { heaterWidgetsOf } from "./water-heater.ts";

const LOOK = { to: "look", noun: "project" } as const;
/** Errors that ended longer ago are history. */
const ERROR_DAYS = 7;
/** The share of the sun is told over so many days: single days depend on when water was drawn. */
const FRACTION_DAYS = 30;
const DAY_MS = 86_400_000;

/** Serves the widgets and charts of solar water heaters. `now` gives ms since 1970. */
export function waterHeaterRoutes(serve: Serve, db: Db, now: () => number): void {
  serve(swhWidget, ({ query, session }) =>
    inProject(db, session, query.project_uid, LOOK, (tx, access) => widgets(tx, access, now())),
  );

  serve(swhTemperatureChart, ({ query, session }) =>
    inProject(db, session, query.project_uid, LOOK, async (tx, access) => {
      const { timezone } = access;
      const day = slottedDay(timezone, query.view_day);
      const devices = await chartDevices(tx, access, ["swh_controller"]);
      const readings = await dayOfDevices(tx, access, { devices, quantities: HEAT_QUANTITIES }, day);
      return temperatureChartOf(devices, readings, day, { timezone, view_day: query.view_day });
    }),
  );

  serve(swhEnergyChart, ({ query, session }) =>
    inProject(db, session, query.project_uid, LOOK, async (tx, access) => {
      const dates = { from: query.from_date, to: query.to_date };
      const range = query.get_type === "day" ? dates : wholeMonths(dates);
      const { heater_efficiency } = await modelOf(tx, access);
      const days = await heatOfDays(tx, access, range);
      return energyChartOf(days, {
        ...range,
        heater_efficiency,
        timezone: access.timezone,
        type: query.get_type,
      });
    }),
  );
}

async function widgets(tx: Tx, access: ProjectAccess, nowMs: number) {
  const { timezone } = access;
  const today = localDay(timezone, nowMs);
  const project = await projectOf(tx, access);
  const gateways = await gatewaysOf(tx, [access.project_id]);
  const devices = (await deviceRecordsOf(tx, access, today)).filter(
    (device) => device.asset_type === "swh_controller",
  );
  const before = addDays(today, 1 - FRACTION_DAYS);
  const month = monthStart(today);
  const range = { from: before < month ? before : month, to: today };
  return heaterWidgetsOf({
    project,
    gateways,
    devices,
    today,
    now_ms: nowMs,
    fraction_from: before,
    model: await modelOf(tx, access),
    days: await heatOfDays(tx, access, range),
    heat_wh: await heatOfAll(tx, access),
    relays: await relaysOf(tx, access, {
      devices: devices.map((device) => device.device_id),
      since: new Date(startOfDay(timezone, addDays(today, -1))),
      today: new Date(startOfDay(timezone, today)),
      // Clocks of gateways may be a little ahead.
      until: new Date(nowMs + GATEWAY_LIMITS.futureSkewS * 1000),
    }),
    errors: await errorsOf(tx, access, {
      codes: SWH_ERROR_CODES,
      since: new Date(nowMs - ERROR_DAYS * DAY_MS),
    }),
    schedules: await relaySchedules(tx, access, nowMs),
  });
}
