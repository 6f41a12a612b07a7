import { addGateway, listGateways, removeGateway, renewGatewayCredential } from "@heliograph/contract";
import pg from "pg";
import { sql } from "kysely";
import { expect, onTestFinished, test } from "vitest";
import { accountOn, projectsApi } from "../../../../testing/fleet-kit.ts";
import { scene } from "../../../../testing/test-kit.ts";
import { GATEWAY_CHANGED, gatewayByCredential, registerBirth } from "../index.ts";

async function kit() {
  const kitted = await projectsApi();
  const { api, token, plant } = kitted;
  const { project_uid } = plant;
  return {
    ...kitted,
    add: (serial: string, more: object = {}) =>
      api(addGateway, { token, body: { project_uid, serial, ...more } }),
    list: async (query: object = {}) =>
      (await api(listGateways, { token, query: { project_uid, ...query } })).body,
  };
}

test("a new gateway gets a credential that opens it, of which nothing is kept but the hash", async () => {
  const { db, plant, add } = await kit();
  const told = await add("GW_new-1", { name: "Roof", capacity_wp: 30_000, interval_s: 10 });
  expect(told.status).toBe(200);
  const { gateway_uid, serial, credential } = told.body;
  expect([serial, Buffer.from(credential, "base64url").length]).toEqual(["GW_new-1", 32]);
  expect(await gatewayByCredential(db, serial, credential)).toMatchObject({
    gateway_uid,
    project_id: plant.project_id,
  });
  const row = await db
    .selectFrom("gateway")
    .selectAll()
    .where("serial", "=", serial)
    .executeTakeFirstOrThrow();
  expect(row).toMatchObject({ name: "Roof", capacity_wp: 30_000, interval_s: 10, connected: false });
  const kept = JSON.stringify([row, await db.selectFrom("audit_event").selectAll().execute()]);
  expect(kept).not.toContain(credential);
});

test("a serial that is not valid is named, and one in use is refused wherever it is used", async () => {
  const { db, plant, add } = await kit();
  for (const serial of ["ab", "has space", "a/b", "#", "+++", "x".repeat(65), ""]) {
    expect((await add(serial)).body.fields).toHaveProperty(["body.serial"]);
  }
  const { gateway_serial: elsewhere } = await scene(db);
  for (const serial of [plant.gateway_serial, elsewhere]) {
    const told = await add(serial);
    expect([told.status, told.body.code]).toEqual([409, "gateway.serial_taken"]);
    expect(told.body.fields).toHaveProperty(["body.serial"]);
  }
  const sameAtOnce = await Promise.all(Array.from({ length: 5 }, () => add("RACE-1")));
  expect(sameAtOnce.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409, 409, 409]);
});

test("a renewed credential opens the gateway and the old one no more, and every server is told", async () => {
  const { db, url, api, token, add } = await kit();
  const { gateway_uid, serial, credential } = (await add("GW-1")).body;
  const heard = await listening(url);
  const told = await api(renewGatewayCredential, { token, body: { gateway_uid } });
  expect(told.body).toMatchObject({ gateway_uid, serial });
  expect(told.body.credential).not.toBe(credential);
  expect(await gatewayByCredential(db, serial, credential)).toBeNull();
  const gateway = await gatewayByCredential(db, serial, told.body.credential);
  expect(gateway).toMatchObject({ gateway_uid });
  expect(await heard()).toBe(String(gateway?.gateway_id));
});

/** Listens from now on; the answer is the next payload heard. */
async function listening(url: string): Promise<() => Promise<string | undefined>> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  onTestFinished(() => client.end());
  const first = new Promise<string | undefined>((resolve) => {
    client.once("notification", ({ payload }) => resolve(payload));
  });
  await client.query(`listen ${GATEWAY_CHANGED}`);
  return () => first;
}

test("a removed gateway is refused and off the list; added again it is the same gateway with its devices", async () => {
  const { db, url, api, token, plant, add, list } = await kit();
  const { gateway_uid, serial, credential } = (await add("GW-1")).body;
  const gateway = await gatewayByCredential(db, serial, credential);
  if (gateway === null) throw new Error("The new gateway is not there");
  const device = { serial: "D1", asset_type: "battery", name: "" } as const;
  const message = { v: 1, seq: 1, sent_at: 0, interval_s: 10, devices: [device] } as const;
  const birth = { ...message, devices: [...message.devices] };
  const { devices } = await db.transaction().execute((tx) => registerBirth(tx, gateway, birth));
  const heard = await listening(url);
  expect((await api(removeGateway, { token, query: { gateway_uid } })).status).toBe(200);
  expect(await heard()).toBe(String(gateway.gateway_id));
  expect(await gatewayByCredential(db, serial, credential)).toBeNull();
  expect((await list()).items.map((item: { serial: string }) => item.serial)).toEqual([plant.gateway_serial]);
  expect((await api(removeGateway, { token, query: { gateway_uid } })).body.code).toBe("gateway.not_found");
  expect((await api(renewGatewayCredential, { token, body: { gateway_uid } })).body.code).toBe(
    "gateway.not_found",
  );
  const again = await add(serial);
  expect(again.body).toMatchObject({ gateway_uid, serial });
  expect(again.body.credential).not.toBe(credential);
  expect(await gatewayByCredential(db, serial, credential)).toBeNull();
  const { items } = await list();
  expect(items[1]).toMatchObject({
    gateway_uid,
    devices: [{ device_uid: devices[0]?.device_uid, serial: "D1" }],
  });
});

test("hardware that another project removed can be added here; its history stays where it was", async () => {
  const { db, api, token, plant, add } = await kit();
  const seller = await scene(db);
  const { account_id, project_id } = plant;
  await db
    .insertInto("project_member")
    .values({ project_id: seller.project_id, account_id, role: "managed" })
    .execute();
  await api(removeGateway, { token, query: { gateway_uid: seller.gateway_uid } });
  const told = await add(seller.gateway_serial);
  expect(told.status).toBe(200);
  expect(told.body.gateway_uid).not.toBe(seller.gateway_uid);
  expect(await gatewayByCredential(db, seller.gateway_serial, told.body.credential)).toMatchObject({
    project_id,
  });
  const device = await db
    .selectFrom("device")
    .selectAll()
    .where("device_id", "=", seller.device_id)
    .executeTakeFirstOrThrow();
  expect(device).toMatchObject({ project_id: seller.project_id, gateway_id: seller.gateway_id });
  const old = await db
    .selectFrom("gateway")
    .select("serial")
    .where("gateway_uid", "=", seller.gateway_uid)
    .executeTakeFirstOrThrow();
  expect(old.serial).toMatch(/^removed-/);
});

test("gateways are listed in the order they were added, each with its devices and their nameplates", async () => {
  const { db, plant, add, list } = await kit();
  await add("GW-2");
  await db
    .updateTable("gateway")
    .set({ last_contact_at: "2026-03-01T05:00:00Z", connected: true })
    .where("serial", "=", "GW-2")
    .execute();
  await db.updateTable("device").set({ warranty_end: "2034-05-01", alias: "South" }).execute();
  const gone = { ...plant, serial: "GONE", asset_type: "battery", removed_at: new Date() };
  const { project_id, gateway_id, serial, asset_type, removed_at } = gone;
  await db.insertInto("device").values({ project_id, gateway_id, serial, asset_type, removed_at }).execute();
  const told = await list();
  expect(told).toEqual({
    total_items: 2,
    items: [
      {
        gateway_uid: plant.gateway_uid,
        serial: plant.gateway_serial,
        name: "",
        alias: null,
        capacity_wp: null,
        interval_s: 300,
        firmware_version: null,
        connected: false,
        last_contact_at: null,
        devices: [
          {
            device_uid: plant.device_uid,
            serial: "INV-1",
            asset_type: "solar_inverter",
            name: "",
            alias: "South",
            manufacturer: null,
            model: null,
            ac_nominal_w: 50_000,
            dc_capacity_wp: null,
            battery_capacity_wh: null,
            mppt_count: null,
            warranty_begin: null,
            warranty_end: "2034-05-01",
            announced_ac_nominal_w: null,
            announced_dc_capacity_wp: null,
            ratings_confirmed_at: null,
            replaces: null,
          },
        ],
      },
      expect.objectContaining({
        serial: "GW-2",
        connected: true,
        last_contact_at: "2026-03-01T05:00:00.000Z",
        devices: [],
      }),
    ],
  });
  const second = await list({ items_page: 1, page: 2 });
  expect([second.items.length, second.items[0].serial, second.total_items]).toEqual([1, "GW-2", 2]);
});

test("a gateway of one's other project is not listed, and renewing names no gateway but one's own", async () => {
  const { db, api, plant, list } = await kit();
  const other = await scene(db);
  const both = await accountOn(db, { ...plant, role: "owner" });
  expect((await list()).items.map((item: { serial: string }) => item.serial)).toEqual([plant.gateway_serial]);
  const told = await api(renewGatewayCredential, {
    token: both.token,
    body: { gateway_uid: other.gateway_uid },
  });
  expect(told.body.code).toBe("gateway.not_found");
  const hashes = await db.selectFrom("gateway").select("credential_hash").execute();
  expect(hashes).toEqual([{ credential_hash: "none" }, { credential_hash: "none" }]);
});

test("a project has at most 200 gateways, however many are added at once", async () => {
  const { db, plant, add } = await kit();
  await sql`insert into gateway (project_id, serial, credential_hash)
    select ${plant.project_id}, 'FULL-' || n, 'none' from generate_series(1, 197) n`.execute(db);
  const told = await Promise.all(Array.from({ length: 6 }, (_, n) => add(`LAST-${n}`)));
  expect(told.filter(({ status }) => status === 200)).toHaveLength(2);
  expect(told.filter(({ body }) => body.code === "gateway.too_many")).toHaveLength(4);
});
