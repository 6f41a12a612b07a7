import { powerChart, statisticsTotal } from "@heliograph/contract";
import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { apiOf } from "../../../../testing/api-kit.ts";
import { ledgerByHand } from "../../../../testing/chart-slots-kit.ts";
import { tokenFor } from "../../../../testing/fleet-kit.ts";
import { send } from "../../../../testing/ledger-db-kit.ts";
import { reading } from "../../../../testing/ledger-test-kit.ts";
import { addDevice } from "../../../../testing/performance-kit.ts";
import { freshPools, scene } from "../../../../testing/test-kit.ts";
import { kpiRoutes, refreshSummaries } from "../../kpi/index.ts";
import { monitoringRoutes } from "../index.ts";

const DAY = "2026-02-03";
const NEXT = "2026-02-04";
const FIVE_MIN = 300_000;
/** W by the hour of the day. */
const watts = (hour: number) => Math.max(0, 40_000 * Math.sin(((hour - 6) / 12) * Math.PI));

const inverter = (serial: string) =>
  ({ asset_type: "solar_inverter", serial, ac_nominal_w: 50_000 }) as const;

/** A plant of two gateways, the second of two inverters, and what its devices say between clocks of a day. */
async function plantOfTwo(now: { ms: number }) {
  const pools = await freshPools();
  const { db } = pools;
  const first = await scene(db, "owner");
  const { gateway_id } = await db
    .insertInto("gateway")
    .values({
      project_id: first.project_id,
      serial: `GW-${randomUUID().slice(0, 8)}`,
      credential_hash: "none",
      interval_s: 300,
    })
    .returning("gateway_id")
    .executeTakeFirstOrThrow();
  const second = await addDevice(db, { ...first, gateway_id }, inverter("INV-2"));
  const third = await addDevice(db, { ...first, gateway_id }, inverter("INV-3"));
  const api = await apiOf(db, (serve) => {
    kpiRoutes(serve, db);
    monitoringRoutes(serve, db, () => now.ms);
  });
  const token = await tokenFor(db, first);
  const ledger = ledgerByHand(pools);
  let count = 0;
  /** Five-minute readings of the device, whose counter goes on while it is silent; `count` makes counters of days go on. */
  const says = async (
    device: { project_id: number; device_id: number },
    day: string,
    [from, to]: readonly [string, string],
  ) => {
    const midnight = Date.parse(`${day}T00:00:00+07:00`);
    const rows = [];
    let wh = count;
    for (let at = midnight; at < midnight + 86_400_000; at += FIVE_MIN) {
      const power = watts((at + FIVE_MIN / 2 - midnight) / 3_600_000);
      wh += power / 12;
      const end = at + FIVE_MIN;
      if (end <= Date.parse(`${day}T${from}:00+07:00`) || end > Date.parse(`${day}T${to}:00+07:00`)) continue;
      rows.push(reading(end, { production: Math.round(wh), power: Math.round(power), others: "alive" }));
    }
    await send(pools, device, rows);
    await ledger.pass();
    await db.transaction().execute((tx) => refreshSummaries(tx, [first.project_id], now.ms));
  };
  const nextDay = () => (count += 400_000);
  const query = { project_uid: first.project_uid };
  const chart = async (view_day: string) => {
    const { status, body } = await api(powerChart, { token, query: { ...query, view_day } });
    expect(status).toBe(200);
    const at = (of: readonly (number | null)[], clock: string) => of[body.date_label.indexOf(clock)] ?? null;
    return { body, at };
  };
  const statistics = async (day: string) =>
    (await api(statisticsTotal, { token, query: { ...query, from_date: day, to_date: day } })).body;
  return { devices: [first, second, third] as const, says, nextDay, chart, statistics };
}

const WHOLE = ["06:00", "18:00"] as const;

test("the sum breaks while a gateway is silent, and is drawn from the counters once they prove the energy", async () => {
  const now = { ms: Date.parse(`${DAY}T10:45:00+07:00`) };
  const { devices, says, chart, statistics } = await plantOfTwo(now);
  const [first, second, third] = devices;
  await says(first, DAY, ["06:00", "10:45"]);
  await says(second, DAY, ["06:00", "10:00"]);
  await says(third, DAY, ["06:00", "10:00"]);
  const early = await chart(DAY);
  const total = early.body.total_data;
  expect(total).toMatchObject({
    sum_of: "solar_inverter",
    devices: 3,
    absent: 0,
    device_data_ac_estimated: [],
  });
  expect(early.at(total.device_data_ac, "09:55")).toBe(3 * Math.round(watts(9.958333)));
  expect([early.at(total.silent, "09:55"), early.at(total.silent, "10:05")]).toEqual([0, 2]);
  for (const clock of ["10:00", "10:20", "10:40"]) expect(early.at(total.device_data_ac, clock)).toBeNull();
  // What came less than three intervals ago may be on its way.
  expect([early.at(total.silent, "10:25"), early.at(total.silent, "10:35")]).toEqual([2, 0]);
  expect(early.at(early.body.data[0].device_data_ac, "10:20")).toBe(Math.round(watts(10.375)));

  now.ms = Date.parse(`${NEXT}T12:00:00+07:00`);
  await says(first, DAY, ["10:45", "18:00"]);
  await says(second, DAY, ["11:00", "18:00"]);
  await says(third, DAY, ["11:00", "18:00"]);
  const late = await chart(DAY);
  const { device_data_ac, device_data_ac_estimated, silent } = late.body.total_data;
  for (const [clock, hour] of [
    ["10:00", 10.04],
    ["10:25", 10.46],
    ["10:55", 10.96],
  ] as const) {
    expect([clock, late.at(device_data_ac, clock), late.at(silent, clock)]).toEqual([clock, null, 2]);
    const proven = late.at(device_data_ac_estimated, clock) ?? 0;
    expect(Math.abs(proven / (3 * watts(hour)) - 1)).toBeLessThan(0.03);
  }
  expect([late.at(device_data_ac_estimated, "09:55"), late.at(device_data_ac_estimated, "11:00")]).toEqual([
    null,
    null,
  ]);
  expect(late.at(device_data_ac, "11:00")).toBe(3 * Math.round(watts(11.041667)));
  const [own, others] = late.body.gateway_data;
  expect([own.devices, own.silent, late.at(own.device_data_ac, "10:25") === null]).toEqual([1, [], false]);
  expect([others.devices, late.at(others.silent, "10:25"), late.at(others.device_data_ac, "10:25")]).toEqual([
    2,
    2,
    null,
  ]);
  expect(late.at(others.device_data_ac_estimated, "10:25")).toBeGreaterThan(0);

  const told = await statistics(DAY);
  const { day_data } = late.body;
  expect(day_data.production).toEqual({ ...told.production, by: "solar_inverter" });
  expect(day_data.peak_power).toEqual({ ...told.peak_power, by: "solar_inverter" });
  expect(day_data.production.value).toBeGreaterThan(900);
});

test("a dead inverter breaks its day and the next, and is named but not waited for after that", async () => {
  const now = { ms: Date.parse("2026-02-06T23:00:00+07:00") };
  const { devices, says, nextDay, chart } = await plantOfTwo(now);
  const [first, second, third] = devices;
  for (const device of [first, second]) await says(device, DAY, WHOLE);
  await says(third, DAY, ["06:00", "14:00"]);
  for (const day of [NEXT, "2026-02-05"]) {
    nextDay();
    for (const device of [first, second]) await says(device, day, WHOLE);
  }
  const at = async (day: string, clock: string) => {
    const { body, at: valueAt } = await chart(day);
    const { device_data_ac: total, silent, absent, devices: count } = body.total_data;
    return [valueAt(total, clock) !== null, valueAt(silent, clock) ?? 0, absent, count];
  };
  expect(await at(DAY, "12:00")).toEqual([true, 0, 0, 3]);
  expect(await at(DAY, "15:00")).toEqual([false, 1, 0, 3]);
  expect(await at(NEXT, "12:00")).toEqual([false, 1, 0, 3]);
  expect(await at("2026-02-05", "12:00")).toEqual([true, 0, 1, 3]);
});

test("a device that was silent for days was due on each of them once its counter tells what it made", async () => {
  const now = { ms: Date.parse("2026-02-06T23:00:00+07:00") };
  const { devices, says, nextDay, chart } = await plantOfTwo(now);
  const [first, second, third] = devices;
  for (const device of devices) await says(device, DAY, WHOLE);
  for (const day of [NEXT, "2026-02-05", "2026-02-06"]) {
    nextDay();
    for (const device of [first, second]) await says(device, day, WHOLE);
  }
  expect((await chart("2026-02-05")).body.total_data.absent).toBe(1);
  await says(third, "2026-02-06", ["12:00", "18:00"]);
  const { body, at } = await chart("2026-02-05");
  expect([body.total_data.absent, at(body.total_data.silent, "12:00")]).toEqual([0, 1]);
  expect(at(body.total_data.device_data_ac, "12:00")).toBeNull();
  expect(at(body.total_data.device_data_ac_estimated, "12:00")).toBeGreaterThan(2 * watts(12));
});
