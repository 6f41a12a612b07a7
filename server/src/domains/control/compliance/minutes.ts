// The minutes of a day at the grid meter, from readings of whatever interval: what the proof's CSV has.
import type { GridFlow } from "../zero-export/nze-days.sql.ts";

const MINUTE_MS = 60_000;

/** A minute as far as it was measured. */
export interface GridMinute {
  /** ms since 1970 at which it begins. */
  readonly from_ms: number;
  /** Of its 60 s, those that readings cover. */
  readonly measured_s: number;
  /** Mean over these, W; export is negative. Null: nothing was measured. */
  readonly grid_w: number | null;
  /** Of the readings in it, W; 0 while it imports. */
  readonly largest_export_w: number | null;
  /** Exported above the limit while zero export held. */
  readonly over_limit_wh: number | null;
  readonly limit_w: number | null;
  /** Zero export held for all that was measured of it. */
  readonly is_on: boolean | null;
}

/**
 * The minutes from `from_ms` to `to_ms`, whole ones. Samples are in order of time and do not overlap; what lies outside is left out. A
 * sample over several minutes counts in each by its mean, so that the sums of the minutes are those of the samples.
 */
export function gridMinutes(
  samples: readonly GridFlow[],
  { from_ms, to_ms }: { readonly from_ms: number; readonly to_ms: number },
): GridMinute[] {
  const minutes: GridMinute[] = [];
  let next = 0;
  for (let at = from_ms; at < to_ms; at += MINUTE_MS) {
    const end = at + MINUTE_MS;
    let sample = samples[next];
    while (sample !== undefined && sample.to_ms <= at) sample = samples[++next];
    const parts: Part[] = [];
    for (let index = next; sample !== undefined && sample.from_ms < end; sample = samples[++index]) {
      const s = (Math.min(sample.to_ms, end) - Math.max(sample.from_ms, at)) / 1000;
      if (s > 0) parts.push({ ...sample, s });
    }
    minutes.push(minuteOf(at, parts));
  }
  return minutes;
}

type Part = GridFlow & { readonly s: number };

function minuteOf(from_ms: number, parts: readonly Part[]): GridMinute {
  const last = parts.at(-1);
  if (last === undefined) {
    const nothing = { grid_w: null, largest_export_w: null, over_limit_wh: null, limit_w: null, is_on: null };
    return { from_ms, measured_s: 0, ...nothing };
  }
  const sum = (of: (part: Part) => number) => parts.reduce((all, part) => all + of(part), 0);
  const measured_s = sum(({ s }) => s);
  const over = ({ is_on, export_w, limit_w, s }: Part) =>
    is_on ? (Math.max(0, export_w - limit_w) * s) / 3600 : 0;
  return {
    from_ms,
    measured_s,
    grid_w: sum(({ grid_w, s }) => grid_w * s) / measured_s,
    largest_export_w: Math.max(...parts.map(({ export_w }) => export_w)),
    over_limit_wh: sum(over),
    limit_w: last.limit_w,
    is_on: parts.every(({ is_on }) => is_on),
  };
}
