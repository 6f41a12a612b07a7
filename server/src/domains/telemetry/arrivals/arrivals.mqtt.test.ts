// The first hour of a gateway as its owner sees it: what arrives, and what was refused and why, within two seconds.
import {
  addGateway,
  gatewayArrivals,
  gatewayBirth,
  gatewayReadings,
  liveEvents,
  renewGatewayCredential,
} from "@heliograph/contract";
import mqtt from "mqtt";
import { expect, onTestFinished, test } from "vitest";
import { apiOf } from "../../../../testing/api-kit.ts";
import { accountOn, tokenFor } from "../../../../testing/fleet-kit.ts";
import { connected, gatewayServer } from "../../../../testing/gateway-kit.ts";
import { liveServer, waiting } from "../../../../testing/live-kit.ts";
import { scene } from "../../../../testing/test-kit.ts";
import { fleetRoutes, noteRefusedSignIn, TRIES_KEPT } from "../../fleet/index.ts";
import { arrivalRoutes, gatewayMessageRoutes, hearLookedUp } from "../index.ts";

const SOON = { timeout: 2000 };
const MINUTE = 60_000;

/** A plant whose owner has added a gateway and waits for it. */
async function place() {
  const at = await gatewayServer();
  await hearLookedUp(at.listener, at.ingest);
  const api = await apiOf(at.db, (serve) => {
    fleetRoutes(serve, at.db);
    arrivalRoutes(serve, at.db);
    gatewayMessageRoutes(serve, at.ingest);
  });
  const plant = await scene(at.db);
  const token = await tokenFor(at.db, plant);
  const { project_uid } = plant;
  const added = await api(addGateway, { token, body: { project_uid, serial: `HG-${plant.project_id}-01` } });
  const { gateway_uid, serial, credential } = addGateway.answer.parse(added.body);
  const told = async () =>
    gatewayArrivals.answer.parse((await api(gatewayArrivals, { token, query: { gateway_uid } })).body);
  const authorization = `Basic ${Buffer.from(`${serial}:${credential}`).toString("base64")}`;
  const birth = { v: 1, seq: 0, sent_at: Date.now() - 300, interval_s: 60, firmware_version: "2.4.1" };
  const devices = [{ serial: "INV-1", asset_type: "solar_inverter", ac_nominal_w: 125_000 }];
  const send = (readings: readonly object[], rest: object = {}) =>
    api(gatewayReadings, {
      authorization,
      body: {
        v: 1,
        seq: 1,
        sent_at: Date.now(),
        readings: readings.map((one) => ({ device_serial: "INV-1", ...one })),
        ...rest,
      },
    });
  const born = () =>
    api(gatewayBirth, { authorization, body: { ...birth, devices }, address: "203.0.113.24" });
  const login = { clientId: serial, username: serial, password: credential, reconnectPeriod: 0 };
  return {
    ...at,
    api,
    plant,
    token,
    gateway_uid,
    serial,
    credential,
    authorization,
    told,
    send,
    born,
    login,
  };
}

test("a gateway that was added waits for its first contact; birth, readings and two intervals in a row are told as they come", async () => {
  const { told, born, send, gateway_uid, serial } = await place();
  expect(await told()).toMatchObject({
    gateway_uid,
    serial,
    first_contact: null,
    announced: null,
    first_readings: null,
    connected_at: null,
    next_due_at: null,
    stored: 0,
    refused: 0,
    readings: [],
    refusals: [],
    tries: [],
    tries_10_min: 0,
  });
  expect((await born()).status).toBe(200);
  await expect.poll(told, SOON).toMatchObject({
    first_contact: { by: "http", address: "203.0.113.24" },
    firmware_version: "2.4.1",
    announced: { devices: 1 },
    first_readings: null,
  });
  const behind = (await told()).clock_ahead_ms ?? 0;
  expect(behind).toBeLessThanOrEqual(-300);
  const t = Date.now() - 2 * MINUTE;
  expect((await send([{ t, m: { ac_power_w: 84_900, energy_total_wh: 11_100 } }])).body).toMatchObject({
    stored: 1,
  });
  const first = await told();
  expect(first).toMatchObject({
    stored: 1,
    refused: 0,
    first_readings: { stored: 1, refused: 0 },
    connected_at: null,
  });
  expect(first.readings).toMatchObject([{ t, values: { ac_power_w: 84_900, energy_total_wh: 11_100 } }]);
  expect(Date.parse(first.next_due_at ?? "")).toBe(t + MINUTE);
  // One that comes too late is not in a row with it.
  expect((await send([{ t: t + 100_000, m: { ac_power_w: 1 } }])).status).toBe(200);
  expect((await told()).connected_at).toBeNull();
  expect((await send([{ t: t + 150_000, m: { ac_power_w: 86_400 } }])).status).toBe(200);
  const last = await told();
  expect(last.connected_at).not.toBeNull();
  expect(last.readings.map((one) => one.t)).toEqual([t + 150_000, t + 100_000, t]);
  expect(last.stored).toBe(3);
});

test("readings that are refused are told with device, value, range and the rest of their message; a wrong clock and an unknown device too", async () => {
  const { told, born, send } = await place();
  await born();
  const t = Date.now() - MINUTE;
  await send([
    { t, m: { ac_power_factor: 98 } },
    { t: t + 1000, m: { ac_power_w: 1 } },
    { t: Date.now() + 3_600_000, m: { ac_power_w: 1 } },
    { t, device_serial: "INV-9", m: { ac_power_w: 1 } },
    { t, device_serial: undefined, device_uid: "0198a5a0-0000-7000-8000-000000000000", m: { ac_power_w: 1 } },
  ]);
  const { refusals, stored, refused, first_readings, readings } = await told();
  expect([stored, refused, readings.length]).toEqual([1, 4, 1]);
  expect(first_readings).toMatchObject({ stored: 1, refused: 4 });
  expect(refusals.toReversed()).toMatchObject([
    {
      reason: "reading.out_of_range",
      detail: "ac_power_factor is 98, allowed are -1 to 1",
      device_uid: readings[0]?.device_uid,
      t,
      others: 1,
    },
    { reason: "reading.too_new", others: 1 },
    { reason: "device.unknown", detail: "no device of this gateway has the serial INV-9", device_uid: null },
    { reason: "device.unknown", device_uid: "0198a5a0-0000-7000-8000-000000000000" },
  ]);
  await send([], { readings: "none" });
  expect((await told()).refusals[0]).toMatchObject({ reason: "message.invalid", others: null, t: null });
});

test("a wrong credential, and an id that is not the gateway's, are told with address and count, over MQTT and HTTP", async () => {
  const { told, api, login, mqttUrl, serial } = await place();
  const refused = (wrong: object) =>
    expect(mqtt.connectAsync(mqttUrl, { ...login, ...wrong }, false)).rejects.toBeInstanceOf(Error);
  await refused({ password: "no" });
  await refused({ password: "no" });
  await refused({ clientId: "node-red" });
  const authorization = `Basic ${Buffer.from(`${serial}:no`).toString("base64")}`;
  expect((await api(gatewayBirth, { authorization, body: {}, address: "203.0.113.24" })).status).toBe(401);
  await expect.poll(async () => (await told()).tries_10_min, SOON).toBe(4);
  const { tries, first_contact } = await told();
  expect(first_contact).toBeNull();
  expect(tries).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ by: "mqtt", reason: "credential", count: 2, address: "127.0.0.1" }),
      expect.objectContaining({ by: "mqtt", reason: "client_id", count: 1 }),
      expect.objectContaining({ by: "http", reason: "credential", count: 1, address: "203.0.113.24" }),
    ]),
  );
});

test("what was tried before a new credential, or before the gateway was heard, is not told any more", async () => {
  const { told, api, token, gateway_uid, login, mqttUrl, born, db } = await place();
  const tried = async () => {
    await mqtt.connectAsync(mqttUrl, { ...login, password: "no" }, false).catch(() => {});
    await expect.poll(async () => (await told()).tries, SOON).toHaveLength(1);
  };
  await tried();
  await born();
  await expect.poll(async () => (await told()).tries, SOON).toEqual([]);
  await tried();
  await api(renewGatewayCredential, { token, body: { gateway_uid } });
  expect((await told()).tries).toEqual([]);
  expect(await db.selectFrom("gateway_try").select("count").execute()).toEqual([]);
});

test("serials that no gateway has leave no trace, and of those that one has only so many are kept", async () => {
  const { db, mqttUrl, serial, gateway_uid } = await place();
  const stranger = { clientId: "HG-UNKNOWN", username: "HG-UNKNOWN", password: "no", reconnectPeriod: 0 };
  await expect(mqtt.connectAsync(mqttUrl, stranger, false)).rejects.toBeInstanceOf(Error);
  noteRefusedSignIn(db, "HG-UNKNOWN", { by: "http", address: "203.0.113.1", reason: "credential" });
  for (let n = 0; n < TRIES_KEPT + 20; n += 1) {
    noteRefusedSignIn(db, serial, { by: "http", address: `203.0.113.${n}`, reason: "credential" });
  }
  const kept = () => db.selectFrom("gateway_try").select(["address", "gateway_id"]).execute();
  await expect
    .poll(async () => (await kept()).map(({ address }) => address))
    .toContain(`203.0.113.${TRIES_KEPT + 19}`);
  await expect.poll(async () => (await kept()).length).toBeLessThanOrEqual(TRIES_KEPT + 8);
  const { gateway_id } = await db
    .selectFrom("gateway")
    .select("gateway_id")
    .where("gateway_uid", "=", gateway_uid)
    .executeTakeFirstOrThrow();
  expect(new Set((await kept()).map((row) => row.gateway_id))).toEqual(new Set([gateway_id]));
});

test("only those who may change the project are told; for all others there is no such gateway", async () => {
  const { api, db, plant, gateway_uid, token } = await place();
  const reader = await accountOn(db, { project_id: plant.project_id, role: "read_only" });
  const operator = await accountOn(db, { project_id: plant.project_id, role: "managed" });
  const stranger = await accountOn(db, null);
  const ask = (by: string, of = gateway_uid) =>
    api(gatewayArrivals, { token: by, query: { gateway_uid: of } });
  expect([(await ask(token)).status, (await ask(operator.token)).status]).toEqual([200, 200]);
  const missing = await ask(token, "0198a5a0-0000-7000-8000-000000000000");
  for (const who of [reader, stranger]) {
    const { status, body } = await ask(who.token);
    expect([status, { ...body, request_id: null }]).toEqual([404, { ...missing.body, request_id: null }]);
  }
});

test("an open stream is told of contact, readings, refusals and wrong credentials within two seconds, and only of its own gateway", async () => {
  const { db, listener, plant, token, gateway_uid, born, send, login, mqttUrl } = await place();
  const url = await liveServer(db, listener);
  const query = { project_uid: plant.project_uid, arrivals_of: gateway_uid };
  const { arrived, status } = await waiting(url, token, query);
  expect(status).toBe(200);
  const more = async (cause: () => Promise<unknown>) => {
    await expect.poll(() => arrived.length, SOON).toBeGreaterThan(0);
    arrived.length = 0;
    await cause();
    await expect.poll(() => arrived.length, SOON).toBeGreaterThan(0);
    expect(new Set(arrived)).toEqual(new Set([gateway_uid]));
  };
  await more(() => mqtt.connectAsync(mqttUrl, { ...login, password: "no" }, false).catch(() => {}));
  await more(born);
  await more(() => send([{ t: Date.now(), m: { ac_power_w: 1 } }]));
  await more(() => send([{ t: Date.now(), m: { ac_power_factor: 98 } }]));
  const reader = await accountOn(db, { project_id: plant.project_id, role: "read_only" });
  expect((await waiting(url, reader.token, query)).status).toBe(404);
  const other = await scene(db);
  const foreign = { project_uid: other.project_uid, arrivals_of: gateway_uid };
  expect((await waiting(url, await tokenFor(db, other), foreign)).status).toBe(404);
  expect(liveEvents.refusals).toContain("gateway.not_found");
});

test("a gateway long at work costs nothing until somebody looks at it; then what comes is told from there on", async () => {
  const { db, listener, plant, token, gateway_uid, born, send, told } = await place();
  await born();
  const past = new Date(Date.now() - MINUTE);
  await db.updateTable("gateway_arrival").set({ connected_at: past, followed_until: past }).execute();
  await born(); // looked up anew
  await send([{ t: Date.now() - 5000, m: { ac_power_w: 1 } }]);
  expect((await told()).stored).toBe(0);
  const url = await liveServer(db, listener);
  const { arrived } = await waiting(url, token, { project_uid: plant.project_uid, arrivals_of: gateway_uid });
  await expect.poll(() => arrived).toHaveLength(1);
  const heard = async () => {
    await send([{ t: Date.now(), m: { ac_power_w: 1 } }]);
    return (await told()).stored;
  };
  await expect.poll(heard).toBeGreaterThan(0);
  await expect.poll(() => arrived.length, SOON).toBeGreaterThan(1);
});

test("first contact over MQTT is told with its address, and a gateway that was removed and added again waits anew", async () => {
  const { db, api, token, plant, mqttUrl, login, told, serial, gateway_uid } = await place();
  const client = await mqtt.connectAsync(mqttUrl, login, false);
  onTestFinished(() => client.endAsync(true));
  await expect.poll(told, SOON).toMatchObject({ first_contact: { by: "mqtt", address: "127.0.0.1" } });
  await db
    .updateTable("gateway")
    .set({ removed_at: new Date() })
    .where("gateway_uid", "=", gateway_uid)
    .execute();
  const again = await api(addGateway, { token, body: { project_uid: plant.project_uid, serial } });
  expect(again.body.gateway_uid).toBe(gateway_uid);
  expect(await told()).toMatchObject({ first_contact: null, stored: 0 });
});

test("readings name their device by its serial over MQTT too", async () => {
  const { db, mqttUrl, plant, serial, credential, gateway_uid, born, told } = await place();
  await born();
  const gateway = { ...plant, gateway_uid, serial, credential };
  const { publish, results } = await connected(mqttUrl, gateway);
  const t = Date.now() - 1000;
  const entry = (device_serial: string) => ({ device_serial, t, m: { ac_power_w: 5 } });
  await publish("readings", { v: 1, seq: 1, sent_at: t, readings: [entry("INV-1"), entry("INV-2")] });
  await expect.poll(() => results).toHaveLength(1);
  expect(results[0]).toMatchObject({ stored: 1, refused: [{ index: 1, reason: "device.unknown" }] });
  expect((await told()).readings).toMatchObject([{ t, values: { ac_power_w: 5 } }]);
  expect(await db.selectFrom("reading").select("ac_power_w").execute()).toEqual([{ ac_power_w: 5 }]);
});
