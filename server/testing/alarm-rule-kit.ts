// What tests of alarm rules share: a plant with a history that they can be replayed over, and its rules by their calls.
import {
  cancelAlarmReplay,
  getAlarmReplay,
  listAlarmRules,
  replayAlarmRule,
  saveAlarmRule,
  type AlarmReplay,
  type AlarmRule,
} from "@heliograph/contract";
import { expect } from "vitest";
import type { Db } from "../src/platform/db.ts";
import { kpiProject, refreshKeyFigures, refreshSummaries } from "../src/domains/kpi/index.ts";
import { NOON } from "./performance-kit.ts";
import { knownUntil, vectorDay, vectorPlant } from "./vector-plant-kit.ts";

export const USUAL = { severity: "usual", enabled: true } as const;
/** Days of the history: the first teaches what is usual, on the second C was out, on the third only its way to us was. */
export const HISTORY = { learnt: "2026-02-01", outage: "2026-02-02", communication: "2026-02-03" } as const;
const SILENT = [2, 3, 4];
const HOUR = 3_600_000;

const hourOf = (day: string, hour: number) => Date.parse(`${day}T06:00:00+07:00`) + hour * HOUR;

/** A plant of three inverters of which C said nothing from 8 to 11 on two days: once it stood still, once it produced. */
export async function plantWithSilences() {
  const made = await vectorPlant();
  const { db, plant, inverters } = made;
  await vectorDay(made, HISTORY.learnt);
  await vectorDay(made, HISTORY.outage, { silent: SILENT, gainedWh: 0 });
  // A fifth of what the plant gives in these hours.
  await vectorDay(made, HISTORY.communication, { silent: SILENT, gainedWh: 31_000 });
  await knownUntil(db, made, "2026-02-04T00:00:00Z");
  const rows = Object.values(HISTORY).flatMap((day) =>
    inverters.flatMap(({ project_id, device_id }, index) =>
      Array.from({ length: 12 * 12 + 1 }, (_, step) => hourOf(day, 0) + step * (HOUR / 12))
        .filter((at) => {
          const isSilent = at > hourOf(day, 2) && at < hourOf(day, 5);
          return index !== 2 || day === HISTORY.learnt || !isSilent;
        })
        .map((at) => ({
          project_id,
          device_id,
          ts: new Date(at),
          interval_s: 300,
          ac_power_w: 1000,
          state: 4,
        })),
    ),
  );
  for (let at = 0; at < rows.length; at += 500) {
    await db
      .insertInto("reading")
      .values(rows.slice(at, at + 500))
      .execute();
  }
  await db.transaction().execute((tx) => refreshSummaries(tx, [plant.project_id], NOON));
  for (let some = -1; some !== 0;) some = await refreshKeyFigures(db, NOON);
  return { ...made, project: await kpiProject(db, plant.project_id) };
}

type Api = Awaited<ReturnType<typeof vectorPlant>>["api"];

/** The calls of rules as one person makes them. */
export function rulesBy(api: Api, of: { token: string; project_uid: string }) {
  const { token, project_uid } = of;
  const replays = {
    begin: (rule: AlarmRule) => api(replayAlarmRule, { token, body: { project_uid, rule } }),
    get: (replay_uid: string) => api(getAlarmReplay, { token, query: { project_uid, replay_uid } }),
    cancel: (replay_uid: string) => api(cancelAlarmReplay, { token, query: { project_uid, replay_uid } }),
  };
  return {
    ...replays,
    list: () => api(listAlarmRules, { token, query: { project_uid } }),
    save: (rule: AlarmRule, replay_uid: string) =>
      api(saveAlarmRule, { token, body: { project_uid, replay_uid, rule } }),
    /** Replays the rule, once a worker runs, and returns what was found. */
    replayed: async (rule: AlarmRule): Promise<AlarmReplay> => {
      const { replay_uid } = (await replays.begin(rule)).body.replay;
      await expect
        .poll(async () => (await replays.get(replay_uid)).body.state, { timeout: 20_000, interval: 20 })
        .toBe("done");
      return (await replays.get(replay_uid)).body;
    },
  };
}

/** A rule of the project's own, and a replay of it that is done. */
export async function replayedRule(db: Db, { project_id }: { project_id: number }): Promise<string> {
  const rule = JSON.stringify({ kind: "gateway_silent", minutes: 1, severity: "usual", enabled: false });
  await db.insertInto("alarm_rule").values({ project_id, kind: "gateway_silent", rule }).execute();
  const { replay_uid } = await db
    .insertInto("alarm_replay")
    .values({ project_id, rule, state: "done", progress: 100 })
    .returning("replay_uid")
    .executeTakeFirstOrThrow();
  return replay_uid;
}
