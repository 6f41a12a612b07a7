import { expect, test } from "vitest";
import type { DaySources, RegisterDay, SiteDay } from "./day-energy.ts";
import { statementOf } from "./statement.ts";

const OF = {
  device: "D000123",
  registry: "IREC",
  timezone: "Asia/Ho_Chi_Minh",
  from_day: "2026-10-01",
  to_day: "2026-10-03",
};
const register = (name: RegisterDay["register"], wh: number | null): RegisterDay => ({
  register: name,
  wh,
  estimated_wh: 0,
  integrated_wh: 0,
  covered_s: 43_200,
  expected_s: 43_200,
  is_imported: false,
});
const source = (
  day: string,
  wh: number | null,
  given: Partial<SiteDay> & { readonly declared_wh?: number } = {},
): DaySources => {
  const { declared_wh = null, ...more } = given;
  const site = { registers: [register("production", wh)], inverter_wh: null, is_meter_dead: false, ...more };
  return { day, sites: [site], declared_wh };
};

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

test("R7: what was exported and taken off is frozen too, and the hash of a statement without them is what it always was", () => {
  const net = (exported: number, supply: number) =>
    statementOf(OF, [
      source("2026-10-01", 1000, {
        registers: [register("production", 1000), register("export", exported), register("import", supply)],
      }),
    ]);
  expect(net(900, 40).days).toMatchObject([{ wh: 860, meter_wh: 1000, exported_wh: 900, supply_wh: 40 }]);
  expect(net(900, 40).wh).toBe(net(910, 50).wh);
  expect(net(900, 40).hash).not.toBe(net(910, 50).hash);
  expect(statementOf(OF, [source("2026-10-01", 1000)]).hash).toBe(
    "e803c2d80482f01adaa73ddaf1e8b81f23cea286877f9909ac4418fe363bc5ba",
  );
});
