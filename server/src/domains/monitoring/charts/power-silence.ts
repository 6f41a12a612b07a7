// Which devices say nothing in which slots of a day, and sums of power that do not fall because of it (decision 0070).
import { DAY_SLOTS } from "@heliograph/contract";
import { type Slots, type sunElevationDeg, WAKING_ELEVATION_DEG } from "../../energy/index.ts";

/** Below this share of its highest power of the day a device is waking up or going to sleep. */
const DROWSY = 0.1;

/** Elevations of the sun in the middle of each slot, degrees; of slots that the clock skips -90. */
export type Elevations = ArrayLike<number>;
/** What is due by day and by night. */
export const AT_ALL_HOURS: Elevations = new Float64Array(DAY_SLOTS).fill(90);

/** The sun's elevations over a day at a place, `elevation` as sunElevationDeg. */
export function elevationsOf(
  day: { readonly from_ms: number; readonly slot_of_span: readonly number[] },
  place: Parameters<typeof sunElevationDeg>[0],
  elevation: typeof sunElevationDeg,
): Elevations {
  const elevations = new Float64Array(DAY_SLOTS).fill(-90);
  for (const [span, slot] of day.slot_of_span.entries()) {
    // Of an hour that the clock shows twice the first passage.
    if (elevations[slot] === -90) {
      elevations[slot] = elevation(place, day.from_ms + (span * 5 + 2.5) * 60_000);
    }
  }
  return elevations;
}

/** A device whose power is part of a sum. */
export interface PowerPart {
  /** What it told, W. Empty: it has no such quantity. */
  readonly values: Slots;
  /** It is due from this slot on, and before that one. */
  readonly from: number;
  readonly until: number;
  /** From this slot on it may still come: it has not been silent for its limit. */
  readonly awaited: number;
  /** Holes of at most so many slots between two values are shorter than that limit. */
  readonly bridge: number;
}

/** 0: the slot is told, or nothing was due; else it is missing: waited for still, or silent. */
const AWAITED = 1;
const SILENT = 2;

/** A part with what is missing of it. */
export interface HeardPart {
  /** As told, with short holes bridged. */
  readonly values: Slots;
  /** Null where no value was told. */
  readonly told: Slots;
  /** Null: nothing is. */
  readonly missing: Uint8Array | null;
}

/** The slot of the first value; -1: there is none. */
export const firstTold = (values: Slots): number => values.findIndex((value) => value !== null);

/** True when what a device said on earlier days tells whether it was due: it told nothing, or woke late or at full power. */
export function needsHistory(values: Slots, elevations: Elevations): boolean {
  const first = firstTold(values);
  if (first <= 0) return first === -1;
  return (
    (elevations[first] ?? 0) > WAKING_ELEVATION_DEG ||
    ((elevations[first - 1] ?? 0) > 0 && (values[first] ?? 0) >= DROWSY * highest(values))
  );
}

function highest(values: Slots): number {
  let most = 0;
  for (const value of values) if (value !== null && value > most) most = value;
  return most;
}

/**
 * What is missing of a device. It is due while the sun stands above the waking elevation; below that, as long as the sun is up,
 * where it was at work before the hole or after it. A hole shorter than its limit is bridged in a straight line.
 */
export function heardPart(part: PowerPart, elevations: Elevations): HeardPart {
  const { values: told } = part;
  let values = told;
  let missing: Uint8Array | null = null;
  const atWork = DROWSY * highest(told);
  for (let slot = 0; slot < told.length; slot += 1) {
    if (told[slot] !== null) continue;
    const since = slot;
    while (slot < told.length && told[slot] === null) slot += 1;
    const before = told[since - 1] ?? null;
    const after = told[slot] ?? null;
    if (before !== null && after !== null && slot - since <= part.bridge) {
      if (values === told) values = [...told];
      for (let at = since; at < slot; at += 1) {
        values[at] = before + ((after - before) * (at - since + 1)) / (slot - since + 1);
      }
      continue;
    }
    const working = Math.max(before ?? 0, after ?? 0) > 0 && Math.max(before ?? 0, after ?? 0) >= atWork;
    const least = working ? 0 : WAKING_ELEVATION_DEG;
    for (let at = Math.max(since, part.from); at < Math.min(slot, part.until); at += 1) {
      if ((elevations[at] ?? 0) <= least) continue;
      missing ??= new Uint8Array(DAY_SLOTS);
      missing[at] = at >= part.awaited ? AWAITED : SILENT;
    }
  }
  return { values, told, missing };
}

interface PowerSum {
  /** W; null: none tells anything, or something is missing. Empty: no such device. */
  readonly total: Slots;
  /** How many are silent; empty: never any. */
  readonly silent: Slots;
}

/** The sum of the parts, and how many of them are silent, slot by slot. */
export function sumOfParts(parts: readonly HeardPart[]): PowerSum {
  if (parts.every(({ told }) => told.length === 0)) return { total: [], silent: [] };
  const total: Slots = [];
  const silent: Slots = [];
  let ever = false;
  for (let slot = 0; slot < DAY_SLOTS; slot += 1) {
    let sum = 0;
    let heard = false;
    let isWhole = true;
    let count = 0;
    for (const { values, told, missing } of parts) {
      sum += values[slot] ?? 0;
      heard ||= (told[slot] ?? null) !== null;
      const gone = missing === null ? 0 : missing[slot];
      isWhole &&= gone === 0;
      if (gone === SILENT) count += 1;
    }
    total.push(heard && isWhole ? Math.round(sum) : null);
    silent.push(count);
    ever ||= count > 0;
  }
  return { total, silent: ever ? silent : [] };
}

/** Mean power of a silent device in a slot by the ledger, W; null: nothing proves it. */
type Proven = (part: HeardPart, slot: number) => number | null;

/** Where parts are silent and the ledger proves all of them: what the others tell and what it proves, W. Empty: nowhere. */
export function estimatedSum(parts: readonly HeardPart[], proven: Proven): Slots {
  const sums: Slots = Array.from({ length: DAY_SLOTS }, () => null);
  let ever = false;
  for (let slot = 0; slot < DAY_SLOTS; slot += 1) {
    if (!parts.some(({ missing }) => missing?.[slot] === SILENT)) continue;
    const powers = parts.map((part) =>
      (part.missing?.[slot] ?? 0) === 0 ? (part.values[slot] ?? 0) : proven(part, slot),
    );
    if (powers.includes(null)) continue;
    sums[slot] = Math.round(powers.reduce<number>((sum, power) => sum + (power ?? 0), 0));
    ever = true;
  }
  return ever ? sums : [];
}

/** A quarter hour of the ledger. Energies in Wh; null: nothing known, or none of that class. */
export interface QuarterEnergy {
  readonly energy_wh: number;
  readonly estimated_wh: number | null;
  readonly integrated_wh: number | null;
  readonly covered_s: number;
}

const QUARTER_S = 900;
/** Shorter rests of a quarter hour are slivers of readings. */
const LEAST_REST_S = 300;

/**
 * Mean power over the part of a quarter hour that no reading covers, W; null: the counter has not come back, or stands still there, or
 * power stands in for it. `closed`: the hole is no longer than a quarter hour and readings follow it, so that its energy is measured.
 */
export function provenPower(quarter: QuarterEnergy | undefined, closed: boolean): number | null {
  if (quarter === undefined || (quarter.integrated_wh ?? 0) > 0) return null;
  if ((quarter.estimated_wh ?? 0) > 0) {
    return ((quarter.estimated_wh ?? 0) * 3600) / Math.max(QUARTER_S - quarter.covered_s, LEAST_REST_S);
  }
  return closed ? (quarter.energy_wh * 3600) / QUARTER_S : null;
}
