// Counters of an import whose registers are declared: judged by their neighbours, from batch to batch (rulings 9).
import type { Quantity } from "@heliograph/contract";
import type { ReadingRow } from "../ingest/reading-rows.ts";
import { byDevice } from "./import-merge.ts";
import type { FoundReading } from "./import-row.ts";
import { withoutSentinels } from "./sentinels.ts";

/** The last good value of each device's registers, so that a batch knows what was before it; begin with an empty one. */
export type LastRegisters = Map<string, number>;

/**
 * The readings without the counters that their registers show when they hold nothing; `dropped` counts those. A reading that
 * holds nothing else is left out.
 */
export function withoutEmptyCounters(
  found: readonly FoundReading[],
  last: LastRegisters,
): { rows: ReadingRow[]; dropped: number } {
  const rows = found.map(({ row }) => row);
  if (found.every(({ registers }) => registers.length === 0)) return { rows, dropped: 0 };
  const registers = new Map(found.map((one) => [one.row, one.registers]));
  const hollow = new Map<ReadingRow, Quantity[]>();
  for (const ofDevice of byDevice(rows)) {
    const quantities = new Set(
      ofDevice.flatMap((row) => registers.get(row)?.map((one) => one.quantity) ?? []),
    );
    for (const quantity of quantities) {
      const shown = ofDevice.flatMap((row) => {
        const register = registers.get(row)?.find((one) => one.quantity === quantity);
        return register === undefined ? [] : [{ row, ...register }];
      });
      for (const { row } of emptyOnes(shown, `${shown[0]?.row.device_id ?? 0} ${quantity}`, last)) {
        hollow.set(row, [...(hollow.get(row) ?? []), quantity]);
      }
    }
  }
  const kept = rows.flatMap((row) => {
    const names = hollow.get(row);
    if (names === undefined) return [row];
    const m = Object.fromEntries(
      Object.entries(row.m).filter(([name]) => !names.some((one) => one === name)),
    );
    return Object.keys(m).length === 0 && row.ext === null ? [] : [{ ...row, m }];
  });
  return { rows: kept, dropped: [...hollow.values()].flat().length };
}

/** Of a device's registers in order of time, those that hold nothing; `last` learns the last that holds something. */
function emptyOnes<T extends { readonly raw: number; readonly registerBits: 16 | 32 }>(
  shown: readonly T[],
  key: string,
  last: LastRegisters,
): T[] {
  const [first] = shown;
  if (first === undefined) return [];
  const column = [last.get(key) ?? null, ...shown.map(({ raw }) => raw)];
  const good = withoutSentinels(column, { registerBits: first.registerBits, isCounter: true }).slice(1);
  const known = good.findLast((raw) => raw !== null);
  if (typeof known === "number") last.set(key, known);
  return shown.filter((_, at) => good[at] === null);
}
