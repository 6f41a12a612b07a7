import { expect, test } from "vitest";
import { Refused } from "../../../platform/http.ts";
import { reportFailure } from "./report-failure.ts";
import { addressOf, firstDays, pickableDays, reportDay, reportViewIn, monthsAsked } from "./report-view.ts";

const refused = (status: number) => new Refused({ status, code: "x.y", message: "Said by the server" });

test.each([
  ["M250", refused(504), 110_000, "An error occurred while processing the request"],
  ["M250", refused(0), 140_000, "An error occurred while processing the request"],
  ["M251", refused(504), 109_999, "A timeout has occurred"],
  ["M251", refused(0), 0, "A timeout has occurred"],
  ["M252", refused(404), 200_000, "Failed to handle project report."],
  [
    "M253",
    new TypeError("undefined is not a function"),
    5,
    "An unexpected error occurred. Please try again later",
  ],
] as const)("%s: a failed report is told by how and when it failed", (_line, error, elapsed, words) => {
  expect(reportFailure(error, elapsed)).toBe(words);
});

test("what is asked for stands in the address, and what the address cannot mean is nothing", () => {
  const view = {
    projects: ["0198a5a0-0000-7000-8000-000000000001"],
    from: "2026-02-01",
    to: "2026-02-03",
    bin: "1_days",
  } as const;
  expect(reportViewIn(addressOf(view))).toEqual(view);
  for (const change of [{ bin: "year" }, { from: "2026-02-31" }, { projects: "one" }]) {
    const address = addressOf(view);
    for (const [name, value] of Object.entries(change)) address.set(name, value);
    expect(reportViewIn(address)).toBeNull();
  }
});

test("the pickers take a start before yesterday and an end before today (M180), and months are whole, ended by yesterday (M86)", () => {
  expect(pickableDays("2026-03-01")).toEqual({ from: "2026-02-27", to: "2026-02-28" });
  expect(firstDays("2026-03-01")).toEqual(pickableDays("2026-03-01"));
  expect(monthsAsked({ from: "2026-01-31", to: "2026-02-10" }, "2026-04-09")).toEqual({
    from: "2026-01-01",
    to: "2026-02-28",
  });
  expect(monthsAsked({ from: "2026-01-31", to: "2026-04-01" }, "2026-04-09")).toEqual({
    from: "2026-01-01",
    to: "2026-04-08",
  });
});

test.each([
  ["2026-02", "02-2026"],
  ["2026-02-03", "03-02-2026"],
  ["2026-01/2026-02", "01-2026 – 02-2026"],
])("%s is written %s (M271)", (day, written) => {
  expect(reportDay(day)).toBe(written);
});
