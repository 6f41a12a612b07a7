// The highest power of a plant: the mean of five minutes, of all that counts together (decision 0069).
import type { TimeRange } from "@heliograph/contract";
import { sql } from "kysely";
import type { Tx } from "../../../platform/db.ts";
import type { ProjectAccess } from "../../fleet/index.ts";
import { slotted, slottedDay, summed, type SlottedDay, type Slots } from "./day-slots.ts";
import { chartDevices, dayOfDevices, type ChartDevice } from "./day-chart.sql.ts";

type PeakKind = "electric_meter" | "solar_inverter";

/** W, and the instant at which the five minutes begin. */
export interface Peak {
  readonly power_w: number;
  readonly at: Date;
  /** Of which devices it is. */
  readonly by: PeakKind;
}

const SLOT_MS = 300_000;

/**
 * The five minutes of highest power in the range, of its production meters, or of its inverters where no meter of it tells
 * anything; undefined: none is known. Only days are looked into whose devices could together have given more than the best
 * found so far, so that a year costs little more than its best days.
 */
export async function peakPower(
  tx: Tx,
  access: ProjectAccess,
  range: TimeRange,
  span?: { readonly from_ms: number; readonly to_ms: number },
): Promise<Peak | undefined> {
  const bounds = await peakBounds(tx, access, range);
  const devices = await chartDevices(tx, access, ["electric_meter", "solar_inverter"]);
  let best: Peak | undefined;
  for (const { day, most_w, metered } of bounds) {
    if (best !== undefined && best.power_w >= most_w) break;
    const type = metered ? "electric_meter" : "solar_inverter";
    const found = await peakOfDay(
      tx,
      access,
      devices.filter(({ asset_type }) => asset_type === type),
      { day, by: type, ...span },
    );
    if (found !== undefined && (best === undefined || found.power_w > best.power_w)) best = found;
  }
  return best;
}

async function peakOfDay(
  tx: Tx,
  access: ProjectAccess,
  devices: readonly ChartDevice[],
  of: { readonly day: string; readonly by: PeakKind; readonly from_ms?: number; readonly to_ms?: number },
): Promise<Peak | undefined> {
  const day = slottedDay(access.timezone, of.day);
  const readings = await dayOfDevices(tx, access, { devices, quantities: ["ac_power_w"] }, day);
  const powers = [...readings.values()].map((one) =>
    one.ac_power_w === undefined ? [] : slotted(day, one, one.ac_power_w, 1),
  );
  return highestOf(day, powers, of);
}

/** The five minutes of a day in which these powers are highest together, within a span where one is given. */
export function highestOf(
  day: SlottedDay,
  powers: readonly Slots[],
  within: { readonly by: PeakKind; readonly from_ms?: number; readonly to_ms?: number },
): Peak | undefined {
  const sums = summed(powers);
  let best: Peak | undefined;
  for (const [span, slot] of day.slot_of_span.entries()) {
    const at = day.from_ms + span * SLOT_MS;
    const power_w = sums[slot] ?? null;
    const isWithin = at >= (within.from_ms ?? -Infinity) && at + SLOT_MS <= (within.to_ms ?? Infinity);
    if (power_w === null || !isWithin) continue;
    if (best === undefined || power_w > best.power_w) {
      best = { power_w, at: new Date(at), by: within.by };
    }
  }
  return best;
}

/** Of which devices the peak of the day is: of the meters that tell any power, else of the inverters; null: none tells any. */
export async function peakIsOf(tx: Tx, access: ProjectAccess, day: string): Promise<PeakKind | null> {
  const [bounds] = await peakBounds(tx, access, { from_date: day, to_date: day });
  return bounds === undefined ? null : bounds.metered ? "electric_meter" : "solar_inverter";
}

/** Days of the range, and what the devices that count could at most have given together on each, the highest first. */
async function peakBounds(
  tx: Tx,
  access: ProjectAccess,
  { from_date, to_date }: TimeRange,
): Promise<{ day: string; most_w: number; metered: boolean }[]> {
  const { rows } = await sql<{ day: string; most_w: number; metered: boolean }>`
    with part as (
      select r.day, sum(r.power_max_w::float8) filter (where d.asset_type = 'electric_meter') as meters_w,
        sum(r.power_max_w::float8) filter (where d.asset_type = 'solar_inverter') as inverters_w
      from device d join energy_day r on r.project_id = d.project_id and r.device_id = d.device_id
      where d.project_id = ${access.project_id} and d.asset_type in ('electric_meter', 'solar_inverter')
        and r.power_max_w is not null and r.day between ${from_date}::date and ${to_date}::date
      group by r.day
    )
    select day::text as day, coalesce(meters_w, inverters_w) as most_w, meters_w is not null as metered
    from part order by most_w desc, day`.execute(tx);
  return rows;
}
