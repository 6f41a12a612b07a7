// The quarter hours and local days of one device while its readings are being folded into them.
import type { Coordinates } from "../sun/sun-position.ts";
import type { Day } from "@heliograph/contract";
import type { Mark } from "./energy-counter.ts";
import type { Opening } from "./energy-opening.ts";
import { dayOfBin, isDaylight, type LocalDay } from "./energy-time.ts";

/** What a device counts, in the order of every array of five here. */
export const COUNTED = ["production", "import", "export", "charge", "discharge"] as const;
export type Counted = (typeof COUNTED)[number];
export const PRODUCTION = 0;
export const EXPORT = 2;

/** What the ledger must know of a device and its project besides its readings. */
export interface DeviceFacts extends Coordinates {
  readonly asset_type: string;
  /** Limit of the spike rule; null: unknown. */
  readonly ac_nominal_w: number | null;
  /** Installed capacity of the project, for devices without a rating. */
  readonly project_wp: number;
  readonly timezone: string;
}

/** What a quarter hour and a local day gather alike. Energies in Wh; null: nothing known. */
interface FilledSheet {
  readings: number;
  coveredMs: number;
  readonly wh: (number | null)[];
  /** Of `wh`, what was moved in time over a gap. */
  readonly estimatedWh: number[];
  /** Of `wh`, what is the integral of a power, since no counter tells it. */
  readonly integratedWh: number[];
  powerWh: number | null;
  powerMaxW: number | null;
  insolationWhM2: number | null;
}

/** A quarter hour being filled. */
export interface BinSheet extends FilledSheet {
  /** Its start, ms since 1970. */
  readonly bin: number;
  readonly day: DaySheet;
  readonly daylight: boolean;
  powerMs: number;
  socPercent: number | null;
  /** Sums and counts of the temperatures: module, ambient, tank, collector. */
  readonly temperatureSums: number[];
  readonly temperatureCounts: number[];
}

/** A local day being filled. */
export interface DaySheet extends LocalDay, FilledSheet {
  powerMaxAt: number | null;
  /** Powers that are not believed: when the first was, how many there were and the largest, W. Null: none. */
  aboveRating: [at: number, count: number, mostW: number] | null;
  /** The ledger's state after its last reading; null: it has none, or that may not have been seen yet. */
  closing: string | null;
}

export interface LedgerEvent {
  readonly counted: Counted | "power";
  /** The reading that showed it; of power above the rating the first of the day. */
  readonly at: number;
  readonly kind: "reset" | "glitch" | "spike" | "gap" | "power_above_rating";
  readonly detail: Readonly<Record<string, number>>;
}

/** The ledger of one device, open for its next reading. */
export interface Ledger {
  readonly facts: DeviceFacts;
  /** Whether only daylight counts for completeness. */
  readonly daylightOnly: boolean;
  /** Bins before this one are not here: what would change them asks for an earlier start. */
  readonly base: number;
  readonly bins: Map<number, BinSheet>;
  readonly days: Map<Day, DaySheet>;
  /** Bins that the state may still have to carry. */
  recent: BinSheet[];
  /** One for each of COUNTED; null: that counter has never been seen. */
  readonly marks: (Mark | null)[];
  /** Where each counter began, as long as that may still change; null: never seen, or known for good. */
  readonly openings: (Opening | null)[];
  /** The openings that this fold found, one for each of COUNTED; null: none, what was found before stays. */
  readonly opened: (Opening | null)[];
  readonly events: LedgerEvent[];
  /** For each of COUNTED a bit: power has stood in for that counter. */
  integrated: number;
  /** Highest power of the device so far, W, in either direction; 0: none was sent. */
  peakW: number;
  /** Last reading folded. */
  at: number | null;
  /** The local day of the last reading. */
  today: DaySheet | null;
  /** Set when a reading's energy reaches back before `base`: the first bin it needs. */
  restartAt: number | null;
}

/** Equipment that has nothing to say at night; an electric_meter counts production, unlike a grid_meter. */
const SUN_DRIVEN = new Set(["solar_inverter", "electric_meter", "sensor_radiation", "solar_panel"]);

/** True for equipment whose data are due by daylight only. */
export const isSunDriven = (asset_type: string): boolean => SUN_DRIVEN.has(asset_type);

/** Returns a ledger without readings; `base` as in Ledger. */
export function emptyLedger(facts: DeviceFacts, base: number): Ledger {
  return {
    facts,
    daylightOnly: isSunDriven(facts.asset_type),
    base,
    bins: new Map(),
    days: new Map(),
    recent: [],
    marks: COUNTED.map(() => null),
    openings: COUNTED.map(() => null),
    opened: COUNTED.map(() => null),
    events: [],
    integrated: 0,
    peakW: 0,
    at: null,
    today: null,
    restartAt: null,
  };
}

/** The sheet of the bin that starts at `bin`, added when it is not there yet. */
export function binSheet(ledger: Ledger, bin: number): BinSheet {
  const there = ledger.bins.get(bin);
  if (there !== undefined) return there;
  const sheet: BinSheet = {
    bin,
    day: daySheet(ledger, bin),
    daylight: ledger.daylightOnly && isDaylight(ledger.facts, bin),
    readings: 0,
    coveredMs: 0,
    wh: [null, null, null, null, null],
    estimatedWh: [0, 0, 0, 0, 0],
    integratedWh: [0, 0, 0, 0, 0],
    powerWh: null,
    powerMs: 0,
    powerMaxW: null,
    insolationWhM2: null,
    socPercent: null,
    temperatureSums: [0, 0, 0, 0],
    temperatureCounts: [0, 0, 0, 0],
  };
  ledger.bins.set(bin, sheet);
  ledger.recent.push(sheet);
  return sheet;
}

/** The sheet of the local day that holds the bin, added when it is not there yet. */
export function daySheet(ledger: Ledger, bin: number): DaySheet {
  const { today } = ledger;
  if (today !== null && bin >= today.start && bin < today.end) return today;
  const local = dayOfBin(ledger.facts.timezone, bin);
  const there = ledger.days.get(local.day);
  if (there !== undefined) return there;
  const sheet: DaySheet = {
    ...local,
    readings: 0,
    coveredMs: 0,
    wh: [null, null, null, null, null],
    estimatedWh: [0, 0, 0, 0, 0],
    integratedWh: [0, 0, 0, 0, 0],
    powerWh: null,
    powerMaxW: null,
    powerMaxAt: null,
    insolationWhM2: null,
    aboveRating: null,
    closing: null,
  };
  ledger.days.set(local.day, sheet);
  return sheet;
}

/** How energy is known, in Wh: the part moved in time over a gap, as the bin and as the day see it, and the part integrated. */
interface EnergyClasses {
  readonly estimatedInBin: number;
  readonly estimatedInDay: number;
  readonly integrated: number;
}

/** All of it counted where it stands. */
export const MEASURED: EnergyClasses = { estimatedInBin: 0, estimatedInDay: 0, integrated: 0 };

/** Adds energy to a bin and its day, with what of it is estimated or integrated. */
export function addEnergy(sheet: BinSheet, index: number, wh: number, of: EnergyClasses): void {
  const { day } = sheet;
  sheet.wh[index] = (sheet.wh[index] ?? 0) + wh;
  day.wh[index] = (day.wh[index] ?? 0) + wh;
  if (of === MEASURED) return;
  sheet.estimatedWh[index] = (sheet.estimatedWh[index] ?? 0) + of.estimatedInBin;
  day.estimatedWh[index] = (day.estimatedWh[index] ?? 0) + of.estimatedInDay;
  sheet.integratedWh[index] = (sheet.integratedWh[index] ?? 0) + of.integrated;
  day.integratedWh[index] = (day.integratedWh[index] ?? 0) + of.integrated;
}
