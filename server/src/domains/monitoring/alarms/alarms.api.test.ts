// Alarms: one a cause, none for darkness, ended when the cause is gone; and what they do to statuses.
import { projectAlarms, projectDetail } from "@heliograph/contract";
import { expect, test } from "vitest";
import {
  NOON,
  addDevice,
  addLatest,
  heard,
  minutesAgo,
  performanceApi,
} from "../../../../testing/performance-kit.ts";
import { refreshSummaries } from "../../kpi/index.ts";
import { checkStrings } from "../../kpi/ratios/key-figures.jobs.ts";

type Made = Awaited<ReturnType<typeof performanceApi>>;
const at = (clock: string) => Date.parse(`2026-02-04T${clock}:00+07:00`);

const refresh = ({ db, plant }: Made, nowMs = NOON) =>
  db.transaction().execute((tx) => refreshSummaries(tx, [plant.project_id], nowMs));
async function alarms({ api, plant, token }: Made, state = "all") {
  const query = { project_uid: plant.project_uid, state };
  const { status, body } = await api(projectAlarms, { token, query });
  expect(status).toBe(200);
  return body;
}
const kinds = async (made: Made) => {
  const { items } = await alarms(made, "open");
  return items.map((item: { kind: string; severity: string }) => `${item.severity} ${item.kind}`);
};
async function statuses({ api, plant, token }: Made) {
  const { body } = await api(projectDetail, { token, query: { project_uid: plant.project_uid } });
  return [body.plant_status, body.alert_data.status];
}

/** A gateway with five inverters that all report. */
async function five() {
  const made = await performanceApi();
  const { db, plant } = made;
  const others = [];
  for (const serial of ["INV-2", "INV-3", "INV-4", "INV-5"]) {
    others.push(await addDevice(db, plant, { asset_type: "solar_inverter", serial }));
  }
  const inverters = [plant, ...others];
  await heard(db, plant, minutesAgo(1));
  for (const inverter of inverters) {
    await addLatest(db, inverter, minutesAgo(2), { ac_power_w: 1000, state: 4 });
  }
  await refresh(made);
  expect(await kinds(made)).toEqual([]);
  return { made, inverters };
}

test("a silent gateway is one alarm and not one for each inverter, and ends when the gateway is back", async () => {
  const { made, inverters } = await five();
  await heard(made.db, made.plant, minutesAgo(20));
  for (const inverter of inverters) await addLatest(made.db, inverter, minutesAgo(20), { ac_power_w: 1000 });
  await refresh(made);
  await refresh(made, NOON + 60_000);
  const { items, open } = await alarms(made);
  expect(items).toMatchObject([
    {
      kind: "gateway_silent",
      severity: "critical",
      started_at: minutesAgo(20).toISOString(),
      ended_at: null,
      gateway: { uid: made.plant.gateway_uid },
      device: null,
    },
  ]);
  expect(open).toEqual({ critical: 1, warning: 0, minor: 0 });
  expect(await statuses(made)).toEqual(["offline", "error"]);
  await heard(made.db, made.plant, new Date(NOON + 120_000));
  for (const inverter of inverters) {
    await addLatest(made.db, inverter, new Date(NOON + 120_000), { ac_power_w: 1 });
  }
  await refresh(made, NOON + 180_000);
  const after = await alarms(made);
  expect(after.items).toMatchObject([
    { kind: "gateway_silent", ended_at: new Date(NOON + 180_000).toISOString() },
  ]);
  expect(after.open.critical).toBe(0);
  expect((await alarms(made, "open")).total_items).toBe(0);
  expect(await statuses(made)).toEqual(["normal", "normal"]);
});

test("devices that are all silent behind a gateway in contact are one alarm; a single one is its own", async () => {
  const { made, inverters } = await five();
  for (const inverter of inverters) await addLatest(made.db, inverter, minutesAgo(30), { ac_power_w: 1000 });
  await refresh(made);
  expect((await alarms(made)).items).toMatchObject([
    { kind: "bus_silent", severity: "warning", device: null, cause: { devices: 5 } },
  ]);
  for (const inverter of inverters.slice(1)) {
    await addLatest(made.db, inverter, minutesAgo(1), { ac_power_w: 1000 });
  }
  await refresh(made);
  expect((await alarms(made, "open")).items).toMatchObject([
    { kind: "device_silent", severity: "warning", device: { uid: inverters[0]?.device_uid } },
  ]);
  expect(await statuses(made)).toEqual(["warning", "warning"]);
});

test("a fault and the events that come with it are one alarm; events alone have the severity of the worst bit", async () => {
  const { made, inverters } = await five();
  const [first, second, third] = inverters;
  if (first === undefined || second === undefined || third === undefined) throw new Error("no inverters");
  await addLatest(made.db, first, minutesAgo(1), { state: 7, event_bits: 2 ** 7 });
  await addLatest(made.db, second, minutesAgo(1), { state: 4, event_bits: 2 ** 5 + 2 ** 8 });
  await addLatest(made.db, third, minutesAgo(1), { state: 4, event_bits: 2 ** 5 });
  await refresh(made);
  const { items } = await alarms(made, "open");
  expect(items.map(({ kind, severity, cause }: Record<string, unknown>) => [kind, severity, cause])).toEqual([
    ["inverter_fault", "critical", { events: ["OVER_TEMP"] }],
    ["inverter_event", "warning", { events: ["CABINET_OPEN", "OVER_FREQUENCY"] }],
    ["inverter_event", "minor", { events: ["CABINET_OPEN"] }],
  ]);
  expect(await statuses(made)).toEqual(["warning", "error"]);
  await addLatest(made.db, first, minutesAgo(0), { state: 4, event_bits: 0 });
  await addLatest(made.db, second, minutesAgo(0), { state: 4, event_bits: 0 });
  await refresh(made);
  expect(await kinds(made)).toEqual(["minor inverter_event"]);
  expect(await statuses(made)).toEqual(["normal", "normal"]);
});

test("a fault stays one alarm while its gateway is silent, and no other is raised for the inverter", async () => {
  const { made, inverters } = await five();
  const [first] = inverters;
  if (first === undefined) throw new Error("no inverter");
  await addLatest(made.db, first, minutesAgo(1), { state: 7 });
  await refresh(made);
  await refresh(made, NOON + 30 * 60_000);
  expect(await kinds(made)).toEqual(["critical gateway_silent", "critical inverter_fault"]);
});

test("darkness raises nothing: not when all falls silent at dusk, not in the night, not before the sun is up", async () => {
  const { made, inverters } = await five();
  await heard(made.db, made.plant, new Date(at("17:55")));
  for (const inverter of inverters) {
    await addLatest(made.db, inverter, new Date(at("17:50")), { ac_power_w: 0 });
  }
  for (const clock of ["18:10", "23:00"]) await refresh(made, at(clock));
  await heard(made.db, made.plant, new Date(at("23:59")));
  await refresh(made, at("23:59"));
  await heard(made.db, made.plant, new Date(at("23:59") + 6 * 3_600_000));
  await refresh(made, at("23:59") + 6 * 3_600_000);
  expect((await alarms(made)).items).toEqual([]);
});

test("a silence that began by day keeps its alarm through the night", async () => {
  const { made } = await five();
  await refresh(made, NOON + 30 * 60_000);
  await refresh(made, at("23:00"));
  expect(await kinds(made)).toEqual(["critical gateway_silent"]);
});

const strings = (dead: number) => ({
  mppt: [1, 2].map((mppt_id) => ({
    mppt_id,
    strings: [1, 2, 3].map((string_id) => ({
      string_id,
      dc_current_a: mppt_id === 2 && string_id === 1 ? dead : 8,
    })),
  })),
});

test("a string that deviates for half an hour raises an alarm, which ends when it carries again", async () => {
  const { made } = await five();
  const { db, plant } = made;
  const report = async (clock: string, dead: number) => {
    await addLatest(db, plant, new Date(at(clock)), { ac_power_w: 1000, ext: strings(dead) });
    await checkStrings(db, at(clock));
  };
  await report("11:00", 0);
  await report("11:25", 0.5);
  expect(await kinds(made)).toEqual([]);
  await report("11:30", 0);
  expect((await alarms(made)).items).toMatchObject([
    {
      kind: "string_deviation",
      severity: "warning",
      cause: { strings: ["2.1"] },
      device: { uid: plant.device_uid },
    },
  ]);
  await heard(db, plant, new Date(at("11:30")));
  await report("11:35", 0.1);
  await report("11:40", 7.9);
  expect((await alarms(made)).items).toMatchObject([
    { kind: "string_deviation", ended_at: new Date(at("11:40")).toISOString() },
  ]);
});

test("a string shaded for a moment, and strings in weak light, leave no trace", async () => {
  const { made } = await five();
  const { db, plant } = made;
  await addLatest(db, plant, new Date(at("11:00")), { ext: strings(0) });
  await checkStrings(db, at("11:00"));
  await addLatest(db, plant, new Date(at("11:05")), { ext: strings(8) });
  await checkStrings(db, at("11:05"));
  await checkStrings(db, at("11:45"));
  expect((await alarms(made)).items).toEqual([]);
  expect(await db.selectFrom("alarm").selectAll().execute()).toEqual([]);
});
