// Rules from the sentence to the alarm: replayed, saved, and what is raised by them.
import { projectAlarms, removeAlarmRule, switchAlarmRule, type AlarmRule } from "@heliograph/contract";
import { expect, test } from "vitest";
import { rulesBy, USUAL } from "../../../../testing/alarm-rule-kit.ts";
import { accountOn } from "../../../../testing/fleet-kit.ts";
import { runner } from "../../../../testing/jobs-kit.ts";
import { addLatest, heard, minutesAgo, NOON, performanceApi } from "../../../../testing/performance-kit.ts";
import { refreshSummaries } from "../index.ts";
import { refreshOutdated } from "../summaries/status-refresh.jobs.ts";
import { replayWork } from "./replay.jobs.ts";

const HOT = {
  kind: "measured",
  quantity: "cabinet_temperature_c",
  direction: "over",
  threshold: 60,
  minutes: 0,
  when: "always",
  ...USUAL,
} as const;

/** A plant with its rules, and a worker that replays them. */
async function withWorker() {
  const made = await performanceApi();
  const { db, pool, api, token, plant } = made;
  runner({ db, pool }, [replayWork]);
  return { ...made, rules: rulesBy(api, { token, project_uid: plant.project_uid }) };
}
type Made = Awaited<ReturnType<typeof withWorker>>;

const refresh = ({ db, plant }: Pick<Made, "db" | "plant">, nowMs = NOON) =>
  db.transaction().execute((tx) => refreshSummaries(tx, [plant.project_id], nowMs));
async function open({ api, token, plant }: Pick<Made, "api" | "token" | "plant">) {
  const query = { project_uid: plant.project_uid, state: "open" };
  const { items } = (await api(projectAlarms, { token, query })).body;
  return items.map(({ kind, severity }: { kind: string; severity: string }) => `${severity} ${kind}`);
}
async function saved({ rules }: Pick<Made, "rules">, rule: AlarmRule) {
  const { replay_uid } = await rules.replayed(rule);
  expect((await rules.save(rule, replay_uid)).status).toBe(200);
}

test("a project without rules of its own has the usual ones, by the limits of its contract", async () => {
  const { rules } = await withWorker();
  const { body } = await rules.list();
  expect(body.may_change).toBe(true);
  expect(body.items.map(({ rule }: { rule: AlarmRule }) => rule)).toEqual([
    { kind: "gateway_silent", minutes: 1, ...USUAL },
    { kind: "device_silent", minutes: 1, ...USUAL },
    { kind: "inverter_event", min_severity: "minor", ...USUAL },
    { kind: "string_deviation", percent: 50, minutes: 30, ...USUAL },
    { kind: "device_underperforming", percent: 85, ...USUAL },
    { kind: "plant_underperforming", percent: 90, ...USUAL },
  ]);
  expect(body.items.every((item: { is_usual: boolean }) => item.is_usual)).toBe(true);
});

test("a rule is saved only with a replay that is done and was of the sentence as it stands", async () => {
  const { rules } = await withWorker();
  const rule = { kind: "device_silent", minutes: 30, ...USUAL } as const;
  const replay = await rules.replayed(rule);
  expect(replay).toMatchObject({
    state: "done",
    progress: 100,
    rule,
    result: { history_days: 0, alarms: 0 },
  });
  const other = await rules.save({ ...rule, minutes: 31 }, replay.replay_uid);
  expect([other.status, other.body.code]).toEqual([409, "alarm_rule.not_replayed"]);
  const unknown = await rules.save(rule, "5b1dbb4f-6a0c-4a3e-9a2f-0d8a6ef4c0aa");
  expect([unknown.status, unknown.body.code]).toEqual([404, "alarm_replay.not_found"]);
  expect((await rules.save(rule, replay.replay_uid)).status).toBe(200);
  const { items } = (await rules.list()).body;
  expect(items[1]).toMatchObject({ rule, is_usual: false, saved_by: expect.any(String) });
});

test("a replay that is cancelled, or followed by another of the same person, is not done and saves nothing", async () => {
  const made = await performanceApi();
  const rules = rulesBy(made.api, { token: made.token, project_uid: made.plant.project_uid });
  const rule = { kind: "device_silent", minutes: 30, ...USUAL } as const;
  const first = (await rules.begin(rule)).body.replay;
  const second = (await rules.begin(rule)).body.replay;
  expect((await rules.get(first.replay_uid)).body.state).toBe("cancelled");
  expect((await rules.cancel(second.replay_uid)).status).toBe(200);
  expect((await rules.get(second.replay_uid)).body.state).toBe("cancelled");
  expect((await rules.save(rule, second.replay_uid)).body.code).toBe("alarm_rule.not_replayed");
});

test("a rule of a measured quantity raises its alarm with the next reading beyond it, and ends it with the first that is not", async () => {
  const made = await withWorker();
  const { db, plant } = made;
  await heard(db, plant, minutesAgo(1));
  await addLatest(db, plant, minutesAgo(1), { ac_power_w: 1000, state: 4, cabinet_temperature_c: 71 });
  await refresh(made);
  expect(await open(made)).toEqual([]);
  await saved(made, { ...HOT, severity: "critical" });
  await refresh(made);
  expect(await open(made)).toEqual(["critical measured_limit"]);
  await addLatest(db, plant, minutesAgo(0), { ac_power_w: 1000, state: 4, cabinet_temperature_c: 55 });
  await refresh(made);
  expect(await open(made)).toEqual([]);
});

test("a quantity must be beyond the threshold for as long as the rule says", async () => {
  const made = await withWorker();
  const { db, plant } = made;
  await heard(db, plant, minutesAgo(-20));
  await saved(made, { ...HOT, minutes: 10 });
  for (const [ago, shown] of [
    [0, []],
    [-5, []],
    [-10, ["warning measured_limit"]],
  ] as const) {
    await addLatest(db, plant, minutesAgo(ago), { ac_power_w: 1000, state: 4, cabinet_temperature_c: 71 });
    await refresh(made, NOON - ago * 60_000);
    expect(await open(made)).toEqual(shown);
  }
});

test("an inverter's events below the severity of the rule raise nothing; its severity is the rule's where that states one", async () => {
  const made = await withWorker();
  const { db, plant } = made;
  await heard(db, plant, minutesAgo(1));
  await addLatest(db, plant, minutesAgo(1), { state: 4, event_bits: 2 ** 5 });
  await refresh(made);
  expect(await open(made)).toEqual(["minor inverter_event"]);
  await saved(made, { kind: "inverter_event", min_severity: "warning", ...USUAL });
  await refresh(made);
  expect(await open(made)).toEqual([]);
  await addLatest(db, plant, minutesAgo(0), { state: 4, event_bits: 2 ** 8 });
  await refresh(made);
  expect(await open(made)).toEqual(["warning inverter_event"]);
});

test("a gateway's silence is an alarm only once it has lasted as long as its rule wants, without any reading in between", async () => {
  const made = await withWorker();
  const { db, plant } = made;
  await heard(db, plant, minutesAgo(40));
  await addLatest(db, plant, minutesAgo(40), { ac_power_w: 1000, state: 4 });
  await saved(made, { kind: "gateway_silent", minutes: 60, ...USUAL });
  await refresh(made);
  expect(await open(made)).toEqual([]);
  await refreshOutdated(db, NOON + 19 * 60_000);
  expect(await open(made)).toEqual([]);
  await refreshOutdated(db, NOON + 21 * 60_000);
  expect(await open(made)).toEqual(["critical gateway_silent"]);
});

test("a rule that is switched off ends its open alarms and raises none; taken back the usual one holds again", async () => {
  const made = await withWorker();
  const { db, plant, api, token, rules } = made;
  const { project_uid } = plant;
  await heard(db, plant, minutesAgo(1));
  await addLatest(db, plant, minutesAgo(1), { state: 7, event_bits: 0 });
  await refresh(made);
  expect(await open(made)).toEqual(["critical inverter_fault"]);
  const off = { project_uid, kind: "inverter_event", enabled: false } as const;
  expect((await api(switchAlarmRule, { token, body: off })).status).toBe(200);
  expect(await open(made)).toEqual([]);
  await refresh(made);
  expect(await open(made)).toEqual([]);
  const query = { project_uid, kind: "inverter_event" };
  expect((await api(removeAlarmRule, { token, query })).status).toBe(200);
  expect((await rules.list()).body.items[2].is_usual).toBe(true);
  expect(await open(made)).toEqual(["critical inverter_fault"]);
  const again = await api(removeAlarmRule, { token, query });
  expect([again.status, again.body.code]).toEqual([404, "alarm_rule.not_found"]);
});

test("whoever may only read sees rules and replays, and is refused every change; a stranger sees no project", async () => {
  const { db, api, plant, rules } = await withWorker();
  const rule = { kind: "device_silent", minutes: 30, ...USUAL } as const;
  const replay = await rules.replayed(rule);
  const { project_uid, project_id } = plant;
  const reader = await accountOn(db, { project_id, role: "read_only" });
  const read = rulesBy(api, { token: reader.token, project_uid });
  expect((await read.list()).body.may_change).toBe(false);
  expect((await read.get(replay.replay_uid)).body.state).toBe("done");
  for (const refused of [
    await read.begin(rule),
    await read.save(rule, replay.replay_uid),
    await read.cancel(replay.replay_uid),
    await api(switchAlarmRule, {
      token: reader.token,
      body: { project_uid, kind: "device_silent", enabled: false },
    }),
    await api(removeAlarmRule, { token: reader.token, query: { project_uid, kind: "device_silent" } }),
  ]) {
    expect([refused.status, refused.body.code]).toEqual([403, "project.read_only"]);
  }
  const stranger = await accountOn(db, null);
  const foreign = rulesBy(api, { token: stranger.token, project_uid });
  for (const refused of [
    await foreign.list(),
    await foreign.begin(rule),
    await foreign.get(replay.replay_uid),
  ]) {
    expect([refused.status, refused.body.code]).toEqual([404, "project.not_found"]);
  }
});

test.each([
  [{ kind: "device_silent", minutes: 0, ...USUAL }, "body.rule.minutes"],
  [{ kind: "string_deviation", percent: 96, minutes: 30, ...USUAL }, "body.rule.percent"],
  [{ ...HOT, threshold: 900 }, "body.rule.threshold"],
  [{ ...HOT, quantity: "mood" }, "body.rule.quantity"],
] as const)("the sentence %o is refused by the name of the field", async (rule, field) => {
  const { rules } = await withWorker();
  const told = await rules.begin(rule as AlarmRule);
  expect([told.status, Object.keys(told.body.fields ?? {})]).toEqual([400, [field]]);
});
