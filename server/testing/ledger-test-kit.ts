// What the tests of the energy ledger share: readings, a ledger kept in memory, and series that go wrong in many ways.
import fc from "fast-check";
import type { LedgerReading } from "../src/domains/energy/fold/ledger-reading.ts";
import type { BinRow, DayRow, OpeningRow } from "../src/domains/energy/fold/energy-rows.ts";
import {
  COUNTED,
  type Counted,
  type DeviceFacts,
  type LedgerEvent,
} from "../src/domains/energy/fold/energy-sheet.ts";
import {
  beginWith,
  feed,
  ledgerJob,
  readAfter,
  resultOf,
  type LedgerResult,
} from "../src/domains/energy/fold/ledger-job.ts";

/** A 50 kW inverter in Ho Chi Minh City. */
export const inverter: DeviceFacts = {
  asset_type: "solar_inverter",
  ac_nominal_w: 50_000,
  project_wp: 60_000,
  latitude: 10.7769,
  longitude: 106.7009,
  timezone: "Asia/Ho_Chi_Minh",
};

/** Counters in Wh and measures of a reading; whatever is left out was not measured. */
export interface Measured {
  readonly production?: number | null;
  readonly import?: number | null;
  readonly export?: number | null;
  readonly charge?: number | null;
  readonly discharge?: number | null;
  readonly power?: number | null;
  /** Into and out of a battery. */
  readonly chargePower?: number | null;
  readonly dischargePower?: number | null;
  readonly irradiance?: number | null;
  readonly soc?: number | null;
  readonly tank?: number | null;
  /** Voltages and the like: "none" when left out. */
  readonly others?: LedgerReading["otherRegisters"];
  readonly interval?: number;
  /** Energies of the interval, Wh. */
  readonly own?: Partial<Record<Counted, number>>;
}

/** A reading of five minutes unless told otherwise, that ends at the instant (ISO text or ms since 1970). */
export function reading(at: string | number, measured: Measured): LedgerReading {
  return {
    at: typeof at === "string" ? Date.parse(at) : at,
    intervalS: measured.interval ?? 300,
    counters: COUNTED.map((counted) => measured[counted] ?? null),
    otherRegisters: measured.others ?? "none",
    intervalWh: COUNTED.map((counted) => measured.own?.[counted] ?? null),
    powerW: measured.power ?? null,
    chargeW: measured.chargePower ?? null,
    dischargeW: measured.dischargePower ?? null,
    irradianceWM2: measured.irradiance ?? null,
    socPercent: measured.soc ?? null,
    temperaturesC: [null, null, measured.tank ?? null, null],
  };
}

/** All that a ledger has written, keyed and in order. */
export interface Dump {
  readonly bins: BinRow[];
  readonly days: DayRow[];
  readonly events: LedgerEvent[];
  readonly openings: OpeningRow[];
  readonly frontier: string | null;
}

/** A ledger kept in memory as the worker keeps it in the database. */
interface MemoryLedger {
  /** Stores readings (a later one replaces an earlier one of the same instant) and brings the ledger up to date. */
  readonly store: (readings: readonly LedgerReading[]) => void;
  readonly dump: () => Dump;
}

/** What a ledger has written, as tables keep it. */
interface Tables {
  readonly bins: Map<number, BinRow>;
  readonly days: Map<string, DayRow>;
  readonly events: Map<string, LedgerEvent>;
  readonly openings: Map<string, OpeningRow>;
  frontier: string | null;
}

/** Returns an empty ledger that reads at most `chunk` stored readings at a time. */
export function memoryLedger(device: DeviceFacts, chunk = 1000): MemoryLedger {
  const readings = new Map<number, LedgerReading>();
  const tables: Tables = {
    bins: new Map(),
    days: new Map(),
    events: new Map(),
    openings: new Map(),
    frontier: null,
  };
  const { bins, days, events, openings } = tables;

  const run = (since: number, until: number): LedgerResult => {
    const { frontier } = tables;
    const job = ledgerJob({ project_id: 1, device_id: 1, facts: device, since, until, frontier });
    const stored = [...readings.values()].toSorted((a, b) => a.at - b.at);
    while (job.status === "reading") {
      if (job.beginBefore !== null) {
        const limit = job.beginBefore;
        const before = [...days.values()].filter(({ day, closing }) => day < limit && closing !== null);
        beginWith(job, before.toSorted((a, b) => compare(b.day, a.day))[0]?.closing ?? null);
        continue;
      }
      const wanted = stored.filter(({ at }) => at > readAfter(job) && at <= job.end);
      const closings = new Map([...days.values()].map(({ day, closing }) => [day, closing ?? ""]));
      feed(job, wanted.slice(0, chunk), closings, wanted.length <= chunk);
    }
    return resultOf(job);
  };
  return {
    store: (given) => {
      for (const one of given) readings.set(one.at, one);
      const instants = given.map(({ at }) => at);
      write(tables, run(Math.min(...instants), Math.max(...instants)));
    },
    dump: () => ({
      bins: [...bins.values()].toSorted((a, b) => a.bin_utc - b.bin_utc),
      days: [...days.values()].toSorted((a, b) => compare(a.day, b.day)),
      events: [...events.values()].toSorted((a, b) => a.at - b.at || compare(eventName(a), eventName(b))),
      openings: [...openings.values()].toSorted((a, b) => compare(a.quantity, b.quantity)),
      frontier: tables.frontier,
    }),
  };
}

function write(tables: Tables, result: LedgerResult): void {
  const { bins, days, events, openings } = tables;
  const { replaced } = result;
  if (replaced !== null && replaced.eventsAfter === null && result.frontier !== null) openings.clear();
  for (const row of result.openings) openings.set(row.quantity, row);
  if (replaced !== null) {
    const { binsFrom, binsBefore, daysFrom, daysBefore, eventsAfter, eventsUpTo } = replaced;
    removeWhere(bins, ({ bin_utc }) => within(bin_utc, binsFrom, binsBefore));
    const kept = new Set(result.days.map(({ day }) => day));
    removeWhere(days, ({ day }) => within(day, daysFrom, daysBefore) && !kept.has(day));
    removeWhere(events, ({ at }) => at > (eventsAfter ?? -Infinity) && at <= (eventsUpTo ?? Infinity));
  }
  for (const row of result.bins) bins.set(row.bin_utc, row);
  for (const row of result.days) {
    days.set(row.day, { ...row, closing: row.closing ?? days.get(row.day)?.closing ?? null });
  }
  for (const { day, closing } of result.closings) {
    const row = days.get(day);
    if (row !== undefined) days.set(day, { ...row, closing });
  }
  for (const event of result.events) events.set(`${event.counted} ${event.at} ${event.kind}`, event);
  tables.frontier = result.frontier?.state ?? tables.frontier;
}

const eventName = ({ counted, kind }: LedgerEvent) => `${counted} ${kind}`;
const compare = (a: string, b: string) => (a < b ? -1 : Number(a > b));

function within<T extends number | string>(value: T, from: T | null, before: T | null): boolean {
  return (from === null || value >= from) && (before === null || value < before);
}

function removeWhere<K, V>(map: Map<K, V>, wrong: (value: V) => boolean): void {
  for (const [key, value] of map) if (wrong(value)) map.delete(key);
}

/** The ledger of the readings, made in one go from nothing. */
export function ledgerOf(facts: DeviceFacts, readings: readonly LedgerReading[]): Dump {
  const ledger = memoryLedger(facts, Infinity);
  if (readings.length > 0) ledger.store(readings);
  return ledger.dump();
}

/** The sum of a column; null counts as zero. */
export function sum<K extends string>(
  rows: readonly { readonly [P in K]: number | null }[],
  column: K,
): number {
  return rows.reduce((total, row) => total + (row[column] ?? 0), 0);
}

/** Time zones whose days and offsets differ in every way that matters. */
export const ZONES = [
  "Asia/Ho_Chi_Minh",
  "Asia/Kolkata",
  "Asia/Kathmandu",
  "Europe/Berlin",
  "America/Santiago",
  "Australia/Lord_Howe",
] as const;

/** Places near those zones. */
export const facts = fc
  .record({
    timezone: fc.constantFrom(...ZONES),
    asset_type: fc.constantFrom("solar_inverter", "electric_meter", "battery"),
    ac_nominal_w: fc.constantFrom(50_000, null),
    project_wp: fc.constantFrom(60_000, 0),
    latitude: fc.constantFrom(10.5, 52.5, -33.4),
    longitude: fc.constantFrom(106.7, 13.4, -70.6),
  })
  .map((chosen): DeviceFacts => chosen);

type Upset = "none" | "null" | "zero" | "dip" | "jump" | "reset" | "jitter" | "garbage";

const step = fc.record({
  seconds: fc.oneof(
    { weight: 12, arbitrary: fc.constantFrom(300, 900, 600.5, 61) },
    { weight: 4, arbitrary: fc.integer({ min: 1200, max: 30_000 }) },
    { weight: 1, arbitrary: fc.integer({ min: 80_000, max: 400_000 }) },
  ),
  interval: fc.constantFrom(300, 900, 1800),
  /** Share of what the rating allows. */
  load: fc.oneof(fc.constant(0), fc.double({ min: 0, max: 1, noNaN: true })),
  upset: fc.oneof(
    { weight: 10, arbitrary: fc.constant<Upset>("none") },
    {
      weight: 4,
      arbitrary: fc.constantFrom<Upset>("null", "zero", "dip", "jump", "reset", "jitter", "garbage"),
    },
  ),
});

/** From around a change of the clocks in every zone of ZONES. */
const starts = [
  "2026-03-28T18:00:00Z",
  "2026-04-04T10:00:00Z",
  "2026-10-24T20:00:00Z",
  "2026-09-05T22:30:00Z",
].map((at) => Date.parse(at));

/** Readings of one device over hours to weeks, in order of time; `wild` ones have resets, glitches, spikes and holes. */
export function series(kind: "tame" | "wild", length = 60): fc.Arbitrary<LedgerReading[]> {
  return fc
    .tuple(fc.constantFrom(...starts), fc.array(step, { minLength: 1, maxLength: length }))
    .map(([start, steps]) => {
      let at = start;
      let counter = 1_000_000;
      return steps.map((one) => {
        const upset = kind === "tame" ? "none" : one.upset;
        at += Math.round(one.seconds * 1000);
        const rise = (one.load * 50_000 * one.seconds) / 3600;
        counter = upset === "reset" ? 0 : upset === "jump" ? counter + 50_000_000 : counter + rise;
        return reading(at, {
          production: shown(counter, upset),
          import: upset === "null" ? null : counter / 3,
          power: upset === "zero" ? null : one.load * 50_000,
          irradiance: one.load * 1000,
          soc: one.load * 100,
          interval: one.interval,
        });
      });
    });
}

function shown(counter: number, upset: Upset): number | null {
  const upsets: Record<Upset, number | null> = {
    none: counter,
    null: null,
    zero: 0,
    dip: counter * 0.7,
    jump: counter,
    reset: counter,
    jitter: Math.max(0, counter - 40),
    garbage: 4_294_967_295_000,
  };
  return upsets[upset];
}
