// What explanations tell beside the figures themselves: corrections, notes of the ledger, prices in force.
import { sql } from "kysely";
import type { Tx } from "../../../platform/db.ts";
import type { ProjectAccess } from "../../fleet/index.ts";
import type { Price } from "../../kpi/index.ts";

/** Readings of the project that were replaced by later ones, and what the ledger noted on its counters, in the span. */
export async function correctionsOf(
  tx: Tx,
  { project_id }: ProjectAccess,
  span: { readonly from_ms: number; readonly to_ms: number },
): Promise<{ corrections: number; counter_events: number }> {
  const [from, to] = [new Date(span.from_ms), new Date(span.to_ms)];
  const { rows } = await sql<{ corrections: number; counter_events: number }>`
    select (select count(*)::int4 from reading_correction where project_id = ${project_id} and ts > ${from} and ts <= ${to}) as corrections,
      (select count(*)::int4 from ledger_event where project_id = ${project_id} and at > ${from} and at <= ${to}) as counter_events`.execute(
    tx,
  );
  return rows[0] ?? { corrections: 0, counter_events: 0 };
}

/** The project's prices that hold on some day of the range, oldest first. */
export async function pricesIn(
  tx: Tx,
  { project_id }: ProjectAccess,
  range: { readonly from: string; readonly to: string },
): Promise<(Price & { readonly valid_from: string })[]> {
  const { rows } = await sql<Price & { valid_from: string }>`
    select t.valid_from, t.vnd_per_kwh, t.export_vnd_per_kwh, t.bands from tariff t
    where t.project_id = ${project_id} and t.valid_from <= ${range.to}::date
      and t.valid_from >= coalesce((select max(b.valid_from) from tariff b
        where b.project_id = ${project_id} and b.valid_from <= ${range.from}::date), ${range.from}::date)
    order by t.valid_from`.execute(tx);
  return rows;
}

/** What a water heater's heat is counted by; null for other projects. */
export async function heaterOf(
  tx: Tx,
  { project_id }: ProjectAccess,
): Promise<{ heater_efficiency: number; tank_volume_l: number | null } | null> {
  const row = await tx
    .selectFrom("project")
    .select(["heater_efficiency", "tank_volume_l"])
    .where("project_id", "=", project_id)
    .where("project_type", "=", "swh")
    .executeTakeFirst();
  return row ?? null;
}

interface GridEnergy {
  readonly import_wh: number | null;
  readonly export_wh: number | null;
}

/** Energies at the grid connection by day, Wh; days without a meter there are missing. */
export async function gridEnergiesOf(
  tx: Tx,
  { project_id }: ProjectAccess,
  range: { readonly from: string; readonly to: string },
): Promise<Map<string, GridEnergy>> {
  const { rows } = await sql<GridEnergy & { day: string }>`
    select day, import_wh, export_wh from project_day
    where project_id = ${project_id} and day between ${range.from}::date and ${range.to}::date
      and coalesce(import_wh, export_wh) is not null`.execute(tx);
  return new Map(rows.map((row) => [row.day, row]));
}
