// Folds changed devices: reads what each job asks for, many jobs at a time, until all are finished.
import { addDays, type Day } from "@heliograph/contract";
import type pg from "pg";
import { turns } from "../../../platform/turns.ts";
import { binOf, dayOfBin } from "../fold/energy-time.ts";
import type { LedgerFault } from "./ledger-faults.sql.ts";
import {
  beginWith,
  feed,
  ledgerJob,
  readAfter,
  resultOf,
  type LedgerJob,
  type ChangedDevice,
} from "../fold/ledger-job.ts";
import type { ReadingChange } from "../../telemetry/index.ts";
import { closingsBefore, closingsBetween, readingsOf } from "./ledger-read.sql.ts";
import type { DeviceResult } from "./device-result.ts";

/** A device that goes on at its frontier with no more than this is read with all others of its kind at once. */
const QUICK_MS = 2 * 3_600_000;
/** Devices with more to read are read so many at a time, and so many readings of each: their sum bounds the memory. */
const SLOW_AT_ONCE = 32;
const READINGS_AT_ONCE = 5000;

/** What came of a slice of changed devices. */
interface Folded {
  readonly results: readonly DeviceResult[];
  readonly faults: readonly LedgerFault[];
  /** Devices for which there was no time. */
  readonly left: readonly ReadingChange[];
}

interface Work {
  readonly job: LedgerJob;
  liveAt: number | null;
  /** How many days past the changed ones are read at once; grows from round to round. */
  ahead: number;
}

/**
 * Folds the devices. Those that only go on at their frontier are all done; the others as long as `mayGoOn` says so, at
 * least some of them. A device whose fold throws becomes a fault and holds up no other.
 */
export async function foldDevices(
  client: pg.ClientBase,
  changed: readonly ChangedDevice[],
  mayGoOn: () => boolean,
): Promise<Folded> {
  const faults: LedgerFault[] = [];
  const quick: LedgerJob[] = [];
  const slow: LedgerJob[] = [];
  const turn = turns();
  for (const one of changed) {
    await turn();
    attempt(faults, one, () => {
      const job = ledgerJob(one);
      (isQuick(job) ? quick : slow).push(job);
    });
  }
  const done = [quick.length === 0 ? NOTHING : await foldJobs(client, quick)];
  let at = 0;
  for (; at < slow.length && (at === 0 || mayGoOn()); at += SLOW_AT_ONCE) {
    done.push(await foldJobs(client, slow.slice(at, at + SLOW_AT_ONCE)));
  }
  return {
    results: done.flatMap(({ results }) => results),
    faults: [...faults, ...done.flatMap((one) => one.faults)],
    left: slow.slice(at),
  };
}

const NOTHING: Folded = { results: [], faults: [], left: [] };

/** Folds all the jobs to their ends, side by side; none is left. */
export async function foldJobs(client: pg.ClientBase, jobs: readonly LedgerJob[]): Promise<Folded> {
  const faults: LedgerFault[] = [];
  const works = jobs.map((job): Work => ({ job, liveAt: null, ahead: 1 }));
  const results: DeviceResult[] = [];
  const finished = await foldGroup(client, works, faults);
  const turn = turns();
  for (const { job, liveAt } of finished) {
    await turn();
    const { project_id, device_id } = job;
    attempt(faults, job, () => void results.push({ ...resultOf(job), project_id, device_id, liveAt }));
  }
  return { results, faults, left: [] };
}

function isQuick(job: LedgerJob): boolean {
  const from = Math.max(readAfter(job), job.since);
  return job.beginBefore === null && !job.again && job.until - from <= QUICK_MS;
}

/** Runs the step; an error becomes a fault of the device. False then. */
function attempt(
  faults: LedgerFault[],
  { project_id, device_id, since, until }: ReadingChange,
  step: () => void,
): boolean {
  try {
    step();
    return true;
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    faults.push({ project_id, device_id, since, until, message });
    return false;
  }
}

/** Works on the jobs until each is finished or has failed; returns the finished ones. */
async function foldGroup(
  client: pg.ClientBase,
  group: readonly Work[],
  faults: LedgerFault[],
): Promise<Work[]> {
  let working = [...group];
  const finished: Work[] = [];
  while (working.length > 0) {
    working = await begin(client, working, faults);
    const asking = working.filter(({ job }) => job.beginBefore !== null);
    const ready = working.filter(({ job }) => job.beginBefore === null);
    const read = await readOn(client, ready, faults);
    finished.push(...read.filter(({ job }) => job.status !== "reading"));
    working = [...asking, ...read.filter(({ job }) => job.status === "reading")];
  }
  return finished;
}

/**
 * Gives the jobs that ask for one the closing state to begin with; some then ask for an earlier one. Returns all but those
 * that fail.
 */
async function begin(
  client: pg.ClientBase,
  working: readonly Work[],
  faults: LedgerFault[],
): Promise<Work[]> {
  const asking = working.flatMap((work) => {
    const { project_id, device_id, beginBefore } = work.job;
    return beginBefore === null ? [] : [{ work, project_id, device_id, day: beginBefore }];
  });
  if (asking.length === 0) return [...working];
  const closings = await closingsBefore(client, asking);
  const failed = new Set<Work>();
  asking.forEach(({ work }, index) => {
    work.ahead = 1;
    if (!attempt(faults, work.job, () => beginWith(work.job, closings[index] ?? null))) failed.add(work);
  });
  return working.filter((work) => !failed.has(work));
}

/** Reads the next readings of each job and folds them in; returns all but those that fail. */
async function readOn(client: pg.ClientBase, ready: readonly Work[], faults: LedgerFault[]): Promise<Work[]> {
  const wanted = ready.flatMap((work) => {
    const { job, ahead } = work;
    let upTo = job.end;
    const sound = attempt(faults, job, () => {
      if (job.again) upTo = Math.min(job.end, endOfDays(job, ahead));
    });
    const { project_id, device_id } = job;
    return sound ? [{ work, job, project_id, device_id, after: readAfter(job), upTo }] : [];
  });
  if (wanted.length === 0) return [];
  const readings = await readingsOf(client, wanted, READINGS_AT_ONCE);
  const closings = await storedClosings(client, wanted, readings);
  const sound: Work[] = [];
  const turn = turns();
  for (const [index, { work, job, upTo }] of wanted.entries()) {
    await turn();
    const found = readings[index] ?? [];
    const complete = found.length < READINGS_AT_ONCE;
    // Where readings are few the next round looks further.
    if (complete) work.ahead *= 4;
    work.liveAt = found.reduce((at, one) => (one.isLive ? Math.max(at ?? one.at, one.at) : at), work.liveAt);
    const isLast = complete && upTo === job.end;
    if (attempt(faults, job, () => feed(job, found, closings[index] ?? new Map(), isLast))) sound.push(work);
  }
  return sound;
}

/** End of the `ahead`th day after the last changed one, or after the last one folded when that is later. */
function endOfDays(job: LedgerJob, ahead: number): number {
  const { facts, until } = job;
  const from = dayOfBin(facts.timezone, binOf(Math.max(until, readAfter(job))));
  return from.end + ahead * 86_400_000;
}

/** The closing states that are stored for the days of the readings, of the jobs that may stop at one of them. */
async function storedClosings(
  client: pg.ClientBase,
  ready: readonly { readonly job: LedgerJob }[],
  readings: readonly (readonly { readonly at: number }[])[],
): Promise<Map<Day, string>[]> {
  const found = ready.map(() => new Map<Day, string>());
  const wanted = ready.flatMap(({ job }, index) => {
    const last = readings[index]?.at(-1);
    if (!job.again || !job.mayStop || job.frontierMarks === null || last === undefined) return [];
    const { timezone } = job.facts;
    // A job stops at no day before the last changed one.
    const day = dayOfBin(timezone, binOf(job.until)).day;
    const to = addDays(dayOfBin(timezone, binOf(last.at)).day, -1);
    return to < day ? [] : [{ index, project_id: job.project_id, device_id: job.device_id, day, to }];
  });
  const closings = await closingsBetween(client, wanted);
  wanted.forEach(({ index }, at) => {
    const map = closings[at];
    if (map !== undefined) found[index] = map;
  });
  return found;
}
