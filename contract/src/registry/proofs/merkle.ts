// The tree of RFC 6962, section 2.1, over a log that only grows. What grows it holds one hash for each complete subtree.

/** SHA-256 of the bytes. */
export type Hash = (bytes: Uint8Array) => Uint8Array;

/** The complete subtrees of a log from the left, the largest first: one for each bit of its size. */
interface Peaks {
  readonly size: number;
  readonly hashes: readonly Uint8Array[];
}

/** An empty log. */
export const NO_PEAKS: Peaks = { size: 0, hashes: [] };

function joined(...parts: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

/** The hash of a leaf: H(0x00 ‖ input). */
export const leafHash = (hash: Hash, input: Uint8Array): Uint8Array => hash(joined(Uint8Array.of(0), input));

/** The hash of an inner node: H(0x01 ‖ left ‖ right). */
export const nodeHash = (hash: Hash, left: Uint8Array, right: Uint8Array): Uint8Array =>
  hash(joined(Uint8Array.of(1), left, right));

/** The log with these leaf hashes at its end. */
export function grown(hash: Hash, { size, hashes }: Peaks, leaves: readonly Uint8Array[]): Peaks {
  const peaks = [...hashes];
  let count = size;
  for (const leaf of leaves) {
    let node = leaf;
    // Each complete subtree of the same size to the left of it makes one twice as large with it.
    for (let rest = count; rest % 2 === 1; rest = Math.floor(rest / 2)) {
      const left = peaks.pop();
      if (left === undefined) throw new RangeError("There are fewer peaks than the size asks for");
      node = nodeHash(hash, left, node);
    }
    peaks.push(node);
    count += 1;
  }
  return { size: count, hashes: peaks };
}

/** The root hash of the log; that of an empty one is H(""). */
export function rootOf(hash: Hash, { hashes }: Peaks): Uint8Array {
  const [last, ...left] = hashes.toReversed();
  if (last === undefined) return hash(new Uint8Array());
  return left.reduce((right, one) => nodeHash(hash, one, right), last);
}
