import { expect, test } from "vitest";
import { gatewayBirth, gatewayEvents, gatewayReadings } from "@heliograph/contract";
import { apiOf } from "../../../../testing/api-kit.ts";
import {
  connected,
  gatewayServer,
  newGateway,
  readings,
  type TestGateway,
} from "../../../../testing/gateway-kit.ts";
import { SIGN_IN_LIMITS } from "../../fleet/index.ts";
import { gatewayMessageRoutes } from "../index.ts";

const minutesAgo = (minutes: number) => Date.now() - minutes * 60_000;
const basic = ({ serial, credential }: TestGateway) =>
  `Basic ${Buffer.from(`${serial}:${credential}`).toString("base64")}`;

async function gatewayApi() {
  const at = await gatewayServer();
  const gateway = await newGateway(at.db);
  const api = await apiOf(at.db, (serve) => gatewayMessageRoutes(serve, at.ingest));
  const post = (
    e: typeof gatewayBirth | typeof gatewayReadings | typeof gatewayEvents,
    body: unknown,
    who = gateway,
  ) => api(e, { body, authorization: basic(who) });
  return { ...at, gateway, api, post };
}
const birth = (serials: readonly string[], rest: object = {}) => ({
  v: 1,
  seq: 0,
  sent_at: Date.now(),
  interval_s: 60,
  devices: serials.map((serial) => ({ serial, asset_type: "electric_meter" })),
  ...rest,
});

test("birth, readings and events over HTTP: each answers once it is committed, and says what became of it", async () => {
  const { db, post, gateway } = await gatewayApi();
  const born = await post(gatewayBirth, birth(["M-1"]));
  expect(born).toMatchObject({
    status: 200,
    body: { kind: "birth", gateway_uid: gateway.gateway_uid, devices: [{ serial: "M-1" }] },
  });
  const { device_uid } = born.body.devices[0];
  const t = minutesAgo(2);
  const sent = {
    v: 1,
    seq: 1,
    sent_at: Date.now(),
    readings: [{ device_uid, t, m: { energy_import_wh: 9 } }],
  };
  expect((await post(gatewayReadings, sent)).body).toEqual({
    kind: "readings",
    seq: 1,
    stored: 1,
    duplicate: 0,
    corrected: 0,
    refused: [],
    commands: [],
    held: [],
  });
  expect((await post(gatewayReadings, sent)).body).toMatchObject({ stored: 0, duplicate: 1, corrected: 0 });
  sent.readings = [{ device_uid, t, m: { energy_import_wh: 10 } }];
  expect((await post(gatewayReadings, sent)).body).toMatchObject({ stored: 0, duplicate: 0, corrected: 1 });
  expect(await db.selectFrom("reading").select(["energy_import_wh", "interval_s"]).execute()).toEqual([
    { energy_import_wh: 10, interval_s: 60 },
  ]);

  const events = {
    v: 1,
    seq: 2,
    sent_at: Date.now(),
    events: [
      { device_uid, at: t, code: "F12", severity: "error", text: "isolation" },
      { at: t, code: "boot", severity: "info" },
    ],
  };
  expect((await post(gatewayEvents, events)).body).toEqual({
    kind: "events",
    seq: 2,
    stored: 2,
    duplicate: 0,
    refused: [],
    commands: [],
    held: [],
  });
  expect((await post(gatewayEvents, events)).body).toMatchObject({ stored: 0, duplicate: 2 });
  expect(
    await db.selectFrom("gateway_event").select(["code", "severity", "text"]).orderBy("event_id").execute(),
  ).toEqual([
    { code: "F12", severity: "error", text: "isolation" },
    { code: "boot", severity: "info", text: "" },
  ]);
});

test("the same message over HTTP and over MQTT is one and the same reading", async () => {
  const { db, post, gateway, mqttUrl } = await gatewayApi();
  const message = readings(gateway, [{ t: minutesAgo(1), m: { ac_power_w: 0.1 }, x: { errors: ["E1"] } }]);
  const { publish } = await connected(mqttUrl, gateway);
  await publish("readings", message);
  expect((await post(gatewayReadings, message)).body).toMatchObject({ stored: 0, duplicate: 1 });
  expect(await db.selectFrom("reading").select("ts").execute()).toHaveLength(1);
});

test("a whole message is refused with the protocol's reason, and recorded for the owner", async () => {
  const { db, post, gateway } = await gatewayApi();
  const entry = { device_uid: gateway.device_uid, t: minutesAgo(1), m: { ac_power_w: 1 } };
  const cases: [Parameters<typeof post>[0], unknown, string][] = [
    [
      gatewayReadings,
      readings(
        gateway,
        Array.from({ length: 1001 }, () => entry),
      ),
      "readings.too_many",
    ],
    [gatewayReadings, { v: 1 }, "message.invalid"],
    [gatewayReadings, readings(gateway, [entry], { gateway_uid: gateway.device_uid }), "gateway.mismatch"],
    [gatewayBirth, birth(Array.from({ length: 501 }, (_, index) => `M-${index}`)), "devices.too_many"],
    [gatewayBirth, birth(["M-1", "M-1"]), "message.invalid"],
    [gatewayBirth, birth(["M\u0000"]), "message.invalid"],
    [
      gatewayEvents,
      { v: 1, seq: 1, sent_at: 1, events: [{ at: 1, code: "x", severity: "fatal" }] },
      "message.invalid",
    ],
  ];
  for (const [endpoint, body, code] of cases) {
    expect(await post(endpoint, body), code).toMatchObject({ status: 400, body: { status: 400, code } });
  }
  const kept = await db.selectFrom("refused_reading").select("reason").orderBy("refused_id").execute();
  expect(kept.map(({ reason }) => reason)).toEqual(cases.map(([, , code]) => code));
  expect(await db.selectFrom("reading").select("ts").execute()).toEqual([]);
  expect(await db.selectFrom("device").select("serial").execute()).toEqual([{ serial: "INV-1" }]);
});

test("ill-formed text of a gateway is refused for good, so that it is not sent again for ever", async () => {
  const { db, post } = await gatewayApi();
  const half = "a\ud83d";
  const [device] = birth(["M-1"]).devices;
  for (const broken of [{ name: half }, { manufacturer: half }, { model: half }, { serial: half }]) {
    const refused = await post(gatewayBirth, birth([], { devices: [{ ...device, ...broken }] }));
    expect([broken, refused.status, refused.body.code]).toEqual([broken, 400, "message.invalid"]);
  }
  const event = { at: Date.now(), code: "E1", severity: "info" };
  for (const broken of [{ text: half }, { code: half }]) {
    const sent = { v: 1, seq: 1, sent_at: Date.now(), events: [{ ...event, ...broken }] };
    const refused = await post(gatewayEvents, sent);
    expect([broken, refused.status, refused.body.code]).toEqual([broken, 400, "message.invalid"]);
  }
  expect(await db.selectFrom("device").select("serial").where("serial", "=", "M-1").execute()).toEqual([]);
});

test("events of another's device or of an impossible time are refused alone", async () => {
  const { db, post } = await gatewayApi();
  const stranger = await newGateway(db);
  const event = { at: minutesAgo(1), code: "x", severity: "info" };
  const sent = [
    { ...event, device_uid: stranger.device_uid },
    event,
    { ...event, at: Date.now() + 86_400_000 },
    { ...event, at: 0 },
  ];
  const { body } = await post(gatewayEvents, { v: 1, seq: 1, sent_at: 1, events: sent });
  expect(body).toMatchObject({
    stored: 1,
    refused: [
      { index: 0, reason: "device.unknown" },
      { index: 2, reason: "event.too_new" },
      { index: 3, reason: "event.too_old" },
    ],
  });
  expect(await db.selectFrom("refused_reading").select("reason").execute()).toHaveLength(3);
});

test("without the right credential nothing is taken, and no gateway speaks for another", async () => {
  const { db, post, api, gateway } = await gatewayApi();
  const stranger = await newGateway(db);
  const message = readings(gateway, [{ t: minutesAgo(1), m: { ac_power_w: 1 } }]);
  expect(await api(gatewayReadings, { body: message })).toMatchObject({
    status: 401,
    body: { code: "gateway.credential" },
  });
  expect(await post(gatewayReadings, message, { ...gateway, credential: stranger.credential })).toMatchObject(
    { status: 401 },
  );
  expect((await post(gatewayReadings, message, stranger)).body).toMatchObject({
    stored: 0,
    refused: [{ reason: "device.unknown" }],
  });
  expect(await db.selectFrom("reading").select("ts").execute()).toEqual([]);
});

test("a gateway's contact is written down with its sequence number, at once and then now and again", async () => {
  const { db, post, gateway } = await gatewayApi();
  const before = Date.now();
  for (const seq of [3, 4, 5]) {
    const entry = { t: minutesAgo(seq), m: { ac_power_w: 1 } };
    await post(gatewayReadings, readings(gateway, [entry], { seq }));
  }
  const contact = () =>
    db
      .selectFrom("gateway")
      .select(["last_sequence", "last_contact_at", "connected"])
      .where("gateway_id", "=", gateway.gateway_id)
      .executeTakeFirstOrThrow();
  await expect.poll(async () => (await contact()).last_sequence).toBeGreaterThanOrEqual(3);
  expect((await contact()).connected).toBe(false);
  // The database may round to the millisecond below.
  expect(Number((await contact()).last_contact_at)).toBeGreaterThanOrEqual(before - 1);
});

test("guessing a credential over HTTP ends soon for the guesser, while others behind the same address go on", async () => {
  const { db, api, gateway } = await gatewayApi();
  const other = await newGateway(db);
  const post = (who: TestGateway, address: string) =>
    api(gatewayBirth, { body: birth(["M-1"]), authorization: basic(who), address });
  const [A, B] = ["203.0.113.1", "203.0.113.2"];
  // What is right does not count, however often.
  for (let n = 0; n < 2 * SIGN_IN_LIMITS.ofGateway; n += 1) {
    expect((await post(gateway, A)).status).toBe(200);
  }
  const wrong = { ...other, credential: "wrong" };
  for (let n = 0; n < SIGN_IN_LIMITS.ofGateway; n += 1) {
    expect((await post(wrong, A)).status).toBe(401);
  }
  for (const guess of [wrong, other]) {
    const { status, body, headers } = await post(guess, A);
    expect([status, body.code, headers["retry-after"]]).toEqual([429, "too_many_attempts", "60"]);
  }
  expect((await post(gateway, A)).status).toBe(200);
  expect((await post(other, B)).status).toBe(200);
});

test("an address from which very many sign-ins fail is refused whatever gateway it names", async () => {
  const { api, gateway } = await gatewayApi();
  const post = (serial: string, credential: string) =>
    api(gatewayBirth, {
      body: birth(["M-1"]),
      authorization: basic({ ...gateway, serial, credential }),
      address: "203.0.113.3",
    });
  for (let n = 0; n < SIGN_IN_LIMITS.ofAddress; n += 1) {
    expect((await post(`GUESS-${n}`, "wrong")).status).toBe(401);
  }
  expect((await post("GUESS-new", "wrong")).status).toBe(429);
  expect((await post(gateway.serial, gateway.credential)).status).toBe(429);
});
