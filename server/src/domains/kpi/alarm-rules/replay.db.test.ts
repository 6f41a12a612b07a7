// What a replay finds in the history of a plant, and which of it was right.
import { sql } from "kysely";
import { expect, test } from "vitest";
import { HISTORY, plantWithSilences, USUAL } from "../../../../testing/alarm-rule-kit.ts";
import { NOON } from "../../../../testing/performance-kit.ts";
import { kpiProject } from "../index.ts";
import { judgeLateReadings } from "../alarms/late-alarms.jobs.ts";
import { replayRule } from "./replay.jobs.ts";

const SILENT_15 = { kind: "device_silent", minutes: 15, ...USUAL } as const;

test("a silence over which the counter gained nothing was right and cost what the sun would have given; one that it bridged was not", async () => {
  const { db, project, inverters } = await plantWithSilences();
  const found = await replayRule(db, { project, rule: SILENT_15, nowMs: NOON });
  expect(found).toMatchObject({
    from_day: "2025-11-07",
    to_day: "2026-02-04",
    history_days: 3,
    alarms: 2,
    right: 1,
    not_right: 1,
    at_night: 0,
    busiest: { alarms: 1 },
  });
  expect(found.items).toMatchObject([
    {
      kind: "device_silent",
      started_at: `${HISTORY.communication}T01:00:00.000Z`,
      ended_at: `${HISTORY.communication}T04:00:00.000Z`,
      device: { uid: inverters[2]?.device_uid, name: "C" },
      verdict: "not_right",
      lost_wh: 0,
      lost_vnd: "0",
    },
    { kind: "device_silent", started_at: `${HISTORY.outage}T01:00:00.000Z`, verdict: "right" },
  ]);
  // A fifth of the 155.4 kWh that the plant gives from 8 to 11; 34.4 + 54.2 + 66.8 in the kit.
  expect(found.lost_wh).toBeGreaterThan(29_000);
  expect(found.lost_wh).toBeLessThan(32_500);
  expect(found.lost_wh % 100).toBe(0);
  expect(found.items[1]?.lost_wh).toBe(found.lost_wh);
  expect(found.items[1]?.lost_vnd).toBe(found.lost_vnd);
});

test("other thresholds are the same replay by themselves; a replay done again finds the same", async () => {
  const { db, project } = await plantWithSilences();
  const found = await replayRule(db, { project, rule: SILENT_15, nowMs: NOON });
  for (const { rule, ...counts } of found.others) {
    const { alarms, right, not_right } = await replayRule(db, { project, rule, nowMs: NOON });
    expect({ alarms, right, not_right }).toEqual(counts);
  }
  expect(found.others.map(({ alarms }) => alarms)).toEqual([0, 0, 2, 2, 2, 2, 2, 2]);
  expect(found.better).toBeNull();
  const again = await replayRule(db, { project, rule: SILENT_15, nowMs: NOON });
  expect({ ...again, took_ms: 0 }).toEqual({ ...found, took_ms: 0 });
});

test("the replay of a usual rule finds the alarms that judging the same readings when they came late has kept", async () => {
  const { db, project } = await plantWithSilences();
  const { project_id } = project;
  await sql`
    insert into late_spans (project_id, what, since, until)
    values (${project_id}, 'readings', ${`${HISTORY.learnt}T00:00:00Z`}, ${`${HISTORY.communication}T12:00:00Z`})`.execute(
    db,
  );
  await judgeLateReadings(db, NOON);
  const { rows } = await sql<{ kind: string; started_at: Date; ended_at: Date | null }>`
    select kind, started_at, ended_at from alarm where project_id = ${project_id} and kind = 'device_silent' order by started_at desc`.execute(
    db,
  );
  const found = await replayRule(db, { project, rule: { ...SILENT_15, minutes: 1 }, nowMs: NOON });
  expect(rows).toHaveLength(2);
  expect(found.items.map(({ kind, started_at, ended_at }) => [kind, started_at, ended_at])).toEqual(
    rows.map(({ kind, started_at, ended_at }) => [
      kind,
      started_at.toISOString(),
      ended_at?.toISOString() ?? null,
    ]),
  );
});

test("a project without readings has a replay of nothing, and says how little history there is", async () => {
  const { db, plant } = await plantWithSilences();
  await sql`delete from reading`.execute(db);
  const project = await kpiProject(db, plant.project_id);
  expect(await replayRule(db, { project, rule: SILENT_15, nowMs: NOON })).toMatchObject({
    history_days: 0,
    readings: 0,
    alarms: 0,
    lost_wh: 0,
    busiest: null,
    items: [],
    better: null,
  });
});
