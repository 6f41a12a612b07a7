// The devices of a project that charts draw.
import { sql } from "kysely";
import type { Tx } from "../../../platform/db.ts";
import { prepared } from "../../../platform/postgres/prepared.ts";
import type { ProjectAccess } from "../../fleet/index.ts";
import type { AssetType } from "../device-data.ts";

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
  readonly removed_at: Date | null;
  /** At which its gateway sends. */
  readonly interval_s: number;
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
  const { rows } = await sql<ChartDevice>`${prepared("chart_devices")}
    select d.device_id, d.device_uid, d.serial, d.name, d.alias, d.asset_type,
      g.gateway_uid, g.serial as gateway_serial, g.name as gateway_name, g.alias as gateway_alias,
      d.removed_at is not null or g.removed_at is not null as removed, least(d.removed_at, g.removed_at) as removed_at, g.interval_s
    from device d join gateway g on g.gateway_id = d.gateway_id
    where d.project_id = ${access.project_id} and d.asset_type = any(${[...types]}::text[])
    order by g.gateway_id, d.device_id`.execute(tx);
  return rows;
}
