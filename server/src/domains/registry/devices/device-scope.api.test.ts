// Which plants and countries a registry takes devices in of: rules R12 and R14.
import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { deviceApi, registeredCode } from "../../../../testing/registry/device-kit.ts";
import { person } from "../../../../testing/registry/record-kit.ts";

test("R14: a plant of the demonstration is registered by a demonstration account alone, and the mark goes to device and units", async () => {
  const kit = await deviceApi();
  const { db, plant, mine, meter } = kit;
  await db
    .updateTable("project")
    .set({ demonstration: true })
    .where("project_id", "=", plant.project_id)
    .execute();
  expect(await registeredCode(kit, meter.device_uid)).toBe(
    "DEV-016 A demonstration plant is registered by a demonstration account alone, and no other plant by one.",
  );
  await db
    .updateTable("business_account")
    .set({ demonstration: true })
    .where("business_account_id", "=", mine.business_account_id)
    .execute();
  expect(await registeredCode(kit, meter.device_uid)).toBe("D000001");
  for (const table of ["registered_device", "generating_unit", "device_unit"] as const) {
    const rows = await db.selectFrom(table).select("demonstration").execute();
    expect(rows).toEqual([{ demonstration: true }]);
  }
});

test("R14: a plant that a person of the demonstration owns is marked", async () => {
  const { db, plant } = await deviceApi();
  const who = await person(db);
  await db
    .updateTable("account")
    .set({ email: `${randomUUID()}@demo.example` })
    .where("account_id", "=", who.account_id)
    .execute();
  await db
    .insertInto("project_member")
    .values({ project_id: plant.project_id, account_id: who.account_id, role: "owner" })
    .execute();
  const { demonstration } = await db.selectFrom("project").select("demonstration").executeTakeFirstOrThrow();
  expect(demonstration).toBe(true);
});

test("R12: I-REC takes no device in China in", async () => {
  const kit = await deviceApi();
  const refused = await registeredCode(kit, kit.meter.device_uid, {
    location: "CN",
    latitude: "22.54",
    longitude: "114.05",
  });
  expect(refused).toBe("DEV-003 I-REC no longer registers devices in China. Choose GEC.");
});
