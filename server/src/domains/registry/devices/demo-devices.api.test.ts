import { addDays, getDeviceApplication, localDay, plantCertificates } from "@heliograph/contract";
import { expect, test } from "vitest";
import { registerDemoDevices } from "../../../../seeds/demo-devices.ts";
import { seedDemo } from "../../../../seeds/demo.ts";
import { apiOf } from "../../../../testing/api-kit.ts";
import { freshStore } from "../../../../testing/file-kit.ts";
import { tokenFor } from "../../../../testing/fleet-kit.ts";
import { meterDays } from "../../../../testing/registry/issuance-kit.ts";
import { meterOn } from "../../../../testing/registry/device-kit.ts";
import { freshDb, scene } from "../../../../testing/test-kit.ts";
import { registryRoutes } from "../index.ts";

test("a plant of the demonstration with fourteen months behind it is registered once, and its record and its plant's page open for its owner", async () => {
  const db = await freshDb();
  const { store } = await freshStore();
  const api = await apiOf(db, (serve) => registryRoutes(serve, db, store));
  await seedDemo(db);
  const owner = await db
    .selectFrom("account")
    .select(["account_id", "account_uid"])
    .where("email", "=", "owner@demo.example")
    .executeTakeFirstOrThrow();
  const plant = await scene(db);
  const { project_id, project_uid } = plant;
  await db
    .updateTable("project")
    .set({ name: "Nhà máy Bao bì Nhơn Trạch", demonstration: true })
    .where("project_id", "=", project_id)
    .execute();
  await db
    .insertInto("project_member")
    .values({ project_id, account_id: owner.account_id, role: "owner" })
    .execute();
  const { device_id } = await meterOn(db, plant);
  await db.updateTable("device").set({ ac_nominal_w: 750_000 }).where("device_id", "=", device_id).execute();
  expect(await registerDemoDevices(db)).toBe(0);
  const today = localDay("Asia/Ho_Chi_Minh", Date.now());
  await meterDays(db, { project_id, device_id }, { [addDays(today, -420)]: 2_000_000 });
  expect([await registerDemoDevices(db), await registerDemoDevices(db)]).toEqual([1, 0]);

  const token = await tokenFor(db, owner);
  const shown = (await api(plantCertificates, { token, query: { project_uid } })).body;
  expect(shown.device).toMatchObject({ registry: "IREC", status: "in_force" });
  const { record_uid } = await db
    .selectFrom("device_application")
    .select("record_uid")
    .executeTakeFirstOrThrow();
  const record = await api(getDeviceApplication, { token, query: { account: shown.account, record_uid } });
  expect(record).toMatchObject({ status: 200, body: { status: "approved" } });
});
