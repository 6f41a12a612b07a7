// The state of a device's ledger as text: all that the fold needs to go on as if it had never stopped.
import type { Mark } from "./energy-counter.ts";
import {
  COUNTED,
  binSheet,
  daySheet,
  emptyLedger,
  type BinSheet,
  type DaySheet,
  type DeviceFacts,
  type Ledger,
} from "./energy-sheet.ts";
import { binAfter, binOf } from "./energy-time.ts";

/** A counter that has been silent for longer, while the device was not, no longer keeps its bins in the state. */
const CARRIED_MS = 26 * 3_600_000;

/** Changes with the rules of the fold, so that what was made by older ones is made anew. */
const RULES = 5;

/**
 * What the facts are that the ledger was made with. When they change, all rows of the device have to be made anew.
 */
function factsKey(facts: DeviceFacts): string {
  const { asset_type, ac_nominal_w, project_wp, latitude, longitude, timezone } = facts;
  // Where the device has a rating, the project's capacity does not count.
  const limit = ac_nominal_w ?? `of ${project_wp}`;
  return [RULES, asset_type, limit, latitude, longitude, timezone].join("|");
}

type Marks = readonly (Mark | null)[];

/** Start of the first bin that a later reading may still change, but for counters silent for longer than CARRIED_MS. */
export function openFrom(at: number | null, marks: Marks): number {
  if (at === null) return -Infinity;
  return marks.reduce(
    (open, mark) => (mark !== null && !isSilent(mark, at) ? Math.min(open, binAfter(mark.at)) : open),
    binAfter(at),
  );
}

function isSilent(mark: Mark, at: number): boolean {
  return mark.at <= at - CARRIED_MS;
}

/** True when a later reading may still change the day's row. */
export function isOpenDay(ledger: Ledger, day: DaySheet): boolean {
  return day === ledger.today || day.end > openFrom(ledger.at, ledger.marks);
}

/**
 * Where energy of readings between the state with `marks` at `at` and the later one with `laterMarks` may have reached
 * back to before openFrom of the first: start of a bin. That is where a counter came back that had been silent, or undid
 * a reset. Null: nowhere.
 */
export function reachBack(at: number, marks: Marks, laterMarks: Marks): number | null {
  const reached = marks.flatMap((mark, index) => {
    if (mark === null) return [];
    const later = laterMarks[index] ?? null;
    const { before } = mark;
    if (before !== null && later?.before?.since !== before.since) {
      return [binAfter(before.at)];
    }
    const moved = later?.at !== mark.at || later.high !== mark.high;
    return isSilent(mark, at) && moved ? [binAfter(mark.at)] : [];
  });
  return reached.length === 0 ? null : Math.min(...reached);
}

/** The state as text; equal states give equal texts, and every number comes back to the bit. */
export function encodeState(ledger: Ledger): string {
  const open = openFrom(ledger.at, ledger.marks);
  ledger.recent = ledger.recent.filter(({ bin }) => bin >= open).toSorted((a, b) => a.bin - b.bin);
  const days = [...ledger.days.values()]
    .filter((day) => isOpenDay(ledger, day))
    .toSorted((a, b) => a.start - b.start);
  return JSON.stringify([
    factsKey(ledger.facts),
    ledger.at,
    ledger.marks.map((mark) => mark && encodeMark(mark)),
    ledger.recent.map(encodeBin),
    days.map(encodeDay),
    ledger.peakW,
    ledger.integrated,
    ledger.openings.map((opening) => opening && [opening.at, opening.wh, opening.isSettled]),
  ]);
}

function encodeMark({ at, high, since, run, before }: Mark): unknown[] {
  return [
    at,
    high,
    since,
    run && [run.from, run.low, run.readings, run.at, run.high, run.since, run.rises],
    before && [before.at, before.high, before.until, before.since, before.counted, before.climb],
  ];
}

function encodeBin(sheet: BinSheet): unknown[] {
  return [
    sheet.bin,
    sheet.readings,
    sheet.coveredMs,
    sheet.wh,
    sheet.estimatedWh,
    sheet.integratedWh,
    sheet.powerWh,
    sheet.powerMs,
    sheet.powerMaxW,
    sheet.insolationWhM2,
    sheet.socPercent,
    sheet.temperatureSums,
    sheet.temperatureCounts,
  ];
}

function encodeDay(sheet: DaySheet): unknown[] {
  return [
    sheet.start,
    sheet.readings,
    sheet.coveredMs,
    sheet.wh,
    sheet.estimatedWh,
    sheet.integratedWh,
    sheet.powerWh,
    sheet.powerMaxW,
    sheet.powerMaxAt,
    sheet.insolationWhM2,
    sheet.aboveRating,
  ];
}

type Known = number | null;
type StateMark = [
  at: number,
  high: number,
  since: number,
  run:
    | [from: number, low: number, readings: number, at: number, high: number, since: number, rises: number[]]
    | null,
  before: [at: number, high: number, until: number, since: number, counted: number, climb: number[]] | null,
];
type StateBin = [
  bin: number,
  readings: number,
  coveredMs: number,
  wh: Known[],
  estimatedWh: number[],
  integratedWh: number[],
  powerWh: Known,
  powerMs: number,
  powerMaxW: Known,
  insolationWhM2: Known,
  socPercent: Known,
  temperatureSums: number[],
  temperatureCounts: number[],
];
type StateDay = [
  start: number,
  readings: number,
  coveredMs: number,
  wh: Known[],
  estimatedWh: number[],
  integratedWh: number[],
  powerWh: Known,
  powerMaxW: Known,
  powerMaxAt: Known,
  insolationWhM2: Known,
  aboveRating: DaySheet["aboveRating"],
];
type StateOpening = [at: number, wh: number, isSettled: boolean];
type State = [
  facts: string,
  at: Known,
  marks: (StateMark | null)[],
  bins: StateBin[],
  days: StateDay[],
  peakW: number,
  integrated: number,
  openings: (StateOpening | null)[],
];

/**
 * The ledger of a device as it was when encodeState made the text; an empty one for null. Null when the state was made
 * with other facts, so that everything of the device has to be made anew.
 */
export function openLedger(facts: DeviceFacts, text: string | null): Ledger | null {
  // Written by encodeState alone, and read for every device that reports: checking it would cost more than the fold.
  const state: State =
    text === null ? [factsKey(facts), null, [], [], [], 0, 0, []] : (JSON.parse(text) as State);
  const [key, at, stateMarks, bins, days, peakW, integrated, openings] = state;
  if (key !== factsKey(facts)) return null;
  const marks = COUNTED.map((_, index) => decodeMark(stateMarks[index] ?? null));
  const ledger = emptyLedger(facts, openFrom(at, marks));
  ledger.at = at;
  ledger.peakW = peakW;
  ledger.integrated = integrated;
  marks.forEach((mark, index) => {
    ledger.marks[index] = mark;
    const [openedAt, wh, isSettled] = openings[index] ?? [];
    if (openedAt === undefined || wh === undefined || isSettled === undefined) return;
    const opening = { at: openedAt, wh, isSettled };
    ledger.openings[index] = opening;
    // Readings that came late may have made it stay where another fold had moved it.
    ledger.opened[index] = opening;
  });
  for (const day of days) decodeDay(ledger, day);
  for (const bin of bins) decodeBin(ledger, bin);
  if (at !== null) ledger.today = daySheet(ledger, binOf(at));
  return ledger;
}

/** The last reading and the marks in a state that encodeState made. */
export function peekState(text: string): { at: number | null; marks: (Mark | null)[] } {
  const [, at, marks] = JSON.parse(text) as State; // written by encodeState alone
  return { at, marks: marks.map(decodeMark) };
}

function decodeMark(state: StateMark | null): Mark | null {
  if (state === null) return null;
  const [at, high, since, run, before] = state;
  return { at, high, since, run: run && decodeRun(run), before: before && decodeBefore(before) };
}

function decodeRun([from, low, readings, at, high, since, rises]: NonNullable<StateMark[3]>): Mark["run"] {
  return { from, low, readings, at, high, since, rises };
}

function decodeBefore([at, high, until, since, counted, climb]: NonNullable<StateMark[4]>): Mark["before"] {
  return { at, high, until, since, counted, climb };
}

function decodeDay(ledger: Ledger, state: StateDay): void {
  const [start, readings, coveredMs, wh, estimatedWh, integratedWh, powerWh, powerMaxW] = state;
  const [, , , , , , , , powerMaxAt, insolationWhM2, aboveRating] = state;
  const sheet = daySheet(ledger, start);
  Object.assign(sheet, {
    readings,
    coveredMs,
    wh,
    estimatedWh,
    integratedWh,
    powerWh,
    powerMaxW,
    powerMaxAt,
    insolationWhM2,
    aboveRating,
  } satisfies Partial<DaySheet>);
}

function decodeBin(ledger: Ledger, state: StateBin): void {
  const [bin, readings, coveredMs, wh, estimatedWh, integratedWh, powerWh, powerMs, powerMaxW] = state;
  const [, , , , , , , , , insolationWhM2, socPercent, temperatureSums, temperatureCounts] = state;
  Object.assign(binSheet(ledger, bin), {
    readings,
    coveredMs,
    wh,
    estimatedWh,
    integratedWh,
    powerWh,
    powerMs,
    powerMaxW,
    insolationWhM2,
    socPercent,
    temperatureSums,
    temperatureCounts,
  } satisfies Partial<BinSheet>);
}
