// Losses of a span of days: what is kept of them, and of days that are out of date or not over what they are now.
import type { Day } from "@heliograph/contract";
import { sql } from "kysely";
import type { Db } from "../../../platform/db.ts";
import { computedDays } from "../ratios/kpi-days.sql.ts";
import { KPI_VERSION } from "../ratios/kpi-day.ts";
import type { KpiProject } from "../ratios/kpi-rows.sql.ts";
import type { LossRow } from "./loss-row.ts";
import { lossRowsOf } from "./loss-rows.sql.ts";

/** Sums of a device over a day or month at one price; energies in whole Wh. */
type LossSums = LossRow;

const SUMMED = [
  "base_wh",
  "temperature_wh",
  "zero_export_wh",
  "clipping_wh",
  "outage_wh",
  "communication_wh",
  "usual_wh",
  "unexplained_wh",
  "measured_wh",
  "estimated_base_wh",
  "pending_wh",
  "commanded_wh",
  "gap_expected_wh",
  "zero_export_quarters",
  "commanded_quarters",
  "clipping_quarters",
  "outage_quarters",
  "communication_quarters",
  "daylight_quarters",
  "known_quarters",
] as const satisfies readonly (keyof LossRow)[];

/**
 * The project's losses of the range by device, price, and day or month, which is named by its first day. In no order; days of which
 * nothing is known are missing.
 */
export async function lossSums(
  db: Db,
  project: KpiProject,
  range: { readonly from: Day; readonly to: Day; readonly by: "day" | "month" },
  nowMs: number,
): Promise<LossSums[]> {
  const { project_id } = project;
  const { from, to, by } = range;
  const stale = await sql<{ day: Day }>`
    select k.day from project_kpi_day k where k.project_id = ${project_id} and k.day between ${from}::date and ${to}::date
      and (k.outdated or k.version <> ${KPI_VERSION})`.execute(db);
  const staleDays = stale.rows.map(({ day }) => day);
  const { rows } = await sql<LossSums>`
    select ${by === "day" ? sql`l.day::text` : sql`date_trunc('month', l.day)::date::text`} as day, l.device_id,
      l.vnd_per_kwh::text as vnd_per_kwh, ${sql.join(SUMMED.map((name) => sql`sum(${sql.ref(name)})::float8 as ${sql.ref(name)}`))},
      coalesce(jsonb_agg(l.outages) filter (where l.outages <> '[]'), '[]') as outages
    from loss_day l where l.project_id = ${project_id} and l.day between ${from}::date and ${to}::date
      and l.day <> all(${staleDays}::date[])
    group by 1, 2, 3`.execute(db);
  const kept = rows.map((row) => ({
    ...row,
    // A list for each day, each of them of stretches.
    outages: (row.outages as unknown as LossRow["outages"][]).flat(),
  }));
  if (staleDays.length === 0) return kept;
  const computed = await lossRowsOf(db, project, await computedDays(db, project, staleDays, nowMs));
  const named = computed.map((row) => ({
    ...row,
    day: by === "day" ? row.day : `${row.day.slice(0, 7)}-01`,
  }));
  return added([...kept, ...named]);
}

/** The rows with those of one day, device and price as one. */
function added(rows: readonly LossRow[]): LossSums[] {
  const sums = new Map<string, LossRow>();
  for (const row of rows) {
    const key = `${row.day} ${row.device_id} ${Number(row.vnd_per_kwh)}`;
    const sum = sums.get(key);
    sums.set(key, sum === undefined ? row : plus(sum, row));
  }
  return [...sums.values()];
}

/** Both together, named as the first. */
function plus(a: LossRow, b: LossRow): LossRow {
  const sum = { ...a, outages: [...a.outages, ...b.outages] };
  for (const name of SUMMED) sum[name] += b[name];
  return sum;
}
