// One pass of the ledger's worker: takes changed devices, folds them, and writes what follows, in one transaction.
import type pg from "pg";
import { foldDevices } from "./ledger-fold.jobs.ts";
import { forgetFaults, noteFaults, type LedgerFault } from "./ledger-faults.sql.ts";
import { attempted } from "./ledger-locks.sql.ts";
import { noteLateReadings } from "./late-readings.sql.ts";
import { monthsOfDays, writeMonths, type DeviceMonth } from "./ledger-months.sql.ts";
import { LANE, putChanges, takeChanges, type ReadingChange } from "../../telemetry/index.ts";
import { changedDevices } from "./ledger-read.sql.ts";
import { changedDays, clearReportedDays, fillReportedDays } from "./reported-energy.sql.ts";
import { unpackHours } from "../slots/chart-slots.sql.ts";
import type { DeviceDay, DeviceResult } from "./device-result.ts";
import { writeResults } from "./ledger-write.sql.ts";

/** Devices taken from the live lane at once: all that report, in the largest installation of one worker. */
const LIVE_DEVICES = 200_000;
/** Devices taken from the backlog at once; what there is no time for goes back. */
const BACKLOG_DEVICES = 2000;
/** Live readings wait no longer than this for the backlog, ms. */
const BACKLOG_MS = 700;
/** Late live readings take this long at most, ms; what there is no time for becomes backlog. */
const LATE_MS = 1500;
/** So many months are summed at once; more wait and are summed once for several passes. */
const MONTHS_AT_ONCE = 400;

/** What a pass did. */
interface Passed {
  /** ChangedDevice devices taken; 0: there was nothing to do. */
  readonly devices: number;
  readonly faults: readonly LedgerFault[];
  /** Projects whose derived rows may have changed. */
  readonly projects: readonly number[];
}

/** What the worker remembers from pass to pass. */
export interface PassMemory {
  /** Months that wait in the lane of months already. */
  readonly waitingMonths: Set<string>;
  /** The end of the hour that was noted last as due to be packed, ms since 1970, by device. */
  readonly dueHours: Map<number, number>;
}

/** Folds what the lane holds, as much as fits, inside the caller's transaction. */
export async function passLane(
  client: pg.ClientBase,
  lane: typeof LANE.live | typeof LANE.backlog,
  memory: PassMemory,
): Promise<Passed> {
  const isLive = lane === LANE.live;
  const entries = await takeChanges(client, lane, isLive ? LIVE_DEVICES : BACKLOG_DEVICES);
  if (entries.length === 0) return { devices: 0, faults: [], projects: [] };
  if (!isLive) await noteLateReadings(client, entries);
  await unpackHours(client, entries, memory.dueHours);
  const until = performance.now() + (isLive ? LATE_MS : BACKLOG_MS);
  const changed = await changedDevices(client, entries);
  const folded = await foldDevices(client, changed, () => performance.now() < until);
  await putChanges(client, LANE.backlog, folded.left);
  const written = await write(client, folded.results, changed);
  const faults = [...folded.faults, ...written.faults];
  await noteFaults(client, faults);
  const broken = new Set(faults.map(({ device_id }) => device_id));
  const whole = folded.results.filter(({ device_id }) => !broken.has(device_id));
  const wasFaulty = new Set(changed.filter(({ failed: before }) => before).map(({ device_id }) => device_id));
  await forgetFaults(
    client,
    whole.filter(({ device_id }) => wasFaulty.has(device_id)),
  );
  const days = changedDays(changed, whole);
  // Only what people take back is not reported any more, and that waits in the backlog.
  const cleared = isLive ? [] : await clearReportedDays(client, days);
  const reported = await fillReportedDays(client, days);
  await sumMonths(client, [...whole.flatMap(daysOf), ...written.gone, ...cleared, ...reported], memory);
  return {
    devices: entries.length,
    faults,
    projects: [...new Set(whole.map(({ project_id }) => project_id))].toSorted((a, b) => a - b),
  };
}

function daysOf({ project_id, device_id, days }: DeviceResult): DeviceDay[] {
  return days.map(({ day }) => ({ project_id, device_id, day }));
}

interface Written {
  readonly faults: readonly LedgerFault[];
  readonly gone: readonly DeviceDay[];
}

/** Writes all results; when the database refuses them, one device at a time, and says which ones it refuses. */
async function write(
  client: pg.ClientBase,
  results: readonly DeviceResult[],
  entries: readonly ReadingChange[],
): Promise<Written> {
  const together = await wrote(client, results);
  if (typeof together !== "string") return { faults: [], gone: together };
  const byDevice = new Map(entries.map((entry) => [entry.device_id, entry]));
  const faults: LedgerFault[] = [];
  const gone: DeviceDay[] = [];
  for (const result of results) {
    const alone = await wrote(client, [result]);
    const entry = byDevice.get(result.device_id);
    if (typeof alone !== "string") gone.push(...alone);
    else if (entry !== undefined) faults.push({ ...entry, message: alone });
  }
  return { faults, gone };
}

/** Errors that lie in what is written: SQLSTATE classes 22 (data) and 23 (constraints), and what cannot be encoded. */
function isRefusal(error: unknown): error is Error {
  if (error instanceof RangeError) return true;
  return error instanceof Error && "code" in error && /^2[23]/.test(String(error.code));
}

/** The days that are gone; the database's words when it refuses the results. Other errors are thrown. */
async function wrote(client: pg.ClientBase, results: readonly DeviceResult[]): Promise<DeviceDay[] | string> {
  const outcome = await attempted(client, () => writeResults(client, results));
  if ("value" in outcome) return outcome.value;
  if (isRefusal(outcome.error)) return outcome.error.message;
  throw outcome.error;
}

const keyOf = ({ device_id, month }: DeviceMonth) => `${device_id} ${month}`;

/** Sums the months of the days now when they are few, and leaves them to passMonths when they are many. */
async function sumMonths(
  client: pg.ClientBase,
  days: readonly DeviceDay[],
  { waitingMonths }: PassMemory,
): Promise<void> {
  const all = monthsOfDays(days);
  if (all.length <= MONTHS_AT_ONCE) {
    await writeMonths(client, all);
    return;
  }
  const fresh = all.filter((month) => !waitingMonths.has(keyOf(month)));
  await putChanges(
    client,
    LANE.months,
    fresh.map(({ project_id, device_id, month }) => {
      const at = Date.parse(`${month}T00:00:00Z`);
      return { project_id, device_id, since: at, until: at };
    }),
  );
  for (const month of fresh) waitingMonths.add(keyOf(month));
}

/** Sums the months that wait, in the caller's transaction; returns the number of devices they belong to. */
export async function passMonths(client: pg.ClientBase, { waitingMonths }: PassMemory): Promise<number> {
  const entries = await takeChanges(client, LANE.months, LIVE_DEVICES);
  await writeMonths(client, entries.flatMap(monthsOf));
  waitingMonths.clear();
  return entries.length;
}

function monthsOf({ project_id, device_id, since, until }: ReadingChange): DeviceMonth[] {
  const months: DeviceMonth[] = [];
  const at = new Date(since);
  while (at.getTime() <= until) {
    months.push({ project_id, device_id, month: at.toISOString().slice(0, 10) });
    at.setUTCMonth(at.getUTCMonth() + 1);
  }
  return months;
}
