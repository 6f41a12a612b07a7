// The one row per project that lists, dashboards and live streams read. Everything in it is derived and may be recomputed.
import { addDays, localDay } from "@heliograph/contract";
import { sql } from "kysely";
import type { Tx } from "../../../platform/db.ts";
import { liveAlarms } from "../alarms/alarm-rules.ts";
import { projectRules } from "../alarm-rules/alarm-rule.sql.ts";
import { settleLiveAlarms, worstAlarms } from "../alarms/alarms.sql.ts";
import { settleMeasured } from "../alarms/measured-alarms.sql.ts";
import type { DaySums } from "../ratios/day-ratio.ts";
import { gridFactors } from "../co2/emission-factors.sql.ts";
import { avoidedCo2Kg, type GridFactors } from "../co2/emission-factors.ts";
import { keptOpening, NO_OPENING, projectOpenings, type ProjectOpening } from "../openings/openings.sql.ts";
import { NO_RATIO, ratiosOfDays } from "../ratios/latest-ratio.sql.ts";
import { livePower } from "./live-power.ts";
import { plantState, withAlarms, type PlantState } from "./plant-status.ts";
import { refreshProjectDays } from "./project-days.sql.ts";
import { refreshProjectMonths, type MonthSums } from "./project-months.sql.ts";
import { factsOf, type Facts, type SumsBefore } from "./summary-facts.sql.ts";

/** The channel on which telemetry hears of changed summaries, for open browsers: a JSON list of project ids. */
const LIVE_CHANNEL = "heliograph_live";
/** A notification holds less than 8,000 bytes; ids have ten digits at most. */
const IDS_PER_NOTIFICATION = 500;

/**
 * Recomputes the summaries of the given projects from their devices' latest readings and ledgers, in a fixed number of
 * statements whatever their number, and tells open browsers of those that changed once the transaction commits. Returns
 * the ids of those. Locks the rows in order of their ids; may be repeated. Projects without a summary row are left out.
 */
export async function refreshSummaries(
  tx: Tx,
  projectIds: readonly number[],
  nowMs: number = Date.now(),
): Promise<number[]> {
  const ids = await locked(tx, projectIds);
  if (ids.length === 0) return [];
  const days = await refreshProjectDays(tx, ids);
  const facts = await factsOf(tx, ids, new Date(nowMs));
  const todays = new Map(facts.map((row) => [row.project_id, localDay(row.timezone, nowMs)]));
  const stale = new Set(
    facts
      .filter(
        (row) =>
          !row.before_today_known ||
          row.today !== todays.get(row.project_id) ||
          row.openings_seen !== row.openings_now,
      )
      .map((row) => row.project_id),
  );
  for (const { project_id, day } of days) if (day < (todays.get(project_id) ?? day)) stale.add(project_id);
  const factors = await gridFactors(tx);
  const before = await sumsBefore(
    tx,
    [...stale].map((project_id) => ({ project_id, day: todays.get(project_id) ?? "" })),
    factors,
  );
  const today = await daysOf(
    tx,
    [...todays].map(([project_id, day]) => ({ project_id, day })),
  );
  const states = await settledStates(tx, facts, nowMs);
  const rows = facts.map((row) =>
    summary(row, {
      day: todays.get(row.project_id) ?? "",
      state: states.get(row.project_id),
      today: today.get(row.project_id),
      before: before.get(row.project_id) ?? row,
      factors,
      nowMs,
    }),
  );
  const changed = await store(tx, rows);
  await announce(tx, changed);
  return changed;
}

/** Opens and ends the live alarms of the projects, and answers the states that follow. */
async function settledStates(
  tx: Tx,
  facts: readonly Facts[],
  nowMs: number,
): Promise<Map<number, PlantState>> {
  const project_ids = facts.map((row) => row.project_id);
  const rules = await projectRules(tx, project_ids);
  const alarms = facts.flatMap((row) =>
    liveAlarms(row, row, nowMs, rules.get(row.project_id)).map((alarm) => ({
      ...alarm,
      project_id: row.project_id,
    })),
  );
  const without_gateways = facts.flatMap((row) => row.lost.map(({ gateway_id }) => gateway_id));
  await settleLiveAlarms(tx, alarms, { project_ids, without_gateways }, nowMs);
  await settleMeasured(tx, facts, rules, nowMs);
  const worst = await worstAlarms(tx, project_ids);
  return new Map(
    facts.map((row) => {
      const lost_at_ms = row.lost.map((gateway) => gateway.lost_at_ms);
      const silent = row.devices.filter((device) => device.silent).length;
      const state = plantState({ ...row, lost_at_ms, silent }, row, nowMs);
      return [row.project_id, withAlarms(state, worst.get(row.project_id))];
    }),
  );
}

async function locked(tx: Tx, projectIds: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ project_id: number }>`
    select project_id from project_summary where project_id = any(${projectIds}::int4[])
    order by project_id for update`.execute(tx);
  return rows.map((row) => row.project_id);
}

interface At {
  readonly project_id: number;
  readonly day: string;
}
const columns = (at: readonly At[]) =>
  sql`unnest(${at.map((key) => key.project_id)}::int4[], ${at.map((key) => key.day)}::date[])`;

/** Sums of every project's days before the one given, and the performance ratio of the day before it. */
async function sumsBefore(tx: Tx, at: readonly At[], factors: GridFactors): Promise<Map<number, SumsBefore>> {
  if (at.length === 0) return new Map();
  const sums = await refreshProjectMonths(tx, at, factors);
  const ids = at.map(({ project_id }) => project_id);
  const openings = await projectOpenings(tx, ids, factors);
  const rows = sums.map((row) => ({
    ...withOpening(row, openings.get(row.project_id)),
    performance_ratio_day: addDays(row.day, -1),
  }));
  const ratios = await ratiosOfDays(
    tx,
    rows.map((row) => ({ project_id: row.project_id, day: row.performance_ratio_day })),
  );
  return new Map(
    rows.map((row) => [row.project_id, { ...row, ...(ratios.get(row.project_id) ?? NO_RATIO) }]),
  );
}

/** Sums of days with what counters had counted before the first of them. */
function withOpening<R extends MonthSums & At>(row: R, opening: ProjectOpening | undefined) {
  if (opening === undefined) return { ...row, ...NO_OPENING };
  const saving = opening.opening_saving_vnd?.toFixed(2) ?? null;
  return {
    ...row,
    ...keptOpening(opening),
    before_today_meter_wh: added(row.before_today_meter_wh, opening.opening_meter_wh),
    before_today_inverter_wh: added(row.before_today_inverter_wh, opening.opening_inverter_wh),
    before_today_counted_wh: added(row.before_today_counted_wh, opening.opening_counted_wh),
    before_today_meter_co2_kg: added(row.before_today_meter_co2_kg, opening.opening_meter_co2_kg),
    before_today_inverter_co2_kg: added(row.before_today_inverter_co2_kg, opening.opening_inverter_co2_kg),
    before_today_counted_co2_kg: added(row.before_today_counted_co2_kg, opening.opening_counted_co2_kg),
    before_today_saving_vnd: addedVnd(row.before_today_saving_vnd, saving),
  };
}

interface DayOfProject extends DaySums {
  readonly project_id: number;
  readonly saving_vnd: string | null;
  readonly saved_wh: number | null;
}

/** The given day of each project; a project without one is missing. */
async function daysOf(tx: Tx, at: readonly At[]): Promise<Map<number, DayOfProject>> {
  const { rows } = await sql<DayOfProject>`
    select d.project_id, d.meter_wh, d.inverter_wh, d.est_meter_wh, d.est_inverter_wh, d.int_meter_wh, d.int_inverter_wh, d.insolation_wh_m2, d.saving_vnd,
      d.saved_wh, d.covered_s, d.expected_s, d.irradiance_covered_s, d.irradiance_expected_s
    from ${columns(at)} as x (project_id, day) join project_day d on d.project_id = x.project_id and d.day = x.day`.execute(
    tx,
  );
  return new Map(rows.map((row) => [row.project_id, row]));
}

/** A row of project_summary as it should be. */
function summary(
  facts: Facts,
  at: {
    day: string;
    state: PlantState | undefined;
    today: DayOfProject | undefined;
    before: SumsBefore;
    factors: GridFactors;
    nowMs: number;
  },
) {
  const { before, today, factors } = at;
  const year = Number(at.day.slice(0, 4));
  const meterWh = today?.meter_wh ?? null;
  const inverterWh = today?.inverter_wh ?? null;
  const countedWh = meterWh ?? inverterWh;
  const savedWh = today?.saved_wh ?? null;
  return {
    project_id: facts.project_id,
    ...at.state,
    last_reading_at: facts.last_reading_at,
    last_contact_at: facts.last_contact_at,
    ...livePower(facts, facts, at.nowMs),
    irradiance_w_m2: facts.irradiance_w_m2,
    module_temperature_c: facts.module_temperature_c,
    today: at.day,
    today_meter_wh: meterWh,
    today_inverter_wh: inverterWh,
    today_insolation_wh_m2: today?.insolation_wh_m2 ?? null,
    today_saving_vnd: today?.saving_vnd ?? null,
    before_today_known: true,
    openings_seen: facts.openings_now,
    ...keptOpening(before),
    // On the first day of all that is today.
    measured_since: before.measured_since ?? ((countedWh ?? savedWh) === null ? null : at.day),
    before_today_meter_wh: before.before_today_meter_wh,
    before_today_inverter_wh: before.before_today_inverter_wh,
    before_today_counted_wh: before.before_today_counted_wh,
    before_today_meter_co2_kg: before.before_today_meter_co2_kg,
    before_today_inverter_co2_kg: before.before_today_inverter_co2_kg,
    before_today_counted_co2_kg: before.before_today_counted_co2_kg,
    before_today_saving_vnd: before.before_today_saving_vnd,
    meter_co2_kg: added(before.before_today_meter_co2_kg, avoidedCo2Kg(factors, meterWh, year)),
    inverter_co2_kg: added(before.before_today_inverter_co2_kg, avoidedCo2Kg(factors, inverterWh, year)),
    counted_co2_kg: added(before.before_today_counted_co2_kg, avoidedCo2Kg(factors, countedWh, year)),
    saving_vnd: addedVnd(before.before_today_saving_vnd, today?.saving_vnd ?? null),
    today_saved_wh: savedWh,
    before_today_saved_wh: before.before_today_saved_wh,
    before_today_saved_co2_kg: before.before_today_saved_co2_kg,
    saved_co2_kg: added(before.before_today_saved_co2_kg, avoidedCo2Kg(factors, savedWh, year)),
    performance_ratio: before.performance_ratio,
    performance_ratio_day: before.performance_ratio_day,
    guaranteed_ratio: before.guaranteed_ratio,
    simulated_ratio: before.simulated_ratio,
    ratio_status: before.ratio_status,
    judged_ratio: before.judged_ratio,
    judged_corrected: before.judged_corrected,
    swh: facts.swh,
  };
}

/** The sum of what is known; null when neither is. */
function added(a: number | null, b: number | null): number | null {
  return a === null || b === null ? (a ?? b) : a + b;
}

function addedVnd(a: string | null, b: string | null): string | null {
  const sum = added(a === null ? null : Number(a), b === null ? null : Number(b));
  return sum === null ? null : sum.toFixed(2);
}

type SummaryRow = ReturnType<typeof summary>;

/**
 * Writes the rows that differ from what is stored and returns their projects. They are as old as this moment and not as the
 * transaction: a list answered in between would take the live value for one that it has already, and never show it.
 */
async function store(tx: Tx, rows: readonly SummaryRow[]): Promise<number[]> {
  const names = Object.keys(rows[0] ?? {}).filter((name) => name !== "project_id");
  const list = (prefix: string) => sql.join(names.map((name) => sql.ref(`${prefix}.${name}`)));
  const set = sql.join(names.map((name) => sql`${sql.ref(name)} = r.${sql.ref(name)}`));
  const { rows: changed } = await sql<{ project_id: number }>`
    update project_summary s set ${set}, changed_at = clock_timestamp()
    from jsonb_populate_recordset(null::project_summary, ${JSON.stringify(rows)}::jsonb) r
    where s.project_id = r.project_id and (${list("s")}) is distinct from (${list("r")})
    returning s.project_id`.execute(tx);
  return changed.map((row) => row.project_id);
}

async function announce(tx: Tx, projectIds: readonly number[]): Promise<void> {
  for (let at = 0; at < projectIds.length; at += IDS_PER_NOTIFICATION) {
    const ids = JSON.stringify(projectIds.slice(at, at + IDS_PER_NOTIFICATION));
    await sql`select pg_notify(${LIVE_CHANNEL}, ${ids})`.execute(tx);
  }
}
