// What of a reading is believed (docs/decisions/0066-readings-that-say-nothing.md).
import { isAstray, countedWh } from "./energy-counter.ts";
import { standIns } from "./energy-integration.ts";
import type { LedgerReading } from "./ledger-reading.ts";
import { limitW } from "./energy-limit.ts";
import type { Ledger } from "./energy-sheet.ts";

/** Devices exceed their rating for moments, never by half. */
export const ABOVE_RATING = 1.5;

const isNothing = (value: number | null) => value === null || value === 0;

/**
 * True when the reading says nothing of its interval: every register of it is zero, or its power is and a counter of it does not go on
 * from where it stood. That is a line or a gateway at fault, and no standstill: nothing is measured then.
 */
export function saysNothing(ledger: Ledger, reading: LedgerReading): boolean {
  const { powerW, chargeW, dischargeW } = reading;
  if (!isNothing(powerW) || !isNothing(chargeW) || !isNothing(dischargeW)) return false;
  if (isAllZero(reading)) return true;
  for (let index = 0; index < reading.counters.length; index += 1) {
    if (isLost(ledger, reading, index)) return true;
  }
  return false;
}

/** Registers that are never all zero in a device that is alive: its counters, and those that the ledger does not read itself. */
function isAllZero(reading: LedgerReading): boolean {
  const { counters, intervalWh, otherRegisters, irradianceWM2, socPercent, temperaturesC } = reading;
  if (otherRegisters === "alive" || !counters.every(isNothing) || !intervalWh.every(isNothing)) return false;
  if (otherRegisters === "none" && counters.every((value) => value === null)) return false;
  return isNothing(irradianceWM2) && isNothing(socPercent) && temperaturesC.every(isNothing);
}

function isLost(ledger: Ledger, { at, counters }: LedgerReading, index: number): boolean {
  const mark = ledger.marks[index] ?? null;
  const value = counters[index] ?? null;
  if (value === null || mark === null) return false;
  return isAstray(mark, { at, value: countedWh(value) }, limitW(ledger.facts, ledger.peakW, index));
}

/** A reading as the ledger counts with it. */
interface Believed {
  readonly reading: LedgerReading;
  /** Largest power that is not believed, W. */
  readonly aboveW: number;
  /** False: what would have stood in for a counter is not believed, so that nothing is known of the interval. */
  readonly isCovered: boolean;
}

/**
 * The reading without powers far above the device's rating: they are wrong, and what is made of them would be. Null: it has none such
 * and is believed as it is.
 */
export function withoutExcess(ledger: Ledger, reading: LedgerReading): Believed | null {
  const { ac_nominal_w } = ledger.facts;
  if (ac_nominal_w === null) return null;
  const mostW = ABOVE_RATING * ac_nominal_w;
  const { powerW, chargeW, dischargeW } = reading;
  const largestW = Math.max(Math.abs(powerW ?? 0), chargeW ?? 0, dischargeW ?? 0);
  if (largestW <= mostW) return null;
  const within = (value: number | null) => (Math.abs(value ?? 0) > mostW ? null : value);
  const without = {
    ...reading,
    powerW: within(powerW),
    chargeW: within(chargeW),
    dischargeW: within(dischargeW),
  };
  const isCovered = standIns(ledger, reading).length === standIns(ledger, without).length;
  return { reading: without, aboveW: largestW, isCovered };
}
