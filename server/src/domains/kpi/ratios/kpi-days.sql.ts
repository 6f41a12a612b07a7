// The days of project_kpi_day: what is stored, what is computed where nothing up to date is, and how they are kept true.
import { addDays, localDay, type EnergyClass } from "@heliograph/contract";
import { sql } from "kysely";
import { showProjects, type Db, type Tx } from "../../../platform/db.ts";
import { prepared } from "../../../platform/postgres/prepared.ts";
import { energyClassOf } from "./day-ratio.ts";
import {
  freeSumsOf,
  keptDay,
  KAPPA_DAYS,
  pairedDay,
  settledDay,
  type KpiDay,
  type KpiSums,
  type Learnt,
  type PairedDay,
  type SettledDay,
} from "./key-figures.ts";
import { KPI_VERSION } from "./kpi-day.ts";
import type { UnitDay } from "./kpi-units.ts";
import { deviceRows, daySpanOf, type KpiProject } from "./kpi-rows.sql.ts";
import { outdateFollowing } from "./kpi-following.sql.ts";
import { lossRowsOf, storeLossRows } from "../losses/loss-rows.sql.ts";
import { peaksToKeep, type PeakColumns } from "./peak-power.sql.ts";

/** Days whose quarter hours are held in memory at once. */
const DAYS_AT_ONCE = 31;
/** Days that one transaction brings up to date: the live lane waits for its lock. */
const REFRESHED_AT_ONCE = 10;

/** Notes that the days are out of date; where they already are nothing is written. */
export async function outdateKpiDays(
  tx: Tx,
  days: readonly { readonly project_id: number; readonly day: string }[],
): Promise<void> {
  await sql`
    insert into project_kpi_day as k (project_id, day)
    select * from unnest(${days.map((key) => key.project_id)}::int4[], ${days.map((key) => key.day)}::date[]) as x (project_id, day)
    order by 1, 2
    on conflict (project_id, day) do update set outdated = true where not k.outdated`.execute(tx);
}

const COLUMNS =
  sql.raw(`k.day, k.energy_wh, k.insolation_wh_m2, k.warm_energy_wh, k.warm_insolation_wh_m2, k.warm_insolation_c,
  k.expected_wh, k.curtailed_wh, k.daylight, k.used, k.reason, k.left_out, k.units`);

type Stored = KpiSums & { readonly stale: boolean };

async function storedDays(db: Db, project_id: number, from: string, to: string): Promise<Stored[]> {
  const { rows } = await sql<Stored>`${prepared("kpi_days")}
    select ${COLUMNS}, k.outdated or k.version <> ${KPI_VERSION} as stale
    from project_kpi_day k where k.project_id = ${project_id} and k.day between ${from}::date and ${to}::date
    order by k.day`.execute(db);
  return rows;
}

/** What κ of the days between is learnt from, by day. */
async function learntBefore(db: Db, project_id: number, from: string, to: string) {
  const { rows } = await sql<{ day: string; units: UnitDay[] }>`${prepared("kpi_units")}
    select k.day, k.units from project_kpi_day k
    where k.project_id = ${project_id} and k.day >= ${addDays(from, -KAPPA_DAYS)}::date and k.day < ${to}::date`.execute(
    db,
  );
  return new Map<string, Learnt>(rows.map((row) => [row.day, row.units]));
}

/** By day how most of the project's energy is known; days of which it is not are missing. */
export async function energyClassByDay(
  db: Db,
  project_id: number,
  days: readonly string[],
): Promise<Map<string, EnergyClass>> {
  const { rows } = await sql<Parameters<typeof energyClassOf>[0] & { day: string }>`
    select day, meter_wh, inverter_wh, est_meter_wh, est_inverter_wh, int_meter_wh, int_inverter_wh
    from project_day where project_id = ${project_id} and day = any(${[...days]}::date[])`.execute(db);
  return new Map(
    rows.flatMap((row) => {
      const found = energyClassOf(row);
      return found === null ? [] : [[row.day, found] as const];
    }),
  );
}

/** Share of each day's energy that may belong to another day; days without energy are missing. */
async function estimatedShares(db: Db, project_id: number, days: readonly string[]) {
  const { rows } = await sql<{ day: string; share: number }>`${prepared("estimated_shares")}
    select day, case when meter_wh is null then est_inverter_wh / nullif(inverter_wh, 0)
      else est_meter_wh / nullif(meter_wh, 0) end as share
    from project_day where project_id = ${project_id} and day = any(${[...days]}::date[])`.execute(db);
  return new Map(rows.map((row) => [row.day, row.share]));
}

/**
 * Computes days of a project from their quarter hours, in order. κ is learnt from the 30 days before each: from those
 * computed here, else from those stored.
 */
export async function computedDays(
  db: Db,
  project: KpiProject,
  days: readonly string[],
  nowMs: number,
): Promise<(SettledDay & { readonly paired: PairedDay })[]> {
  const ordered = days.toSorted();
  const [first] = ordered;
  const last = ordered.at(-1);
  if (first === undefined || last === undefined) return [];
  const learnt = await learntBefore(db, project.project_id, first, last);
  const shares = await estimatedShares(db, project.project_id, ordered);
  const computed: (SettledDay & { paired: PairedDay })[] = [];
  for (let at = 0; at < ordered.length; at += DAYS_AT_ONCE) {
    const spans = ordered.slice(at, at + DAYS_AT_ONCE).map((day) => daySpanOf(project.timezone, day));
    const rows = await deviceRows(db, project.project_id, spans);
    for (const span of spans) {
      const estimated_share = shares.get(span.day) ?? 0;
      const of = { span, plant: project.plant, now_ms: nowMs, estimated_share };
      const paired = pairedDay(rows.get(span.day) ?? [], of);
      learnt.set(span.day, freeSumsOf(paired));
      computed.push({ ...settledDay(paired, learntOn(learnt, span.day), project.plant), paired });
    }
  }
  return computed;
}

function learntOn(learnt: ReadonlyMap<string, Learnt>, day: string): Learnt {
  return Array.from({ length: KAPPA_DAYS }, (_, back) => learnt.get(addDays(day, -1 - back)) ?? []).flat();
}

/** The project's days of the range as they are now, in order: what is out of date is computed and not stored. */
export async function kpiDays(
  db: Db,
  project: KpiProject,
  range: { readonly from: string; readonly to: string },
  nowMs: number,
): Promise<KpiSums[]> {
  const stored = await storedDays(db, project.project_id, range.from, range.to);
  const stale = stored.filter((day) => day.stale).map((day) => day.day);
  const computed = new Map((await computedDays(db, project, stale, nowMs)).map(({ kpi }) => [kpi.day, kpi]));
  return stored.map((day) => computed.get(day.day) ?? day);
}

/** The same with the availability of the devices; only the days asked for, in order. */
export async function kpiDaysWithDevices(
  db: Db,
  project: KpiProject,
  days: readonly string[],
  nowMs: number,
): Promise<Pick<KpiDay, "day" | "devices">[]> {
  const { rows } = await sql<Pick<KpiDay, "day" | "devices"> & { stale: boolean }>`
    select k.day, k.devices, k.outdated or k.version <> ${KPI_VERSION} as stale from project_kpi_day k
    where k.project_id = ${project.project_id} and k.day = any(${[...days]}::date[]) order by k.day`.execute(
    db,
  );
  const stale = rows.filter((row) => row.stale).map((row) => row.day);
  const computed = new Map(
    (await computedDays(db, project, stale, nowMs)).map((day) => [day.kpi.day, keptDay(day)]),
  );
  return rows.map((row) => computed.get(row.day) ?? row);
}

/** A day as alarms judge it. */
export type JudgedDay = Pick<KpiDay, "day" | "devices" | "energy_wh" | "insolation_wh_m2" | "curtailed_wh">;

/** The project's days of the range that are up to date, in order. */
export async function judgedDays(db: Db, project_id: number, from: string, to: string): Promise<JudgedDay[]> {
  const { rows } = await sql<JudgedDay>`
    select k.day, k.devices, k.energy_wh, k.insolation_wh_m2, k.curtailed_wh from project_kpi_day k
    where k.project_id = ${project_id} and k.day between ${from}::date and ${to}::date
      and not k.outdated and k.version = ${KPI_VERSION} order by k.day`.execute(db);
  return rows;
}

/**
 * Projects, or of the one given, that have days to be computed which are over; at most `limit`. Those that wait for a few late
 * days come first: an import of years holds up nobody's yesterday.
 */
export async function projectsWithStaleDays(
  db: Db,
  nowMs: number,
  limit: number,
  project_id?: number,
): Promise<number[]> {
  const { rows } = await sql<{ project_id: number }>`
    select k.project_id from project_kpi_day k join project p on p.project_id = k.project_id
    where k.outdated and k.day < (${new Date(nowMs)}::timestamptz at time zone p.timezone)::date and p.removed_at is null
      and ${project_id === undefined ? sql`true` : sql`k.project_id = ${project_id}`}
    group by k.project_id order by min(k.day) desc, k.project_id limit ${limit}`.execute(db);
  return rows.map((row) => row.project_id);
}

/** Marks days that other rules have computed, all projects'; returns how many. */
export async function outdateOldVersions(db: Db): Promise<number> {
  const { numAffectedRows } = await sql`
    update project_kpi_day set outdated = true where version <> ${KPI_VERSION} and not outdated`.execute(db);
  return Number(numAffectedRows ?? 0);
}

/** Waits until no one else refreshes the project's figures. */
export async function lockSummary(tx: Tx, project_id: number): Promise<void> {
  await tx
    .selectFrom("project_summary")
    .select("project_id")
    .where("project_id", "=", project_id)
    .forUpdate()
    .execute();
}

/**
 * Recomputes up to REFRESHED_AT_ONCE days of the project that are over and out of date, oldest first, and returns them. Call it
 * with the summary locked, so that nothing is written between reading and storing. May be repeated until it returns none.
 */
export async function refreshKpiDays(tx: Tx, project: KpiProject, nowMs: number): Promise<KpiDay[]> {
  const { project_id, timezone } = project;
  const { rows } = await sql<{ day: string; units: UnitDay[] }>`
    select day, units from project_kpi_day where project_id = ${project_id} and outdated and day < ${localDay(timezone, nowMs)}::date
    order by day limit ${REFRESHED_AT_ONCE}`.execute(tx);
  const before = new Map(rows.map((row) => [row.day, row.units]));
  const computed = await computedDays(tx, project, [...before.keys()], nowMs);
  const days = computed.map(keptDay);
  // Readings that wait to be counted are drawn all the same: they must be seen here as calls see them.
  await showProjects(tx, [project_id]);
  const peakOf = await peaksToKeep(tx, project, [...before.keys()]);
  await store(
    tx,
    project_id,
    days.map((day) => ({ ...day, ...peakOf(day.day) })),
  );
  await storeLossRows(tx, project_id, [...before.keys()], await lossRowsOf(tx, project, computed));
  await outdateFollowing(tx, project, days, before);
  return days;
}

async function store(tx: Tx, project_id: number, days: readonly (KpiDay & PeakColumns)[]): Promise<void> {
  const columns = Object.keys(days[0] ?? {}).filter((name) => name !== "day");
  if (columns.length === 0) return;
  const set = sql.join(columns.map((name) => sql`${sql.ref(name)} = r.${sql.ref(name)}`));
  await sql`
    update project_kpi_day k set ${set}, outdated = false
    from jsonb_populate_recordset(null::project_kpi_day, ${JSON.stringify(days)}::jsonb) r
    where k.project_id = ${project_id} and k.day = r.day`.execute(tx);
}
