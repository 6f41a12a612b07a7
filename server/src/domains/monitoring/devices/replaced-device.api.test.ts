// The total of a device that took another's place goes on from the other's.
import { projectDevice, projectDevices } from "@heliograph/contract";
import { expect, test } from "vitest";
import { addDay, addDevice, performanceApi } from "../../../../testing/performance-kit.ts";

test("the total of a device goes on from those it replaced, one after the other, also with what they send late", async () => {
  const { db, api, plant, token } = await performanceApi();
  const { project_id, project_uid } = plant;
  const inPlace = async (serial: string, old: { device_id: number }) => {
    const made = await addDevice(db, plant, { asset_type: "solar_inverter", serial });
    await db
      .updateTable("device")
      .set({ removed_at: new Date() })
      .where("device_id", "=", old.device_id)
      .execute();
    await db
      .updateTable("device")
      .set({ replaces_id: old.device_id })
      .where("device_id", "=", made.device_id)
      .execute();
    return made;
  };
  await db
    .updateTable("device")
    .set({ energy_before_wh: 30_000 })
    .where("device_id", "=", plant.device_id)
    .execute();
  await db
    .insertInto("energy_opening")
    .values({
      project_id,
      device_id: plant.device_id,
      quantity: "production",
      at: new Date("2026-01-01T00:00:00Z"),
      wh: 1_000_000,
    })
    .execute();
  await addDay(db, plant, "2026-02-01", { production_wh: 120_000 });
  const second = await inPlace("INV-2", plant);
  await addDay(db, second, "2026-02-03", { production_wh: 5000 });
  const third = await inPlace("INV-3", second);
  await addDay(db, third, "2026-02-04", { production_wh: 700 });
  const told = async () => {
    const query = { project_uid, device_uid: third.device_uid };
    const { device } = projectDevice.answer.parse((await api(projectDevice, { token, query })).body);
    return [device.totals.energy_before?.value, JSON.stringify(device.iot_data)];
  };
  const [before, data] = await told();
  expect(before).toBe(1155);
  expect(data).toContain("1155.7");
  await addDay(db, plant, "2026-02-02", { production_wh: 10_000 });
  expect((await told())[0]).toBe(1165);
  const { body } = await api(projectDevices, { token, query: { project_uid } });
  expect(body.devices.map(({ serial }: { serial: string }) => serial)).toEqual(["INV-3"]);
  // One that is gone has no page of its own any more.
  const gone = await api(projectDevice, { token, query: { project_uid, device_uid: plant.device_uid } });
  expect(gone.status).toBe(404);
});
