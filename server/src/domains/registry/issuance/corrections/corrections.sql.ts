// What becomes of certificates when the readings of their days are restated (rules R6, R8, R9, R33).
import type { Day } from "@heliograph/contract";
import { sql } from "kysely";
import type { Db, Tx } from "../../../../platform/db.ts";
import { followRecord, systemActor } from "../../../parties/index.ts";
import { changedBoundDays, compared, putBack, requestsOf, type ChangedDay } from "./changed-days.sql.ts";
import { acceptedDays, lockAccounts, vintageOf } from "../generation-ledger.sql.ts";
import { nowOf, requestDevice } from "../issuance-facts.sql.ts";
import { issuanceKind } from "../issuance-kind.sql.ts";
import { beginIssuance, refreeze } from "../issuance-record.sql.ts";
import { declaredDays, type IssuanceRow } from "../issuance.sql.ts";
import { madeStatement } from "../../generation/made-statement.sql.ts";
import type { IssuedDevice } from "../registered-devices.sql.ts";
import { restateDown, type RestatedChange } from "./restate-down.sql.ts";
import { suspendedBecause } from "../suspension.sql.ts";

/**
 * Compares the days of bound devices that were written anew with what was accepted of them: a draft is frozen anew, a certified day is
 * corrected by new total minus accepted total. Days that may still change, whose binding an issuer has not looked at, or that a
 * correction waits for, stay on the list. A request that waits for its issuer is left: approval compares it itself (R7). One that fails keeps no other
 * from its turn; throws at the end then.
 */
export async function compareChangedDays(db: Db): Promise<void> {
  const changed = await changedBoundDays(db);
  if (changed.length === 0) return;
  const faults: unknown[] = [];
  const waiting = new Set<string>();
  for (const [issuance_id, rows] of Map.groupBy(await requestsOf(db, changed), (row) => row.issuance_id)) {
    let left: ReadonlySet<Day>;
    try {
      const days = new Set(rows.map(({ day }) => day));
      left = await db.transaction().execute((tx) => compareRequest(tx, issuance_id, days));
    } catch (error) {
      faults.push(error);
      left = new Set(rows.map(({ day }) => day));
    }
    for (const row of rows) if (left.has(row.day)) waiting.add(keyOf(row));
  }
  const [stays, done] = [true, false].map((is) => changed.filter((row) => waiting.has(keyOf(row)) === is));
  await putBack(db, stays ?? []);
  await compared(db, done ?? []);
  if (faults.length > 0) throw new AggregateError(faults, `${faults.length} requests were not compared`);
}

const keyOf = ({ device_id, day }: Pick<ChangedDay, "device_id" | "day">): string => `${device_id} ${day}`;

const NONE: ReadonlySet<Day> = new Set();

/** Compares the days of one request. Returns those of them that wait. */
async function compareRequest(
  tx: Tx,
  issuance_id: number,
  days: ReadonlySet<Day>,
): Promise<ReadonlySet<Day>> {
  const { rows } = await sql<IssuanceRow>`
    select * from issuance where issuance_id = ${issuance_id} for update`.execute(tx);
  const [row] = rows;
  if (row?.status === "draft") {
    const { made } = await refreeze(tx, row);
    return new Set(made.days.filter(({ is_settled }) => !is_settled).map(({ day }) => day));
  }
  return row?.status === "approved" ? correct(tx, row, days) : NONE;
}

/** The differences of a request that certificates were made of: the days down together, and the days up together. */
async function correct(tx: Tx, row: IssuanceRow, days: ReadonlySet<Day>): Promise<ReadonlySet<Day>> {
  const open = await openCorrection(tx, row);
  const device = await requestDevice(tx, row);
  if (open !== undefined && open.status !== "draft") return days;
  if ((await suspendedBecause(tx, device, row)) !== null) return days;
  await lockAccounts(tx, device, vintageOf(row.from_day));
  const { changes, waiting } = await changesOf(tx, row, device);
  const down = changes.filter(({ wh }) => wh < 0);
  await restateDown(tx, row, device, down);
  if (down.length > 0) {
    await followRecord(tx, issuanceKind, { record_uid: row.record_uid, action: "restate" }, {});
  }
  await follow(tx, row, device, { open, isMore: changes.some(({ wh }) => wh > 0) });
  return new Set([...waiting].filter((day) => days.has(day)));
}

/** The differences between the readings and what was accepted, in the order of the days; and the days that may still change. */
async function changesOf(
  db: Db,
  row: IssuanceRow,
  device: IssuedDevice,
): Promise<{ readonly changes: readonly RestatedChange[]; readonly waiting: ReadonlySet<Day> }> {
  const declared = await declaredDays(db, row.issuance_id);
  const made = await madeStatement(db, device, row, { declared, now_ms: await nowOf(db) });
  const accepted = await acceptedDays(db, device, row);
  const changes = made.days.flatMap((day) => {
    const was = accepted.get(day.day) ?? { day: day.day, metered_wh: 0, declared_wh: 0 };
    const wh = (day.wh ?? 0) - was.metered_wh - was.declared_wh;
    return isReady(day) && wh !== 0 ? [{ was, wh }] : [];
  });
  return {
    changes,
    waiting: new Set(made.days.filter((day) => !isReady(day)).map(({ day }) => day)),
  };
}

/** Nothing changes the day by itself any more, and something measures it. */
const isReady = ({ is_settled, is_measured }: { is_settled: boolean; is_measured: boolean }): boolean =>
  is_settled && is_measured;

/**
 * More than was certified: a draft of its own that corrects the request follows what is more (class C, R9; two issuers approve it) and
 * is gone once nothing is. Nothing is booked before it is asked for.
 */
async function follow(
  tx: Tx,
  row: IssuanceRow,
  device: IssuedDevice,
  { open, isMore }: { open: IssuanceRow | undefined; isMore: boolean },
): Promise<void> {
  if (!isMore) {
    if (open === undefined) return;
    await followRecord(tx, issuanceKind, { record_uid: open.record_uid, action: "lapse" }, {});
    return;
  }
  const { from_day, to_day, issuance_id: corrects } = row;
  const draft =
    open ?? (await beginIssuance(tx, device, { from_day, to_day, corrects }, await systemActor(tx)));
  await refreeze(tx, draft);
}

/** The request that corrects this one and is not at its end, locked; undefined: there is none. */
async function openCorrection(tx: Tx, { issuance_id }: IssuanceRow): Promise<IssuanceRow | undefined> {
  const { rows } = await sql<IssuanceRow>`
    select * from issuance where corrects = ${issuance_id} and status in ('draft', 'pending', 'in_progress', 'to_resubmit') for update`.execute(
    tx,
  );
  return rows[0];
}
