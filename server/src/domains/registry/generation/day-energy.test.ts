import { expect, test } from "vitest";
import fc from "fast-check";
import {
  chosenDay,
  weakest,
  wholeDays,
  type DaySources,
  type RegisterDay,
  type SiteDay,
} from "./day-energy.ts";

const register = (given: Partial<RegisterDay> = {}): RegisterDay => ({
  register: "production",
  wh: 1000,
  estimated_wh: 0,
  integrated_wh: 0,
  covered_s: 43_200,
  expected_s: 43_200,
  is_imported: false,
  ...given,
});
const site = (given: Partial<SiteDay> = {}): SiteDay => ({
  registers: [register()],
  inverter_wh: 1010,
  is_meter_dead: false,
  ...given,
});
const day = (given: Partial<SiteDay> = {}, declared_wh: number | null = null): DaySources => ({
  day: "2026-10-16",
  sites: [site(given)],
  declared_wh,
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

test("R3: export counts, at most what was produced, less station supply, and a day short of supply is 0", () => {
  const registers = [
    register({ wh: 1000 }),
    register({ register: "export", wh: 900 }),
    register({ register: "import", wh: 50 }),
  ];
  expect(chosenDay(day({ registers }))).toMatchObject({
    wh: 850,
    meter_wh: 1000,
    exported_wh: 900,
    supply_wh: 50,
    evidence: "A",
  });
  const [production, exported, supply] = registers as [RegisterDay, RegisterDay, RegisterDay];
  const of = (...all: RegisterDay[]) => chosenDay(day({ registers: all }));
  expect(of({ ...production, wh: 700 }, exported, supply).wh).toBe(650);
  expect(of({ ...production, wh: 10 }, supply).wh).toBe(0);
  expect(of(production).exported_wh).toBeNull();
  // Whichever register says nothing, nothing is known of the day: export without production could be a battery's.
  expect(of({ ...production, wh: null }, exported, supply).wh).toBeNull();
  expect(of(production, { ...exported, wh: null }, supply).wh).toBeNull();
  expect(of(production, exported, { ...supply, wh: null }).wh).toBeNull();
  expect(of(exported).wh).toBeNull();
});

test("R3: inverters stand in for a dead meter of generation, never for what was exported", () => {
  const exported = register({ register: "export", wh: 900 });
  const dead = { is_meter_dead: true, inverter_wh: 800 };
  const limited = day({ registers: [register({ wh: null }), exported], ...dead });
  expect(chosenDay(limited)).toMatchObject({ wh: 800, source: "inverters", evidence: "B" });
  expect(chosenDay(day({ registers: [register(), { ...exported, wh: null }], ...dead })).wh).toBeNull();
});

test("places of a group count each by itself: what one exports more than it produced is not another's", () => {
  const one = (wh: number, exported: number) =>
    site({ registers: [register({ wh }), register({ register: "export", wh: exported })] });
  const sources = { day: "2026-10-16", sites: [one(100, 900), one(500, 300)], declared_wh: null };
  expect(chosenDay(sources)).toMatchObject({ wh: 400, meter_wh: 600, exported_wh: 1200, inverter_wh: 2020 });
  const unknown = { ...sources, sites: [one(100, 900), site({ registers: [register({ wh: null })] })] };
  expect(chosenDay(unknown).wh).toBeNull();
});

test("R5: a meter's own rise counts over a gap and never the inverters beside it; those only for a meter declared dead", () => {
  const gap = day({
    registers: [register({ wh: 8200, estimated_wh: 8200, covered_s: 0 })],
    inverter_wh: 8000,
  });
  expect(chosenDay(gap)).toMatchObject({ wh: 8200, source: "gap", evidence: "B" });
  const silent = day({ registers: [register({ wh: null })] });
  expect(chosenDay(silent)).toMatchObject({ wh: null, source: "none", evidence: null });
  const dead = day({ registers: [register({ wh: null })], is_meter_dead: true });
  expect(chosenDay(dead)).toMatchObject({
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
  const file = day({ registers: [register({ wh: null })] }, 77);
  expect(chosenDay(file)).toMatchObject({ wh: 77, source: "file", evidence: "C" });
  // A file replaces nothing that a meter told.
  expect(chosenDay(day({}, 5000)).wh).toBe(1000);
});

test("a device without a register that counts has no energy, and a statement is as good as its weakest day", () => {
  expect(chosenDay(day({ registers: [] })).wh).toBeNull();
  expect(chosenDay({ ...day(), sites: [] })).toMatchObject({ wh: null, complete_permille: 0 });
  expect(weakest(["A", null, "B"])).toBe("B");
  expect(weakest(["A", "C", "B"])).toBe("C");
  expect(weakest([null])).toBeNull();
});

test("ISS-009: a day on which meter and inverters differ by more than a tenth counts what a document states, never more than the meter, as class C", () => {
  const disputed = { registers: [register({ wh: 3000 })], inverter_wh: 2000 };
  expect(chosenDay(day(disputed))).toMatchObject({ wh: 3000, source: "meter", evidence: "A" });
  expect(chosenDay(day(disputed, 2900))).toMatchObject({
    wh: 2900,
    meter_wh: 3000,
    source: "file",
    evidence: "C",
  });
  expect(chosenDay(day(disputed, 9000))).toMatchObject({ wh: 3000, evidence: "C" });
  // Where both agree, the meter needs no document, and none changes what it says.
  expect(chosenDay(day({ inverter_wh: 1010 }, 500))).toMatchObject({ wh: 1000, evidence: "A" });
});
