import { createHash } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import { grown, leafHash, NO_PEAKS, rootOf, type Hash } from "./merkle.ts";

const sha256: Hash = (bytes) => createHash("sha256").update(bytes).digest();
const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString("hex");

/** The leaves and roots that the reference implementation of Certificate Transparency publishes (merkle_tree_test). */
const LEAVES = [
  "",
  "00",
  "10",
  "2021",
  "3031",
  "40414243",
  "5051525354555657",
  "606162636465666768696a6b6c6d6e6f",
];
const ROOTS = [
  "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
  "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
  "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
  "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
  "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
  "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
  "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
  "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
];

test("R40: the roots are those that Certificate Transparency publishes for its eight leaves", () => {
  const leaves = LEAVES.map((text) => leafHash(sha256, Buffer.from(text, "hex")));
  expect(hex(rootOf(sha256, NO_PEAKS))).toBe(
    "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
  );
  ROOTS.forEach((root, i) => {
    expect(hex(rootOf(sha256, grown(sha256, NO_PEAKS, leaves.slice(0, i + 1))))).toBe(root);
  });
});

/** RFC 6962, 2.1, word for word. */
function plainRoot(leaves: readonly Uint8Array[]): Uint8Array {
  const [only] = leaves;
  if (only === undefined) return sha256(new Uint8Array());
  if (leaves.length === 1) return only;
  let k = 1;
  while (k * 2 < leaves.length) k *= 2;
  return sha256(Buffer.concat([Uint8Array.of(1), plainRoot(leaves.slice(0, k)), plainRoot(leaves.slice(k))]));
}

test("R40: a log that grows in any steps has the root that RFC 6962 defines", () => {
  const steps = fc.array(fc.array(fc.uint8Array({ minLength: 32, maxLength: 32 }), { maxLength: 20 }), {
    maxLength: 8,
  });
  fc.assert(
    fc.property(steps, (all) => {
      const log = all.reduce((peaks, leaves) => grown(sha256, peaks, leaves), NO_PEAKS);
      expect(log.size).toBe(all.flat().length);
      expect(hex(rootOf(sha256, log))).toBe(hex(plainRoot(all.flat())));
    }),
  );
});
