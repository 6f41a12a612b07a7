// A process of its own that makes the spreadsheet of so many projects and says how much memory it held: spreadsheet.ts starts it.
import { made } from "./spreadsheet-work.ts";

/** What it held of itself after each project, and the most that the process had, MB. */
export interface HeldMemory {
  readonly live_mb: number;
  readonly peak_mb: number;
}

const MB = 1024 * 1024;
const held: HeldMemory[] = [];

const measure = () => {
  if (globalThis.gc === undefined) throw new Error("Start it with --expose-gc");
  const peak_mb = process.memoryUsage().rss / MB;
  globalThis.gc();
  const { heapUsed, external } = process.memoryUsage();
  held.push({ live_mb: (heapUsed + external) / MB, peak_mb });
};

await made(Number(process.argv[2]), measure);
process.send?.({
  live_mb: Math.max(...held.map(({ live_mb }) => live_mb)),
  peak_mb: Math.max(...held.map(({ peak_mb }) => peak_mb)),
} satisfies HeldMemory);
