import fc from "fast-check";
import { expect, test } from "vitest";
import { canonicalText, type CanonicalValue } from "./canonical.ts";

test("R42: names are sorted by UTF-16 units and texts escaped as in RFC 8785, 3.2.2 and 3.2.3", () => {
  expect(
    canonicalText({
      "\u20ac": "Euro Sign",
      "\r": "Carriage Return",
      "1": "One",
      "\u0080": "Control",
      "\ud83d\ude02": "Smiley",
      "\u00f6": "Latin Small Letter O With Diaeresis",
      "\u05d3": "Hebrew Letter Dalet",
    }),
  ).toBe(
    '{"\\r":"Carriage Return","1":"One","\u0080":"Control","\u00f6":"Latin Small Letter O With Diaeresis","\u05d3":"Hebrew Letter Dalet","\u20ac":"Euro Sign","\ud83d\ude02":"Smiley"}',
  );
  expect(canonicalText('\u20ac$\u000f\nA\'B"\\\\"/')).toBe('"\u20ac$\\u000f\\nA\'B\\"\\\\\\\\\\"/"');
});

test("R42: names of people in Vietnamese and Chinese, and numbers beyond 2^53, stand as they are", () => {
  expect(
    canonicalText({ name: "Công ty Điện Mặt Trời Đà Nẵng", amount: "9007199254740993", city: ["上海"] }),
  ).toBe('{"amount":"9007199254740993","city":["上海"],"name":"Công ty Điện Mặt Trời Đà Nẵng"}');
});

test("R42: text that is not in normal form C, half a character, and values that are no text are refused", () => {
  const wrong: unknown[] = ["e\u0301", "\ud800", 1, null, undefined, true, { a: undefined }, [2 ** 53]];
  for (const one of wrong) {
    // oxlint-disable-next-line no-unsafe-type-assertion -- what types do not allow is what is tried
    expect(() => canonicalText(one as CanonicalValue)).toThrow(RangeError);
  }
});

const { value } = fc.letrec<{ value: CanonicalValue }>((tie) => ({
  value: fc.oneof(
    { depthSize: "small" },
    fc.string({ unit: "grapheme-composite" }).map((text) => text.normalize("NFC")),
    fc.array(tie("value"), { maxLength: 4 }),
    fc.dictionary(
      fc.string().map((text) => text.normalize("NFC")),
      tie("value"),
      { maxKeys: 4, noNullPrototype: true },
    ),
  ),
}));

test("R42: what is read back from canonical text is what was written, and has the same canonical text", () => {
  fc.assert(
    fc.property(value, (one) => {
      const text = canonicalText(one);
      expect(JSON.parse(text)).toEqual(one);
      expect(canonicalText(JSON.parse(text) as CanonicalValue)).toBe(text);
    }),
  );
});
