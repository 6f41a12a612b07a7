// Heat of solar water heaters by local day: from the ledger where a controller counts it, else from its raw readings.
import { addDays, localMinutes, startOfDay, type HeatSource } from "@heliograph/contract";
import { sql } from "kysely";
import type { Tx } from "../../../platform/db.ts";
import type { PricedEnergy } from "../saving/cost-saving.ts";
import {
  flowPieces,
  savedElectricityWh,
  scaledTo,
  tankPieces,
  type HeatPiece,
  type HeatReading,
} from "./solar-heat.ts";
import { sunElevationDeg } from "../../energy/index.ts";

export interface ProjectDayKey {
  readonly project_id: number;
  /** A calendar day, YYYY-MM-DD. */
  readonly day: string;
}

/** Heat of a project's day. Nulls: nothing known. */
export interface HeatDay {
  readonly heat_wh: number | null;
  /** The weakest of its controllers. */
  readonly heat_source: HeatSource | null;
  /** Electricity of the heaters behind the sun. */
  readonly auxiliary_wh: number | null;
  /** Electricity saved. */
  readonly saved_wh: number | null;
}

interface ControllerDay extends ProjectDayKey {
  readonly device_id: number;
  /** By its own heat meter. */
  readonly counted_wh: number | null;
  readonly auxiliary_wh: number | null;
  readonly timezone: string;
  readonly latitude: number;
  readonly longitude: number;
  readonly tank_volume_l: number | null;
  readonly heater_efficiency: number;
  /** Controllers of the project with a word that day. */
  readonly controllers: number;
}

/** Days of controllers without a counter whose readings are held in memory at once. */
const READ_AT_ONCE = 31;
const WEAKEST: readonly HeatSource[] = ["tank", "flow", "counter"];
const sumKnown = (values: readonly (number | null)[]) =>
  values.reduce<number | null>((sum, value) => (value === null ? sum : (sum ?? 0) + value), null);

/** Names a day of a project. */
export const keyOfDay = ({ project_id, day }: ProjectDayKey): string => `${project_id} ${day}`;

/**
 * The heat of each of the days that is a water heater's and has readings, by keyOfDay. `parts` is the electricity saved by
 * what no counter counted, by time: what a counter counted stands in the quarter hours of the ledger.
 */
export async function heatDays(
  tx: Tx,
  days: readonly ProjectDayKey[],
): Promise<Map<string, HeatDay & { readonly parts: readonly PricedEnergy[] }>> {
  const controllers = await controllerDays(tx, days);
  const uncounted = controllers.filter((row) => row.counted_wh === null);
  const intervals = new Map<ControllerDay, DayIntervals>();
  for (let at = 0; at < uncounted.length; at += READ_AT_ONCE) {
    const some = uncounted.slice(at, at + READ_AT_ONCE);
    const readings = await readingsOf(tx, some);
    some.forEach((row, index) => intervals.set(row, fromReadings(row, readings.get(index) ?? [])));
  }
  const byDay = Map.groupBy(controllers, keyOfDay);
  return new Map([...byDay].map(([key, rows]) => [key, heatDay(rows, intervals)]));
}

interface DayIntervals {
  readonly pieces: readonly HeatPiece[];
  readonly source: HeatSource | null;
}

/** By flow where that is known at any time of the day, else by the tank. */
function fromReadings(row: ControllerDay, readings: readonly HeatReading[]): DayIntervals {
  const flow = flowPieces(readings);
  if (flow.length > 0) return { pieces: flow, source: "flow" };
  const warmth = readings.some((reading) => reading.tank_temperature_c !== null);
  if (row.tank_volume_l === null || !warmth) return { pieces: [], source: null };
  const isDaylight = (at_ms: number) => sunElevationDeg(row, at_ms) > 0;
  return { pieces: tankPieces(readings, row.tank_volume_l / row.controllers, isDaylight), source: "tank" };
}

function heatDay(rows: readonly ControllerDay[], intervals: ReadonlyMap<ControllerDay, DayIntervals>) {
  const heats = rows.map((row) => {
    if (row.counted_wh !== null) return { wh: row.counted_wh, source: "counter" as const };
    const { pieces, source } = intervals.get(row) ?? { pieces: [], source: null };
    return { wh: source === null ? null : pieces.reduce((sum, { wh }) => sum + wh, 0), source };
  });
  const heat_wh = sumKnown(heats.map(({ wh }) => wh));
  const [first] = rows;
  const efficiency = first?.heater_efficiency ?? 1;
  return {
    heat_wh,
    heat_source: WEAKEST.find((source) => heats.some((heat) => heat.source === source)) ?? null,
    auxiliary_wh: sumKnown(rows.map((row) => row.auxiliary_wh)),
    saved_wh: heat_wh === null ? null : savedElectricityWh(heat_wh, efficiency),
    parts: rows.flatMap((row, index) => {
      const pieces = intervals.get(row)?.pieces ?? [];
      return scaledTo(pieces, savedElectricityWh(heats[index]?.wh ?? 0, efficiency)).map((piece) =>
        priced(row, piece),
      );
    }),
  };
}

function priced({ timezone, day }: ControllerDay, { at_ms, wh }: HeatPiece): PricedEnergy {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
  return {
    produced_wh: wh,
    exported_wh: null,
    // The instant ends its interval: midnight belongs to the day it closes.
    minutes: localMinutes(timezone, at_ms - 1),
    weekday: weekday === 0 ? 7 : weekday,
  };
}

async function controllerDays(tx: Tx, days: readonly ProjectDayKey[]): Promise<ControllerDay[]> {
  const { rows } = await sql<ControllerDay>`
    select x.project_id, x.day, r.device_id, r.production_wh as counted_wh, r.import_wh as auxiliary_wh,
      p.timezone, p.latitude, p.longitude, p.tank_volume_l, p.heater_efficiency,
      count(*) over (partition by x.project_id, x.day)::int4 as controllers
    from unnest(${days.map((day) => day.project_id)}::int4[], ${days.map((day) => day.day)}::date[]) as x (project_id, day)
    join project p on p.project_id = x.project_id and p.project_type = 'swh'
    join device d on d.project_id = x.project_id and d.asset_type = 'swh_controller'
    join energy_day r on r.project_id = x.project_id and r.device_id = d.device_id and r.day = x.day
    where r.n > 0 or r.production_wh is not null
    order by x.project_id, x.day, r.device_id`.execute(tx);
  return rows;
}

/** Readings of each of the days in order of time, by the place of the day in the list. */
async function readingsOf(tx: Tx, days: readonly ControllerDay[]): Promise<Map<number, HeatReading[]>> {
  const { rows } = await sql<HeatReading & { place: number }>`
    select w.place, (extract(epoch from r.ts) * 1000)::float8 as at_ms, r.interval_s, r.flow_l_h, r.inlet_temperature_c,
      r.outlet_temperature_c, r.tank_temperature_c, r.ac_power_w
    from unnest(${days.map((_, place) => place)}::int4[], ${days.map((day) => day.project_id)}::int4[],
      ${days.map((day) => day.device_id)}::int4[], ${days.map((day) => new Date(startOfDay(day.timezone, day.day)))}::timestamptz[],
      ${days.map((day) => new Date(startOfDay(day.timezone, addDays(day.day, 1))))}::timestamptz[])
      as w (place, project_id, device_id, since, until)
    join reading r on r.project_id = w.project_id and r.device_id = w.device_id and r.ts > w.since and r.ts <= w.until
    order by w.place, r.ts`.execute(tx);
  return Map.groupBy(rows, (row) => row.place);
}
