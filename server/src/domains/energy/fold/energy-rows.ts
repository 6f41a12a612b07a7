// The rows of a ledger as the tables energy_quarter, energy_day and ledger_event have them.
import type { Day } from "@heliograph/contract";
import { COUNTED, type Counted, type BinSheet, type DaySheet, type Ledger } from "./energy-sheet.ts";
import { isOpenDay, openFrom } from "./energy-state.ts";
import { daylightSeconds } from "./energy-time.ts";

/** `est_` is what was moved in time over a gap; `int_` what is the integral of a power, null: none of it. */
type Energies = { readonly [C in Counted as `${C}_wh` | `est_${C}_wh` | `int_${C}_wh`]: number | null };

/** A row of energy_quarter without the device. Instants in ms since 1970. */
export interface BinRow extends Energies {
  readonly bin_utc: number;
  readonly power_wh: number | null;
  readonly insolation_wh_m2: number | null;
  readonly power_avg_w: number | null;
  readonly power_max_w: number | null;
  readonly module_temperature_c: number | null;
  readonly ambient_temperature_c: number | null;
  readonly tank_temperature_c: number | null;
  readonly collector_temperature_c: number | null;
  readonly soc_percent: number | null;
  readonly n: number;
  readonly covered_s: number;
}

/** A row of energy_day without the device. */
export interface DayRow extends Energies {
  readonly day: Day;
  readonly power_wh: number | null;
  readonly insolation_wh_m2: number | null;
  readonly power_max_w: number | null;
  /** Ms since 1970. */
  readonly power_max_at: number | null;
  readonly n: number;
  readonly covered_s: number;
  readonly expected_s: number;
  /** State after the last reading of the day; null: what is stored stays. */
  readonly closing: string | null;
}

/** The bins of the ledger in order; `settled`: without those that a later reading may still change. */
export function binRows(ledger: Ledger, which: "all" | "settled"): BinRow[] {
  const open = which === "all" ? Infinity : openFrom(ledger.at, ledger.marks);
  return [...ledger.bins.values()]
    .filter(({ bin }) => bin < open)
    .toSorted((a, b) => a.bin - b.bin)
    .map(binRow);
}

/** The days of the ledger in order; `settled`: without those that a later reading may still change. */
export function dayRows(ledger: Ledger, which: "all" | "settled"): DayRow[] {
  return [...ledger.days.values()]
    .filter((day) => which === "all" || !isOpenDay(ledger, day))
    .toSorted((a, b) => a.start - b.start)
    .map((day) => dayRow(ledger, day));
}

const NAMES = COUNTED.map((counted) => ({
  wh: `${counted}_wh` as const,
  estimated: `est_${counted}_wh` as const,
  integrated: `int_${counted}_wh` as const,
}));

function energies({ wh, estimatedWh, integratedWh }: BinSheet | DaySheet): Energies {
  const row: { -readonly [K in keyof Energies]?: number | null } = {};
  for (const [index, names] of NAMES.entries()) {
    const energy = wh[index] ?? null;
    row[names.wh] = energy;
    row[names.estimated] = energy === null ? null : (estimatedWh[index] ?? 0);
    const integrated = integratedWh[index] ?? 0;
    row[names.integrated] = integrated === 0 ? null : integrated;
  }
  return row as Energies; // the keys are those of COUNTED
}

function binRow(sheet: BinSheet): BinRow {
  const mean = (index: number) => {
    const count = sheet.temperatureCounts[index] ?? 0;
    return count === 0 ? null : (sheet.temperatureSums[index] ?? 0) / count;
  };
  return {
    bin_utc: sheet.bin,
    ...energies(sheet),
    power_wh: sheet.powerWh,
    insolation_wh_m2: sheet.insolationWhM2,
    power_avg_w: sheet.powerWh === null ? null : (sheet.powerWh * 3_600_000) / sheet.powerMs,
    power_max_w: sheet.powerMaxW,
    module_temperature_c: mean(0),
    ambient_temperature_c: mean(1),
    tank_temperature_c: mean(2),
    collector_temperature_c: mean(3),
    soc_percent: sheet.socPercent,
    n: sheet.readings,
    covered_s: Math.round(sheet.coveredMs / 1000),
  };
}

function dayRow(ledger: Ledger, sheet: DaySheet): DayRow {
  return {
    day: sheet.day,
    ...energies(sheet),
    power_wh: sheet.powerWh,
    insolation_wh_m2: sheet.insolationWhM2,
    power_max_w: sheet.powerMaxW,
    power_max_at: sheet.powerMaxAt,
    n: sheet.readings,
    covered_s: Math.round(sheet.coveredMs / 1000),
    expected_s: ledger.daylightOnly ? daylightSeconds(ledger.facts, sheet) : (sheet.end - sheet.start) / 1000,
    closing: sheet.closing,
  };
}

/** Where a counter of the device began: a row of energy_opening without the device. */
export interface OpeningRow {
  readonly quantity: Counted;
  /** The reading that showed it first, ms since 1970. */
  readonly at: number;
  readonly wh: number;
}

/** The openings that the fold found; `settled`: without those that a later reading may have moved. */
export function openingRows({ opened, openings }: Ledger, which: "all" | "settled"): OpeningRow[] {
  return COUNTED.flatMap((quantity, index) => {
    const opening = opened[index] ?? null;
    const isOpen = which === "settled" && (openings[index] ?? null) !== null;
    return opening === null || isOpen ? [] : [{ quantity, at: opening.at, wh: opening.wh }];
  });
}
