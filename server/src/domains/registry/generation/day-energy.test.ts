import { expect, test } from "vitest";
import fc from "fast-check";
import { chosenDay, weakest, wholeDays, type DaySources, type RegisterDay } from "./day-energy.ts";

const register = (given: Partial<RegisterDay> = {}): RegisterDay => ({
  sign: 1,
  wh: 1000,
  estimated_wh: 0,
  integrated_wh: 0,
  covered_s: 43_200,
  expected_s: 43_200,
  is_imported: false,
  ...given,
});
const day = (given: Partial<DaySources> = {}): DaySources => ({
  day: "2026-10-16",
  registers: [register()],
  inverter_wh: 1010,
  is_meter_dead: false,
  has_storage: false,
  declared_wh: null,
  ...given,
});

test("R36: 0.6, 0.6 and 0.6 Wh are 0, 1 and 0, and a day of which nothing is known stays so", () => {
  expect(wholeDays([0.6, 0.6, 0.6])).toEqual([0, 1, 0]);
  expect(wholeDays([0.6, null, 0.6])).toEqual([0, null, 1]);
});

test("R36: whole days sum to the whole Wh of their sum, each less than one Wh from its own", () => {
  const amounts = fc.array(fc.integer({ min: 0, max: 2 ** 40 }), { maxLength: 60 });
  fc.assert(
    fc.property(amounts, (parts) => {
      const wh = parts.map((part) => part / 1024);
      const whole = wholeDays(wh);
      expect(whole.reduce<number>((sum, one) => sum + (one ?? 0), 0)).toBe(
        Math.floor(parts.reduce((sum, part) => sum + part, 0) / 1024),
      );
      whole.forEach((one, i) => {
        expect(Number.isSafeInteger(one)).toBe(true);
        expect(Math.abs((one ?? 0) - (wh[i] ?? 0))).toBeLessThan(1);
      });
    }),
  );
});

test("R3: export less station supply counts, behind storage at most what was produced, and a day short of supply is 0", () => {
  const registers = [register({ wh: 900 }), register({ wh: 50, sign: -1 })];
  expect(chosenDay(day({ registers })).wh).toBe(850);
  expect(chosenDay(day({ registers, has_storage: true, inverter_wh: 700 })).wh).toBe(700);
  expect(chosenDay(day({ registers, has_storage: true, inverter_wh: null })).wh).toBeNull();
  expect(chosenDay(day({ registers: [register({ wh: 10 }), register({ wh: 50, sign: -1 })] })).wh).toBe(0);
});

test("R5: a meter's own rise counts over a gap and never the inverters beside it; those only for a meter declared dead", () => {
  const gap = day({
    registers: [register({ wh: 8200, estimated_wh: 8200, covered_s: 0 })],
    inverter_wh: 8000,
  });
  expect(chosenDay(gap)).toMatchObject({ wh: 8200, source: "gap", evidence: "B" });
  const silent = day({ registers: [register({ wh: null })] });
  expect(chosenDay(silent)).toMatchObject({ wh: null, source: "none", evidence: null });
  expect(chosenDay({ ...silent, is_meter_dead: true })).toMatchObject({
    wh: 1010,
    source: "inverters",
    evidence: "B",
  });
});

test("R9: declared, imported and integrated energy is class C, a meter that covers its day A, one that does not B", () => {
  expect(chosenDay(day())).toMatchObject({ source: "meter", evidence: "A", complete_permille: 1000 });
  expect(chosenDay(day({ registers: [register({ covered_s: 26_352 })] }))).toMatchObject({
    source: "meter",
    evidence: "B",
    complete_permille: 610,
  });
  expect(chosenDay(day({ registers: [register({ is_imported: true })] }))).toMatchObject({
    source: "import",
    evidence: "C",
  });
  expect(chosenDay(day({ registers: [register({ integrated_wh: 3 })] }))).toMatchObject({
    source: "power",
    evidence: "C",
  });
  const file = day({ registers: [register({ wh: null })], declared_wh: 77 });
  expect(chosenDay(file)).toMatchObject({ wh: 77, source: "file", evidence: "C" });
  // A file replaces nothing that a meter told.
  expect(chosenDay(day({ declared_wh: 5000 })).wh).toBe(1000);
});

test("a device without a register that counts has no energy, and a statement is as good as its weakest day", () => {
  expect(chosenDay(day({ registers: [] })).wh).toBeNull();
  expect(weakest(["A", null, "B"])).toBe("B");
  expect(weakest(["A", "C", "B"])).toBe("C");
  expect(weakest([null])).toBeNull();
});
