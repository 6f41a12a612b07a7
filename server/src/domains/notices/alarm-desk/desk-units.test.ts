import { DESK_GROUPS } from "@heliograph/contract";
import fc from "fast-check";
import { expect, test } from "vitest";
import {
  causesOfToday,
  ordered,
  regionsIn,
  sumOfVnd,
  deskUnits,
  waitingIn,
  type CostedCause,
} from "./desk-units.ts";
import { USUAL_REGION } from "./region-causes.ts";

/** Alarms of plants that lie at one of three places, some of them silent, lost within half an hour. */
const causes = fc.uniqueArray(fc.integer({ min: 1, max: 100_000 }), { maxLength: 60 }).chain((ids) =>
  fc.tuple(
    ...ids.map((alarm_id) =>
      fc
        .record({
          group: fc.constantFrom(...DESK_GROUPS),
          minute: fc.integer({ min: 0, max: 30 }),
          place: fc.integer({ min: 0, max: 2 }),
          isSilent: fc.boolean(),
          isOwn: fc.boolean(),
          fits: fc.boolean(),
          severity: fc.integer({ min: 0, max: 2 }),
          vnd: fc.option(fc.bigInt({ min: 0n, max: 10n ** 15n })),
          lost_vnd: fc.bigInt({ min: 0n, max: 10n ** 15n }),
          isOfToday: fc.boolean(),
        })
        .map(({ minute, place, isSilent, vnd, isOwn, ...one }): CostedCause => {
          const isOpen = one.group !== "closed" && one.group !== "resolved";
          return {
            ...one,
            alarm_id,
            project_id: alarm_id,
            started_ms: minute * 60_000,
            isOpen,
            isOwn: isOwn && one.group !== "nobody",
            isHeld: one.group !== "nobody",
            lost: isSilent && isOpen ? { latitude: 10 + place, longitude: 106 } : null,
            least_w: vnd === null ? null : 0,
            most_w: vnd === null ? null : 1000,
            least_vnd: vnd,
            most_vnd: vnd,
          };
        }),
    ),
  ),
);

test("every alarm that fits is in exactly one row, and the rows come to its dong", () => {
  fc.assert(
    fc.property(causes, (all) => {
      const units = deskUnits(all, regionsIn(all, USUAL_REGION));
      const fitting = all.filter(({ fits }) => fits);
      expect(units.reduce((sum, { alarms }) => sum + alarms, 0)).toBe(fitting.length);
      expect(new Set(units.map(({ id }) => id)).size).toBe(units.length);
      for (const name of ["least_vnd", "most_vnd", "lost_vnd"] as const) {
        expect(sumOfVnd(units, (unit) => unit[name])).toBe(sumOfVnd(fitting, (cause) => cause[name]));
      }
    }),
  );
});

test("inside a region each of its alarms that fits is a row of its own, and no other", () => {
  fc.assert(
    fc.property(causes, (all) => {
      const regions = regionsIn(all, USUAL_REGION);
      for (const region of regions.list) {
        const own = all.filter(({ fits, alarm_id }) => fits && region.alarm_ids.includes(alarm_id));
        const rows = deskUnits(all, regions, region).map(({ id }) => id);
        expect(new Set(rows)).toEqual(new Set(own.map(({ alarm_id }) => alarm_id)));
        expect(rows).toHaveLength(own.length);
      }
    }),
  );
});

test("rows stand by group, what costs most first and what is not known yet last", () => {
  fc.assert(
    fc.property(causes, (all) => {
      const units = ordered(deskUnits(all, regionsIn(all, USUAL_REGION)), "cost");
      for (const [at, unit] of units.entries()) {
        const before = units[at - 1];
        if (before === undefined) continue;
        const groups = DESK_GROUPS.indexOf(unit.group) - DESK_GROUPS.indexOf(before.group);
        expect(groups).toBeGreaterThanOrEqual(0);
        if (groups > 0) continue;
        expect(before.least_vnd ?? -1n).toBeGreaterThanOrEqual(unit.least_vnd ?? -1n);
      }
    }),
  );
});

test("what is open and what is put aside are all that is not closed, and nobody's are among the open", () => {
  fc.assert(
    fc.property(causes, (all) => {
      const regions = regionsIn(all, USUAL_REGION);
      const waiting = waitingIn(all, regions);
      const open = all.filter(({ isOpen }) => isOpen).map((cause) => ({ ...cause, fits: true }));
      expect(waiting.open + waiting.snoozed).toBe(deskUnits(open, regions).length);
      expect(Math.max(waiting.nobody, waiting.mine)).toBeLessThanOrEqual(waiting.open);
      expect(waiting.oldest_nobody_ms === null).toBe(waiting.nobody === 0);
    }),
  );
});

test("alarms of today are counted by cause, a region once", () => {
  fc.assert(
    fc.property(causes, (all) => {
      const today = all.map((cause) => ({ ...cause, isOfToday: true, fits: true }));
      const regions = regionsIn(today, USUAL_REGION);
      expect(causesOfToday(today, regions)).toBe(deskUnits(today, regions).length);
      expect(causesOfToday(all, regions)).toBeLessThanOrEqual(deskUnits(today, regions).length);
    }),
  );
});
