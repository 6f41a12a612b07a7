// What issuance does by itself: proposes a draft for each month that is over (ruling 37), keeps drafts at what the readings say, and
// corrects what was certified when they are restated.
import { addDays, localDay, localMinutes, monthsOf, type Day } from "@heliograph/contract";
import { sql } from "kysely";
import type { Db } from "../../../platform/db.ts";
import { does, nothing, task, type Work } from "../../../platform/jobs/jobs.ts";
import { systemActor } from "../../parties/index.ts";
import { collectDebts } from "./corrections/collect.sql.ts";
import { compareChangedDays } from "./corrections/corrections.sql.ts";
import { forfeitRemainders } from "./corrections/forfeit.sql.ts";
import { nowOf } from "./issuance-facts.sql.ts";
import { beginIssuance, refreeze } from "./issuance-record.sql.ts";
import { madeStatement } from "../generation/made-statement.sql.ts";
import { issuedDevices, type IssuedDevice } from "./registered-devices.sql.ts";
import { suspendedBecause } from "./suspension.sql.ts";

/** Statements are made from this time of day 1 on by the device's clock, minutes after midnight. */
const AT_MINUTE = 120;
/** A month of which nothing is known yet is looked at again after so long. */
const AGAIN = "20 hours";

const propose = task({
  name: "registry.propose",
  payload: nothing,
  queue: "registry.issuance",
  starts: { cron: "*/15 * * * *", atStart: true },
});
const compare = task({
  name: "registry.compare",
  payload: nothing,
  queue: "registry.issuance",
  starts: { cron: "*/10 * * * *", atStart: true },
});

const forfeit = task({
  name: "registry.forfeit",
  payload: nothing,
  queue: "registry.issuance",
  starts: { cron: "10 19 * * *" },
});

const collect = task({
  name: "registry.collect",
  payload: nothing,
  queue: "registry.issuance",
  starts: { cron: "25 19 * * *" },
});

/** The tasks of issuance. */
export const issuanceWork: readonly Work[] = [
  does(propose, async (_, { db }) => proposeDrafts(db, await nowOf(db))),
  does(compare, (_, { db }) => compareChangedDays(db)),
  does(collect, (_, { db }) => collectDebts(db)),
  does(forfeit, async (_, { db }) => forfeitRemainders(db, await nowOf(db))),
];

/**
 * Proposes a draft for each device that the portal measures, of an account that may act, and each month that was over at 02:00 of day 1 by its clock, and that had no
 * run yet, however long ago. One that fails keeps no other from its draft; throws at the end then. Returns how many were proposed.
 */
export async function proposeDrafts(db: Db, now_ms: number): Promise<number> {
  const devices = (await issuedDevices(db, { acting: true })).filter(
    (one) => one.project_id !== null && one.suspended_at === null,
  );
  const faults: unknown[] = [];
  let proposed = 0;
  for (const device of devices) {
    for (const month of await monthsDue(db, device, now_ms)) {
      try {
        if (await proposeMonth(db, device, month, now_ms)) proposed += 1;
      } catch (error) {
        faults.push(error);
      }
    }
  }
  if (faults.length > 0) throw new AggregateError(faults, `${faults.length} statements failed`);
  return proposed;
}

/** The months (YYYY-MM) of the device that are over and have no run, or one that found nothing and is some time ago. */
async function monthsDue(db: Db, device: IssuedDevice, now_ms: number): Promise<string[]> {
  const { timezone, registered_device_id } = device;
  const today = localDay(timezone, now_ms);
  const isTooEarly = today.endsWith("-01") && localMinutes(timezone, now_ms) < AT_MINUTE;
  const lastDay = addDays(`${today.slice(0, 7)}-01`, -1);
  const last = isTooEarly ? addDays(`${lastDay.slice(0, 7)}-01`, -1) : lastDay;
  const { rows } = await sql<{ month: string }>`
    select month from statement_run where registered_device_id = ${registered_device_id}
      and (issuance_id is not null or tried_at > now() - ${AGAIN}::interval)`.execute(db);
  const done = new Set(rows.map(({ month }) => month));
  return monthsOf(firstDay(device), last).filter((month) => !done.has(month));
}

const firstDay = ({ registered_on, valid_from }: IssuedDevice): Day =>
  registered_on > valid_from ? registered_on : valid_from;

/** Proposes the month in a transaction of its own. False: a request has days of it, or nothing is known of any or may be issued, which is noted. */
function proposeMonth(db: Db, device: IssuedDevice, month: string, now_ms: number): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    const { registered_device_id } = device;
    // One of all processes looks at the month.
    await sql`
      insert into statement_run (registered_device_id, month) values (${registered_device_id}, ${month})
      on conflict (registered_device_id, month) do update set tried_at = now()`.execute(tx);
    const first = firstDay(device);
    const end = addDays(`${addDays(`${month}-28`, 4).slice(0, 7)}-01`, -1);
    const from_day = first > `${month}-01` ? first : `${month}-01`;
    const to_day = device.valid_to !== null && device.valid_to < end ? device.valid_to : end;
    if (from_day > to_day) return false;
    const run = await tx
      .selectFrom("statement_run")
      .select("issuance_id")
      .where("registered_device_id", "=", registered_device_id)
      .where("month", "=", month)
      .executeTakeFirstOrThrow();
    if (run.issuance_id !== null) return false;
    const taken = await tx
      .selectFrom("issuance")
      .select("issuance_id")
      .where("registered_device_id", "=", registered_device_id)
      .where("from_day", "<=", to_day)
      .where("to_day", ">=", from_day)
      .where("corrects", "is", null)
      .limit(1)
      .executeTakeFirst();
    const issuance_id = taken?.issuance_id ?? (await draftOf({ from_day, to_day }));
    if (issuance_id === null) return false;
    await tx
      .updateTable("statement_run")
      .set({ issuance_id })
      .where("registered_device_id", "=", registered_device_id)
      .where("month", "=", month)
      .execute();
    return taken === undefined;

    async function draftOf(period: { from_day: Day; to_day: Day }): Promise<number | null> {
      if ((await suspendedBecause(tx, device, period)) !== null) return null;
      const made = await madeStatement(tx, device, period, { declared: new Map(), now_ms });
      if (made.days.every(({ wh }) => wh === null)) return null;
      const row = await beginIssuance(tx, device, period, await systemActor(tx));
      await refreeze(tx, row);
      return row.issuance_id;
    }
  });
}
