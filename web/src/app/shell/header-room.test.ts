import fc from "fast-check";
import { expect, test } from "vitest";
import { headerFit } from "./header-room.ts";

const width = fc.integer({ min: 20, max: 240 });
const header = fc.record({
  room: fc.integer({ min: 0, max: 2000 }),
  entries: fc.array(width, { maxLength: 12 }),
  more: width,
  name: fc.integer({ min: 0, max: 190 }),
});
const sum = (widths: readonly number[]) => widths.reduce((all, one) => all + one, 0);

test("what the header shows fits its room, and one thing more would not", () => {
  fc.assert(
    fc.property(header, ({ room, entries, more, name }) => {
      const fit = headerFit({ room, entries, more, name });
      const needs = (shown: number, named: boolean) =>
        sum(entries.slice(0, shown)) + (shown < entries.length ? more : 0) + (named ? name : 0);
      if (fit.entries > 0) expect(needs(fit.entries, fit.name)).toBeLessThanOrEqual(room);
      if (fit.entries < entries.length) expect(needs(fit.entries + 1, false)).toBeGreaterThan(room);
      else if (!fit.name) expect(needs(fit.entries, true)).toBeGreaterThan(room);
    }),
  );
});

test("the account's name goes before the last entry does", () => {
  const entries = [100, 100, 100];
  expect(headerFit({ room: 400, entries, more: 80, name: 100 })).toEqual({ entries: 3, name: true });
  expect(headerFit({ room: 399, entries, more: 80, name: 100 })).toEqual({ entries: 3, name: false });
  expect(headerFit({ room: 299, entries, more: 80, name: 100 })).toEqual({ entries: 2, name: false });
  expect(headerFit({ room: 100, entries, more: 80, name: 100 })).toEqual({ entries: 0, name: false });
});
