// What the ledger tells of the energy that a waterfall ends in.
import type { Day } from "@heliograph/contract";
import { sql } from "kysely";
import type { Tx } from "../../../platform/db.ts";
import type { ProjectAccess } from "../../fleet/index.ts";

/** Energy of a device over a day or month, which is named by its first day, Wh. */
export interface LedgerEnergy {
  readonly day: Day;
  readonly device_id: number;
  readonly asset_type: string;
  readonly gateway_uid: string;
  readonly wh: number;
}

interface Buckets {
  readonly from: Day;
  readonly to: Day;
  readonly by: "day" | "month";
}

const bucket = (by: Buckets["by"]) =>
  by === "day" ? sql`r.day::text` : sql`date_trunc('month', r.day)::date::text`;

/** Energies of the inverters and production meters, of those that have any. */
export async function ledgerEnergies(
  tx: Tx,
  { project_id }: ProjectAccess,
  { from, to, by }: Buckets,
): Promise<LedgerEnergy[]> {
  const { rows } = await sql<LedgerEnergy>`
    select ${bucket(by)} as day, d.device_id, d.asset_type, g.gateway_uid,
      sum(case when d.asset_type = 'electric_meter' then coalesce(r.production_wh, r.export_wh) else r.production_wh end) as wh
    from device d join gateway g on g.gateway_id = d.gateway_id
    join energy_day r on r.project_id = d.project_id and r.device_id = d.device_id and r.day between ${from}::date and ${to}::date
    where d.project_id = ${project_id} and d.asset_type in ('solar_inverter', 'electric_meter')
    group by 1, 2, 3, 4
    having count(case when d.asset_type = 'electric_meter' then coalesce(r.production_wh, r.export_wh) else r.production_wh end) > 0`.execute(
    tx,
  );
  return rows;
}

/** The energy that counts for the project, Wh: its meters', else its inverters' (decision 0068). By whom most days tell it. */
export async function countedEnergies(
  tx: Tx,
  { project_id }: ProjectAccess,
  { from, to, by }: Buckets,
): Promise<{ day: Day; wh: number | null; metered: boolean }[]> {
  const { rows } = await sql<{ day: Day; wh: number | null; metered: boolean }>`
    select ${bucket(by)} as day, sum(coalesce(r.meter_wh, r.inverter_wh)) as wh, coalesce(bool_or(r.meter_wh is not null), false) as metered
    from project_day r where r.project_id = ${project_id} and r.day between ${from}::date and ${to}::date
    group by 1 order by 1`.execute(tx);
  return rows;
}

/** What the devices state of themselves; null: nothing. */
export interface StatedRatings {
  readonly device_id: number;
  readonly ac_nominal_w: number | null;
  readonly dc_capacity_wp: number | null;
}

/** The ratings of the devices, in the order of their ids. */
export async function statedRatings(
  tx: Tx,
  { project_id }: ProjectAccess,
  device_ids: readonly number[],
): Promise<StatedRatings[]> {
  return tx
    .selectFrom("device")
    .select(["device_id", "ac_nominal_w", "dc_capacity_wp"])
    .where("project_id", "=", project_id)
    .where("device_id", "in", device_ids.length === 0 ? [0] : [...device_ids])
    .orderBy("device_id")
    .execute();
}
