import { expect, test } from "vitest";
import { typedDay } from "./typed-day.ts";

test("days are read as the language writes them", () => {
  expect(typedDay("en", "date", " 2026-02-03 ")).toBe("2026-02-03");
  expect(typedDay("zh", "date", "2026-02-03")).toBe("2026-02-03");
  expect(typedDay("vi", "date", "03-02-2026")).toBe("2026-02-03");
  expect(typedDay("vi", "date", "2026-02-03")).toBeNull();
});

test("a month or a year stands for its first day", () => {
  expect(typedDay("vi", "month", "02-2026")).toBe("2026-02-01");
  expect(typedDay("en", "month", "2026-02")).toBe("2026-02-01");
  expect(typedDay("en", "year", "2026")).toBe("2026-01-01");
  expect(typedDay("en", "year", "2026-02")).toBeNull();
});

test("what is no day of the calendar is none", () => {
  for (const text of ["", "2026-02-30", "2026-2-3", "tomorrow", "0", "2026-13-01"]) {
    expect(typedDay("en", "date", text)).toBeNull();
  }
});
