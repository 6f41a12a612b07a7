// What stops the issuance of a device: that it is suspended, or what measures it, until an issuer has looked (rule R10).
import { sql, type RawBuilder } from "kysely";
import type { Db } from "../../../platform/db.ts";
import type { IssuedDevice } from "./registered-devices.sql.ts";
import type { Period } from "./made-statement.sql.ts";

/**
 * Why nothing is issued for a device in days: an expression over its row `r`, null where something may be. What counts is asked: the main
 * meters, and inverters where they are counted or bound what is exported.
 */
export const suspensionOf = (from_day: RawBuilder<unknown>, to_day: RawBuilder<unknown>) => {
  const days = sql`daterange(${from_day}, ${to_day}, '[]')`;
  return sql<string | null>`case when r.suspended_at is not null then coalesce(r.suspended_because, '') else (
    select coalesce(b.suspended_because, '') from device_unit du join generating_unit u using (unit_id) join unit_binding b using (unit_id)
    where du.registered_device_id = r.registered_device_id and b.suspended_at is not null and du.sign <> 0
      and du.valid && ${days} and b.valid && ${days}
      and (u.role = 'main' or u.role = 'inverter' and not exists (
        select from device_unit m join generating_unit meter using (unit_id)
        where m.registered_device_id = r.registered_device_id and meter.role = 'main' and m.sign <> 0 and m.register <> 'export'
          and m.valid && ${days}
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
