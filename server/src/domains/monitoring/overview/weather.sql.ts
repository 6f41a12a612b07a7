import { sql } from "kysely";
import type { Tx } from "../../../platform/db.ts";
import type { ProjectAccess } from "../../fleet/index.ts";
import type { SensorRow } from "./weather.ts";

/** What the project's weather sensors and water heaters said last, in no order; those that never spoke are missing. */
export async function sensorsOf(tx: Tx, access: ProjectAccess): Promise<SensorRow[]> {
  const { rows } = await sql<SensorRow>`
    select l.ts, g.interval_s, (l.m->>'irradiance_w_m2')::float8 as irradiance_w_m2,
      (l.m->>'module_temperature_c')::float8 as module_temperature_c,
      (l.m->>'ambient_temperature_c')::float8 as ambient_temperature_c,
      (l.m->>'wind_speed_m_s')::float8 as wind_speed_m_s
    from device d
    join gateway g on g.gateway_id = d.gateway_id and g.project_id = d.project_id and g.removed_at is null
    join latest l on l.project_id = d.project_id and l.device_id = d.device_id and l.ts is not null
    where d.project_id = ${access.project_id} and d.removed_at is null
      and d.asset_type in ('sensor_radiation', 'swh_controller')`.execute(tx);
  return rows;
}
