// The highest power of a plant: the mean of five minutes, of all that counts together (decision 0069), kept of days that are over.
import { addDays, daysBetween, localDay, startOfDay, type Day } from "@heliograph/contract";
import { sql } from "kysely";
import type { Db } from "../../../platform/db.ts";
import { prepared } from "../../../platform/postgres/prepared.ts";
import {
  dayOfDevices,
  slotted,
  slottedDay,
  summed,
  type SlottedDay,
  type Slots,
} from "../../energy/index.ts";
import { KPI_VERSION } from "./kpi-day.ts";

type PeakKind = "electric_meter" | "solar_inverter";

/** W, and the instant at which the five minutes begin. */
export interface Peak {
  readonly power_w: number;
  readonly at: Date;
  /** Of which devices it is. */
  readonly by: PeakKind;
}

/** Whose peak is asked for. */
interface Plant {
  readonly project_id: number;
  readonly timezone: string;
}

interface Range {
  readonly from_date: Day;
  readonly to_date: Day;
}

/** Instants, ms since 1970, that the five minutes lie between. */
interface Span {
  readonly from_ms: number;
  readonly to_ms: number;
}

const SLOT_MS = 300_000;
/** Readings last an hour at most. */
const LONGEST_MS = 3_600_000;

/**
 * The five minutes of highest power in the range, the first of several: of its production meters, or of its inverters where
 * no meter of it tells anything on the day; undefined: none is known. Days that are over have theirs kept; looked into are
 * those that are out of date, and those that the span cuts, where they could have given more than the best of the others.
 */
export async function peakPower(
  db: Db,
  plant: Plant,
  range: Range,
  span: Span = { from_ms: -Infinity, to_ms: Infinity },
): Promise<Peak | undefined> {
  const { timezone } = plant;
  const isWhole = (day: Day) =>
    startOfDay(timezone, day) >= span.from_ms && startOfDay(timezone, addDays(day, 1)) <= span.to_ms;
  const cut = new Set([range.from_date, range.to_date].filter((day) => !isWhole(day)));
  const kept = (await keptPeaks(db, plant, range)).filter(({ day }) => !cut.has(day));
  const known = new Set(kept.map(({ day }) => day));
  const others = daysBetween(range.from_date, range.to_date).filter((day) => !known.has(day));
  let best = kept.reduce<Peak | undefined>((found, { peak }) => higher(found, peak), undefined);
  for (const bound of await peakBounds(db, plant, others)) {
    if (best !== undefined && best.power_w > bound.most_w) break;
    best = higher(best, await peakOfDay(db, plant, bound, span));
  }
  return best;
}

/** The higher of both, the earlier of equal ones. */
function higher(a: Peak | undefined, b: Peak | undefined): Peak | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  if (a.power_w === b.power_w) return a.at <= b.at ? a : b;
  return a.power_w > b.power_w ? a : b;
}

/** How a day's peak is kept in project_kpi_day; nulls: it has none. */
export interface PeakColumns {
  readonly peak_w: number | null;
  readonly peak_at: Date | null;
  readonly peak_by: PeakKind | null;
}

const NO_PEAK: PeakColumns = { peak_w: null, peak_at: null, peak_by: null };

/** The peaks of whole days, made of their slots, as they are kept. */
export async function peaksToKeep(
  db: Db,
  plant: Plant,
  days: readonly Day[],
): Promise<(day: Day) => PeakColumns> {
  const peaks = new Map<Day, PeakColumns>();
  for (const bound of await peakBounds(db, plant, days)) {
    const peak = await peakOfDay(db, plant, bound);
    if (peak === undefined) continue;
    peaks.set(bound.day, { peak_w: peak.power_w, peak_at: peak.at, peak_by: peak.by });
  }
  return (day) => peaks.get(day) ?? NO_PEAK;
}

/** The days of the range whose peak is kept and right, with it; undefined: the day has none. */
async function keptPeaks(
  db: Db,
  { project_id, timezone }: Plant,
  { from_date, to_date }: Range,
): Promise<{ day: Day; peak: Peak | undefined }[]> {
  const { rows } = await sql<PeakColumns & { day: Day }>`
    select k.day, k.peak_w, k.peak_at, k.peak_by from project_kpi_day k
    where k.project_id = ${project_id} and k.day between ${from_date}::date and ${to_date}::date
      and not k.outdated and k.version = ${KPI_VERSION}`.execute(db);
  const isWaiting = await waitingDays(db, { project_id, timezone });
  return rows
    .filter(({ day }) => !isWaiting(day))
    .map(({ day, peak_w, peak_at, peak_by }) => ({
      day,
      peak:
        peak_w === null || peak_at === null || peak_by === null
          ? undefined
          : { power_w: peak_w, at: peak_at, by: peak_by },
    }));
}

/** Tells of days whether readings of them came or were corrected that are not counted yet. */
async function waitingDays(db: Db, { project_id, timezone }: Plant): Promise<(day: Day) => boolean> {
  const { rows } = await sql<{ since: Date; until: Date }>`
    select min(since) as since, max(until) as until from waiting_readings(${project_id}) group by device_id`.execute(
    db,
  );
  const spans = rows.map(({ since, until }) => ({
    from: localDay(timezone, since.getTime() - LONGEST_MS),
    to: localDay(timezone, until.getTime()),
  }));
  return (day) => spans.some(({ from, to }) => from <= day && day <= to);
}

/** A day with the most that the devices that count could have given together, W. */
interface Bound {
  readonly day: Day;
  readonly most_w: number;
  readonly by: PeakKind;
  /** All of that kind, of whatever days. */
  readonly device_ids: readonly number[];
}

async function peakOfDay(db: Db, plant: Plant, of: Bound, span?: Span): Promise<Peak | undefined> {
  const day = slottedDay(plant.timezone, of.day);
  const devices = of.device_ids.map((device_id) => ({ device_id }));
  const readings = await dayOfDevices(db, plant, { devices, quantities: ["ac_power_w"] }, day);
  const powers = [...readings.values()].map((one) =>
    one.ac_power_w === undefined ? [] : slotted(day, one, one.ac_power_w, 1),
  );
  return highestOf(day, powers, { by: of.by, ...span });
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
export async function peakIsOf(db: Db, plant: Plant, day: Day): Promise<PeakKind | null> {
  const [bound] = await peakBounds(db, plant, [day]);
  return bound?.by ?? null;
}

/** Those of the days, in order, on which anything counts, the highest bound first. Slots are whole watts, and so rounded up at most. */
async function peakBounds(db: Db, { project_id }: Plant, days: readonly Day[]): Promise<Bound[]> {
  const bounds: Bound[] = [];
  for (const run of runsOf(days)) {
    const { rows } = await sql<Bound>`${prepared("peak_bounds")}
      with part as (
        select r.day, d.asset_type, r.power_max_w::float8 + 0.5 as most_w,
          bool_or(d.asset_type = 'electric_meter') over (partition by r.day) as metered
        from device d join energy_day r on r.project_id = d.project_id and r.device_id = d.device_id
          and r.day between ${run.from}::date and ${run.to}::date
        where d.project_id = ${project_id} and d.asset_type in ('electric_meter', 'solar_inverter')
          and r.power_max_w is not null
      )
      select day::text as day, sum(most_w) as most_w, asset_type as by,
        (select array_agg(d.device_id order by d.device_id) from device d
          where d.project_id = ${project_id} and d.asset_type = part.asset_type) as device_ids
      from part where (asset_type = 'electric_meter') = metered
      group by day, asset_type`.execute(db);
    bounds.push(...rows);
  }
  return bounds.toSorted((a, b) => b.most_w - a.most_w || (a.day < b.day ? -1 : 1));
}

/** Days, in order, as stretches without holes. */
function runsOf(days: readonly Day[]): { from: Day; to: Day }[] {
  const runs: { from: Day; to: Day }[] = [];
  for (const day of days) {
    const last = runs.at(-1);
    if (last !== undefined && addDays(last.to, 1) === day) last.to = day;
    else runs.push({ from: day, to: day });
  }
  return runs;
}
