import { expect, test } from "vitest";
import { exportName } from "./binsize-export.ts";

test("the name says project, range, bin and view, and cannot leave its folder", () => {
  const of = { from_date: "2026-02-01", to_date: "2026-02-04", binsize: "1_days", view: "total" };
  expect(exportName({ ...of, project: "Mái nhà 1" })).toBe("Mái nhà 1 2026-02-01 2026-02-04 1_days total");
  expect(exportName({ ...of, project: "../a\\b\nc" })).toBe("..-a-b-c 2026-02-01 2026-02-04 1_days total");
});
