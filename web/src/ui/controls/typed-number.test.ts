import fc from "fast-check";
import { expect, test } from "vitest";
import { fieldText, numberIn } from "./typed-number.ts";

const LANGS = ["vi", "en", "zh"] as const;
const read = (texts: string[], lang: (typeof LANGS)[number]) => texts.map((text) => numberIn(text, lang));

test("a number is read as its language writes it, and 82.5 as 82,5 where nothing else can be meant", () => {
  expect(read(["2.204,07", "2.204", "82,5", "82.5", "−0,35", "98 %"], "vi")).toEqual([
    2204.07, 2204, 82.5, 82.5, -0.35, 98,
  ]);
  expect(read(["2,204.07", "2,204", "82.5", "82,5", ".5", "  "], "en")).toEqual([
    2204.07,
    2204,
    82.5,
    82.5,
    0.5,
    null,
  ]);
  expect(read(["abc", "1,2,3", "-", "1.2.3", ","], "en")).toEqual(
    Array.from({ length: 5 }, () => Number.NaN),
  );
});

test("what a field shows of a number is read as that number, in every language", () => {
  fc.assert(
    fc.property(fc.integer({ min: -10_000_000, max: 10_000_000 }), fc.constantFrom(...LANGS), (n, lang) => {
      // Three decimals of a small number look like a group of thousands to another language, not to its own.
      expect(numberIn(fieldText(n / 10_000, lang), lang)).toBe(n / 10_000);
    }),
  );
});
