import { setEnergyBefore } from "@heliograph/contract";
import { expect, test } from "vitest";
import { projectsApi } from "../../../../testing/fleet-kit.ts";

test("what a replaced device had produced is set and taken back, in Wh, and noted", async () => {
  const { db, api, plant, token } = await projectsApi();
  const { project_uid, device_uid } = plant;
  const tell = (energy_before_kwh: unknown) =>
    api(setEnergyBefore, { token, body: { project_uid, device_uid, energy_before_kwh } });
  const kept = async () =>
    (await db.selectFrom("device").select("energy_before_wh").executeTakeFirstOrThrow()).energy_before_wh;
  expect((await tell(1234.5)).status).toBe(200);
  expect(Number(await kept())).toBe(1_234_500);
  for (const wrong of [-1, 1e13, "5", undefined]) {
    const told = await tell(wrong);
    expect([told.status, Object.keys(told.body.fields ?? {})]).toEqual([400, ["body.energy_before_kwh"]]);
  }
  expect(Number(await kept())).toBe(1_234_500);
  expect((await tell(null)).status).toBe(200);
  expect(await kept()).toBeNull();
  const noted = await db.selectFrom("audit_event").select("action").execute();
  expect(noted).toEqual([{ action: "device.energy_before_set" }, { action: "device.energy_before_set" }]);
});

test("only what counts production takes it", async () => {
  const { db, api, plant, token } = await projectsApi();
  const { project_uid, device_uid } = plant;
  await db.updateTable("device").set({ asset_type: "sensor_radiation" }).execute();
  const told = await api(setEnergyBefore, { token, body: { project_uid, device_uid, energy_before_kwh: 5 } });
  expect([told.status, told.body.code]).toEqual([400, "device.counts_nothing"]);
  const { energy_before_wh } = await db
    .selectFrom("device")
    .select("energy_before_wh")
    .executeTakeFirstOrThrow();
  expect(energy_before_wh).toBeNull();
});
