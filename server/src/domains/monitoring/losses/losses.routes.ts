import {
  daysBetween,
  deviceName,
  LOSS_LIMITS,
  lossWaterfall,
  type Answer,
  type Day,
} from "@heliograph/contract";
import type { Db, Tx } from "../../../platform/db.ts";
import type { Serve } from "../../../platform/http.ts";
import { Problem } from "../../../platform/problem.ts";
import { inProject, type ProjectAccess } from "../../fleet/index.ts";
import { kpiProject, lossSums, type KpiProject, type LossRow } from "../../kpi/index.ts";
import { chartDevices, type ChartDevice } from "../charts/day-chart.sql.ts";
import { RULES_VERSION } from "../explain/kpi-explanation.ts";
import { closedCosts, closedEnergies, type LedgerEnergies } from "./closed-steps.ts";
import { countedEnergies, ledgerEnergies, statedRatings, type LedgerEnergy } from "./losses.sql.ts";
import { incompleteDays, lightOf } from "./loss-facts.ts";
import { outageList } from "./outage-list.ts";

type Waterfall = Answer<typeof lossWaterfall>;
interface Wanted {
  readonly from_date: Day;
  readonly to_date: Day;
  readonly gateway_uid?: string | undefined;
  readonly device_uid?: string | undefined;
}

const COUNTED = ["solar_inverter", "electric_meter"] as const;

/** Serves the loss waterfall. `now` gives ms since 1970. */
export function lossRoutes(serve: Serve, db: Db, now: () => number): void {
  serve(lossWaterfall, ({ query, session }) =>
    inProject(db, session, query.project_uid, { to: "look", noun: "project" }, async (tx, access) => {
      const found = await chartDevices(tx, access, COUNTED);
      const devices = devicesWanted(found, query);
      return waterfallOf(tx, access, { query, devices, nowMs: now() });
    }),
  );
}

/** The devices that the waterfall is of: of the gateway, the device, or all. Refuses what the project does not have. */
function devicesWanted(devices: readonly ChartDevice[], { gateway_uid, device_uid }: Wanted): ChartDevice[] {
  const wanted = devices.filter(
    (device) =>
      (gateway_uid === undefined || device.gateway_uid === gateway_uid) &&
      (device_uid === undefined || device.device_uid === device_uid),
  );
  if (gateway_uid !== undefined && wanted.length === 0) {
    throw new Problem(
      404,
      "gateway.not_found",
      "The project has no such gateway, or nothing behind it is counted",
    );
  }
  if (device_uid !== undefined && wanted.length === 0) {
    throw new Problem(404, "device.not_found", "The project has no such inverter or production meter");
  }
  return wanted;
}

/** The waterfall of the whole project from day to day, as its screen shows it. */
export async function lossesOf(
  tx: Tx,
  access: ProjectAccess,
  range: { readonly from_date: Day; readonly to_date: Day },
  nowMs: number,
): Promise<Waterfall> {
  const devices = await chartDevices(tx, access, COUNTED);
  return waterfallOf(tx, access, { query: range, devices, nowMs });
}

interface Facts {
  readonly query: Wanted;
  readonly devices: readonly ChartDevice[];
  readonly nowMs: number;
}

async function waterfallOf(
  tx: Tx,
  access: ProjectAccess,
  { query, devices, nowMs }: Facts,
): Promise<Waterfall> {
  const project = await kpiProject(tx, access.project_id);
  const range = { from: query.from_date, to: query.to_date };
  const by = daysBetween(range.from, range.to).length > LOSS_LIMITS.byDay ? "month" : "day";
  const ids = new Set(devices.map(({ device_id }) => device_id));
  const all = await lossSums(tx, project, { ...range, by }, nowMs);
  const ratings = await statedRatings(tx, access, [...new Set(all.map(({ device_id }) => device_id))]);
  const rows = all.filter(({ device_id }) => ids.has(device_id));
  const ledger = (await ledgerEnergies(tx, access, { ...range, by })).filter(({ device_id }) =>
    ids.has(device_id),
  );
  const isWhole = query.gateway_uid === undefined && query.device_uid === undefined;
  const counted = isWhole ? await countedEnergies(tx, access, { ...range, by }) : null;
  const told = { rows, ledger, counted };
  const own = devices.filter(({ device_id }) => rows.some((row) => row.device_id === device_id));
  const energy_wh = closedEnergies(rows, energiesOf(told, null));
  const reason = reasonOf(rows, energy_wh.base);
  const outages = outageList(rows, access.timezone);
  const names = new Map(own.map((device) => [device.device_id, deviceName(device)]));
  return {
    timezone: access.timezone,
    from_date: query.from_date,
    to_date: query.to_date,
    energy_wh: reason === null ? energy_wh : null,
    cost_vnd: reason === null ? closedCosts(rows, energy_wh) : null,
    reason,
    vnd_per_kwh: onePrice(rows),
    ...lightOf(rows, energy_wh, { project, ratings }),
    by: isMetered(told) ? "electric_meter" : "solar_inverter",
    incomplete:
      by === "day" ? incompleteDays(rows) : await incompleteOf(tx, project, { ...range, ids, nowMs }),
    outages: outages.slice(0, LOSS_LIMITS.outages).map(({ from_ms, to_ms, energy_wh: wh, device_ids }) => ({
      from_at: new Date(from_ms).toISOString(),
      to_at: new Date(to_ms).toISOString(),
      energy_wh: wh,
      devices: device_ids.map((id) => names.get(id) ?? ""),
      all: own.length > 1 && device_ids.length === own.length,
    })),
    outage_count: outages.length,
    devices: reason === null ? own.map((device) => columnOf(device, told)) : [],
    days: reason === null ? bucketsOf(told) : [],
    version: RULES_VERSION,
  };
}

/** What is kept, and what the ledger tells; `counted`: of the whole project, by day or month. */
interface Told {
  readonly rows: readonly LossRow[];
  readonly ledger: readonly LedgerEnergy[];
  readonly counted: Awaited<ReturnType<typeof countedEnergies>> | null;
}

/** Nothing is known, or no light was measured. */
function reasonOf(rows: readonly LossRow[], base: number): Waterfall["reason"] {
  if (rows.length === 0) return "no_data";
  const estimated = rows.reduce((sum, row) => sum + row.estimated_base_wh, 0);
  return base > 0 && estimated >= base ? "no_irradiance" : null;
}

const sumOrNull = (values: readonly number[]): number | null =>
  values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0);

/** The ledger's energies beside the rows: of the day or month, with null of all. */
function energiesOf({ rows, ledger, counted }: Told, day: Day | null): LedgerEnergies {
  const isOf = (one: { readonly day: Day }) => day === null || one.day === day;
  const own = new Set(rows.map(({ device_id }) => device_id));
  const devices_wh = sumOrNull(
    ledger.filter((one) => isOf(one) && own.has(one.device_id)).map(({ wh }) => wh),
  );
  const measured_wh =
    counted === null
      ? sumOrNull(
          ledger.filter((one) => isOf(one) && one.asset_type === "electric_meter").map(({ wh }) => wh),
        )
      : sumOrNull(counted.filter(isOf).flatMap(({ wh }) => wh ?? []));
  return { devices_wh, measured_wh };
}

const isMetered = ({ ledger, counted }: Told): boolean =>
  counted === null
    ? ledger.some(({ asset_type }) => asset_type === "electric_meter")
    : counted.some(({ metered }) => metered);

function columnOf(device: ChartDevice, { rows, ledger }: Told): Waterfall["devices"][number] {
  const own = rows.filter(({ device_id }) => device_id === device.device_id);
  const wh = sumOrNull(ledger.filter(({ device_id }) => device_id === device.device_id).map((one) => one.wh));
  return {
    device_uid: device.device_uid,
    gateway_uid: device.gateway_uid,
    alias: deviceName(device),
    gateway_alias: deviceName({
      alias: device.gateway_alias,
      name: device.gateway_name,
      serial: device.gateway_serial,
    }),
    energy_wh: closedEnergies(own, { devices_wh: wh, measured_wh: wh }),
  };
}

function bucketsOf(told: Told): Waterfall["days"] {
  const days = [...new Set(told.rows.map(({ day }) => day))].toSorted();
  return days.map((day) => ({
    day,
    energy_wh: closedEnergies(
      told.rows.filter((row) => row.day === day),
      energiesOf(told, day),
    ),
  }));
}

/** The price where all quarter hours with light have the same. */
function onePrice(rows: readonly LossRow[]): string | null {
  const prices = new Set(rows.filter(({ base_wh }) => base_wh > 0).map(({ vnd_per_kwh }) => vnd_per_kwh));
  return prices.size === 1 ? ([...prices][0] ?? null) : null;
}

/** Days of which too little is known, where the waterfall is made of months. */
async function incompleteOf(
  tx: Tx,
  project: KpiProject,
  { from, to, ids, nowMs }: { from: Day; to: Day; ids: ReadonlySet<number>; nowMs: number },
): Promise<Waterfall["incomplete"]> {
  const rows = await lossSums(tx, project, { from, to, by: "day" }, nowMs);
  return incompleteDays(rows.filter(({ device_id }) => ids.has(device_id)));
}
