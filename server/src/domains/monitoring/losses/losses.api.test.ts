// The call of the loss waterfall: what closes, for whom, and what is refused.
import { LOSS_STEPS, lossWaterfall, type LossEnergies, type LossWaterfall } from "@heliograph/contract";
import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { NOON, addDay, addDevice, addHours } from "../../../../testing/performance-kit.ts";
import { knownUntil, vectorDay, vectorPlant } from "../../../../testing/vector-plant-kit.ts";
import { beginLimits, endLimits } from "../../energy/index.ts";
import { refreshKeyFigures, refreshSummaries } from "../../kpi/index.ts";

type Plant = Awaited<ReturnType<typeof vectorPlant>>;

const LEARNT = "2026-02-01";
const DAY = "2026-02-02";

async function settle({ db, plant }: Plant): Promise<void> {
  await db.transaction().execute((tx) => refreshSummaries(tx, [plant.project_id], NOON));
  for (let some = -1; some !== 0;) some = await refreshKeyFigures(db, NOON);
}

async function ask({ api, plant, token }: Plant, more: Record<string, string> = {}) {
  const query = { project_uid: plant.project_uid, from_date: DAY, to_date: DAY, ...more };
  return api(lossWaterfall, { token, query });
}
const told = async (plant: Plant, more?: Record<string, string>): Promise<LossWaterfall> => {
  const { status, body } = await ask(plant, more);
  expect(status).toBe(200);
  return body;
};
const left = (of: LossEnergies | null | undefined) =>
  of === null || of === undefined
    ? Number.NaN
    : LOSS_STEPS.reduce((rest, step) => rest - of[step], of.base) - of.measured;

test("a day under zero export: 526.000 kWh of light, 65.544 held back, 368.194 measured; Wh, VND, inverters and the day all close", async () => {
  const plant = await vectorPlant();
  await vectorDay(plant, LEARNT);
  await vectorDay(plant, DAY, { held: true });
  await knownUntil(plant.db, plant, "2026-02-03T00:00:00Z");
  await settle(plant);
  const body = await told(plant);
  expect(body).toMatchObject({
    reason: null,
    by: "solar_inverter",
    vnd_per_kwh: "2204.0655",
    incomplete: [],
  });
  expect(body.energy_wh?.base).toBe(526_000);
  expect(Math.abs((body.energy_wh?.zero_export ?? 0) - 65_544)).toBeLessThan(10);
  expect(Math.abs((body.energy_wh?.measured ?? 0) - 368_194)).toBeLessThan(3);
  for (const one of [body.energy_wh, body.cost_vnd, ...body.devices.map((device) => device.energy_wh)]) {
    expect(left(one)).toBe(0);
  }
  expect(body.days.map(({ day, energy_wh }) => [day, left(energy_wh)])).toEqual([[DAY, 0]]);
  expect(Math.abs((body.cost_vnd?.measured ?? 0) - 368.194 * 2204.0655)).toBeLessThan(10);
  expect(body.insolation_wh_m2).toBeCloseTo(5260, 6);
  expect(body.temperature_c).toBeCloseTo(48.937, 2);
  expect(body.kappa).toBeCloseTo(0.9, 3);
  expect(body.quarter_hours.zero_export).toBe(36);
  const base = body.devices.map(({ energy_wh }) => energy_wh.base);
  expect(base).toEqual([263_000, 157_800, 105_200]);
});

test("what limits by command took is told apart from what zero export did, in Wh, VND and quarter hours", async () => {
  const plant = await vectorPlant();
  await vectorDay(plant, LEARNT);
  await vectorDay(plant, DAY, { held: true });
  const { project_id, gateway_id, device_id } = plant.plant;
  const command_uid = randomUUID();
  const span = {
    project_id,
    gateway_id,
    device_id,
    command_uid,
    kind: "power_limit",
    limit_w: 25_000,
  } as const;
  await plant.db.transaction().execute(async (tx) => {
    await beginLimits(tx, [{ ...span, since: `${DAY}T03:00:00Z` }]);
    await endLimits(tx, [{ command_uid, until: `${DAY}T04:00:00Z` }]);
  });
  await knownUntil(plant.db, plant, "2026-02-03T00:00:00Z");
  await settle(plant);
  const { commanded, energy_wh, quarter_hours } = await told(plant);
  // Half of the plant in the hour in which it gave 50 of 66.826 kWh.
  expect(Math.abs(commanded.energy_wh - 8413)).toBeLessThan(5);
  expect(Math.abs(commanded.cost_vnd - (commanded.energy_wh * 2204.0655) / 1000)).toBeLessThan(1);
  expect([commanded.quarter_hours, quarter_hours.zero_export]).toEqual([4, 36]);
  expect(Math.abs((energy_wh?.zero_export ?? 0) - 65_544)).toBeLessThan(10);
  expect(left(energy_wh)).toBe(0);
});

test("of a gateway and of an inverter the waterfall is their own, and the inverters sum to the project", async () => {
  const plant = await vectorPlant();
  await vectorDay(plant, LEARNT);
  await vectorDay(plant, DAY, { down: [5, 6] });
  await knownUntil(plant.db, plant, "2026-02-03T00:00:00Z");
  await settle(plant);
  const whole = await told(plant);
  const [, b] = plant.inverters;
  const own = await told(plant, { device_uid: b?.device_uid ?? "" });
  expect(own.devices).toHaveLength(1);
  expect(own.capacity_wp).toBe(30_000);
  expect(left(own.energy_wh)).toBe(0);
  expect(own.energy_wh?.outage).toBe(whole.energy_wh?.outage);
  expect(own.outages).toEqual([
    {
      from_at: `${DAY}T04:00:00.000Z`,
      to_at: `${DAY}T06:00:00.000Z`,
      energy_wh: own.energy_wh?.outage,
      devices: ["B"],
      all: false,
    },
  ]);
  const gateway = await told(plant, { gateway_uid: whole.devices[0]?.gateway_uid ?? "" });
  expect(gateway.energy_wh).toEqual(whole.energy_wh);
  for (const name of ["base", "temperature", "outage", "usual"] as const) {
    const sum = whole.devices.reduce((total, { energy_wh }) => total + energy_wh[name], 0);
    expect(sum).toBe(whole.energy_wh?.[name]);
  }
});

test("what the inverters gave and the meter did not count is a step of its own, and the end is the meter's figure", async () => {
  const plant = await vectorPlant();
  const meter = await addDevice(plant.db, plant.plant, { asset_type: "electric_meter", serial: "E" });
  await vectorDay(plant, DAY);
  const kwh = [0, 13, 34, 54, 66, 76, 72, 57, 37, 17, 3, 0];
  await addHours(
    plant.db,
    meter,
    DAY,
    kwh.map((one) => ({ production_wh: 1000 * one })),
  );
  await addDay(plant.db, meter, DAY, { production_wh: 429_000 });
  await knownUntil(plant.db, plant, "2026-02-03T00:00:00Z");
  await settle(plant);
  const body = await told(plant);
  expect(body.by).toBe("electric_meter");
  expect(body.energy_wh?.measured).toBe(429_000);
  const given = body.devices.reduce((sum, { energy_wh }) => sum + energy_wh.measured, 0);
  expect(body.energy_wh?.wiring).toBe(given - 429_000);
  expect([left(body.energy_wh), left(body.cost_vnd)]).toEqual([0, 0]);
});

test("months of a year close as their days do", async () => {
  const plant = await vectorPlant();
  for (const day of ["2025-11-30", "2025-12-01", LEARNT, DAY]) await vectorDay(plant, day);
  await knownUntil(plant.db, plant, "2026-02-03T00:00:00Z");
  await settle(plant);
  const body = await told(plant, { from_date: "2025-11-01", to_date: "2026-02-28" });
  expect(body.days.map(({ day, energy_wh }) => [day, energy_wh.base, left(energy_wh)])).toEqual([
    ["2025-11-01", 526_000, 0],
    ["2025-12-01", 526_000, 0],
    ["2026-02-01", 1_052_000, 0],
  ]);
  expect(left(body.energy_wh)).toBe(0);
});

test("days that nothing is known of say so, and a plant without a sensor asks for one", async () => {
  const plant = await vectorPlant();
  expect(await told(plant)).toMatchObject({
    reason: "no_data",
    energy_wh: null,
    cost_vnd: null,
    devices: [],
  });
  await vectorDay(plant, DAY);
  await plant.db.deleteFrom("energy_quarter").where("device_id", "=", plant.sensor.device_id).execute();
  await plant.db.deleteFrom("energy_day").where("device_id", "=", plant.sensor.device_id).execute();
  await knownUntil(plant.db, plant, "2026-02-03T00:00:00Z");
  await settle(plant);
  expect(await told(plant)).toMatchObject({ reason: "no_irradiance", energy_wh: null });
});

test("a day half of which nobody saw is told as incomplete, with its date", async () => {
  const plant = await vectorPlant();
  await vectorDay(plant, LEARNT);
  await vectorDay(plant, DAY, { silent: [5, 6, 7, 8, 9, 10, 11] });
  await knownUntil(plant.db, plant, `${DAY}T04:00:00Z`);
  await settle(plant);
  const body = await told(plant, { from_date: LEARNT });
  expect(body.incomplete).toEqual([{ from_date: DAY, to_date: DAY }]);
  expect(body.pending_wh).toBeGreaterThan(0);
});

test.each([
  [{ to_date: "2026-02-01" }, "to_date", "Must not be before from_date"],
  [{ from_date: "2024-01-01" }, "to_date", "At most 400 days"],
  [{ from_date: "2026-02-30" }, "from_date", "Invalid ISO date"],
])("a range that makes no sense, %j, is refused by the name of the field", async (more, field, rule) => {
  const { status, body } = await ask(await vectorPlant(), more);
  expect(status).toBe(400);
  expect(JSON.stringify(body)).toContain(field);
  expect(JSON.stringify(body)).toContain(rule);
});

test("a gateway or a device that the project does not have is not found", async () => {
  const plant = await vectorPlant();
  const other = "00000000-0000-4000-8000-000000000000";
  for (const [more, code] of [
    [{ gateway_uid: other }, "gateway.not_found"],
    [{ device_uid: other }, "device.not_found"],
    [{ device_uid: plant.sensor.device_uid }, "device.not_found"],
  ] as const) {
    const { status, body } = await ask(plant, more);
    expect([status, body.code]).toEqual([404, code]);
  }
});
