// Proofs over the tree of RFC 6962: that an entry stands in a log, and that a log only grew. Made from roots of subtrees, checked by
// whoever has a head.
import { grown, NO_PEAKS, nodeHash, rootOf, type Hash } from "./merkle.ts";

/** Root of the tree over the leaves `from` up to but not including `until`: a complete subtree, or what is at the end of the log. */
export type SubtreeRoot = (from: number, until: number) => Uint8Array;

/** Root of the tree over the leaf hashes. */
export const subtreeRoot = (hash: Hash, leaves: readonly Uint8Array[]): Uint8Array =>
  rootOf(hash, grown(hash, NO_PEAKS, leaves));

/** The largest power of two that is smaller than `count`, which is 2 at least. */
function leftOf(count: number): number {
  let left = 1;
  while (left * 2 < count) left *= 2;
  return left;
}

/** The audit path of the leaf `index` (from 0) in a log of `size` (RFC 6962, 2.1.1), from the leaf up. Throws RangeError where there is no such leaf. */
export function inclusionPath(
  { index, size }: { index: number; size: number },
  root: SubtreeRoot,
): Uint8Array[] {
  if (index < 0 || index >= size) throw new RangeError(`A log of ${size} has no leaf ${index}`);
  const path: Uint8Array[] = [];
  let [from, until] = [0, size];
  while (until - from > 1) {
    const middle = from + leftOf(until - from);
    if (index < middle) {
      path.push(root(middle, until));
      until = middle;
    } else {
      path.push(root(from, middle));
      from = middle;
    }
  }
  return path.toReversed();
}

/** The proof that the log of `to` entries begins with that of `from` (RFC 6962, 2.1.2). Throws RangeError unless 1 ≤ from ≤ to. */
export function consistencyPath({ from, to }: { from: number; to: number }, root: SubtreeRoot): Uint8Array[] {
  if (from < 1 || from > to) throw new RangeError(`A log of ${to} does not begin with one of ${from}`);
  const path: Uint8Array[] = [];
  let [start, until, isWhole] = [0, to, true];
  while (from !== until) {
    const middle = start + leftOf(until - start);
    if (from <= middle) {
      path.push(root(middle, until));
      until = middle;
    } else {
      path.push(root(start, middle));
      start = middle;
      isWhole = false;
    }
  }
  if (!isWhole) path.push(root(start, until));
  return path.toReversed();
}

/** The root that the leaf and its path lead to (RFC 9162, 2.1.3.2); null: the path is not one of that leaf in a log of that size. */
export function rootByPath(
  hash: Hash,
  { index, size }: { index: number; size: number },
  { leaf, path }: { leaf: Uint8Array; path: readonly Uint8Array[] },
): Uint8Array | null {
  if (index < 0 || index >= size) return null;
  let place = index;
  let last = size - 1;
  let root = leaf;
  for (const other of path) {
    if (last === 0) return null;
    if (place % 2 === 1 || place === last) {
      root = nodeHash(hash, other, root);
      while (place % 2 === 0 && place !== 0) [place, last] = [place / 2, Math.floor(last / 2)];
    } else {
      root = nodeHash(hash, root, other);
    }
    [place, last] = [Math.floor(place / 2), Math.floor(last / 2)];
  }
  return last === 0 ? root : null;
}

/** A log as a head states it. */
interface LogState {
  readonly size: number;
  readonly root: Uint8Array;
}

/** Whether the path proves that `later` begins with `earlier` (RFC 9162, 2.1.4.2). */
export function isConsistent(
  hash: Hash,
  { earlier, later }: { earlier: LogState; later: LogState },
  path: readonly Uint8Array[],
): boolean {
  if (earlier.size < 1 || earlier.size > later.size) return false;
  if (earlier.size === later.size) return path.length === 0 && isEqual(earlier.root, later.root);
  let place = earlier.size - 1;
  let last = later.size - 1;
  while (place % 2 === 1) [place, last] = [(place - 1) / 2, Math.floor(last / 2)];
  // Where the earlier log is one complete subtree, its root is where the proof begins.
  const [first, ...rest] = place === 0 ? [earlier.root, ...path] : path;
  if (first === undefined) return false;
  let [before, after] = [first, first];
  for (const other of rest) {
    if (last === 0) return false;
    if (place % 2 === 1 || place === last) {
      before = nodeHash(hash, other, before);
      after = nodeHash(hash, other, after);
      while (place % 2 === 0 && place !== 0) [place, last] = [place / 2, Math.floor(last / 2)];
    } else {
      after = nodeHash(hash, after, other);
    }
    [place, last] = [Math.floor(place / 2), Math.floor(last / 2)];
  }
  return last === 0 && isEqual(before, earlier.root) && isEqual(after, later.root);
}

/** Whether the bytes are the same. */
const isEqual = (a: Uint8Array, b: Uint8Array): boolean =>
  a.length === b.length && a.every((byte, i) => byte === b[i]);
