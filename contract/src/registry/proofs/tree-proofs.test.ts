import { createHash } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import { leafHash, type Hash } from "./merkle.ts";
import { consistencyPath, inclusionPath, isConsistent, rootByPath, subtreeRoot } from "./tree-proofs.ts";

const sha256: Hash = (bytes) => createHash("sha256").update(bytes).digest();
const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString("hex");

/** That many leaves, each of its own. */
const leavesOf = (count: number) =>
  Array.from({ length: count }, (_, i) => leafHash(sha256, Buffer.from(`leaf ${i}`)));
const rootsOf = (leaves: readonly Uint8Array[]) => (from: number, until: number) =>
  subtreeRoot(sha256, leaves.slice(from, until));

/** The eight leaves and proofs that Certificate Transparency publishes (merkle_tree_test, kPath and kProof). */
const CT_LEAVES = [
  "",
  "00",
  "10",
  "2021",
  "3031",
  "40414243",
  "5051525354555657",
  "606162636465666768696a6b6c6d6e6f",
].map((text) => leafHash(sha256, Buffer.from(text, "hex")));
const CT_PATHS = [
  { index: 0, size: 1, path: [] },
  {
    index: 0,
    size: 8,
    path: [
      "96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7",
      "5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e",
      "6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4",
    ],
  },
  {
    index: 5,
    size: 8,
    path: [
      "bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b",
      "ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0",
      "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
    ],
  },
  { index: 2, size: 3, path: ["fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125"] },
];
const CT_PROOFS = [
  { from: 1, to: 1, path: [] },
  {
    from: 1,
    to: 8,
    path: [
      "96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7",
      "5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e",
      "6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4",
    ],
  },
  {
    from: 6,
    to: 8,
    path: [
      "0ebc5d3437fbe2db158b9f126a1d118e308181031d0a949f8dededebc558ef6a",
      "ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0",
      "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
    ],
  },
];

test("R40: proofs are those that Certificate Transparency publishes for its eight leaves", () => {
  for (const { path, ...of } of CT_PATHS) {
    expect(inclusionPath(of, rootsOf(CT_LEAVES.slice(0, of.size))).map(hex)).toEqual(path);
  }
  for (const { path, ...of } of CT_PROOFS) {
    expect(consistencyPath(of, rootsOf(CT_LEAVES.slice(0, of.to))).map(hex)).toEqual(path);
  }
});

test("R31: every entry of every log is proven by its path, and by no path of another entry, size or leaf", () => {
  const log = fc.integer({ min: 1, max: 130 }).chain((size) =>
    fc.record({
      size: fc.constant(size),
      index: fc.nat(size - 1),
      other: fc.nat(size - 1),
      bit: fc.nat(255),
    }),
  );
  fc.assert(
    fc.property(log, ({ size, index, other, bit }) => {
      const leaves = leavesOf(size);
      const root = hex(subtreeRoot(sha256, leaves));
      const path = inclusionPath({ index, size }, rootsOf(leaves));
      const leaf = leaves[index] ?? new Uint8Array();
      const led = (
        at: { index: number; size: number },
        of: { leaf: Uint8Array; path: readonly Uint8Array[] },
      ) => {
        const found = rootByPath(sha256, at, of);
        return found === null ? null : hex(found);
      };
      expect(led({ index, size }, { leaf, path })).toBe(root);
      if (other !== index) {
        expect(led({ index: other, size }, { leaf, path })).not.toBe(root);
        expect(led({ index, size }, { leaf: leaves[other] ?? leaf, path })).not.toBe(root);
      }
      const changed = Uint8Array.from(leaf);
      changed[bit % 32] = (changed[bit % 32] ?? 0) ^ 1;
      expect(led({ index, size }, { leaf: changed, path })).not.toBe(root);
      expect(led({ index, size }, { leaf, path: [...path, leaf] })).not.toBe(root);
      if (path.length > 0) expect(led({ index, size }, { leaf, path: path.slice(1) })).not.toBe(root);
    }),
    { numRuns: 400 },
  );
});

test("R40: a log that grew is consistent with each of its earlier heads, and one that was rewritten with none", () => {
  const logs = fc
    .integer({ min: 1, max: 100 })
    .chain((to) =>
      fc.record({ to: fc.constant(to), from: fc.integer({ min: 1, max: to }), at: fc.nat(1000) }),
    );
  fc.assert(
    fc.property(logs, ({ to, from, at }) => {
      const leaves = leavesOf(to);
      const path = consistencyPath({ from, to }, rootsOf(leaves));
      const later = { size: to, root: subtreeRoot(sha256, leaves) };
      const earlier = { size: from, root: subtreeRoot(sha256, leaves.slice(0, from)) };
      expect(isConsistent(sha256, { earlier, later }, path)).toBe(true);
      const other = [...leaves];
      other[at % from] = leafHash(sha256, Buffer.from("another"));
      const rewritten = { size: to, root: subtreeRoot(sha256, other) };
      const made = consistencyPath({ from, to }, rootsOf(other));
      expect(isConsistent(sha256, { earlier, later: rewritten }, made)).toBe(false);
      expect(isConsistent(sha256, { earlier, later: rewritten }, path)).toBe(false);
      expect(isConsistent(sha256, { earlier: later, later: earlier }, path)).toBe(from === to);
    }),
    { numRuns: 400 },
  );
});

test("a log has no entry before its first and none after its last, and does not begin with a longer one", () => {
  const roots = rootsOf(leavesOf(3));
  expect(() => inclusionPath({ index: 3, size: 3 }, roots)).toThrow(RangeError);
  expect(() => inclusionPath({ index: -1, size: 3 }, roots)).toThrow(RangeError);
  expect(() => consistencyPath({ from: 4, to: 3 }, roots)).toThrow(RangeError);
  expect(() => consistencyPath({ from: 0, to: 3 }, roots)).toThrow(RangeError);
  expect(rootByPath(sha256, { index: 3, size: 3 }, { leaf: new Uint8Array(32), path: [] })).toBeNull();
});
