// The desk: one alarm a cause over all projects of an account, and what it costs.
import { alarmCounts, alarmCourse, alarmDetail, moveAlarms, type DeskAlarm } from "@heliograph/contract";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { desk, faultOf, groupsOf, raise, refresh, shown, type At } from "../../../../testing/alarm-kit.ts";
import { addHours, addLatest, heard, minutesAgo, NOON } from "../../../../testing/performance-kit.ts";
import { scene } from "../../../../testing/test-kit.ts";

const DAY = "2026-02-04";
const spread = (wh: number) => ({ production_wh: wh, est_production_wh: wh, covered_s: 0 });

test("a fault costs what its siblings say that the inverter should give, at the price of this hour", async () => {
  const at = await desk();
  await raise(at.db, faultOf(at));
  await refresh(at);
  const { items, strip, groups } = await shown(at);
  expect(items).toMatchObject([
    {
      group: "nobody",
      kind: "inverter_fault",
      project: { project_uid: at.plant.project_uid, may_change: true },
      device: { uid: at.plant.device_uid },
      cost: { least_w: 30_000, most_w: 30_000, least_vnd: "60000.00", most_vnd: "60000.00" },
      holder: null,
      region: null,
    },
  ]);
  expect(groups).toEqual([{ group: "nobody", alarms: 1, least_vnd: "60000.00", most_vnd: "60000.00" }]);
  expect(strip).toMatchObject({ open: 1, nobody: 1, least_w: 30_000, least_vnd: "60000.00", projects: 1 });
  expect(strip.oldest_nobody_at).toBe(minutesAgo(30).toISOString());
  expect((await at.api(alarmCounts, { token: at.token })).body).toEqual({ open: 1, nobody: 1 });
});

test("what a fault has cost so far is what its sibling gave meanwhile, by quarter hours that are over", async () => {
  const at = await desk();
  await addHours(at.db, at.second, DAY, [null, null, null, null, null, { production_wh: 24_000 }]);
  await addHours(at.db, at.plant, DAY, [null, null, null, null, null, { production_wh: 0 }]);
  const alarm_uid = await raise(at.db, { ...faultOf(at), minutes: 60 });
  await refresh(at);
  const [alarm] = (await shown(at)).items;
  // Of the hour before noon the last quarter hour is not settled yet.
  expect(alarm).toMatchObject({ lost_wh: 18_000, lost_vnd: "36000.00" });
  at.clock.ms = NOON + 5 * 60_000;
  await refresh(at);
  await refresh(at);
  expect((await shown(at)).items).toMatchObject([{ lost_wh: 24_000, lost_vnd: "48000.00" }]);
  const { body } = await at.api(alarmCourse, { token: at.token, query: { alarm_uid } });
  expect(body).toMatchObject({ timezone: "Asia/Ho_Chi_Minh", expected_by: "siblings" });
  expect(body.quarters).toContainEqual({
    at: new Date(NOON - 3_600_000).toISOString(),
    own_w: 0,
    expected_w: 24_000,
  });
});

test("while a gateway is silent its cost is a range from nothing, and no loss is claimed", async () => {
  const at = await desk();
  const { project_id, gateway_id } = at.plant;
  await heard(at.db, at.plant, minutesAgo(40));
  for (const device of [at.plant, at.second]) {
    await addLatest(at.db, device, minutesAgo(40), { ac_power_w: 1000 });
  }
  await raise(at.db, { project_id, gateway_id, kind: "gateway_silent" });
  await refresh(at);
  const { items, strip } = await shown(at);
  expect(items).toMatchObject([
    { cost: { least_w: 0, least_vnd: "0.00" }, lost_wh: 0, folded: { devices: 2 } },
  ]);
  const [{ cost }] = items;
  expect(cost.most_w).toBeGreaterThan(30_000);
  expect(cost.most_w).toBeLessThanOrEqual(100_000);
  expect(Number(cost.most_vnd)).toBeCloseTo((Math.round(cost.most_w / 100) / 10) * 2000, 2);
  expect(strip.pending).toMatchObject({ alarms: 1, project: "Roof 1" });
});

test("strings and events stand under the alarm that is nearest to the cause, and come back when it is over", async () => {
  const at = await desk();
  const fault = await raise(at.db, { ...faultOf(at), cause: { events: ["GROUND_FAULT"] } });
  const strings = Array.from({ length: 12 }, (_, n) => `1.${n + 1}`);
  await raise(at.db, {
    ...faultOf(at),
    kind: "string_deviation",
    severity: "warning",
    minutes: 20,
    cause: { strings },
  });
  await refresh(at);
  const before = await shown(at);
  expect(before.items).toMatchObject([{ alarm_uid: fault, folded: { strings: 12, events: 1, devices: 0 } }]);
  expect(before.strip.signals).toBe(13);
  const { body } = await at.api(alarmDetail, { token: at.token, query: { alarm_uid: fault } });
  expect(body.folded).toMatchObject([{ kind: "string_deviation", cause: { strings } }]);
  await at.db
    .updateTable("alarm")
    .set({ ended_at: minutesAgo(1) })
    .where("alarm_uid", "=", fault)
    .execute();
  await refresh(at);
  expect(groupsOf(await shown(at))).toEqual(["nobody string_deviation", "closed inverter_fault"]);
});

test("a trouble that was there long before is no consequence", async () => {
  const at = await desk();
  const { project_id, gateway_id } = at.plant;
  await raise(at.db, { ...faultOf(at), minutes: 300 });
  await raise(at.db, { project_id, gateway_id, kind: "gateway_silent", minutes: 30 });
  await refresh(at);
  expect((await shown(at)).items).toHaveLength(2);
});

test("a silence closes by itself, and the counters say whether only the communication was down", async () => {
  const at = await desk();
  const { project_id, gateway_id } = at.plant;
  // From 9 to 11 nothing came; then the counters told 46 kWh each, which the ledger spread over the gap.
  const hours = [
    { production_wh: 5000 },
    { production_wh: 12_000 },
    { production_wh: 18_000 },
    spread(21_500),
    spread(24_500),
  ];
  for (const device of [at.plant, at.second]) {
    await addHours(at.db, device, DAY, [...hours, { production_wh: 22_000 }]);
    await addLatest(at.db, device, minutesAgo(1), { ac_power_w: 20_000, energy_total_wh: 1000 });
  }
  await sql`update latest set counted_at = ts`.execute(at.db);
  await raise(at.db, { project_id, gateway_id, kind: "gateway_silent", minutes: 180, ended: minutesAgo(60) });
  await refresh(at);
  const [alarm] = (await shown(at)).items;
  expect(alarm).toMatchObject({
    group: "closed",
    verdict: { kind: "communication", produced_wh: 92_000 },
    lost_wh: 0,
  });
  expect(alarm.verdict.expected_wh).toBeGreaterThan(80_000);
});

test("a silence in which the counters did not move was a real outage, and what it cost is known then", async () => {
  const at = await desk();
  const { project_id, gateway_id } = at.plant;
  const hours = [{ production_wh: 5000 }, { production_wh: 12_000 }, { production_wh: 18_000 }, null, null];
  for (const device of [at.plant, at.second]) {
    await addHours(at.db, device, DAY, [...hours, { production_wh: 22_000 }]);
    await addLatest(at.db, device, minutesAgo(1), { ac_power_w: 20_000, energy_total_wh: 1000 });
  }
  await sql`update latest set counted_at = ts`.execute(at.db);
  await raise(at.db, { project_id, gateway_id, kind: "gateway_silent", minutes: 180, ended: minutesAgo(60) });
  await refresh(at);
  const [alarm] = (await shown(at)).items;
  expect(alarm.verdict).toMatchObject({ kind: "outage", produced_wh: 0 });
  expect(alarm.lost_wh).toBeCloseTo(alarm.verdict.expected_wh, 6);
  expect(Number(alarm.lost_vnd)).toBeCloseTo((alarm.lost_wh / 1000) * 2000, 1);
});

/** Silent plants of the account, so many km north of each other. */
async function silentPlants(at: At, count: number, km: number) {
  for (let n = 0; n < count; n += 1) {
    const other = await scene(at.db);
    await at.db
      .updateTable("project")
      .set({ latitude: 10.5 + (n * km) / 111.195, name: `Roof ${n + 2}` })
      .where("project_id", "=", other.project_id)
      .execute();
    await at.db
      .insertInto("project_member")
      .values({ project_id: other.project_id, account_id: at.plant.account_id, role: "owner" })
      .execute();
    await raise(at.db, { ...other, device_id: null, kind: "gateway_silent", minutes: 30 - n / 10 });
  }
}

test("plants that a region's blackout took are one row, which holds them and is taken as a whole", async () => {
  const at = await desk();
  await silentPlants(at, 6, 2);
  await raise(at.db, faultOf(at));
  await refresh(at);
  const { items, strip, total_items } = await shown(at);
  expect(total_items).toBe(2);
  const region: DeskAlarm = items.find((item: DeskAlarm) => item.region !== null);
  expect(region).toMatchObject({ group: "nobody", region: { projects: 6 }, project: { name: "Roof 2" } });
  expect(strip).toMatchObject({ open: 2, nobody: 2, alarms: 2 });
  const inside = await shown(at, { region: region.alarm_uid });
  expect(inside.items).toHaveLength(6);
  const body = { list_alarm_uid: [region.alarm_uid], with_region: true, action: "take" };
  expect((await at.api(moveAlarms, { token: at.token, body })).status).toBe(200);
  expect((await shown(at)).groups).toMatchObject([
    { group: "nobody", alarms: 1 },
    { group: "in_work", alarms: 1 },
  ]);
  expect((await shown(at, { view: "mine", region: region.alarm_uid })).items).toHaveLength(6);
});

test("plants that lie too far from each other keep an alarm each", async () => {
  const at = await desk();
  await silentPlants(at, 6, 20);
  await refresh(at);
  expect((await shown(at)).items).toHaveLength(6);
});

test("the desk is found by words, severity, kind, project and who has it, a page at a time", async () => {
  const at = await desk();
  const first = await raise(at.db, faultOf(at));
  await raise(at.db, { ...at.second, kind: "string_deviation", severity: "warning" });
  const other = await scene(at.db);
  await at.db
    .insertInto("project_member")
    .values({ project_id: other.project_id, account_id: at.plant.account_id, role: "owner" })
    .execute();
  await at.db
    .updateTable("project")
    .set({ name: "Mái nhà Đồng Nai" })
    .where("project_id", "=", other.project_id)
    .execute();
  await raise(at.db, { ...other, kind: "device_underperforming", severity: "minor", cause: { percent: 80 } });
  await refresh(at);
  await at.api(moveAlarms, { token: at.token, body: { list_alarm_uid: [first], action: "take" } });
  const found = async (query: Readonly<Record<string, string | number>>) =>
    groupsOf(await shown(at, query)).map((text) => text.split(" ")[1]);
  expect(await found({ filter_by: "dong nai" })).toEqual(["device_underperforming"]);
  expect(await found({ filter_by: "INV-2" })).toEqual(["string_deviation"]);
  expect(await found({ severity: "warning" })).toEqual(["string_deviation"]);
  expect(await found({ kind: "inverter_fault" })).toEqual(["inverter_fault"]);
  expect(await found({ project_uid: other.project_uid })).toEqual(["device_underperforming"]);
  expect(await found({ who: "me" })).toEqual(["inverter_fault"]);
  expect(await found({ who: "nobody" })).toHaveLength(2);
  const pages = [1, 2, 3, 4].map((page) => found({ page, page_size: 1 }));
  expect((await Promise.all(pages)).map((page) => page.length)).toEqual([1, 1, 1, 0]);
});
