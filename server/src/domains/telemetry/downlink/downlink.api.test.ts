// A gateway that only speaks HTTP: it gets its commands in the answers of its calls and says there what became of them.
import { randomUUID } from "node:crypto";
import {
  gatewayAck,
  gatewayBirth,
  gatewayEvents,
  gatewayReadings,
  type Endpoint,
} from "@heliograph/contract";
import { expect, test } from "vitest";
import { apiOf } from "../../../../testing/api-kit.ts";
import { commandFor, give } from "../../../../testing/downlink/downlink-kit.ts";
import { gatewayServer, newGateway, readings, type TestGateway } from "../../../../testing/gateway-kit.ts";
import { gatewayMessageRoutes, holdCommands, messagesOf } from "../index.ts";

const basic = ({ serial, credential }: TestGateway) =>
  `Basic ${Buffer.from(`${serial}:${credential}`).toString("base64")}`;

async function polled() {
  const at = await gatewayServer();
  const gateway = await newGateway(at.db);
  const api = await apiOf(at.db, (serve) => gatewayMessageRoutes(serve, at.ingest));
  const post = (e: Endpoint, body: unknown, who = gateway) => api(e, { body, authorization: basic(who) });
  const ack = (command_uid: string, status = "done", who = gateway) =>
    post(gatewayAck, { v: 1, command_uid, status }, who);
  const fate = async (uid: string) => (await at.db.transaction().execute((tx) => messagesOf(tx, [uid])))[0];
  return { ...at, gateway, post, ack, fate };
}
const reading = (gateway: TestGateway) =>
  readings(gateway, [{ t: Date.now() - 60_000, m: { ac_power_w: 1 } }]);

test("birth, readings and events are answered with the commands that wait, each once and as it was given", async () => {
  const { db, gateway, post, fate } = await polled();
  const calls: [Endpoint, unknown][] = [
    [gatewayBirth, { v: 1, seq: 0, sent_at: 1, devices: [] }],
    [gatewayReadings, reading(gateway)],
    [gatewayEvents, { v: 1, seq: 2, sent_at: 1, events: [{ at: Date.now(), code: "x", severity: "info" }] }],
  ];
  for (const [endpoint, body] of calls) {
    const given = commandFor({ device_uid: gateway.device_uid, revert_after_s: 900, revert_to: "own_limit" });
    await give(db, gateway, [given]);
    expect((await post(endpoint, body)).body).toMatchObject({ commands: [given] });
    expect((await post(endpoint, body)).body).toMatchObject({ commands: [] });
    expect(await fate(given.command_uid)).toMatchObject({ sent_by: "http" });
  }
});

test("a refused message takes no command with it: the next that is taken does", async () => {
  const { db, gateway, post } = await polled();
  const [uid] = await give(db, gateway);
  expect(await post(gatewayReadings, { v: 1 })).toMatchObject({ status: 400 });
  expect((await post(gatewayReadings, reading(gateway))).body).toMatchObject({
    commands: [{ command_uid: uid }],
  });
});

test("every answer names what is held", async () => {
  const { db, gateway, post } = await polled();
  const { gateway_id } = gateway;
  const uids = await give(db, gateway);
  await post(gatewayReadings, reading(gateway));
  await db.transaction().execute((tx) => holdCommands(tx, [{ gateway_id, uids }]));
  expect((await post(gatewayReadings, reading(gateway))).body).toMatchObject({ held: uids });
  expect((await post(gatewayReadings, reading(gateway))).body).toMatchObject({ held: uids });
});

test("an answer to a command is stored, and says whether it counted", async () => {
  const { db, gateway, post, ack, fate } = await polled();
  const [uid = ""] = await give(db, gateway);
  await post(gatewayReadings, reading(gateway));
  expect(await ack(uid, "refused")).toMatchObject({
    status: 200,
    body: { kind: "ack", command_uid: uid, counted: true, refused: [] },
  });
  expect((await ack(uid, "done")).body).toMatchObject({ counted: false });
  expect(await fate(uid)).toMatchObject({ ack_status: "refused", ack_count: 2 });
});

test("an answer that cannot be read, or that is to another gateway's command, is refused and recorded", async () => {
  const { db, gateway, post, ack, fate } = await polled();
  const [uid = ""] = await give(db, gateway);
  await post(gatewayReadings, reading(gateway));
  const other = await newGateway(db);
  const long = { v: 1, command_uid: uid, status: "done", text: "x".repeat(501) };
  for (const body of [{}, { v: 1, command_uid: uid, status: "perhaps" }, long]) {
    expect(await post(gatewayAck, body)).toMatchObject({ status: 400, body: { code: "message.invalid" } });
  }
  expect(await ack(uid, "done", other)).toMatchObject({ status: 400, body: { code: "command.unknown" } });
  expect(await ack(randomUUID())).toMatchObject({ status: 400, body: { code: "command.unknown" } });
  expect(await fate(uid)).toMatchObject({ ack_count: 0 });
  const kept = await db
    .selectFrom("refused_reading")
    .select(["gateway_id", "reason"])
    .orderBy("refused_id")
    .execute();
  expect(kept.map(({ gateway_id, reason }) => [gateway_id === gateway.gateway_id, reason])).toEqual([
    ...Array.from({ length: 3 }, () => [true, "message.invalid"]),
    [false, "command.unknown"],
    [true, "command.unknown"],
  ]);
});

test("without the gateway's credential nothing is taken and nothing answered", async () => {
  const { db, gateway, post } = await polled();
  await give(db, gateway);
  const stranger = { ...gateway, credential: "wrong" };
  for (const endpoint of [gatewayAck, gatewayReadings]) {
    expect(await post(endpoint, {}, stranger)).toMatchObject({ status: 401 });
  }
  expect((await post(gatewayReadings, reading(gateway))).body).toMatchObject({
    commands: [{ name: "power_limit" }],
  });
});
