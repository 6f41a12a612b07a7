// Days of bound devices that were written anew and are not compared yet (rule R6).
import type { Day } from "@heliograph/contract";
import { sql } from "kysely";
import type { Db, Tx } from "../../../../platform/db.ts";

/** Days that one run takes. */
const AT_ONCE = 2000;
/** After this time a day that could not be compared is looked at again. */
const AGAIN = "1 hour";

/** A day of a device, as it was when it was taken. */
export interface ChangedDay {
  readonly device_id: number;
  readonly day: Day;
  /** As the database writes it: exact. */
  readonly changed_at: string;
}

/** The days that are due, those that have waited longest first. */
export async function changedBoundDays(db: Db): Promise<ChangedDay[]> {
  const { rows } = await sql<ChangedDay>`
    select device_id, day, changed_at::text from changed_bound_day where due_at <= now() order by due_at limit ${AT_ONCE}`.execute(
    db,
  );
  return rows;
}

/** A day of a device that a request is about. */
interface RequestDay {
  readonly issuance_id: number;
  readonly device_id: number;
  readonly day: Day;
}

/** The requests that the days are compared for: drafts, and those that certificates were made of. */
export async function requestsOf(db: Db, changed: readonly ChangedDay[]): Promise<RequestDay[]> {
  const { rows } = await sql<RequestDay>`
    select distinct i.issuance_id, c.device_id, c.day
    from ${listed(changed)}
    join unit_binding b on b.device_id = c.device_id and b.valid @> c.day
    join device_unit u on u.unit_id = b.unit_id and u.valid @> c.day
    join issuance i on i.registered_device_id = u.registered_device_id and c.day between i.from_day and i.to_day
      and i.status in ('draft', 'approved') and i.corrects is null
    order by i.issuance_id, c.device_id, c.day`.execute(db);
  return rows;
}

/** Takes the days off the list; what was written again meanwhile stays for the next run. */
export async function compared(db: Db, done: readonly ChangedDay[]): Promise<void> {
  await sql`
    delete from changed_bound_day d using ${listed(done)}
    where d.device_id = c.device_id and d.day = c.day and d.changed_at = c.changed_at`.execute(db);
}

/** Leaves the days on the list, behind all others, until they are due again. */
export async function putBack(db: Db, waiting: readonly ChangedDay[]): Promise<void> {
  await sql`
    update changed_bound_day d set due_at = now() + ${AGAIN}::interval from ${listed(waiting)}
    where d.device_id = c.device_id and d.day = c.day and d.changed_at = c.changed_at`.execute(db);
}

const listed = (days: readonly ChangedDay[]) =>
  sql`unnest(${days.map(({ device_id }) => device_id)}::int4[], ${days.map(({ day }) => day)}::date[],
    ${days.map(({ changed_at }) => changed_at)}::timestamptz[]) as c (device_id, day, changed_at)`;

/** Puts days of the registered device on the list, as if they had been written anew. */
export async function queueAgain(
  tx: Tx,
  { registered_device_id }: { readonly registered_device_id: number },
  days: readonly Day[],
): Promise<void> {
  await sql`
    insert into changed_bound_day (device_id, day)
    select distinct b.device_id, d.day from unnest(${[...days]}::date[]) as d (day)
      join device_unit u on u.registered_device_id = ${registered_device_id} and u.valid @> d.day
      join unit_binding b on b.unit_id = u.unit_id and b.valid @> d.day
    on conflict (device_id, day) do update set changed_at = excluded.changed_at, due_at = excluded.due_at`.execute(
    tx,
  );
}
