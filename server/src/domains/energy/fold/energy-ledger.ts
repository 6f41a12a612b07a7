// The energy ledger: a fold over the readings of one device. Pure; docs/decisions/0003-energy-ledger.md.
import { cosZenith } from "../sun/sun-position.ts";
import { clearSkyIrradiance } from "../sun/clear-sky.ts";
import { countedWh, firstMark, limit, stepCounter, type CounterEvent } from "./energy-counter.ts";
import { hasStoodIn, standIns } from "./energy-integration.ts";
import {
  addEnergy,
  binSheet,
  COUNTED,
  daySheet,
  EXPORT,
  MEASURED,
  PRODUCTION,
  type BinSheet,
  type Ledger,
  type LedgerEvent,
} from "./energy-sheet.ts";
import { firstOpening, mayMove, openingAfter, settled, type Opening } from "./energy-opening.ts";
import { spread } from "./energy-spread.ts";
import type { LedgerReading } from "./ledger-reading.ts";
import { saysNothing, withoutExcess } from "./reading-trust.ts";
import { limitW } from "./energy-limit.ts";
import { encodeState } from "./energy-state.ts";
import { BIN_MS, binAfter, binOf } from "./energy-time.ts";
import { intervalSpan } from "./interval-energy.ts";

/** How a fold ended: all readings are in; or a day ended as `stop` wanted; or it must be begun before `at` instead. */
type FoldEnd =
  | { readonly kind: "done" }
  | { readonly kind: "stopped" }
  | { readonly kind: "restart"; readonly at: number };

/** A counter that said nothing for longer leaves a note. */
const GAP_MS = 3_600_000;
const MS_PER_HOUR = 3_600_000;

/**
 * Folds readings, in order of time and later than all before, into the ledger. When a day has ended, and a later
 * reading is at hand, `stop` is asked with the day and the state at its end; when it says so, the fold ends there.
 * "restart": a reading moves energy to bins that this ledger does not have; begin before `at` (start of a bin) instead.
 * Throws RangeError when readings are not in order.
 */
export function fold(
  ledger: Ledger,
  readings: readonly LedgerReading[],
  stop?: (day: string, closing: string) => boolean,
): FoldEnd {
  for (const reading of readings) {
    const { at, today } = ledger;
    if (at !== null && reading.at <= at) throw new RangeError("Readings are not in order of time");
    if (today !== null && binOf(reading.at) >= today.end) {
      today.closing = encodeState(ledger);
      if (stop?.(today.day, today.closing) === true) return { kind: "stopped" };
    }
    foldReading(ledger, reading);
    if (ledger.restartAt !== null) return { kind: "restart", at: ledger.restartAt };
  }
  return { kind: "done" };
}

function foldReading(ledger: Ledger, sent: LedgerReading): void {
  const before = ledger.at;
  const bin = binOf(sent.at);
  const cut = withoutExcess(ledger, sent);
  const reading = cut?.reading ?? sent;
  ledger.today = daySheet(ledger, bin);
  const sheet = binSheet(ledger, bin);
  sheet.readings += 1;
  sheet.day.readings += 1;
  if (cut !== null) noteAboveRating(ledger, reading.at, cut.aboveW);
  if (reading.powerW !== null) ledger.peakW = Math.max(ledger.peakW, Math.abs(reading.powerW));
  if (!saysNothing(ledger, sent)) {
    measure(sheet, reading);
    if (cut?.isCovered !== false) cover(ledger, reading, before);
    reading.intervalWh.forEach((value, index) => {
      const hasCounter =
        (ledger.marks[index] ?? null) !== null || typeof reading.counters[index] === "number";
      if (value !== null && !hasCounter) addInterval(ledger, reading, index, countedWh(value));
    });
  }
  reading.counters.forEach((value, index) => {
    if (value !== null) countOn(ledger, reading, index, countedWh(value));
  });
  ledger.at = reading.at;
}

/** What is no energy and no power: the last state of charge, and the temperatures. */
function measure(sheet: BinSheet, reading: LedgerReading): void {
  if (reading.socPercent !== null) sheet.socPercent = reading.socPercent;
  reading.temperaturesC.forEach((value, index) => {
    if (value === null) return;
    sheet.temperatureSums[index] = (sheet.temperatureSums[index] ?? 0) + value;
    sheet.temperatureCounts[index] = (sheet.temperatureCounts[index] ?? 0) + 1;
  });
}

/** One note a day, of the first such reading, with how many there were and the largest. */
function noteAboveRating(ledger: Ledger, readAt: number, aboveW: number): void {
  const { today, events } = ledger;
  if (today === null) return;
  const [at, count, mostW] = today.aboveRating ?? [readAt, 0, 0];
  today.aboveRating = [at, count + 1, Math.max(mostW, aboveW)];
  const detail = {
    count: count + 1,
    most_w: Math.max(mostW, aboveW),
    rated_w: ledger.facts.ac_nominal_w ?? 0,
  };
  const event: LedgerEvent = { counted: "power", at, kind: "power_above_rating", detail };
  const noted = events.findLastIndex((one) => one.at === at && one.kind === event.kind);
  if (noted === -1) events.push(event);
  else events[noted] = event;
}

/** Power and irradiance over the interval of the reading, as far as no earlier reading has it. */
function cover(ledger: Ledger, reading: LedgerReading, before: number | null): void {
  const { at } = reading;
  const interval = reading.intervalS * 1000;
  const from = before === null ? at - interval : Math.max(before, at - interval);
  const stand = standIns(ledger, reading);
  for (let bin = binAfter(from); bin < at; bin += BIN_MS) {
    const ms = Math.min(at, bin + BIN_MS) - Math.max(from, bin);
    const sheet = binSheet(ledger, bin);
    sheet.coveredMs += ms;
    if (sheet.daylight || !ledger.daylightOnly) sheet.day.coveredMs += ms;
    if (reading.irradianceWM2 !== null) {
      const insolation = integral(reading.irradianceWM2, ms);
      sheet.insolationWhM2 = (sheet.insolationWhM2 ?? 0) + insolation;
      sheet.day.insolationWhM2 = (sheet.day.insolationWhM2 ?? 0) + insolation;
    }
    if (reading.powerW !== null) addPower(sheet, reading.powerW, ms, at);
    for (const { index, powerW } of stand) {
      const wh = integral(powerW, ms);
      addEnergy(sheet, index, wh, { ...MEASURED, integrated: wh });
    }
  }
  for (const { index } of stand) ledger.integrated |= 1 << index;
}

// oxlint-disable-next-line max-params -- four numbers of one interval; an object a reading would be made only for this
function addPower(sheet: BinSheet, powerW: number, ms: number, at: number): void {
  const { day } = sheet;
  const wh = integral(powerW, ms);
  sheet.powerWh = (sheet.powerWh ?? 0) + wh;
  sheet.powerMs += ms;
  sheet.powerMaxW = sheet.powerMaxW === null ? powerW : Math.max(sheet.powerMaxW, powerW);
  day.powerWh = (day.powerWh ?? 0) + wh;
  if (day.powerMaxW === null || powerW > day.powerMaxW) {
    day.powerMaxW = powerW;
    day.powerMaxAt = Math.min(at, sheet.bin + BIN_MS);
  }
}

/** Value times hours, to 2^-20: sums of it are exact whatever their order while they stay below 8 billion. */
function integral(value: number, ms: number): number {
  return Math.round((value * ms * 1_048_576) / MS_PER_HOUR) / 1_048_576;
}

function countOn(ledger: Ledger, reading: LedgerReading, index: number, value: number): void {
  const mark = ledger.marks[index] ?? null;
  if (mark === null) {
    ledger.marks[index] = firstMark(reading.at, value);
    open(ledger, index, firstOpening(reading.at, value));
    return;
  }
  stepCounter(mark, { at: reading.at, value }, limitW(ledger.facts, ledger.peakW, index), {
    energy: (from, to, wh) => {
      addSpan(ledger, reading, index, { from, to, wh });
      if (standsForProduction(ledger, index)) addSpan(ledger, reading, PRODUCTION, { from, to, wh });
    },
    event: (kind, detail) => {
      const opening = ledger.openings[index] ?? null;
      if (opening !== null) open(ledger, index, openingAfter(opening, kind, detail));
      note(ledger, reading.at, index, { kind, detail });
    },
  });
  const opening = ledger.openings[index] ?? null;
  if (opening === null) return;
  const now = settled(opening, mark);
  ledger.openings[index] = mayMove(now, mark) ? now : null;
}

/** Takes the opening of a counter for true, unless it is already. */
function open(ledger: Ledger, index: number, opening: Opening): void {
  if (ledger.openings[index] === opening) return;
  ledger.openings[index] = opening;
  ledger.opened[index] = opening;
}

/**
 * True for the export counter of a production meter whose power stood in for its production: the export goes on where the power
 * ended, so that its production is one row of figures.
 */
function standsForProduction(ledger: Ledger, index: number): boolean {
  return (
    index === EXPORT &&
    ledger.facts.asset_type === "electric_meter" &&
    ledger.marks[PRODUCTION] === null &&
    hasStoodIn(ledger, PRODUCTION)
  );
}

/** Adds the energy of the reading's own interval, or of the silence that it catches up on. */
function addInterval(ledger: Ledger, reading: LedgerReading, index: number, wh: number): void {
  const intervalMs = reading.intervalS * 1000;
  const ratedW = limitW(ledger.facts, ledger.peakW, index);
  const span = intervalSpan({ wh, at: reading.at, intervalMs, before: ledger.at }, ratedW);
  if (span === null) {
    const detail = { wh, limit_wh: limit(intervalMs, ratedW) };
    note(ledger, reading.at, index, { kind: "spike", detail });
  } else addSpan(ledger, reading, index, { ...span, wh });
}

function note(
  ledger: Ledger,
  at: number,
  index: number,
  what: { kind: CounterEvent | "gap"; detail: LedgerEvent["detail"] },
): void {
  const counted = COUNTED[index];
  if (counted === undefined) return;
  // One reading leaves one note of a kind, even where it settles several gaps at once.
  const noted = ledger.events.slice(-8).some((event) => {
    return event.at === at && event.counted === counted && event.kind === what.kind;
  });
  if (!noted) ledger.events.push({ counted, at, ...what });
}

/** Adds the energy of (from, to] to the bins it spans; a negative one is taken from where it was added. */
function addSpan(
  ledger: Ledger,
  reading: LedgerReading,
  index: number,
  span: { from: number; to: number; wh: number },
): void {
  const { from, to, wh } = span;
  const first = binAfter(from);
  if (first === binOf(to)) {
    const sheet = ledger.bins.get(first);
    if (sheet !== undefined) return addEnergy(sheet, index, wh, MEASURED);
  }
  if (first < ledger.base) {
    ledger.restartAt = Math.min(ledger.restartAt ?? first, first);
    return;
  }
  const isGap = to - from > BIN_MS;
  if (wh > 0 && to - from > Math.max(GAP_MS, 2000 * reading.intervalS)) {
    note(ledger, reading.at, index, { kind: "gap", detail: { since: from, wh } });
  }
  const sky = index === PRODUCTION ? (at: number) => clearSkyIrradiance(cosZenith(ledger.facts, at)) : null;
  // A gap adds no rows where it has nothing to add.
  const sign = wh < 0 ? -1 : 1;
  const parts = spread({ from, to, wh: sign * wh }, sky).filter(
    (part) => !isGap || part.wh > 0 || ledger.bins.has(part.bin),
  );
  const sheets = parts.map((part) => ({ wh: part.wh, sheet: binSheet(ledger, part.bin) }));
  const days = new Set(sheets.filter((part) => part.wh > 0).map(({ sheet }) => sheet.day));
  for (const part of sheets) {
    const added = sign * part.wh;
    const estimatedInDay = isGap && days.size > 1 ? added : 0;
    addEnergy(part.sheet, index, added, {
      estimatedInBin: isGap ? added : 0,
      estimatedInDay,
      integrated: 0,
    });
  }
}
