// What every benchmark shares: percentiles, ratios and the table they are printed in.

/** Value below which the given share of the samples lies; NaN for no samples. */
export function percentile(samples: readonly number[], share: number): number {
  const sorted = [...samples].toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
}

/** Durations in ms of `count` runs of `work`, one after the other, after `warmUp` that do not count. */
export async function timed(work: () => Promise<unknown>, count: number, warmUp = 5): Promise<number[]> {
  for (let i = 0; i < warmUp; i += 1) await work();
  const samples: number[] = [];
  for (let i = 0; i < count; i += 1) {
    const from = performance.now();
    await work();
    samples.push(performance.now() - from);
  }
  return samples;
}

export interface Line {
  readonly what: string;
  readonly reached: string;
  readonly goal: string;
  readonly met: boolean | null;
  /** The floor or peer of the same run, and the ratio to it. */
  readonly against: string;
}

/** Prints the lines as a table; says which goals were missed. */
export function report(lines: readonly Line[]): void {
  const columns = ["what", "reached", "goal", "against"] as const;
  const width = (name: (typeof columns)[number]) =>
    Math.max(name.length, ...lines.map((line) => line[name].length));
  const row = (line: Record<(typeof columns)[number], string>, end: string) =>
    process.stdout.write(`${columns.map((name) => line[name].padEnd(width(name))).join("  ")}  ${end}\n`);
  row({ what: "what", reached: "reached", goal: "goal", against: "against" }, "");
  for (const line of lines) row(line, line.met === null ? "" : line.met ? "met" : "MISSED");
}

/** A number with at most three digits behind the point, and its thousands apart. */
export function figure(value: number, unit: string, digits = 1): string {
  return `${value.toLocaleString("en-US", { maximumFractionDigits: digits })} ${unit}`;
}
