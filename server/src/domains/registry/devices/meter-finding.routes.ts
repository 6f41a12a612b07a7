// What issuers find of meters: that one is dead from a day on, or was replaced on a day (rule R5).
import { filledMessage, FINDING_MESSAGES, localDay, recordMeterFinding } from "@heliograph/contract";
import { sql } from "kysely";
import type { z } from "zod";
import type { Db, Tx } from "../../../platform/db.ts";
import type { Serve } from "../../../platform/http.ts";
import { GuardRefusal } from "../../../platform/problem.ts";
import { audit } from "../../identity/index.ts";
import { actorOf, mustHaveRole, noSuchRecord, once } from "../../parties/index.ts";
import { found, mustHaveNoPartIn } from "./registered.routes.ts";
import { registeredDeviceOf, type RegisteredRow } from "./registered.sql.ts";

/** A counter that was reset may be undone for so long: days before a finding that it bears on. */
const DAYS_BEFORE = 31;

/** Serves findings of meters to issuers of the device's registry and country. */
export function meterFindingRoutes(serve: Serve, db: Db): void {
  serve(recordMeterFinding, ({ query: { account }, body: { key, ...asked }, session, origin }) =>
    db.transaction().execute(async (tx) => {
      const actor = await actorOf(tx, session, account);
      const row = found(await registeredDeviceOf(tx, actor, asked.device_uid));
      mustHaveRole(actor, "finding", "issuer");
      await mustHaveNoPartIn(tx, actor, row);
      const command = { command: "registered_device.finding", key, request: asked };
      return once(tx, actor, command, async () => {
        const unit = await unitFound(tx, row, asked, localDay(row.timezone, actor.at.getTime()));
        const { kind, day, last_reading_wh, reason } = asked;
        await tx
          .insertInto("meter_finding")
          .values({
            unit_id: unit.unit_id,
            kind,
            day,
            last_reading_wh,
            reason,
            found_by: actor.account_id,
          })
          .execute();
        await compareAgain(tx, unit.unit_id, day);
        await audit(tx, {
          ...session,
          address: origin.address,
          action: "record.changed",
          subject: row.device_unique_id,
          detail: { action: "meter_finding", meter: unit.serial, kind, day, reason },
        });
        return { message: "The finding has been recorded" };
      });
    }),
  );
}

type Asked = Pick<
  z.output<(typeof recordMeterFinding)["body"]>,
  "unit_uid" | "kind" | "day" | "last_reading_wh"
>;

/** The device's unit that the finding is about. Throws GEN-404, and refuses with DEV-036 to DEV-038, all at once. */
async function unitFound(
  tx: Tx,
  { registered_device_id }: RegisteredRow,
  { unit_uid, kind, day, last_reading_wh }: Asked,
  today: string,
): Promise<{ unit_id: number; serial: string }> {
  const { rows } = await sql<{ unit_id: number; serial: string; from: string; to: string; again: boolean }>`
    select u.unit_id, u.serial, min(lower(du.valid))::text as from, least(max(upper(du.valid)) - 1, ${today}::date)::text as to,
      exists (select from meter_finding f where f.unit_id = u.unit_id and f.kind = ${kind} and f.day = ${day}::date) as again
    from device_unit du join generating_unit u using (unit_id)
    where du.registered_device_id = ${registered_device_id} and u.unit_uid = ${unit_uid} group by u.unit_id, u.serial`.execute(
    tx,
  );
  const [unit] = rows;
  if (unit === undefined) throw noSuchRecord();
  const { from, to, serial } = unit;
  const faults = [
    ...(day < from || day > to ? [fault("DEV-036", "body.day", { from, to })] : []),
    ...(kind === "dead" && last_reading_wh === null ? [fault("DEV-037", "body.last_reading_wh")] : []),
    ...(unit.again ? [fault("DEV-038", "body.day", { serial, day })] : []),
  ];
  const [first, ...others] = faults;
  if (first !== undefined) throw new GuardRefusal(422, [first, ...others]);
  return unit;
}

const fault = (
  code: keyof typeof FINDING_MESSAGES,
  field: string,
  params: Readonly<Record<string, string>> = {},
) => ({ code, message: filledMessage(FINDING_MESSAGES[code], params), params, field });

/** The days that the finding bears on are compared with what was accepted of them, as if they had been written anew. */
async function compareAgain(tx: Tx, unit_id: number, day: string): Promise<void> {
  await sql`
    insert into changed_bound_day (device_id, day)
    select b.device_id, d::date from unit_binding b,
      generate_series(${day}::date - ${DAYS_BEFORE}::int4, current_date - 1, interval '1 day') d
    where b.unit_id = ${unit_id} and b.valid @> d::date
    on conflict (device_id, day) do update set changed_at = excluded.changed_at, due_at = excluded.due_at`.execute(
    tx,
  );
}
