// Which power stands in for a counter that a device does not send (docs/decisions/0065-classes-of-energy.md).
import type { Powers } from "./ledger-reading.ts";
import { COUNTED, EXPORT, PRODUCTION, type Ledger } from "./energy-sheet.ts";

/** Energy per hour that stands in for the counter at `index` of COUNTED, W; never negative. */
interface StandIn {
  readonly index: number;
  readonly powerW: number;
}

const IMPORT = COUNTED.indexOf("import");
const CHARGE = COUNTED.indexOf("charge");
const DISCHARGE = COUNTED.indexOf("discharge");

/** The counters of a kind of device that its power can stand in for. */
const OF_TYPE: Readonly<Record<string, readonly number[]>> = {
  solar_inverter: [PRODUCTION, CHARGE, DISCHARGE],
  electric_meter: [PRODUCTION],
  grid_meter: [IMPORT, EXPORT],
  battery: [CHARGE, DISCHARGE],
};

const NONE: readonly StandIn[] = [];

/** The powers of the reading that count as energy, because no counter of the device has been seen that would tell it. */
export function standIns(ledger: Ledger, reading: Powers): readonly StandIn[] {
  const { asset_type } = ledger.facts;
  let found: StandIn[] | null = null;
  for (const index of OF_TYPE[asset_type] ?? []) {
    // Asked for every reading: what is quickest to tell comes first.
    if (ledger.marks[index] !== null) continue;
    const powerW = flow(asset_type, index, reading);
    if (powerW === null || !isUncounted(ledger, reading, index)) continue;
    (found ??= []).push({ index, powerW: Math.max(0, powerW) });
  }
  return found ?? NONE;
}

/** True when power has stood in for the counter so far. */
export function hasStoodIn({ integrated }: Pick<Ledger, "integrated">, index: number): boolean {
  return (integrated & (1 << index)) !== 0;
}

/** True when neither the counter nor an energy of its own tells of the reading's interval, and the counter never told anything before. */
function isUncounted(ledger: Ledger, reading: Powers, index: number): boolean {
  const { marks, facts } = ledger;
  const isShown = typeof reading.counters[index] === "number";
  // A production meter without a total counts what it exports.
  const isMeter = facts.asset_type === "electric_meter";
  if (typeof reading.intervalWh[index] === "number") return false;
  if (isMeter && typeof reading.intervalWh[EXPORT] === "number") return false;
  if (isMeter && marks[EXPORT] !== null) return false;
  // The first value of a counter says nothing of what was before: up to it power goes on standing in.
  if (isShown || (isMeter && typeof reading.counters[EXPORT] === "number")) return hasStoodIn(ledger, index);
  return marks[index] === null;
}

/** The power in W that flows the way of the counter; negative: the other way. Null: not measured. */
function flow(asset_type: string, index: number, { powerW, chargeW, dischargeW }: Powers): number | null {
  const isBatterys = index === CHARGE || index === DISCHARGE;
  if (isBatterys && (chargeW !== null || dischargeW !== null)) return index === CHARGE ? chargeW : dischargeW;
  // An inverter's own power says nothing of a battery behind it.
  if (powerW === null || (isBatterys && asset_type !== "battery")) return null;
  return index === EXPORT || index === CHARGE ? -powerW : powerW;
}
