import fc from "fast-check";
import { expect, test } from "vitest";
import { inventoryViewIn, rangeText, serialRangeIn } from "./inventory-view.ts";
import { splitAfter } from "./split-rule.ts";

const CODE = "IREC-VN-D000123-202608-0001";
const upTo = (max: number) => fc.integer({ min: 1, max });

test("a split gives two parts that are the whole, and none for a number outside", () => {
  fc.assert(
    fc.property(upTo(1000), upTo(1000), upTo(2100), (first, width, after) => {
      const until = first + width;
      const parts = splitAfter({ first, until }, after);
      const isInside = after >= first && after <= until - 2;
      expect(parts).toEqual(
        isInside
          ? [
              { first, until: after + 1 },
              { first: after + 1, until },
            ]
          : null,
      );
    }),
  );
});

test("a range in an address is the one that was written there; anything else is none", () => {
  expect(serialRangeIn(rangeText({ code: CODE, first: 10, until: 93 }))).toEqual({
    code: CODE,
    first: 10,
    until: 93,
  });
  for (const wrong of [null, "", CODE, `${CODE}:9-1`, `${CODE}:0-4`, "<b>:1-2"]) {
    expect(serialRangeIn(wrong)).toBeNull();
  }
  expect(inventoryViewIn(new URLSearchParams("tab=x&vintage=1&page=0&as_of=now&fuel=COAL"))).toMatchObject({
    tab: "IREC",
    vintage: null,
    page: 1,
    asOf: null,
    fuel: null,
  });
});
