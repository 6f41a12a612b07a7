import { expect, test } from "vitest";
import { calendarDay } from "./calendar-day.ts";
import { line, paragraphs } from "./text.ts";

test("half a surrogate pair is refused in every kind of text, and whole ones are not", () => {
  for (const schema of [line(20), paragraphs(20)]) {
    expect(schema.safeParse("a\ud83d b").success).toBe(false);
    expect(schema.safeParse("\udc00").success).toBe(false);
    expect(schema.safeParse("a \u{1f31e} b").success).toBe(true);
  }
});

test("what is not seen, or turns the direction of writing, is refused in every kind of text; joiners of scripts and emoji are not", () => {
  for (const schema of [line(40), paragraphs(40)]) {
    for (const mark of ["\u202e", "\u2066", "\u200b", "\u200f", "\u2028", "\u2029", "\u2060", "\ufeff"]) {
      expect([mark.codePointAt(0), schema.safeParse(`Saigon${mark}Brewing`).success]).toEqual([
        mark.codePointAt(0),
        false,
      ]);
    }
    for (const text of ["Công ty Cổ phần Điện", "华能新能源（苏州）", "نمی\u200cدانم", "👩\u200d🔧 Lan"]) {
      expect([text, schema.safeParse(text).success]).toEqual([text, true]);
    }
  }
});

test("the year 0, and years that no calendar of a plant has, are refused", () => {
  for (const day of ["0000-01-01", "0001-01-01", "1969-12-31", "2200-01-01", "9999-12-31"]) {
    expect([day, calendarDay.safeParse(day).success]).toEqual([day, false]);
  }
  expect(calendarDay.safeParse("2024-02-29").success).toBe(true);
});
