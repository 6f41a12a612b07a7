// What a device said over a day, from the packed columns in which the database gives it.
import type { ChartQuantity } from "./chart-slots.sql.ts";
import type { Intervals } from "./day-slots.ts";

/** What a device measured in each interval over a day in no order; NaN: not measured; missing: in none, or not asked for. */
export type DayReadings = Intervals & { readonly ends: Float64Array } & {
  readonly [Q in ChartQuantity]?: Float32Array;
};

/** Columns with an entry for each interval, big-endian: `ends` int4 in ms, `lengths` int2 in s, quantities float4. */
export type PackedColumns = { readonly ends: Buffer; readonly lengths: Buffer } & {
  readonly [Q in ChartQuantity]?: Buffer | null;
};

/** Packed columns of several stretches, one after the other. */
export type PackedPart = PackedColumns & {
  /** What the ends of each stretch are counted from, s since the start of the day. */
  readonly starts_s: readonly number[];
  /** How many intervals each stretch has. */
  readonly counts: readonly number[];
};

/** The intervals of all parts of a device that end after 0 and not after `last_s`, s since the start of the day. */
export function unpacked(
  parts: readonly PackedPart[],
  quantities: readonly ChartQuantity[],
  last_s: number,
): DayReadings {
  const count = parts.reduce((sum, { lengths }) => sum + lengths.length / 2, 0);
  const ends = new Float64Array(count);
  const lengths = new Int16Array(count);
  let at = 0;
  for (const part of parts) {
    let own = 0;
    part.starts_s.forEach((start, stretch) => {
      for (const next = own + (part.counts[stretch] ?? 0); own < next; own += 1, at += 1) {
        ends[at] = start + part.ends.readInt32BE(own * 4) / 1000;
        lengths[at] = part.lengths.readInt16BE(own * 2);
      }
    });
  }
  const columns = quantities.flatMap((name): [ChartQuantity, Float32Array][] =>
    parts.some((part) => (part[name] ?? null) !== null) ? [[name, together(parts, name, count)]] : [],
  );
  const isWithin = (end: number) => end > 0 && end <= last_s;
  if (ends.every(isWithin)) return { ends, lengths, ...Object.fromEntries(columns) };
  const within = (_: number, index: number) => isWithin(ends[index] ?? 0);
  const cut = columns.map(([name, values]) => [name, values.filter(within)] as const);
  const measured = cut.filter(([, values]) => !values.every(Number.isNaN));
  return { ends: ends.filter(within), lengths: lengths.filter(within), ...Object.fromEntries(measured) };
}

function together(parts: readonly PackedPart[], name: ChartQuantity, count: number): Float32Array {
  const values = new Float32Array(count);
  let at = 0;
  for (const part of parts) {
    const column = part[name] ?? null;
    const own = part.lengths.length / 2;
    if (column === null) values.fill(Number.NaN, at, at + own);
    else for (let index = 0; index < own; index += 1) values[at + index] = column.readFloatBE(index * 4);
    at += own;
  }
  return values;
}
