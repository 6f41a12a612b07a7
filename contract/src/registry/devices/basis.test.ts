import fc from "fast-check";
import { expect, test } from "vitest";
import { certifiedWh, generationPoints, measurementBasis, partsOfPoint } from "./basis.ts";
import { METER_ROLES, type MeterRole } from "./device-form.ts";

const points = (...roles: MeterRole[]) => roles.map((role) => ({ role }));
const partsOf = (registry: string, ...roles: MeterRole[]) =>
  measurementBasis(registry, points(...roles)).registers.map(
    ({ point, register, part }) => `${point.role} ${register} ${part}`,
  );

test("R3: exactly one figure counts: main meters alone, or the inverters where there is none", () => {
  const roles = fc.array(fc.constantFrom(...METER_ROLES), { maxLength: 12 });
  fc.assert(
    fc.property(roles, (all) => {
      const counted = generationPoints(points(...all));
      const kinds = new Set(counted.map(({ role }) => role));
      expect(kinds.size).toBeLessThanOrEqual(1);
      const wanted = all.includes("main") ? "main" : "inverter";
      expect(counted.length).toBe(all.filter((role) => role === wanted).length);
    }),
  );
});

test("R3: of a plant with main, check, sub and export meter, inverters and station supply I-REC counts production, GEC export, less the supply", () => {
  const plant: MeterRole[] = ["main", "check", "sub", "inverter", "export", "supply"];
  expect(partsOf("IREC", ...plant)).toEqual(["main production counts", "supply import taken_off"]);
  expect(partsOf("TIGR", ...plant)).toEqual(partsOf("IREC", ...plant));
  expect(partsOf("GEC", ...plant)).toEqual([
    "export export counts",
    "main production limits",
    "supply import taken_off",
  ]);
  expect(partsOf("GEC", "inverter", "grid")).toEqual([
    "grid export counts",
    "inverter production limits",
    "grid import taken_off",
  ]);
  expect(partsOf("IREC", "main", "grid")).toEqual(["main production counts", "grid import taken_off"]);
});

test("GEC has the basis of production where nothing counts what is exported, and then certifies nothing of it", () => {
  expect(measurementBasis("GEC", points("main", "supply")).kind).toBe("production");
  expect(measurementBasis("GEC", points("main", "export")).kind).toBe("export");
  expect(measurementBasis("IREC", points("main", "export")).kind).toBe("production");
});

test("no register is in the figure twice, whichever points there are, and a point is told what it is to it", () => {
  const roles = fc.array(fc.constantFrom(...METER_ROLES), { maxLength: 12 });
  fc.assert(
    fc.property(roles, fc.constantFrom("IREC", "TIGR", "GEC"), (all, registry) => {
      const basis = measurementBasis(registry, points(...all));
      const seen = basis.registers.map(({ point, register }) => [point, register] as const);
      for (const [i, [point, register]] of seen.entries()) {
        expect(seen.findIndex(([other, its]) => other === point && its === register)).toBe(i);
      }
      const told = new Set(basis.registers.map(({ point }) => point));
      for (const point of told) expect(partsOfPoint(basis, point).length).toBeGreaterThan(0);
    }),
  );
});

test("R3: export counts at most what was generated, as a battery may export what it took from the grid; supply is taken off; never below 0", () => {
  const figures = { generated_wh: 700, exported_wh: 900, supply_wh: 50 };
  expect(certifiedWh(figures)).toBe(650);
  expect(certifiedWh({ ...figures, exported_wh: 300 })).toBe(250);
  expect(certifiedWh({ ...figures, exported_wh: null })).toBe(650);
  expect(certifiedWh({ ...figures, exported_wh: 20 })).toBe(0);
  const wh = fc.nat(1e9);
  fc.assert(
    fc.property(wh, fc.option(wh), wh, (generated_wh, exported_wh, supply_wh) => {
      const counted = certifiedWh({ generated_wh, exported_wh, supply_wh });
      expect(counted).toBeGreaterThanOrEqual(0);
      expect(counted).toBeLessThanOrEqual(generated_wh);
    }),
  );
});
