// What has to be read again of a device, and what its ledger says afterwards. Pure: the caller does the reading.
import type { Day } from "@heliograph/contract";
import type { Mark } from "./energy-counter.ts";
import { fold } from "./energy-ledger.ts";
import type { LedgerReading } from "./ledger-reading.ts";
import { binRows, dayRows, openingRows, type BinRow, type DayRow, type OpeningRow } from "./energy-rows.ts";
import { EXPORT, PRODUCTION, type DeviceFacts, type Ledger, type LedgerEvent } from "./energy-sheet.ts";
import { encodeState, isOpenDay, peekState, openFrom, openLedger, reachBack } from "./energy-state.ts";
import { binOf, dayOfBin } from "./energy-time.ts";

/** A device whose readings changed between `since` and `until` (ms since 1970, both included). */
export interface ChangedDevice {
  readonly project_id: number;
  readonly device_id: number;
  readonly facts: DeviceFacts;
  readonly since: number;
  readonly until: number;
  /** The ledger's state at the last reading folded; null: none yet. */
  readonly frontier: string | null;
}

/** The work on one changed device. */
export interface LedgerJob extends ChangedDevice {
  ledger: Ledger;
  /** The day before which a closing state is needed to begin; null: the ledger is ready for readings. */
  beginBefore: Day | null;
  /** True when rows of earlier folds are to be replaced, and not only added to. */
  again: boolean;
  /** The state that the fold began with was that of this reading. */
  begunAt: number;
  /** Readings later than this one need not be read. */
  readonly end: number;
  readonly frontierMarks: readonly (Mark | null)[] | null;
  /** False: it goes on to the end even where a day closes as it was stored. */
  readonly mayStop: boolean;
  status: "reading" | "done" | "stopped";
}

const EVER = -Infinity;

/** The job for a device: its ledger goes on at the frontier where it can, and begins at an earlier day where it must. */
export function ledgerJob(changed: ChangedDevice): LedgerJob {
  const { facts, frontier, since, until } = changed;
  const ledger = openLedger(facts, frontier);
  const stood = frontier === null ? null : peekState(frontier);
  const stoodAt = stood?.at ?? EVER;
  const isLate = ledger !== null && since <= stoodAt;
  return {
    ...changed,
    ledger: ledger ?? emptyOf(facts),
    beginBefore: isLate ? dayOfBin(facts.timezone, binOf(since)).day : null,
    // Other facts than before make every row of the device another one.
    again: ledger === null,
    begunAt: ledger === null ? EVER : stoodAt,
    end: Math.max(stoodAt, until),
    frontierMarks: ledger === null || stood === null ? null : stood.marks,
    mayStop: true,
    status: "reading",
  };
}

/**
 * The job that makes all rows of a device anew from the given day on, or from its first reading for null; what was derived
 * before that day is taken to be right.
 */
export function rebuildJob(changed: ChangedDevice, from: Day | null): LedgerJob {
  // From the first reading on nothing that was derived before is believed, the frontier least of all.
  const job = ledgerJob(from === null ? { ...changed, frontier: null } : changed);
  const fresh = from === null || job.again;
  return {
    ...job,
    ledger: fresh ? emptyOf(changed.facts) : job.ledger,
    beginBefore: fresh ? null : from,
    again: true,
    begunAt: fresh ? EVER : job.begunAt,
    frontierMarks: fresh ? null : job.frontierMarks,
    mayStop: false,
  };
}

function emptyOf(facts: DeviceFacts): Ledger {
  const ledger = openLedger(facts, null);
  if (ledger === null) throw new RangeError("A ledger without a state fits any facts");
  return ledger;
}

/**
 * Begins the job with the closing state of the last day before `beginBefore` that has one; null: there is none. Asks for
 * an earlier one when rows before the beginning may hold energy of the readings that are about to be folded again.
 */
export function beginWith(job: LedgerJob, closing: string | null): void {
  const { facts, frontierMarks } = job;
  const ledger = openLedger(facts, closing) ?? emptyOf(facts);
  job.ledger = ledger;
  job.again = true;
  job.begunAt = ledger.at ?? EVER;
  const reached =
    ledger.at === null || frontierMarks === null ? null : reachBack(ledger.at, ledger.marks, frontierMarks);
  job.beginBefore = reached === null ? null : dayOfBin(facts.timezone, reached).day;
}

/** The instant (ms since 1970, -Infinity: ever) after which the job's next readings lie. */
export function readAfter({ ledger, again, since }: LedgerJob): number {
  // Nothing was ever stored of a new device but what has just changed.
  return ledger.at ?? (again ? EVER : since - 1);
}

/**
 * Folds the next readings in. `closings` are the stored closing states of the days they lie in; `isLast` says that there
 * are no more up to `end`. Afterwards the job asks for more (status "reading"), for an earlier beginning (`beginBefore`),
 * or is finished.
 */
export function feed(
  job: LedgerJob,
  readings: readonly LedgerReading[],
  closings: ReadonlyMap<Day, string>,
  isLast: boolean,
): void {
  const { ledger, frontierMarks } = job;
  const mayStop = (day: Day, closing: string) =>
    job.mayStop &&
    frontierMarks !== null &&
    closings.get(day) === closing &&
    ledger.today !== null &&
    ledger.today.end >= job.until &&
    ledger.at !== null &&
    reachBack(ledger.at, ledger.marks, frontierMarks) === null;
  const end = fold(ledger, readings, mayStop);
  if (end.kind === "restart") job.beginBefore = dayOfBin(job.facts.timezone, end.at).day;
  else if (end.kind === "stopped") job.status = "stopped";
  else if (isLast) job.status = "done";
}

/** What a finished job writes. */
export interface LedgerResult {
  readonly bins: BinRow[];
  readonly days: DayRow[];
  /** Closing states of days whose rows are right as they are stored but for them; null: the day has none. */
  readonly closings: readonly { readonly day: Day; readonly closing: string | null }[];
  readonly events: readonly LedgerEvent[];
  /** Where counters began, as far as this fold saw it. */
  readonly openings: readonly OpeningRow[];
  /** The new frontier; null: it stays as it is. */
  readonly frontier: {
    readonly at: number;
    readonly state: string;
    /** Up to here the device's production is known: the last reading whose counter was believed. */
    readonly countedAt: number;
  } | null;
  /** True: the device has no readings any more, and what was known at its last one is to be forgotten. */
  readonly isEmpty: boolean;
  /** Stored rows in these spans that are not among the new ones are wrong; null: nothing is replaced. */
  readonly replaced: Replaced | null;
}

/** Spans in ms since 1970, or calendar days; null: without limit. */
export interface Replaced {
  readonly binsFrom: number | null;
  readonly binsBefore: number | null;
  readonly daysFrom: Day | null;
  readonly daysBefore: Day | null;
  readonly eventsAfter: number | null;
  readonly eventsUpTo: number | null;
}

/** The rows of a finished job. */
export function resultOf(job: LedgerJob): LedgerResult {
  const { ledger } = job;
  const which = job.status === "stopped" ? "settled" : "all";
  return {
    bins: binRows(ledger, which),
    days: dayRows(ledger, which),
    closings: which === "all" ? [] : openClosings(ledger),
    events: ledger.events,
    openings: openingRows(ledger, which),
    frontier:
      which === "all" && ledger.at !== null
        ? { at: ledger.at, state: encodeState(ledger), countedAt: countedAt(ledger, ledger.at) }
        : null,
    isEmpty: which === "all" && job.again && ledger.at === null,
    replaced: job.again ? replaced(job, which) : null,
  };
}

/** A production meter without a total counts what it exports; without any counter power tells all there is. */
const countedAt = ({ marks }: Ledger, at: number): number => (marks[PRODUCTION] ?? marks[EXPORT])?.at ?? at;

function openClosings(ledger: Ledger): LedgerResult["closings"] {
  return [...ledger.days.values()].flatMap((sheet) =>
    isOpenDay(ledger, sheet) && sheet.closing !== null ? [{ day: sheet.day, closing: sheet.closing }] : [],
  );
}

function replaced({ ledger, facts, begunAt }: LedgerJob, which: "all" | "settled"): Replaced {
  const first = Number.isFinite(ledger.base) ? ledger.base : null;
  const open = [...ledger.days.values()].filter((day) => isOpenDay(ledger, day)).map(({ day }) => day);
  return {
    binsFrom: first,
    binsBefore: which === "all" ? null : openFrom(ledger.at, ledger.marks),
    daysFrom: first === null ? null : dayOfBin(facts.timezone, first).day,
    daysBefore: which === "all" ? null : (open.toSorted()[0] ?? null),
    eventsAfter: Number.isFinite(begunAt) ? begunAt : null,
    eventsUpTo: which === "all" ? null : ledger.at,
  };
}
