import { expect, test } from "vitest";
import { dayPatternOf, isAllowed, shownDay, timeAfter, toDate, toDay, typedDay, typedTime } from "./days.ts";

test("days are read as the language writes them", () => {
  expect(typedDay("en", "day", " 2026-02-03 ")).toBe("2026-02-03");
  expect(typedDay("zh", "day", "2026-02-03")).toBe("2026-02-03");
  expect(typedDay("vi", "day", "03-02-2026")).toBe("2026-02-03");
  expect(typedDay("vi", "day", "2026-02-03")).toBeNull();
  expect(typedDay("vi", "day", "03/02/2026")).toBe("2026-02-03");
  expect(typedDay("en", "day", "2026.02.03")).toBe("2026-02-03");
});

test("a month or a year stands for its first day", () => {
  expect(typedDay("vi", "month", "02-2026")).toBe("2026-02-01");
  expect(typedDay("en", "month", "2026-02")).toBe("2026-02-01");
  expect(typedDay("en", "year", "2026")).toBe("2026-01-01");
  expect(typedDay("en", "year", "2026-02")).toBeNull();
});

test("what is no day of the calendar is none", () => {
  for (const text of ["", "2026-02-30", "2026-2-3", "tomorrow", "0", "2026-13-01"]) {
    expect(typedDay("en", "day", text)).toBeNull();
  }
});

test("what is shown of a day is read as that day, in every language and part", () => {
  for (const lang of ["vi", "en", "zh"] as const) {
    for (const part of ["day", "month", "year"] as const) {
      expect(typedDay(lang, part, shownDay(lang, part, "2026-01-01"))).toBe("2026-01-01");
      expect(shownDay(lang, part, null)).toBe("");
    }
  }
  expect(dayPatternOf("vi", "day")).toBe("DD-MM-YYYY");
  expect(dayPatternOf("en", "month")).toBe("YYYY-MM");
});

test("a day goes to a Date and back unchanged, also where the clocks change", () => {
  for (const day of ["2026-03-29", "2026-10-25", "2024-02-29", "2026-01-01"]) {
    expect(toDay(toDate(day))).toBe(day);
  }
});

test("days out of bounds or off are not allowed; a month is where it reaches into them", () => {
  const bounds = { min: "2026-02-10", max: "2026-03-05", isOff: (day: string) => day === "2026-02-11" };
  expect(isAllowed("2026-02-10", "day", bounds)).toBe(true);
  expect(isAllowed("2026-02-09", "day", bounds)).toBe(false);
  expect(isAllowed("2026-02-11", "day", bounds)).toBe(false);
  expect(isAllowed("2026-03-06", "day", bounds)).toBe(false);
  expect(isAllowed("2026-02-01", "month", bounds)).toBe(true);
  expect(isAllowed("2026-04-01", "month", bounds)).toBe(false);
});

test("times are read in 24 hours however they are typed, and steps go round the day", () => {
  expect(["9", "930", "9:30", "09h30", "23.59", "0"].map(typedTime)).toEqual([
    "09:00",
    "09:30",
    "09:30",
    "09:30",
    "23:59",
    "00:00",
  ]);
  for (const text of ["", "24", "9:60", "noon", "12345"]) expect(typedTime(text)).toBeNull();
  expect(timeAfter("23:50", 15)).toBe("00:05");
  expect(timeAfter("00:05", -15)).toBe("23:50");
  expect(timeAfter(null, 15)).toBe("00:15");
});
