// Instants as runs of equal steps: what an import added, in some bytes for each run instead of some for each reading.

/** Bytes of a run: its first instant (ms since 1970), its step in ms and how many instants it has. */
const RUN_BYTES = 8 + 4 + 4;
/** The largest step that a run may have: what four bytes hold. */
const MOST_STEP = 0xffff_ffff;

/** The instants (ms since 1970, whole, ascending) as runs: each is as long as its step stays the same. */
export function packRuns(instants: readonly number[]): Buffer {
  const runs: { first: number; step: number; count: number }[] = [];
  for (const at of instants) {
    const run = runs.at(-1);
    const step = run === undefined ? Infinity : at - (run.first + run.step * (run.count - 1));
    if (run !== undefined && run.count === 1 && step <= MOST_STEP) {
      run.step = step;
      run.count = 2;
    } else if (run !== undefined && run.count > 1 && step === run.step) {
      run.count += 1;
    } else {
      runs.push({ first: at, step: 0, count: 1 });
    }
  }
  const bytes = Buffer.allocUnsafe(runs.length * RUN_BYTES);
  let at = 0;
  for (const { first, step, count } of runs) {
    at = bytes.writeUInt32BE(count, bytes.writeUInt32BE(step, bytes.writeDoubleBE(first, at)));
  }
  return bytes;
}

/** The instants of the runs, ms since 1970, in their order. */
export function unpackRuns(bytes: Buffer): number[] {
  const instants: number[] = [];
  for (let at = 0; at < bytes.length; at += RUN_BYTES) {
    const first = bytes.readDoubleBE(at);
    const step = bytes.readUInt32BE(at + 8);
    const count = bytes.readUInt32BE(at + 12);
    for (let index = 0; index < count; index += 1) instants.push(first + step * index);
  }
  return instants;
}
