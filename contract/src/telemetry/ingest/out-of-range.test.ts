import fc from "fast-check";
import { expect, test } from "vitest";
import { quantityNames, QUANTITIES } from "../quantities.ts";
import { outOfRangeIn, outOfRangeText } from "./out-of-range.ts";

test("what is said of a value outside its range can be read again, whatever the value", () => {
  fc.assert(
    fc.property(fc.constantFrom(...quantityNames), fc.double({ noNaN: true }), (quantity, value) => {
      const told = { quantity, value: value === 0 ? 0 : value, ...QUANTITIES[quantity] };
      expect(outOfRangeIn(outOfRangeText(told))).toEqual(told);
    }),
  );
});

test("other words are not taken for it", () => {
  for (const detail of ["", "ac_power_w is not a number", "ac_power_w is x, allowed are -1 to 1"]) {
    expect(outOfRangeIn(detail)).toBeNull();
  }
});
