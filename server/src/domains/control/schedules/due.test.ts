import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  endCommand,
  endTimes,
  holders,
  runsDue,
  startCommand,
  startTimes,
  type Doing,
  type Hold,
  type OpenRun,
} from "./due.ts";

const NOW = Date.parse("2026-11-23T13:00:00Z");
const HOUR = 3_600_000;
/** 20:00 to 04:00 in Viet Nam is 13:00 to 21:00 UTC. */
const rule = {
  schedule_timeline_type_id: 2,
  timezone: "Asia/Ho_Chi_Minh",
  from_date: "2026-11-20",
  to_date: "2026-12-20",
  from_time: "20:00",
  to_time: "04:00",
  day: [1, 2, 3, 4, 5, 6, 7],
};
const due = (handled_ms: number, nowMs: number, changed_ms = 0) =>
  runsDue({ rule, changed_ms, handled_ms }, nowMs);

describe("what begins", () => {
  test("a run at its time is not late, and the next one follows a day later", () => {
    expect(due(NOW - 1, NOW)).toEqual({
      runs: [
        { local_date: "2026-11-23", starts_ms: NOW, ends_ms: NOW + 8 * HOUR, status: "open", is_late: false },
      ],
      handled_ms: NOW,
      next_ms: NOW + 24 * HOUR,
    });
    expect(due(NOW, NOW).runs).toEqual([]);
  });

  test("after days without the portal what is over is skipped, and what is still open begins late for its rest", () => {
    const { runs } = due(NOW - 48 * HOUR, NOW + 2 * HOUR);
    expect(runs.map(({ local_date, status, is_late }) => [local_date, status, is_late])).toEqual([
      ["2026-11-22", "skipped", true],
      ["2026-11-23", "open", true],
    ]);
    expect(due(NOW - 1, NOW + 60_000).runs[0]?.is_late).toBe(false);
    expect(due(NOW - 1, NOW + 60_001).runs[0]?.is_late).toBe(true);
    expect(due(NOW - 1, NOW + 8 * HOUR).runs[0]?.status).toBe("skipped");
  });

  test("one that is saved within its window begins at once and is not late; what was over before is none of its runs", () => {
    const saved = NOW + 3 * HOUR;
    const { runs } = due(NOW - 49 * HOUR, saved, saved);
    expect(runs.map(({ local_date, is_late }) => [local_date, is_late])).toEqual([["2026-11-23", false]]);
  });

  test("at whatever instants it is looked at, each day begins once", () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 40 * 24 * 60 }), { maxLength: 30 }), (minutes) => {
        const seen: string[] = [];
        let handled = Date.parse("2026-11-19T00:00:00Z");
        for (const at of [...minutes.toSorted((a, b) => a - b), 60 * 24 * 60]) {
          const told = due(handled, Date.parse("2026-11-19T00:00:00Z") + at * 60_000);
          seen.push(...told.runs.map(({ local_date }) => local_date));
          handled = told.handled_ms;
        }
        expect(seen).toHaveLength(31);
        expect(new Set(seen).size).toBe(31);
      }),
    );
  });
});

const run = (stated: Partial<OpenRun>): OpenRun => ({
  run_id: 1,
  rank: 1,
  ends_ms: NOW + HOUR,
  subject: "connect",
  device_ids: [7],
  is_superseded: false,
  ...stated,
});
const hold = (stated: Partial<Hold>): Hold => ({
  device_id: 7,
  subject: "connect",
  run_id: 1,
  was_on: true,
  command_state: "verified",
  ...stated,
});
const brief = ({ taken, released, ended, superseded }: ReturnType<typeof holders>) => ({
  taken: taken.map((one) => [one.device_id, one.run.run_id]),
  released: released.map(({ device_id }) => device_id),
  ended: ended.map(({ run_id }) => run_id),
  superseded: superseded.map(({ run_id }) => run_id),
});
const NOTHING = { taken: [], released: [], ended: [], superseded: [] };

describe("who holds a device", () => {
  test("a run takes its devices once, and gives them back when its window is over", () => {
    expect(brief(holders([run({ device_ids: [7, 8] })], [], NOW))).toEqual({
      ...NOTHING,
      taken: [
        [7, 1],
        [8, 1],
      ],
    });
    expect(brief(holders([run({})], [hold({})], NOW))).toEqual(NOTHING);
    expect(brief(holders([run({ ends_ms: NOW })], [hold({})], NOW))).toEqual({
      ...NOTHING,
      released: [7],
      ended: [1],
    });
  });

  test("of two the one saved last runs, the other gives way while both would, and takes over again for its rest", () => {
    const [one, other] = [run({ ends_ms: NOW + 2 * HOUR }), run({ run_id: 2, rank: 2 })];
    expect(brief(holders([one, other], [hold({})], NOW))).toEqual({
      ...NOTHING,
      taken: [[7, 2]],
      superseded: [1],
    });
    const yielded = { ...one, is_superseded: true };
    expect(brief(holders([yielded, other], [hold({ run_id: 2 })], NOW + HOUR))).toEqual({
      ...NOTHING,
      taken: [[7, 1]],
      ended: [2],
    });
  });

  test("a limit, the device and each relay are things of their own", () => {
    const runs = [
      run({}),
      run({ run_id: 2, subject: "power_limit" }),
      run({ run_id: 3, subject: "connect:RL1" }),
      run({ run_id: 4, subject: "connect:RL2" }),
    ];
    expect(brief(holders(runs, [], NOW)).taken).toHaveLength(4);
  });

  test("what a gateway went back from by itself is given again while its run lasts; nothing else is repeated", () => {
    for (const command_state of ["queued", "sent", "failed", "expired", "superseded"] as const) {
      expect(brief(holders([run({})], [hold({ command_state })], NOW))).toEqual(NOTHING);
    }
    const reverted = hold({ command_state: "reverted" });
    expect(brief(holders([run({})], [reverted], NOW)).taken).toEqual([[7, 1]]);
    expect(brief(holders([run({ ends_ms: NOW })], [reverted], NOW)).taken).toEqual([]);
  });

  test("a device that was taken out of its schedule is given back", () => {
    expect(brief(holders([run({ device_ids: [] })], [hold({})], NOW)).released).toEqual([7]);
  });
});

describe("what devices are told", () => {
  const doing: Doing = {
    schedule_type_id: 2,
    relay: null,
    state: "OFF",
    operation_type: "PERCENT",
    value: 60,
  };
  test("a limit in percent or W, and at the end the gateway's own", () => {
    expect(startCommand(doing)).toEqual({ name: "power_limit", limit: { percent: 60 } });
    expect(startCommand({ ...doing, operation_type: "FIX_VALUE", value: 450_000 })).toEqual({
      name: "power_limit",
      limit: { w: 450_000 },
    });
    expect(endCommand(doing, false)).toEqual({ name: "power_limit", limit: null });
  });

  test("on or off, of the device or of a relay, and at the end the state before", () => {
    const off = { ...doing, schedule_type_id: 1 };
    expect(startCommand(off)).toEqual({ name: "connect", on: false });
    expect(startCommand({ ...off, state: "ON", relay: "RL2" })).toEqual({
      name: "connect",
      on: true,
      relay: "RL2",
    });
    expect([endCommand(off, true), endCommand(off, false)]).toEqual([
      { name: "connect", on: true },
      { name: "connect", on: false },
    ]);
    expect(endCommand({ ...off, relay: "RL1" }, true)).toEqual({ name: "connect", on: true, relay: "RL1" });
  });

  test("a start does not outlast its window, waiting or unattended", () => {
    expect(startTimes(NOW + 8 * HOUR, NOW)).toEqual({ expires_in_s: 8 * 3600, after_s: 900 });
    expect(startTimes(NOW + 90_000, NOW)).toEqual({ expires_in_s: 90, after_s: 90 });
    expect(startTimes(NOW + 366 * 24 * HOUR, NOW).expires_in_s).toBe(7 * 86_400);
    expect(endTimes({ name: "power_limit", limit: null }).after_s).toBeNull();
    expect(endTimes({ name: "connect", on: true }).after_s).toBeNull();
    expect(endTimes({ name: "connect", on: false }).after_s).toBe(900);
  });
});
