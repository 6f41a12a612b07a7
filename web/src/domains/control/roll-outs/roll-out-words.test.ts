import fc from "fast-check";
import { expect, test } from "vitest";
import { waveSizes } from "./roll-out-words.ts";

test("the waves that are announced have all gateways in them, one in the first and a tenth by the second", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1000 }), (count) => {
      const sizes = waveSizes(count, "waves");
      expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(count);
      expect(sizes[0]).toBe(1);
      expect(sizes.every((size) => size > 0)).toBe(true);
      if (count > 20) expect((sizes[0] ?? 0) + (sizes[1] ?? 0)).toBe(Math.ceil(count / 10));
      expect(waveSizes(count, "all")).toEqual([count]);
    }),
  );
});
