// What of an issued request was restated since: days that wait, what became of others, and the requests that correct it.
import type { Day, IssuanceRecord } from "@heliograph/contract";
import { sql } from "kysely";
import type { Db } from "../../../../platform/db.ts";
import type { Actor } from "../../../parties/index.ts";
import { acceptedDays } from "../generation-ledger.sql.ts";
import type { RequestState } from "../issuance-facts.sql.ts";
import { issuanceKind } from "../issuance-kind.sql.ts";
import type { IssuanceRow } from "../issuance.sql.ts";

type Restated = NonNullable<IssuanceRecord["restated"]>;

/** Days that a page names at most, the newest of what was done. */
const SHOWN = 400;

/** What was restated of the request; null: it is not issued, it corrects another one, or nothing was. */
export async function restatedOf(
  db: Db,
  row: IssuanceRow,
  state: RequestState,
  actor: Actor,
): Promise<Restated | null> {
  if (row.status !== "approved" || row.corrects !== null) return null;
  const corrections = await correctionsOf(db, row);
  const waiting = await waitingDays(db, row, state, corrections);
  const done = await restatedDays(db, row);
  if (waiting.length + done.length + corrections.length === 0) return null;
  // A draft is seen by its own account alone.
  const isSeen = ({ status }: { status: string }) =>
    actor.business_account_id !== null || !issuanceKind.hidden.some((one) => one === status);
  return { waiting, done, corrections: corrections.filter(isSeen) };
}

async function correctionsOf(db: Db, { issuance_id }: IssuanceRow): Promise<Restated["corrections"]> {
  const { rows } = await sql<Restated["corrections"][number]>`
    select i.record_uid, i.number, i.status, i.quantity, coalesce(s.wh, 0)::int8 as wh
    from issuance i left join generation_statement s on s.issuance_id = i.issuance_id and s.version = i.statement_version
    where i.corrects = ${issuance_id} and i.status <> 'deleted' order by i.issuance_id`.execute(db);
  return rows;
}

async function restatedDays(db: Db, { issuance_id }: IssuanceRow): Promise<Restated["done"]> {
  const { rows } = await sql<Omit<Restated["done"][number], "at"> & { at: Date }>`
    select r.day, r.at, r.was_wh, r.wh, r.withdrawn, r.carry_wh, r.debt_wh, c.number as correction
    from restated_day r left join issuance c on c.issuance_id = r.correction_id
    where r.issuance_id = ${issuance_id} order by r.restated_day_id desc limit ${SHOWN}`.execute(db);
  return rows.toReversed().map((day) => ({ ...day, at: day.at.toISOString() }));
}

/** Days on the list of those to compare whose readings say something else than was accepted. */
async function waitingDays(
  db: Db,
  row: IssuanceRow,
  { device, made, suspended_because }: RequestState,
  corrections: Restated["corrections"],
): Promise<Restated["waiting"]> {
  const queued = await queuedDays(db, row);
  if (queued.size === 0) return [];
  const accepted = await acceptedDays(db, device, row);
  const isAsked = corrections.some(({ status }) =>
    ["pending", "in_progress", "to_resubmit"].includes(status),
  );
  const because = ({ is_settled, is_measured }: (typeof made.days)[number]) => {
    if (suspended_because !== null) return "binding";
    if (!is_settled || !is_measured) return "settling";
    return isAsked ? "correction" : "comparison";
  };
  return made.days.flatMap((one): Restated["waiting"] => {
    const { day, wh } = one;
    const { metered_wh = 0, declared_wh = 0 } = accepted.get(day) ?? {};
    const was_wh = metered_wh + declared_wh;
    if (!queued.has(day) || (wh ?? 0) === was_wh) return [];
    return [{ day, was_wh, wh, because: because(one) }];
  });
}

async function queuedDays(
  db: Db,
  { registered_device_id, from_day, to_day }: IssuanceRow,
): Promise<ReadonlySet<Day>> {
  const { rows } = await sql<{ day: Day }>`
    select distinct c.day from device_unit u join unit_binding b using (unit_id)
      join changed_bound_day c on c.device_id = b.device_id and b.valid @> c.day and u.valid @> c.day
    where u.registered_device_id = ${registered_device_id} and c.day between ${from_day}::date and ${to_day}::date`.execute(
    db,
  );
  return new Set(rows.map(({ day }) => day));
}
