import { addDays, daysBetween, type Day } from "@heliograph/contract";
import { expect, test } from "vitest";
import { isSettled, type SettlingFacts } from "./settled.ts";
import { chosenDay, wholeDays } from "./day-energy.ts";

const NOW = Date.parse("2026-11-20T00:00:00Z");
const facts = (given: Partial<SettlingFacts> = {}): SettlingFacts => ({
  closed_day: "2026-11-19",
  counted_day: "2026-11-19",
  waiting_from: null,
  resets: [],
  ...given,
});

const settled = (given: Partial<SettlingFacts>) => isSettled("2026-10-31", facts(given), NOW);

test("R5: a day is settled once the ledger has closed it or a later one, and not while a change or fault waits or a gap is open", () => {
  expect(settled({})).toBe(true);
  expect(settled({ closed_day: "2026-10-31" })).toBe(true);
  expect(settled({ closed_day: "2026-10-30" })).toBe(false);
  expect(settled({ closed_day: null })).toBe(false);
  expect(settled({ counted_day: "2026-10-29" })).toBe(false);
  expect(settled({ waiting_from: "2026-10-31" })).toBe(false);
  expect(settled({ waiting_from: "2026-11-01" })).toBe(true);
});

test("R5: a reset on the day leaves it open for 31 days, or until an issuer confirms that the meter was replaced", () => {
  const reset = { from_day: "2026-10-30", to_day: "2026-10-31", at_ms: NOW - 31 * 86_400_000 + 1 };
  const open = facts({ resets: [{ ...reset, is_confirmed: false }] });
  expect(isSettled("2026-10-30", open, NOW)).toBe(false);
  expect(isSettled("2026-10-31", open, NOW)).toBe(false);
  expect(isSettled("2026-11-01", open, NOW)).toBe(true);
  expect(isSettled("2026-10-31", open, NOW + 1)).toBe(true);
  expect(isSettled("2026-10-31", facts({ resets: [{ ...reset, is_confirmed: true }] }), NOW)).toBe(true);
});

test("R5: a meter silent from 30 October to 2 November, inverters 8.0 MWh in October, its rise 12.3 of which 8.2 in October: 12.3 in all, never 20.3", () => {
  const gap: readonly (readonly [Day, number])[] = [
    ["2026-10-30", 4_100_000],
    ["2026-10-31", 4_100_000],
    ["2026-11-01", 2_000_000],
    ["2026-11-02", 2_100_000],
  ];
  const certified = (isBack: boolean) =>
    wholeDays(
      gap.map(([day, rise]) => {
        const counted_day = isBack ? "2026-11-03" : "2026-10-29";
        const isReady = isSettled(day, facts({ counted_day, closed_day: "2026-11-03" }), NOW);
        const wh = isBack ? rise : null;
        const register = {
          register: "production",
          wh,
          estimated_wh: wh ?? 0,
          integrated_wh: 0,
          covered_s: 0,
          expected_s: 43_200,
        } as const;
        const { wh: counted } = chosenDay({
          day,
          sites: [
            {
              registers: [{ ...register, is_imported: false }],
              inverter_wh: 4_000_000,
              is_meter_dead: false,
            },
          ],
          declared_wh: null,
        });
        return isReady ? counted : null;
      }),
    );
  // While it is silent nothing of these days counts, however much the inverters say.
  expect(certified(false)).toEqual([null, null, null, null]);
  const [a = 0, b = 0, ...november] = certified(true);
  expect((a ?? 0) + (b ?? 0)).toBe(8_200_000);
  expect([a, b, ...november].reduce<number>((sum, wh) => sum + (wh ?? 0), 0)).toBe(12_300_000);
  expect(daysBetween("2026-10-30", addDays("2026-11-02", 0))).toHaveLength(4);
});
