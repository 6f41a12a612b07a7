import { birthMessage, type BirthMessage } from "@heliograph/contract";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { freshDb, scene } from "../../../../testing/test-kit.ts";
import type { Db } from "../../../platform/db.ts";
import { devicesOfGateway, registerBirth } from "../index.ts";

async function plant() {
  const db = await freshDb();
  const { project_id, gateway_id, gateway_uid, gateway_serial, device_id, device_uid } = await scene(db);
  const gateway = { project_id, gateway_id, gateway_uid, serial: gateway_serial };
  return { db, gateway, device_id, device_uid };
}
function birth(devices: BirthMessage["devices"], more: Partial<BirthMessage> = {}) {
  return birthMessage.parse({ v: 1, seq: 7, sent_at: 0, devices, ...more });
}
const born = (db: Db, gateway: Parameters<typeof registerBirth>[1], message: ReturnType<typeof birth>) =>
  db.transaction().execute((tx) => registerBirth(tx, gateway, message));
const inverter = { serial: "INV-1", asset_type: "solar_inverter" } as const;
const meter = {
  serial: "MTR-1",
  asset_type: "electric_meter",
  name: "Main",
  warranty_begin: "2024-05-01",
} as const;
const devices = (db: Db) => db.selectFrom("device").selectAll().orderBy("device_id").execute();

test("a birth makes new devices, keeps the uid of known ones, and answers in its own order", async () => {
  const { db, gateway, device_uid } = await plant();
  const told = await born(db, gateway, birth([meter, inverter], { firmware_version: "2.1", interval_s: 10 }));
  const [, made] = await devices(db);
  expect(made).toMatchObject({
    project_id: gateway.project_id,
    gateway_id: gateway.gateway_id,
    asset_type: "electric_meter",
    serial: "MTR-1",
    name: "Main",
    warranty_begin: "2024-05-01",
    ac_nominal_w: null,
  });
  expect(told).toEqual({
    kind: "birth",
    seq: 7,
    gateway_uid: gateway.gateway_uid,
    devices: [
      { serial: "MTR-1", device_uid: made?.device_uid },
      { serial: "INV-1", device_uid },
    ],
  });
  const kept = await db
    .selectFrom("gateway")
    .select(["firmware_version", "interval_s", "last_contact_at"])
    .execute();
  expect(kept).toEqual([{ firmware_version: "2.1", interval_s: 10, last_contact_at: expect.any(Date) }]);
});

test("the same birth again, even many at once, changes nothing", async () => {
  const { db, gateway } = await plant();
  const first = await born(db, gateway, birth([inverter, meter]));
  const before = await devices(db);
  const again = await Promise.all(
    Array.from({ length: 6 }, () => born(db, gateway, birth([inverter, meter]))),
  );
  for (const told of again) expect(told).toEqual(first);
  expect(await devices(db)).toEqual(before);
});

test("births of a new gateway's devices at once make each device once", async () => {
  const { db, gateway } = await plant();
  const many = Array.from({ length: 40 }, (_, n) => ({ serial: `D${n}`, asset_type: "battery" as const }));
  const answers = await Promise.all(
    Array.from({ length: 6 }, (_, n) => born(db, gateway, birth(n % 2 === 0 ? many : many.toReversed()))),
  );
  expect(await devices(db)).toHaveLength(41);
  const bySerial = answers.map(({ devices: named }) =>
    named.toSorted((a, b) => a.serial.localeCompare(b.serial)),
  );
  for (const told of bySerial) expect(told).toEqual(bySerial[0]);
});

test("a later birth adds to the nameplate and corrects it, and erases nothing it leaves out", async () => {
  const { db, gateway } = await plant();
  await db.updateTable("device").set({ alias: "South roof", name: "Inverter 1" }).execute();
  await born(db, gateway, birth([{ ...inverter, manufacturer: "Acme", model: "A1", ac_nominal_w: 60_000 }]));
  await born(db, gateway, birth([{ ...inverter, model: "A2", firmware_version: "3.1" }]));
  await born(db, gateway, birth([inverter]));
  expect(await devices(db)).toMatchObject([
    {
      alias: "South roof",
      name: "Inverter 1",
      manufacturer: "Acme",
      model: "A2",
      firmware_version: "3.1",
      ac_nominal_w: 60_000,
    },
  ]);
});

test("devices that a birth does not name are left alone, and removed ones come back when it does", async () => {
  const { db, gateway, device_uid, device_id } = await plant();
  await born(db, gateway, birth([meter]));
  expect((await devicesOfGateway(db, gateway.gateway_id)).get(device_uid)).toEqual({
    device_id,
    project_id: gateway.project_id,
    serial: "INV-1",
    asset_type: "solar_inverter",
    ac_nominal_w: 50_000,
  });
  await db
    .updateTable("device")
    .set({ removed_at: new Date() })
    .where("device_uid", "=", device_uid)
    .execute();
  expect([...(await devicesOfGateway(db, gateway.gateway_id)).values()].map(({ serial }) => serial)).toEqual([
    "MTR-1",
  ]);
  const told = await born(db, gateway, birth([inverter]));
  expect(told.devices).toEqual([{ serial: "INV-1", device_uid }]);
  expect((await devicesOfGateway(db, gateway.gateway_id)).has(device_uid)).toBe(true);
});

test("two gateways may have devices of the same serial, which are not the same device", async () => {
  const { db, gateway, device_uid } = await plant();
  const other = await scene(db);
  const second = {
    ...gateway,
    gateway_id: other.gateway_id,
    gateway_uid: other.gateway_uid,
    project_id: other.project_id,
  };
  const told = await born(db, second, birth([inverter]));
  expect(told.devices).toEqual([{ serial: "INV-1", device_uid: other.device_uid }]);
  expect(other.device_uid).not.toBe(device_uid);
  expect([...(await devicesOfGateway(db, gateway.gateway_id)).keys()]).toEqual([device_uid]);
});

const many = (count: number, from: number) =>
  birth(
    Array.from({ length: count }, (_, n) => ({ serial: `D${from + n}`, asset_type: "battery" as const })),
  );

test("a gateway has at most 500 devices; a birth beyond is refused and makes none of its own", async () => {
  const { db, gateway } = await plant();
  await born(db, gateway, many(499, 0));
  await expect(born(db, gateway, many(2, 498))).rejects.toMatchObject({
    status: 400,
    code: "devices.too_many",
  });
  expect(await devices(db)).toHaveLength(500);
});

test("a birth that is not valid, or of a removed gateway, is refused and changes nothing", async () => {
  const { db, gateway } = await plant();
  const before = await devices(db);
  await expect(born(db, gateway, birth([meter, meter]))).rejects.toMatchObject({
    code: "request.invalid",
    fields: { "body.devices.1.serial": "Is listed twice" },
  });
  await sql`update gateway set removed_at = now()`.execute(db);
  await expect(born(db, gateway, birth([meter]))).rejects.toMatchObject({
    status: 401,
    code: "gateway.credential",
  });
  expect(await devices(db)).toEqual(before);
  expect(await devicesOfGateway(db, gateway.gateway_id)).toEqual(new Map());
});
