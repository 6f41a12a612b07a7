// Readings of one local day of a project, in columns, for charts in five-minute slots.
import type { AssetType } from "./device-data.ts";
import { sql } from "kysely";
import type { Tx } from "../../platform/db.ts";
import type { ProjectAccess } from "../fleet/index.ts";
import type { ChartQuantity } from "./day-charts.ts";
import type { Pieces, SlottedDay } from "./day-slots.ts";

export interface ChartDevice {
  readonly device_id: number;
  readonly device_uid: string;
  readonly serial: string;
  readonly name: string;
  readonly alias: string | null;
  readonly asset_type: AssetType;
  readonly gateway_uid: string;
  readonly gateway_serial: string;
  readonly gateway_name: string;
  readonly gateway_alias: string | null;
  /** Taken out of the project since. */
  readonly removed: boolean;
}

/**
 * Devices of the given types by gateway in the order they were added. Those that were taken out since are among them:
 * their readings of earlier days are kept.
 */
export async function chartDevices(
  tx: Tx,
  access: ProjectAccess,
  types: readonly AssetType[],
): Promise<ChartDevice[]> {
  const { rows } = await sql<ChartDevice>`
    select d.device_id, d.device_uid, d.serial, d.name, d.alias, d.asset_type,
      g.gateway_uid, g.serial as gateway_serial, g.name as gateway_name, g.alias as gateway_alias,
      d.removed_at is not null or g.removed_at is not null as removed
    from device d join gateway g on g.gateway_id = d.gateway_id
    where d.project_id = ${access.project_id} and d.asset_type = any(${[...types]}::text[])
    order by g.gateway_id, d.device_id`.execute(tx);
  return rows;
}

/** What a device said over the day, in no order; null: not measured; missing: not asked for. */
export type DeviceDay = Pieces & { readonly [Q in ChartQuantity]?: readonly (number | null)[] };

/** Readings shorter than this are averaged by slot before they leave the database. */
const SHORT_S = 60;
/** Intervals are no longer (protocol), so a reading that ends later describes nothing of the day. */
const LONGEST_S = 3600;

/**
 * The asked quantities over the day of each device that has any reading, by device id. A piece is a reading, or the mean of
 * all short readings that end in the same five minutes. Values are rounded to tenths.
 */
export async function dayOfDevices(
  tx: Tx,
  access: ProjectAccess,
  of: { devices: readonly ChartDevice[]; quantities: readonly ChartQuantity[] },
  day: SlottedDay,
): Promise<Map<number, DeviceDay>> {
  if (of.devices.length === 0) return new Map();
  const ids = of.devices.map((device) => device.device_id);
  const until = new Date(day.to_ms + LONGEST_S * 1000);
  const names = of.quantities.map((name) => sql.ref(name));
  const means = names.map((name) => sql`round(avg(${name}) * 10) / 10 as ${name}`);
  const lists = names.map((name) => sql`json_agg(${name}) as ${name}`);
  const { rows } = await sql<DeviceDay & { device_id: number }>`
    with said as (
      select device_id, interval_s, date_part('epoch', ts) - ${day.from_ms / 1000}::float8 as ended, ${sql.join(names)}
      from reading
      where project_id = ${access.project_id} and device_id = any(${ids}::int4[])
        and ts > ${new Date(day.from_ms)} and ts <= ${until}
    ), piece as (
      select device_id, case when interval_s <= ${SHORT_S} then ceil(ended / 300) * 300 else ended end as ended,
        case when interval_s <= ${SHORT_S} then 300 else interval_s end as length, ${sql.join(means)}
      from said group by 1, 2, 3
    )
    select device_id, json_agg(ended) as ends, json_agg(length) as lengths, ${sql.join(lists)}
    from piece group by device_id`.execute(tx);
  return new Map(rows.map((row) => [row.device_id, row]));
}
