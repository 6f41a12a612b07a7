import { expect, test } from "vitest";
import { classStrip } from "./statement-chart.ts";

test("under each day stands its class, where nothing is known a mark, and how complete a day is that is not whole", () => {
  const day = {
    day: "2026-10-01",
    wh: 1,
    meter_wh: 1,
    inverter_wh: null,
    exported_wh: null,
    supply_wh: null,
    maximum_wh: 2,
  } as const;
  const rest = { source: "meter", is_settled: true, is_copy: false } as const;
  const strip = classStrip([
    { ...day, ...rest, evidence: "A", complete_permille: 1000 },
    { ...day, ...rest, evidence: "B", complete_permille: 939 },
    { ...day, ...rest, wh: null, source: "none", evidence: null, complete_permille: 0 },
  ]);
  expect(strip).toEqual([
    { mark: "A", usual: true, more: null },
    { mark: "B", usual: false, more: "93" },
    { mark: "!", usual: false, more: "0" },
  ]);
});
