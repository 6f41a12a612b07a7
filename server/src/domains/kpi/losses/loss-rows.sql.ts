// How the losses of days are kept: with the key figures of the day, and as true as they.
import { localMinutes, type Day } from "@heliograph/contract";
import { sql } from "kysely";
import type { Db, Tx } from "../../../platform/db.ts";
import { keyOfDay } from "../heat/heat-days.sql.ts";
import type { KpiProject } from "../ratios/kpi-rows.sql.ts";
import { DEFAULT_PRICE, isoWeekday } from "../saving/cost-saving.ts";
import { pricesOf } from "../saving/prices.sql.ts";
import { lossQuartersOfDay, type ComputedDay, lossRowsOfDay, type LossQuarter } from "./loss-day.ts";
import type { LossRow } from "./loss-row.ts";

/** The rows of the computed days, each at the prices of the tariff in force. */
export async function lossRowsOf(
  db: Db,
  project: KpiProject,
  days: readonly ComputedDay[],
): Promise<LossRow[]> {
  const priceOf = await dayPrices(db, project, days);
  return days.flatMap((day) => lossRowsOfDay(day, project.plant, priceOf(day)));
}

/** The quarter hours of the computed days by inverter, each at the price of the tariff in force. */
export async function lossQuartersOf(
  db: Db,
  project: KpiProject,
  days: readonly ComputedDay[],
): Promise<LossQuarter[]> {
  const priceOf = await dayPrices(db, project, days);
  return days.flatMap((day) => lossQuartersOfDay(day, project.plant, priceOf(day)));
}

async function dayPrices(db: Db, { project_id, timezone }: KpiProject, days: readonly ComputedDay[]) {
  const prices = await pricesOf(
    db,
    days.map(({ kpi }) => ({ project_id, day: kpi.day })),
  );
  return ({ kpi }: ComputedDay) => {
    const price = prices.get(keyOfDay({ project_id, day: kpi.day })) ?? DEFAULT_PRICE;
    const weekday = isoWeekday(kpi.day);
    return { price, clock: (atMs: number) => ({ minutes: localMinutes(timezone, atMs), weekday }) };
  };
}

/** Keeps the rows in place of those that the days had. */
export async function storeLossRows(
  tx: Tx,
  project_id: number,
  days: readonly Day[],
  rows: readonly LossRow[],
): Promise<void> {
  await sql`delete from loss_day where project_id = ${project_id} and day = any(${[...days]}::date[])`.execute(
    tx,
  );
  if (rows.length === 0) return;
  await sql`
    insert into loss_day
    select r.* from jsonb_populate_recordset(null::loss_day, ${JSON.stringify(
      rows.map((row) => ({ ...row, project_id })),
    )}::jsonb) r`.execute(tx);
}
