import { expect, test } from "vitest";
import type { DaySources } from "./day-energy.ts";
import { statementOf } from "./statement.ts";

const OF = {
  device: "D000123",
  registry: "IREC",
  timezone: "Asia/Ho_Chi_Minh",
  from_day: "2026-10-01",
  to_day: "2026-10-03",
};
const source = (day: string, wh: number | null, given: Partial<DaySources> = {}): DaySources => ({
  day,
  registers: [
    {
      sign: 1,
      wh,
      estimated_wh: 0,
      integrated_wh: 0,
      covered_s: 43_200,
      expected_s: 43_200,
      is_imported: false,
    },
  ],
  inverter_wh: null,
  is_meter_dead: false,
  has_storage: false,
  declared_wh: null,
  ...given,
});

test("R36: a statement is the sum of its days in whole Wh, and says what of it is declared", () => {
  const made = statementOf(OF, [
    source("2026-10-01", 0.6),
    source("2026-10-02", 0.6),
    source("2026-10-03", null, { declared_wh: 500 }),
  ]);
  expect(made.days.map(({ wh }) => wh)).toEqual([0, 1, 500]);
  expect(made).toMatchObject({ wh: 501, declared_wh: 500, evidence: "C" });
});

test("R7: the same readings freeze to the same hash, any other figure, class or period to another", () => {
  const days = [source("2026-10-01", 1000), source("2026-10-02", 2000)];
  const { hash } = statementOf(OF, days);
  expect(statementOf(OF, days).hash).toBe(hash);
  expect(statementOf(OF, [source("2026-10-01", 1000), source("2026-10-02", 2001)]).hash).not.toBe(hash);
  expect(statementOf(OF, [source("2026-10-01", 2000), source("2026-10-02", 1000)]).hash).not.toBe(hash);
  expect(
    statementOf(OF, [source("2026-10-01", 1000, { inverter_wh: 7 }), source("2026-10-02", 2000)]).hash,
  ).not.toBe(hash);
  expect(statementOf({ ...OF, to_day: "2026-10-02" }, days).hash).not.toBe(hash);
  expect(statementOf({ ...OF, registry: "TIGR" }, days).hash).not.toBe(hash);
});
