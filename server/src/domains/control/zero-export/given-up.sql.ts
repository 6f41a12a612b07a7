// What zero export held back on a day, as the loss waterfall says it.
import { sql } from "kysely";
import type { Db } from "../../../platform/db.ts";
import { lossSums, type KpiProject } from "../../kpi/index.ts";
import type { DueDay } from "./nze-days.sql.ts";

/** Energy that could have been given and was not, and what it was worth. */
interface GivenUp {
  /** Whole. */
  readonly wh: number;
  /** At the tariff of the quarter hours in which it was held back. */
  readonly vnd: number;
}

/**
 * The step "zero export" of the waterfall on the day, of the inverters behind the gateway; of the plant where none is behind it and no
 * other gateway has a meter at the grid. Null: not known, as where no sensor sees the light or the plant does not run zero export.
 */
export async function givenUpOn(
  db: Db,
  project: KpiProject,
  { gateway_id, day }: DueDay,
  nowMs: number,
): Promise<GivenUp | null> {
  if (!project.plant.run_nze) return null;
  const rows = await lossSums(db, project, { from: day, to: day, by: "day" }, nowMs);
  const { own, metered } = await devicesOf(db, project.project_id, gateway_id);
  const behind = rows.filter(({ device_id }) => own.has(device_id));
  const counted = behind.length === 0 && metered <= 1 ? rows : behind;
  const sum = (of: (row: (typeof rows)[number]) => number) => counted.reduce((all, row) => all + of(row), 0);
  const light = sum(({ base_wh }) => base_wh);
  const isUnseen = light > 0 && sum(({ estimated_base_wh }) => estimated_base_wh) >= light;
  if (counted.length === 0 || isUnseen) return null;
  return {
    wh: sum(({ zero_export_wh }) => zero_export_wh),
    vnd: sum(({ zero_export_wh, vnd_per_kwh }) => (zero_export_wh * Number(vnd_per_kwh)) / 1000),
  };
}

/** The devices behind the gateway, and how many gateways of the plant have a meter at the grid. */
async function devicesOf(db: Db, project_id: number, gateway_id: number) {
  const { rows } = await sql<{ device_id: number; gateway_id: number; is_meter: boolean }>`
    select device_id, gateway_id, asset_type = 'grid_meter' and removed_at is null as is_meter from device
    where project_id = ${project_id}`.execute(db);
  return {
    own: new Set(rows.filter((row) => row.gateway_id === gateway_id).map(({ device_id }) => device_id)),
    metered: new Set(rows.filter(({ is_meter }) => is_meter).map((row) => row.gateway_id)).size,
  };
}
