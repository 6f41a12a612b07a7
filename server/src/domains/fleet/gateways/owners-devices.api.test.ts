// What owners say of devices: it holds against what gateways announce, and a replaced device loses nothing.
import {
  changeDevice,
  confirmRatings,
  gatewayBirth,
  gatewayReadings,
  listGateways,
  removeDevice,
  replaceDevice,
} from "@heliograph/contract";
import { expect, test } from "vitest";
import { apiOf } from "../../../../testing/api-kit.ts";
import { accountOn } from "../../../../testing/fleet-kit.ts";
import { gatewayServer, newGateway } from "../../../../testing/gateway-kit.ts";
import { arrivalRoutes, gatewayMessageRoutes, hearLookedUp } from "../../telemetry/index.ts";
import { fleetRoutes } from "../index.ts";

/** A plant whose gateway has announced an inverter with its rating. */
async function place() {
  const at = await gatewayServer();
  await hearLookedUp(at.listener, at.ingest);
  const api = await apiOf(at.db, (serve) => {
    fleetRoutes(serve, at.db);
    arrivalRoutes(serve, at.db);
    gatewayMessageRoutes(serve, at.ingest);
  });
  const gateway = await newGateway(at.db);
  const { project_uid } = await at.db.selectFrom("project").select("project_uid").executeTakeFirstOrThrow();
  const owner = await accountOn(at.db, { project_id: gateway.project_id, role: "owner" });
  const { token } = owner;
  const authorization = `Basic ${Buffer.from(`${gateway.serial}:${gateway.credential}`).toString("base64")}`;
  const born = async (...devices: object[]) => {
    const body = {
      v: 1,
      seq: 0,
      sent_at: Date.now(),
      devices: devices.map((one) => ({ asset_type: "solar_inverter", ...one })),
    };
    return gatewayBirth.answer.parse((await api(gatewayBirth, { authorization, body })).body).devices;
  };
  await born({ serial: "INV-1", name: "Announced", ac_nominal_w: 50_000, warranty_end: "2030-01-01" });
  const devices = async () =>
    listGateways.answer.parse((await api(listGateways, { token, query: { project_uid } })).body).items[0]
      ?.devices ?? [];
  const send = (readings: readonly object[]) =>
    api(gatewayReadings, { authorization, body: { v: 1, seq: 1, sent_at: Date.now(), readings } });
  return { ...at, api, ...gateway, project_uid, token, born, devices, send };
}

test("a rating that was confirmed holds against later births, which are told beside it", async () => {
  const { api, token, project_uid, device_uid, devices, born } = await place();
  expect(await devices()).toMatchObject([
    { ac_nominal_w: 50_000, announced_ac_nominal_w: 50_000, ratings_confirmed_at: null },
  ]);
  const stated = { device_uid, ac_nominal_w: 45_000, dc_capacity_wp: 60_000 };
  expect((await api(confirmRatings, { token, body: { project_uid, devices: [stated] } })).status).toBe(200);
  await born({ serial: "INV-1", ac_nominal_w: 48_000, dc_capacity_wp: 1 });
  const [device] = await devices();
  expect(device).toMatchObject({ ...stated, announced_ac_nominal_w: 48_000, announced_dc_capacity_wp: 1 });
  expect(Date.parse(device?.ratings_confirmed_at ?? "")).toBeGreaterThan(Date.now() - 60_000);
});

test("a name and a warranty that the owner has set hold against births; the rest follows them", async () => {
  const { api, token, project_uid, device_uid, devices, born } = await place();
  const named = { project_uid, device_uid, name: "Roof east", warranty_begin: "2020-01-01" };
  expect((await api(changeDevice, { token, body: named })).status).toBe(200);
  await born({
    serial: "INV-1",
    name: "Other",
    warranty_begin: "2021-01-01",
    warranty_end: "2031-01-01",
    model: "SG50",
  });
  expect(await devices()).toMatchObject([
    { name: "Roof east", warranty_begin: "2020-01-01", warranty_end: "2031-01-01", model: "SG50" },
  ]);
  const faulty = await api(changeDevice, { token, body: { ...named, name: " " } });
  expect([faulty.status, Object.keys(faulty.body.fields)]).toEqual([400, ["body.name"]]);
});

test("a device that was removed is unknown at once, and back with a birth that names it", async () => {
  const { api, token, project_uid, device_uid, devices, born, send } = await place();
  const reading = { device_uid, t: Date.now(), m: { ac_power_w: 1 } };
  expect((await send([reading])).body).toMatchObject({ stored: 1 });
  expect((await api(removeDevice, { token, query: { project_uid, device_uid } })).status).toBe(200);
  expect(await devices()).toEqual([]);
  const refused = async () =>
    (await send([{ ...reading, t: Date.now() }])).body.refused.map((one: { reason: string }) => one.reason);
  await expect.poll(refused).toEqual(["device.unknown"]);
  expect((await api(removeDevice, { token, query: { project_uid, device_uid } })).status).toBe(404);
  await born({ serial: "INV-1" });
  expect(await devices()).toMatchObject([{ device_uid }]);
});

test("a device takes the place of another: name and ratings go on, and what the old one sends late is stored as its own", async () => {
  const { api, token, project_uid, device_uid, devices, born, send, db } = await place();
  await db.updateTable("device").set({ alias: "East" }).execute();
  const replaced = await api(replaceDevice, { token, body: { project_uid, device_uid, serial: "INV-9" } });
  expect(replaced.status).toBe(200);
  const [device] = await devices();
  expect(await devices()).toHaveLength(1);
  expect(device).toMatchObject({
    serial: "INV-9",
    name: "Announced",
    alias: "East",
    ac_nominal_w: 50_000,
    ratings_confirmed_at: null,
    replaces: { device_uid, serial: "INV-1" },
  });
  // The gateway may go on to announce both; the old one stays replaced and keeps its uid.
  const born9 = await born(
    { serial: "INV-1", name: "Old" },
    { serial: "INV-9", ac_nominal_w: 60_000, name: "New" },
  );
  expect(born9).toEqual([
    { serial: "INV-1", device_uid },
    { serial: "INV-9", device_uid: device?.device_uid },
  ]);
  expect(await devices()).toMatchObject([{ serial: "INV-9", name: "Announced", ac_nominal_w: 60_000 }]);
  const t = Date.now() - 60_000;
  const late = [
    { device_uid, t, m: { energy_total_wh: 5_000_000 } },
    { device_serial: "INV-1", t: t + 1000, m: { energy_total_wh: 5_000_010 } },
    { device_serial: "INV-9", t: t + 2000, m: { energy_total_wh: 3 } },
  ];
  expect((await send(late)).body).toMatchObject({ stored: 3, refused: [] });
  const stored = await db
    .selectFrom("reading as r")
    .innerJoin("device as d", "d.device_id", "r.device_id")
    .select(["d.serial", "r.energy_total_wh"])
    .orderBy("r.ts")
    .execute();
  expect(stored).toEqual([
    { serial: "INV-1", energy_total_wh: 5_000_000 },
    { serial: "INV-1", energy_total_wh: 5_000_010 },
    { serial: "INV-9", energy_total_wh: 3 },
  ]);
  expect((await api(replaceDevice, { token, body: { project_uid, device_uid, serial: null } })).status).toBe(
    200,
  );
  expect((await devices()).map(({ serial, replaces }) => [serial, replaces])).toEqual([
    ["INV-1", null],
    ["INV-9", null],
  ]);
});

test("only another device of the same type that replaces nothing takes a place", async () => {
  const { api, token, project_uid, device_uid, devices, born } = await place();
  await born({ serial: "INV-2" }, { serial: "INV-3" }, { serial: "MET-1", asset_type: "electric_meter" });
  const by = (of: string, serial: string) =>
    api(replaceDevice, { token, body: { project_uid, device_uid: of, serial } });
  for (const serial of ["INV-1", "MET-1"]) {
    const { status, body } = await by(device_uid, serial);
    expect([status, body.code, Object.keys(body.fields)]).toEqual([
      400,
      "device.cannot_replace",
      ["body.serial"],
    ]);
  }
  expect((await by(device_uid, "INV-2")).status).toBe(200);
  const uidOf = async (serial: string) =>
    (await devices()).find((one) => one.serial === serial)?.device_uid ?? "";
  // Neither a second time, nor by one that has a place already, nor by the one that is gone.
  expect((await by(device_uid, "INV-3")).status).toBe(404);
  expect((await by(await uidOf("INV-3"), "INV-2")).status).toBe(400);
  expect((await by(await uidOf("INV-2"), "INV-1")).status).toBe(400);
  expect((await by(await uidOf("INV-2"), "INV-3")).status).toBe(200);
  expect((await devices()).map(({ serial }) => serial).toSorted()).toEqual(["INV-3", "MET-1"]);
});

test("who may only look changes no device, and a stranger learns of none", async () => {
  const { api, db, project_id, project_uid, device_uid, devices } = await place();
  const reader = await accountOn(db, { project_id, role: "read_only" });
  const stranger = await accountOn(db, null);
  const calls = [
    [changeDevice, { body: { project_uid, device_uid, name: "x" } }],
    [
      confirmRatings,
      { body: { project_uid, devices: [{ device_uid, ac_nominal_w: 1, dc_capacity_wp: 1 }] } },
    ],
    [removeDevice, { query: { project_uid, device_uid } }],
    [replaceDevice, { body: { project_uid, device_uid, serial: "INV-9" } }],
  ] as const;
  const before = await devices();
  for (const [e, args] of calls) {
    expect((await api(e, { ...args, token: reader.token })).status).toBe(403);
    expect((await api(e, { ...args, token: stranger.token })).status).toBe(404);
  }
  expect(await devices()).toEqual(before);
});
