// What stops the issuance of a device: that it is suspended, or what measures it, until an issuer has looked (rule R10).
import { CERTIFICATE_REGISTRIES, certifiesExportAlone } from "@heliograph/contract";
import { sql, type RawBuilder } from "kysely";
import type { Db } from "../../../platform/db.ts";
import type { IssuedDevice } from "./registered-devices.sql.ts";
import type { Period } from "../generation/day-sources.sql.ts";

/** Registries that look at what is exported. */
const OF_EXPORT = CERTIFICATE_REGISTRIES.filter(certifiesExportAlone);

/**
 * Why nothing is issued for a device in days: an expression over its row `r`, null where something may be. Asked is what is in the figure
 * (decision 0153): main meters, meters of supply, those of export where the registry looks at them, and inverters where no living main meter is.
 */
export const suspensionOf = (from_day: RawBuilder<unknown>, to_day: RawBuilder<unknown>) => {
  const days = sql`daterange(${from_day}, ${to_day}, '[]')`;
  return sql<string | null>`case when r.suspended_at is not null then coalesce(r.suspended_because, '') else (
    select coalesce(b.suspended_because, '') from device_unit du join unit_binding b using (unit_id)
    where du.registered_device_id = r.registered_device_id and b.suspended_at is not null and du.valid && ${days} and b.valid && ${days}
      and (du.role in ('main', 'supply', 'grid') or du.role = 'export' and r.registry = any(${OF_EXPORT}::text[])
        or du.role = 'inverter' and not exists (
          select from device_unit m where m.registered_device_id = r.registered_device_id and m.role = 'main' and m.valid && ${days}
            and not exists (select from meter_finding f where f.unit_id = m.unit_id and f.kind = 'dead' and f.day < upper(${days}))))
    order by b.suspended_at, b.unit_id limit 1) end`;
};

/** Why nothing is issued for the device in the period; null: something may be. */
export async function suspendedBecause(
  db: Db,
  { registered_device_id }: Pick<IssuedDevice, "registered_device_id">,
  { from_day, to_day }: Period,
): Promise<string | null> {
  const because = suspensionOf(sql`${from_day}::date`, sql`${to_day}::date`);
  const { rows } = await sql<{ because: string | null }>`
    select ${because} as because from registered_device r where r.registered_device_id = ${registered_device_id}`.execute(
    db,
  );
  return rows[0]?.because ?? null;
}
