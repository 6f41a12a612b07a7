// What one lifetime counter says: which rises are energy, which are jitter, glitch, spike or reset.
// Source: docs/decisions/0003-energy-ledger.md and 0060-energy-that-cannot-be-fooled.md.
import { binAfter, binOf } from "./energy-time.ts";

/** Below this a counter that falls has only been rounded. */
const JITTER_WH = 100;
const JITTER_SHARE = 0.001;
/** Devices exceed their rating for a while: the limit of a rise is that much above it. */
const RATING_MARGIN = 1.1;
/** Counters that move in steps of a kWh stand still between: a step may hold the energy of up to an hour. */
const STEP_MS = 3_600_000;
/** What must be seen of a counter in a new place before it is believed. */
const CONFIRM_READINGS = 3;
const CONFIRM_MS = 900_000;
/** After this a run is believed even if it stands still: a device that is off. */
const CONFIRM_FLAT_MS = 86_400_000;
/** For so long after a reset a counter may still come back to where it was before. */
const RETURN_MS = 31 * 86_400_000;
/**
 * For so long a counter that fell is looked for at its old mark first: one that climbs back to it, in however many steps,
 * was never reset. What it counted on its way is taken back.
 */
const CLIMB_MS = 86_400_000;

/** Counters are kept to a 1024th of a Wh, so that sums of their rises are exact whatever their order (below 8 TWh). */
export function countedWh(value: number): number {
  return Math.round(value * 1024) / 1024;
}

/** Where a counter stands. Instants in ms since 1970, energies in Wh. */
export interface Mark {
  /** Last reading accepted. */
  at: number;
  /** Highest value accepted. */
  high: number;
  /** When `high` was reached first. */
  since: number;
  /** Readings that do not continue from here: a glitch, a spike or a reset in the making. */
  run: Run | null;
  /** Where the counter stood before its last reset, for as long as it may return there. */
  before: Before | null;
}

interface Run {
  readonly from: number;
  readonly low: number;
  readings: number;
  at: number;
  high: number;
  since: number;
  /** From, to and Wh of each rise, one after the other. */
  readonly rises: number[];
}

interface Before {
  readonly at: number;
  readonly high: number;
  readonly until: number;
  /** When it became so: the reading that began the reset, or the last that returned from it. */
  readonly since: number;
  /** Energy counted since. */
  counted: number;
  /** From, to and Wh of what was counted within CLIMB_MS, in order of time, one entry a quarter hour; empty after that. */
  climb: number[];
}

export type CounterEvent = "reset" | "glitch" | "spike";

/** Hears what a reading means. */
interface CounterSink {
  /**
   * Energy that belongs to (from, to]. A negative one takes back what was given for that span: all of it that was not taken
   * back before, in one or several spans of the same quarter hour.
   */
  readonly energy: (from: number, to: number, wh: number) => void;
  readonly event: (kind: CounterEvent, detail: Readonly<Record<string, number>>) => void;
}

/** The mark that the first reading of a counter sets; it is no energy. */
export function firstMark(at: number, high: number): Mark {
  return { at, high, since: at, run: null, before: null };
}

/**
 * Moves the mark on by a reading of `value` Wh (of countedWh) at `at` ms, later than all before, and tells the sink what
 * it means. `ratedW` limits how fast the counter may rise.
 */
export function stepCounter(
  mark: Mark,
  { at, value }: { at: number; value: number },
  ratedW: number,
  sink: CounterSink,
): void {
  forget(mark, at);
  if (mark.before !== null && climbsBack(mark, mark.before, { at, value }, ratedW)) {
    comeBack(mark, mark.before, { at, value }, sink);
  } else if (continues(mark, at, value, ratedW)) {
    if (mark.run !== null && mark.run.low < mark.high) {
      sink.event("glitch", { since: mark.run.from, wh: mark.run.low, high_wh: mark.high });
    }
    count(mark, at, Math.max(0, value - mark.high), sink);
    if (value > mark.high) {
      mark.high = value;
      mark.since = at;
    }
    mark.at = at;
    mark.run = null;
  } else if (mark.before !== null && mayReturn(mark, mark.before, { at, value }, ratedW)) {
    comeBack(mark, mark.before, { at, value }, sink);
  } else {
    hold(mark, { at, value }, ratedW, sink);
  }
}

/**
 * True when a reading does not go on from the mark, or is on its way back to where the counter stood before it fell, faster than anything
 * could have been counted: it tells nothing of the device.
 */
export function isAstray(mark: Mark, { at, value }: { at: number; value: number }, ratedW: number): boolean {
  const { before } = mark;
  const [began] = before !== null && at <= before.at + CLIMB_MS ? before.climb : [];
  if (before !== null && began !== undefined && mark.high < before.high) {
    return value < before.high - jitter(before.high) && before.high > limit(at - began, ratedW);
  }
  return !continues(mark, at, value, ratedW);
}

/** Forgets what lies too far back to be returned to, or to be taken back. */
function forget(mark: Mark, at: number): void {
  if (mark.before === null) return;
  const isOver = at > mark.before.at + CLIMB_MS;
  if (at > mark.before.until || (isOver && wasReturnedTo(mark.before))) mark.before = null;
  else if (isOver) mark.before.climb = [];
}

/**
 * True when a counter that had fallen, lately enough to have its way up known, stands where it stood before again, faster
 * than anything could have been produced. One that was honestly cleared, as some are at midnight, passes its old count too,
 * and takes the time that it needs.
 */
function climbsBack(
  mark: Mark,
  before: Before,
  { at, value }: { at: number; value: number },
  ratedW: number,
): boolean {
  const [began] = before.climb;
  if (began === undefined || mark.high >= before.high || value < before.high - jitter(before.high)) {
    return false;
  }
  return before.high > limit(at - began, ratedW) && returns(before, { at, value }, ratedW);
}

/** True when a counter that stood at `from.high` may stand at `value` now. */
function continues(
  from: { at: number; high: number; since: number },
  at: number,
  value: number,
  ratedW: number,
): boolean {
  const rise = value - from.high;
  if (rise <= 0) return rise >= -jitter(from.high);
  const ms = Math.max(at - from.at, Math.min(at - from.since, STEP_MS));
  return rise <= limit(ms, ratedW);
}

function jitter(high: number): number {
  return Math.max(JITTER_WH, JITTER_SHARE * high);
}

/** The most that a device of `ratedW` can count in so many ms, Wh (rule 2 of decision 0003). */
export function limit(ms: number, ratedW: number): number {
  return (RATING_MARGIN * ratedW * ms) / 3_600_000 + JITTER_WH;
}

function count(mark: Mark, at: number, wh: number, sink: CounterSink): void {
  if (mark.before !== null) remember(mark.before, mark.at, at, wh);
  sink.energy(mark.at, at, wh);
}

/** Keeps what is counted after a reset, to take it back should it have been none. */
function remember(before: Before, from: number, to: number, wh: number): void {
  before.counted += wh;
  const { climb } = before;
  if (climb.length === 0 || to > before.at + CLIMB_MS) return;
  const [since = 0, until = 0, last = 0] = climb.slice(-3);
  if (binAfter(since) === binOf(to) && binAfter(from) === binOf(to)) {
    climb.splice(-3, 3, since, Math.max(until, to), last + wh);
  } else climb.push(from, to, wh);
}

function returns(before: Before, { at, value }: { at: number; value: number }, ratedW: number): boolean {
  return continues({ at: before.at, high: before.high, since: before.at }, at, value, ratedW);
}

/** True when the counter has come back to the mark already: its way is then known from there. */
const wasReturnedTo = (before: Before): boolean => before.climb[0] === before.at;

/** True when a reading that does not continue may be the counter of before; one that came back only ever tells more. */
function mayReturn(
  mark: Mark,
  before: Before,
  reading: { at: number; value: number },
  ratedW: number,
): boolean {
  return (!wasReturnedTo(before) || reading.value > mark.high) && returns(before, reading, ratedW);
}

/**
 * What looked like a reset was a long glitch: the energy since then is what the old count says. What was counted meanwhile
 * is taken back where it is known, and otherwise counts as part of it.
 */
function comeBack(
  mark: Mark,
  before: Before,
  { at, value }: { at: number; value: number },
  sink: CounterSink,
): void {
  sink.event("glitch", { since: before.at, wh: mark.high, high_wh: before.high });
  const { climb } = before;
  for (let index = 0; index < climb.length; index += 3) {
    const [from = 0, to = 0, wh = 0] = climb.slice(index, index + 3);
    if (wh > 0) sink.energy(from, to, -wh);
  }
  const isKnown = climb.length > 0;
  const wh = Math.max(0, value - before.high - (isKnown ? 0 : before.counted));
  sink.energy(before.at, at, wh);
  mark.at = at;
  mark.high = Math.max(value, before.high);
  mark.since = at;
  mark.run = null;
  // On its way it may have passed the mark before it told the truth: that may still come.
  mark.before = isKnown ? { ...before, since: at, counted: wh, climb: [before.at, at, wh] } : null;
}

/** Keeps a reading that does not continue from the mark, until it is known what it was. */
function hold(
  mark: Mark,
  { at, value }: { at: number; value: number },
  ratedW: number,
  sink: CounterSink,
): void {
  const { run } = mark;
  if (run === null || !continues(run, at, value, ratedW)) {
    if (value > mark.high) {
      sink.event("spike", { wh: value, high_wh: mark.high, limit_wh: limit(at - mark.at, ratedW) });
    }
    mark.run = { from: at, low: value, readings: 1, at, high: value, since: at, rises: [] };
    return;
  }
  run.readings += 1;
  if (value > run.high) {
    run.rises.push(run.at, at, value - run.high);
    run.high = value;
    run.since = at;
  }
  run.at = at;
  const lasts = at - run.from;
  const risen = run.rises.length > 0;
  if (run.readings >= CONFIRM_READINGS && lasts >= CONFIRM_MS && (risen || lasts > CONFIRM_FLAT_MS)) {
    startSegment(mark, run, sink);
  }
}

/** The counter was reset or replaced: it counts on from the first reading of the run. */
function startSegment(mark: Mark, run: Run, sink: CounterSink): void {
  sink.event("reset", { since: run.from, high_wh: mark.high, low_wh: run.low });
  const before = beforeReset(mark, run);
  sink.energy(run.from, run.at, 0);
  for (let index = 0; index < run.rises.length; index += 3) {
    const [from = 0, to = 0, wh = 0] = run.rises.slice(index, index + 3);
    if (before !== null) remember(before, from, to, wh);
    sink.energy(from, to, wh);
  }
  mark.at = run.at;
  mark.high = run.high;
  mark.since = run.since;
  mark.run = null;
  mark.before = before;
}

/** Where the counter may return to from the run; null: nowhere. */
function beforeReset(mark: Mark, run: Run): Before | null {
  const { before } = mark;
  // It fell again on its way back: where it came from is still the mark to reach.
  if (before !== null && before.climb.length > 0 && mark.high < before.high) return before;
  // A mark of next to nothing is what a device shows while it starts: nothing to return to.
  if (mark.high <= JITTER_WH) return null;
  // The run itself makes the way known, also when nothing rises.
  const climb = [run.from, run.from, 0];
  return { at: mark.at, high: mark.high, until: run.at + RETURN_MS, since: run.from, counted: 0, climb };
}
