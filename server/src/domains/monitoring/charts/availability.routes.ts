import {
  addDays,
  AVAILABILITY_LIMITS,
  daysBetween,
  localDay,
  projectAvailability,
  type Answer,
  deviceName,
} from "@heliograph/contract";
import type { Db, Tx } from "../../../platform/db.ts";
import type { Serve } from "../../../platform/http.ts";
import { inProject, type ProjectAccess } from "../../fleet/index.ts";
import {
  availabilitiesOf,
  excludedOf,
  silenceOf,
  technicalOf,
  type DeviceAvailability,
  kpiDaysWithDevices,
  kpiProject,
} from "../../kpi/index.ts";
import { chartDevices, type ChartDevice } from "./day-chart.sql.ts";

type Day = Answer<typeof projectAvailability>["data"][number];
type DeviceOfDay = Day["gateway_availability"][number]["gateway_devices"][number];

/** Serves availability by day. `now` gives ms since 1970. */
export function availabilityRoutes(serve: Serve, db: Db, now: () => number): void {
  serve(projectAvailability, ({ query, session }) =>
    inProject(db, session, query.project_uid, { to: "look", noun: "project" }, async (tx, access) => {
      const nowMs = now();
      const today = localDay(access.timezone, nowMs);
      const usual = () => daysBetween(addDays(today, 1 - AVAILABILITY_LIMITS.defaultDays), today);
      return availabilityOf(tx, access, [...new Set(query.date ?? usual())].toSorted(), nowMs);
    }),
  );
}

/** Availability of the days, which are in order, as its screen shows it. */
export async function availabilityOf(
  tx: Tx,
  access: ProjectAccess,
  days: readonly string[],
  nowMs: number,
): Promise<Answer<typeof projectAvailability>> {
  const project = await kpiProject(tx, access.project_id);
  const devices = await chartDevices(tx, access, ["solar_inverter", "electric_meter"]);
  const known = await kpiDaysWithDevices(tx, project, days, nowMs);
  const byDay = new Map(known.map((day) => [day.day, day.devices]));
  return {
    timezone: access.timezone,
    rated_from_w_m2: project.terms.rated_from_w_m2,
    data: days.map((day) => dayOf(day, byDay.get(day) ?? [], devices)),
    total: figuresOf(known.flatMap((day) => day.devices)),
  };
}

const percent = (share: number | null) => (share === null ? null : share * 100);

function figuresOf(sums: readonly DeviceAvailability[]) {
  const { technical, strict, reported, energy } = availabilitiesOf(sums);
  return {
    project_availability: percent(technical),
    project_variants: { strict: percent(strict), reported: percent(reported), energy: percent(energy) },
  };
}

function dayOf(date: string, sums: readonly DeviceAvailability[], devices: readonly ChartDevice[]): Day {
  const byDevice = new Map(sums.map((device) => [device.device_id, device]));
  const gateways = new Map<string, { first: ChartDevice; own: DeviceAvailability[]; shown: DeviceOfDay[] }>();
  for (const device of devices) {
    const own = byDevice.get(device.device_id);
    if (own === undefined) continue;
    const gateway = gateways.get(device.gateway_uid) ?? { first: device, own: [], shown: [] };
    gateways.set(device.gateway_uid, gateway);
    gateway.own.push(own);
    gateway.shown.push({
      device_uid: device.device_uid,
      device_serial: device.serial,
      alias: deviceName(device),
      value: percent(technicalOf([own])),
      silence: silenceOf([own]),
    });
  }
  return {
    date,
    ...figuresOf(sums),
    rated: Math.max(0, ...sums.map((device) => device.rated + device.pending)),
    planned_outage: excludedOf(sums),
    silence: silenceOf(sums),
    gateway_availability: [...gateways.values()].map(({ first, own, shown }) => ({
      gateway_uid: first.gateway_uid,
      gateway_serial: first.gateway_serial,
      alias: deviceName({
        alias: first.gateway_alias,
        name: first.gateway_name,
        serial: first.gateway_serial,
      }),
      value: percent(technicalOf(own)),
      gateway_devices: shown,
    })),
  };
}
