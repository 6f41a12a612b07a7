// Points that certificates are issued for. The registry, which is above, writes the bindings; here they are only looked at.
import { sql } from "kysely";
import type { Tx } from "../../../platform/db.ts";
import { Problem } from "../../../platform/problem.ts";

/**
 * Refuses with 409 `device.bound` where one of the project's devices that are meant is bound to a registered device (rule R10): all of them, those of
 * a gateway, or one.
 */
export async function mustNotBeBound(
  tx: Tx,
  { project_id }: { readonly project_id: number },
  { gateway_uid = null, device_uid = null }: { gateway_uid?: string | null; device_uid?: string | null } = {},
): Promise<void> {
  const { rows } = await sql<{ serial: string; code: string }>`
    select d.serial, r.code
    from device d join gateway g using (gateway_id) join unit_binding b on b.device_id = d.device_id and upper_inf(b.valid)
      join device_unit du on du.unit_id = b.unit_id and upper(du.valid) > current_date
      join registered_device r on r.registered_device_id = du.registered_device_id
    where d.project_id = ${project_id} and d.removed_at is null and (${gateway_uid}::uuid is null or g.gateway_uid = ${gateway_uid})
      and (${device_uid}::uuid is null or d.device_uid = ${device_uid})
    order by d.serial limit 1`.execute(tx);
  const [bound] = rows;
  if (bound === undefined) return;
  throw new Problem(
    409,
    "device.bound",
    `Meter ${bound.serial} is bound to the registered device ${bound.code} and cannot be removed`,
  );
}
