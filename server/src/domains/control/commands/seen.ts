// What measured data say of a command's effect: seen, not to be seen for now and why, or contradicted. Pure.
import { INVERTER_STATE, type CommandEvidence, type EvidenceReading } from "@heliograph/contract";
import type { CommandFacts, WatchedDevice, WatchedReading } from "./evidence-facts.ts";
import { proof, ratingOf, targetsOf, type ReadBack } from "./read-back.ts";

/** What was measured. */
interface Seen extends Pick<CommandEvidence, "seen" | "reason"> {
  readonly readings: readonly EvidenceReading[];
  readonly before: EvidenceReading | null;
  /** Since when the data say otherwise without a break, ms since 1970; null: they do not. */
  readonly contradicted_ms: number | null;
}

/** Powers are held against a limit within this share of it, and of the rating where the limit is small. */
const WITHIN = 0.02;
const WITHIN_RATING = 0.005;
/** So near below its limit a plant gives what it may. */
const AT_LIMIT = 0.03;
/** So many readings in a row must show it. */
const IN_A_ROW = 2;

const NOTHING: Seen = { seen: null, reason: null, readings: [], before: null, contradicted_ms: null };
const cannot = (reason: NonNullable<Seen["reason"]>, more: Partial<Seen> = {}): Seen => ({
  ...NOTHING,
  ...more,
  seen: "cannot_be_seen",
  reason,
});

/** A value over all devices that are looked at, at one instant. */
interface Point {
  readonly at_ms: number;
  readonly interval_ms: number;
  readonly value: number;
  readonly readings: readonly EvidenceReading[];
}

/** What the measured data since the command was sent say of it, given what was read back. */
export function seenIn(facts: CommandFacts, back: ReadBack): Seen {
  const { args } = facts.command;
  switch (args.name) {
    case "power_limit":
      return args.limit === null ? raised(facts) : held(facts, powerOf(facts), back.limit_w);
    case "connect":
      if (args.relay !== undefined) return cannot("no_meter");
      return args.on ? producing(facts) : held(facts, powerOf(facts), 0);
    case "zero_export":
      return args.on ? held(facts, exportOf(facts), back.limit_w) : exporting(facts);
    case "nze_parameters":
      return isZeroExportOn(facts) ? held(facts, exportOf(facts), back.limit_w) : cannot("no_change");
    case "firmware":
      return back.is_set === true && facts.readings.length > 0 ? { ...NOTHING, seen: "seen" } : NOTHING;
    case "nze_drill":
      return NOTHING;
    default:
      return args satisfies never;
  }
}

/** A quantity before and after the command, and the rating that makes it great or small. */
interface Measured {
  readonly points: readonly Point[];
  readonly before: Point | null;
  readonly rating: number | null;
  /** True: nothing measures it. */
  readonly isUnmetered: boolean;
  /** True: the devices behind it hold back by themselves, and say so. */
  readonly isThrottled: boolean;
}

const power = (reading: WatchedReading) => reading.ac_power_w;
/** Meters at the grid count what is exported below zero. */
const exported = (reading: WatchedReading) =>
  reading.ac_power_w === null ? null : Math.max(0, -reading.ac_power_w);

/** Power of the device; of a whole plant its production meter's, or all inverters' where it has none. */
function powerOf(facts: CommandFacts): Measured {
  const targets = targetsOf(facts);
  const meters = facts.devices.filter(({ asset_type }) => asset_type === "electric_meter");
  const looked = facts.command.device_id === null && meters.length > 0 ? meters : targets;
  return measured(facts, looked, { of: power, quantity: "ac_power_w", rating: ratingOf(targets) });
}

function exportOf(facts: CommandFacts): Measured {
  const inverters = facts.devices.filter(({ asset_type }) => asset_type === "solar_inverter");
  return measured(facts, targetsOf(facts).slice(0, 1), {
    of: exported,
    quantity: "ac_power_w",
    rating: ratingOf(inverters),
  });
}

interface What {
  readonly of: (reading: WatchedReading) => number | null;
  readonly quantity: string;
  readonly rating: number | null;
}

function measured(facts: CommandFacts, devices: readonly WatchedDevice[], what: What): Measured {
  return {
    points: pointsOf(facts.readings, devices, what),
    before: pointsOf(facts.before, devices, what, true).at(-1) ?? null,
    rating: what.rating,
    isUnmetered: devices.length === 0,
    isThrottled: facts.readings.some(
      ({ state }, at, all) =>
        state === INVERTER_STATE.throttled && at >= all.length - facts.devices.length * IN_A_ROW,
    ),
  };
}

/** The sums of the devices at each instant at which all have the value; `loose`: of each its last, whenever it was. */
function pointsOf(
  readings: readonly WatchedReading[],
  devices: readonly WatchedDevice[],
  { of, quantity }: What,
  loose = false,
): Point[] {
  const instants = new Map<number, Point[]>();
  for (const device of devices) {
    for (const reading of readings) {
      const value = reading.device_id === device.device_id ? of(reading) : null;
      if (value === null) continue;
      const at = loose ? 0 : reading.at_ms;
      const shown = proof(device, reading, quantity, reading.ac_power_w ?? 0);
      const { at_ms, interval_ms } = reading;
      instants.set(at, [...(instants.get(at) ?? []), { at_ms, interval_ms, value, readings: [shown] }]);
    }
  }
  return [...instants.values()]
    .filter((all) => all.length === devices.length)
    .map((all) => ({
      at_ms: Math.max(...all.map(({ at_ms }) => at_ms)),
      interval_ms: Math.max(...all.map(({ interval_ms }) => interval_ms)),
      value: all.reduce((sum, { value }) => sum + value, 0),
      readings: all.flatMap((one) => one.readings),
    }))
    .toSorted((one, other) => one.at_ms - other.at_ms);
}

const little = (rating: number | null) => (rating ?? 0) * WITHIN_RATING;
/** Reads the one proof that stands for a point: its own where it is of one device, else their sum in the name of the first. */
function proofOf(point: Point | null): EvidenceReading | null {
  const [first] = point?.readings ?? [];
  if (point === null || first === undefined) return null;
  const sum = point.readings.reduce((total, { value }) => total + value, 0);
  return { ...first, value: sum };
}

/** A quantity that is to stay at or below a limit. */
function held(facts: CommandFacts, given: Measured, limit: number | null): Seen {
  const { points, before, rating, isUnmetered } = given;
  if (isUnmetered) return cannot("no_meter");
  const newest = points.at(-1);
  if (newest === undefined || limit === null) return NOTHING;
  const most = limit + Math.max(limit * WITHIN, little(rating), 1);
  const shown = { readings: newest.readings, before: proofOf(before) };
  const above = contradictedSince(facts, points, most);
  if (newest.value > most) {
    return above === null
      ? { ...NOTHING, ...shown }
      : { ...NOTHING, ...shown, seen: "contradicted", contradicted_ms: above };
  }
  if (before !== null && before.value > most) return { ...NOTHING, ...shown, seen: "seen" };
  const least = limit - Math.max(limit * AT_LIMIT, little(rating) * 2);
  const row = points.slice(-IN_A_ROW);
  const isAtLimit =
    limit > little(rating) &&
    row.length === IN_A_ROW &&
    row.every(({ value }) => value >= least && value <= most);
  if (isAtLimit || given.isThrottled) {
    return { ...NOTHING, ...shown, readings: row.flatMap(({ readings }) => readings), seen: "seen" };
  }
  return cannot(isProducing(facts, newest, rating) ? "below_limit" : "no_production", shown);
}

/** Since when, at the latest from the answer on, whole intervals have been above; null: the newest is not. */
function contradictedSince(facts: CommandFacts, points: readonly Point[], most: number): number | null {
  const answered = facts.message?.ack_ms ?? facts.message?.sent_ms ?? null;
  if (answered === null) return null;
  const whole = points.filter(({ at_ms, interval_ms }) => at_ms - interval_ms >= answered);
  const last = whole.at(-1);
  if (last === undefined || last.value <= most) return null;
  const lastBelow = whole.findLastIndex(({ value }) => value <= most);
  const first = whole[lastBelow + 1] ?? last;
  // What was known before is kept: of a long time only the newest readings are given.
  const known = facts.command.evidence?.contradicted_since ?? null;
  const since = first.at_ms - first.interval_ms;
  return lastBelow === -1 && known !== null ? Math.min(Date.parse(known), since) : since;
}

/** Whether the plant gives anything at all. */
function isProducing(facts: CommandFacts, newest: Point, rating: number | null): boolean {
  if (newest.value > little(rating)) return true;
  const inverters = facts.devices.filter(({ asset_type }) => asset_type === "solar_inverter");
  return inverters.some(({ device_id }) => {
    const last = facts.readings.findLast((one) => one.device_id === device_id && one.ac_power_w !== null);
    return last !== undefined && (last.ac_power_w ?? 0) > little(rating);
  });
}

/** A limit of power that was given back: seen once more is given than it allowed. */
function raised(facts: CommandFacts): Seen {
  const given = powerOf(facts);
  const targets = targetsOf(facts);
  const limits = targets.map(
    ({ device_id }) => facts.before.find((one) => one.device_id === device_id)?.power_limit_w ?? null,
  );
  const was = limits.reduce<number | null>(
    (sum, one) => (sum === null || one === null ? null : sum + one),
    0,
  );
  const noLimit = was === null || (given.rating !== null && was >= given.rating * (1 - WITHIN));
  return beyond(facts, given, noLimit ? null : was);
}

/** A device that was connected again: seen once it gives anything. */
function producing(facts: CommandFacts): Seen {
  const given = powerOf(facts);
  const newest = given.points.at(-1);
  if (given.isUnmetered) return cannot("no_meter");
  if (newest === undefined) return NOTHING;
  const shown = { readings: newest.readings, before: proofOf(given.before) };
  return newest.value > Math.max(little(given.rating), 1)
    ? { ...NOTHING, ...shown, seen: "seen" }
    : cannot("no_production", shown);
}

/** Zero export that was ended: seen once more is exported than it allowed. */
function exporting(facts: CommandFacts): Seen {
  const [meter] = targetsOf(facts);
  const before = facts.before.find(({ device_id }) => device_id === meter?.device_id);
  return beyond(facts, exportOf(facts), before?.nze_on === 1 ? (before.export_limit_w ?? 0) : null);
}

/** A quantity that may be above what limited it before; null: nothing did. */
function beyond(facts: CommandFacts, given: Measured, was: number | null): Seen {
  const newest = given.points.at(-1);
  if (given.isUnmetered) return cannot("no_meter");
  if (newest === undefined) return NOTHING;
  const shown = { readings: newest.readings, before: proofOf(given.before) };
  if (was === null) return cannot("no_change", shown);
  if (newest.value > was + Math.max(was * WITHIN, little(given.rating), 1)) {
    return { ...NOTHING, ...shown, seen: "seen" };
  }
  return cannot(isProducing(facts, newest, given.rating) ? "below_limit" : "no_production", shown);
}

function isZeroExportOn(facts: CommandFacts): boolean {
  const [meter] = targetsOf(facts);
  return (
    facts.readings.findLast((one) => one.device_id === meter?.device_id && one.nze_on !== null)?.nze_on === 1
  );
}
