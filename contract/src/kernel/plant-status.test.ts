import { expect, test } from "vitest";
import { STATUSES_WORST_FIRST, plantStatus, shownStatus, statusToShow } from "./plant-status.ts";

test("an offline plant at night sleeps, and no other plant does", () => {
  expect(statusToShow({ plant_status: "offline", sleeping: true })).toBe("sleeping");
  for (const plant_status of plantStatus.options) {
    expect(statusToShow({ plant_status, sleeping: false })).toBe(plant_status);
  }
  for (const plant_status of ["normal", "warning", "not_configured"] as const) {
    expect(statusToShow({ plant_status, sleeping: true })).toBe(plant_status);
  }
});

test("every status has its place among the worst first", () => {
  expect(STATUSES_WORST_FIRST.toSorted()).toEqual(shownStatus.options.toSorted());
});
