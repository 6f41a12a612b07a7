// What issuers find of meters: that one is dead from a day on, or was replaced on a day (rule R5).
import { filledMessage, FINDING_MESSAGES, localDay, type recordMeterFinding } from "@heliograph/contract";
import { sql } from "kysely";
import type { z } from "zod";
import type { Tx } from "../../../../platform/db.ts";
import { GuardRefusal } from "../../../../platform/problem.ts";
import { noSuchRecord, type Actor } from "../../../parties/index.ts";
import type { RegisteredRow } from "./registered-rows.ts";

/** A counter that was reset may be undone for so long: days before a finding that it bears on. */
const DAYS_BEFORE = 31;

/** What is found, and of which meter. */
export type Finding = Pick<
  z.output<(typeof recordMeterFinding)["body"]>,
  "unit_uid" | "kind" | "day" | "last_reading_wh"
>;

/** Writes the finding down, and has the days compared that it bears on. Throws GEN-404 where the device has no such meter; refuses with DEV-036 to DEV-038. */
export async function noteFinding(
  tx: Tx,
  row: RegisteredRow,
  { actor, reason, ...finding }: Finding & { actor: Actor; reason: string },
): Promise<void> {
  const unit = await unitFound(tx, row, finding, localDay(row.timezone, actor.at.getTime()));
  const { kind, day, last_reading_wh } = finding;
  await tx
    .insertInto("meter_finding")
    .values({ unit_id: unit.unit_id, kind, day, last_reading_wh, reason, found_by: actor.account_id })
    .execute();
  await compareAgain(tx, unit.unit_id, day);
}

/** The device's unit that the finding is about. Throws GEN-404, and refuses with DEV-036 to DEV-038, all at once. */
async function unitFound(
  tx: Tx,
  { registered_device_id }: RegisteredRow,
  { unit_uid, kind, day, last_reading_wh }: Finding,
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
