import fc from "fast-check";
import { expect, test } from "vitest";
import { nextPerson, type WaitingAlarm } from "./next-person.ts";

const MINUTE = 60_000;
const chain = fc
  .uniqueArray(fc.integer({ min: 1, max: 50 }), { minLength: 1, maxLength: 10 })
  .chain((people) =>
    fc.tuple(
      ...people.map((account_id) =>
        fc.record({ account_id: fc.constant(account_id), minutes: fc.integer({ min: 1, max: 1440 }) }),
      ),
    ),
  );

/** Looks each minute until nobody is left; who was told and when. */
function run(steps: readonly { account_id: number; minutes: number }[], start: WaitingAlarm) {
  const told: { account_id: number; at: number }[] = [];
  let waiting = start;
  const ends = (start.told_ms ?? 0) + (1 + steps.reduce((sum, { minutes }) => sum + minutes, 0)) * MINUTE;
  for (let at = start.told_ms ?? 0; at <= ends; at += MINUTE) {
    const account_id = nextPerson(steps, waiting, at);
    if (account_id === null) continue;
    told.push({ account_id, at });
    waiting = { ...waiting, escalated_ms: at, told: [...waiting.told, account_id] };
  }
  return told;
}
const fresh = (told_ms: number | null): WaitingAlarm => ({
  told_ms,
  escalated_ms: null,
  again_ms: null,
  told: [],
});

test("everybody is told once, in order, each after his or her minutes since the one before", () => {
  fc.assert(
    fc.property(chain, (steps) => {
      let at = 0;
      const expected = steps.map(({ account_id, minutes }) => ({ account_id, at: (at += minutes * MINUTE) }));
      expect(run(steps, fresh(0))).toEqual(expected);
    }),
    { numRuns: 25 },
  );
});

test("nobody is told further of what was not told", () => {
  fc.assert(
    fc.property(chain, fc.integer({ min: 0, max: 100_000 }), (steps, minute) => {
      expect(nextPerson(steps, fresh(null), minute * MINUTE)).toBeNull();
    }),
  );
});

test("what waits again counts its minutes from then", () => {
  const minute = fc.integer({ min: 0, max: 5000 });
  fc.assert(
    fc.property(chain, minute, minute, (steps, again, later) => {
      const isDue = later >= again + (steps[0]?.minutes ?? 0);
      const waiting = { ...fresh(0), again_ms: again * MINUTE };
      expect(nextPerson(steps, waiting, later * MINUTE) !== null).toBe(isDue);
    }),
  );
});

test("of a chain that was changed only those are told who were not yet", () => {
  fc.assert(
    fc.property(chain, chain, (before, after) => {
      const told = before.map(({ account_id }) => account_id);
      const next = nextPerson(after, { ...fresh(0), escalated_ms: 0, told }, Number.MAX_SAFE_INTEGER);
      expect(next).toBe(after.find(({ account_id }) => !told.includes(account_id))?.account_id ?? null);
    }),
  );
});
