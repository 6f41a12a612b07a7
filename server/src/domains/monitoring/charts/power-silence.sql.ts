// What is asked of devices that say nothing: whether they were due, and what the ledger knows of their silence.
import { addDays } from "@heliograph/contract";
import { sql } from "kysely";
import type { Tx } from "../../../platform/db.ts";
import type { ProjectAccess } from "../../fleet/index.ts";
import type { SlottedDay } from "../../energy/index.ts";
import type { DeviceHistory, Quarters } from "./power-chart.ts";
import type { QuarterEnergy } from "./power-silence.ts";

/** What lies before the day of each of the devices. */
export async function historiesOf(
  tx: Tx,
  { project_id }: ProjectAccess,
  device_ids: readonly number[],
  day: string,
): Promise<Map<number, DeviceHistory>> {
  if (device_ids.length === 0) return new Map();
  const { rows } = await sql<DeviceHistory & { device_id: number }>`
    select i.device_id, b.day is not null as known_before,
      coalesce(b.day = ${addDays(day, -1)}::date, false) or exists (
        select from energy_day e where e.project_id = ${project_id} and e.device_id = i.device_id and e.day = ${day}::date
          and coalesce(e.production_wh, e.export_wh) > 0) as due
    from unnest(${[...device_ids]}::int4[]) as i (device_id)
    left join lateral (
      select e.day from energy_day e
      where e.project_id = ${project_id} and e.device_id = i.device_id and e.day < ${day}::date and e.n > 0
      order by e.day desc limit 1) b on true`.execute(tx);
  return new Map(rows.map(({ device_id, ...history }) => [device_id, history]));
}

/** The quarter hours of the devices over the day: their production, of a meter that tells none what it exported. */
export async function silentQuarters(
  tx: Tx,
  { project_id }: ProjectAccess,
  device_ids: readonly number[],
  day: SlottedDay,
): Promise<Quarters> {
  if (device_ids.length === 0) return new Map();
  const { rows } = await sql<QuarterEnergy & { device_id: number; at_ms: number }>`
    select device_id, (extract(epoch from bin_utc) * 1000)::float8 as at_ms, covered_s,
      coalesce(production_wh, export_wh) as energy_wh,
      case when production_wh is null then est_export_wh else est_production_wh end as estimated_wh,
      case when production_wh is null then int_export_wh else int_production_wh end as integrated_wh
    from energy_quarter
    where project_id = ${project_id} and device_id = any(${[...device_ids]}::int4[])
      and bin_utc >= ${new Date(day.from_ms)}::timestamptz - interval '15 minutes' and bin_utc < ${new Date(day.to_ms)}::timestamptz
      and coalesce(production_wh, export_wh) is not null`.execute(tx);
  const byDevice = Map.groupBy(rows, ({ device_id }) => device_id);
  return new Map([...byDevice].map(([id, own]) => [id, new Map(own.map((row) => [row.at_ms, row]))]));
}

/** What the batteries of the project gave less what they took on the day, Wh; null: not known of all of them. */
export async function batteryEnergyWh(
  tx: Tx,
  { project_id }: ProjectAccess,
  day: string,
): Promise<number | null> {
  const { rows } = await sql<{ wh: number | null }>`
    select case when count(*) = count(e.discharge_wh) and count(*) = count(e.charge_wh) then sum(e.discharge_wh - e.charge_wh) end as wh
    from device d left join energy_day e on e.project_id = d.project_id and e.device_id = d.device_id and e.day = ${day}::date
    where d.project_id = ${project_id} and d.asset_type = 'battery' and d.removed_at is null`.execute(tx);
  return rows[0]?.wh ?? null;
}
