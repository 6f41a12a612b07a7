// Running gateways and the portal's commands, over MQTT and over HTTP.
import { commandAck, GATEWAY_TOPICS, type CommandMessage } from "@heliograph/contract";
import { afterEach, expect, test, vi } from "vitest";
import { testApi, testBroker, uidFor, WITHIN_MS, type Asked } from "../../testing/broker-kit.ts";
import { plantOf } from "../../testing/fleet-kit.ts";
import { devicesOf } from "../fleet/devices.ts";
import { startGateway, type RunningGateway } from "../gateway.ts";
import { plantModel } from "../plant-model.ts";
import { report } from "../readings/report.ts";
import type { GatewayState } from "../state.ts";

const ends: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});

const limit = (id: number, rest: Partial<CommandMessage> = {}) => ({
  v: 1,
  command_uid: uidFor(id),
  device_uid: null,
  expires_at: Date.now() + 60_000,
  revert_after_s: 2,
  revert_to: "own_limit",
  name: "power_limit",
  limit: { percent: 40 },
  ...rest,
});

function start(key: string, at: { base: string; mqttUrl: string }, obedience?: GatewayState["obedience"]) {
  const plant = plantOf(key);
  const gateway = plant.gateways[0] ?? { serial: "", name: "", firmware: "", capacityWp: 0 };
  const state: GatewayState = {
    gateway_uid: uidFor(99),
    credential: "x",
    sequence: 1,
    history_sequence: 1,
    live_to_ms: null,
    owed: [],
    hourly_before_ms: 0,
    ...(obedience === undefined ? {} : { obedience }),
  };
  const started: RunningGateway = startGateway({
    model: plantModel(plant),
    index: 0,
    gateway,
    state,
    ...at,
    intervalS: 1,
    say: () => {},
    changed: () => {},
    ordered: () => {},
  });
  ends.unshift(started.stop);
  return { started, state, gateway, plant };
}
const statuses = (texts: readonly string[]) =>
  texts.map((text) => commandAck.parse(JSON.parse(text))).map((ack) => [ack.command_uid, ack.status]);

test("a gateway whose command is not held goes back by itself and says so; one that is held stays", async () => {
  const serial = "HG-LINHKIEN-DONGANH-1";
  const b = await testBroker(serial);
  ends.unshift(b.close);
  const { started } = start("linhkien-donganh", { base: "http://127.0.0.1:9", mqttUrl: b.url });
  await vi.waitFor(() => expect(started.devices().length).toBeGreaterThan(0), WITHIN_MS);
  const first = started.devices()[0]?.device_uid ?? "";
  await b.publish(GATEWAY_TOPICS.command(serial), limit(1));
  await b.publish(GATEWAY_TOPICS.command(serial), limit(2, { device_uid: first, revert_after_s: 600 }));
  await b.publish(GATEWAY_TOPICS.hold(serial), { v: 1, held: [uidFor(2)] });
  const acks = () => statuses(b.came(GATEWAY_TOPICS.ack(serial)));
  await vi.waitFor(() => expect(acks()).toContainEqual([uidFor(1), "reverted"]), WITHIN_MS);
  expect(acks()).toEqual([
    [uidFor(1), "done"],
    [uidFor(2), "done"],
    [uidFor(1), "reverted"],
  ]);
});

test("an answer that the portal has not acknowledged is told again on the next connection, and after a restart", async () => {
  const serial = "HG-LINHKIEN-DONGANH-1";
  const b = await testBroker(serial);
  ends.unshift(b.close);
  const urls = { base: "http://127.0.0.1:9", mqttUrl: b.url };
  b.answer(({ topic }) => (topic === GATEWAY_TOPICS.ack(serial) ? "hang" : "accept"));
  const { started, state } = start("linhkien-donganh", urls);
  await vi.waitFor(() => expect(started.devices().length).toBeGreaterThan(0), WITHIN_MS);
  await b.publish(GATEWAY_TOPICS.command(serial), limit(1, { revert_after_s: null, revert_to: null }));
  const acks = () => statuses(b.came(GATEWAY_TOPICS.ack(serial)));
  await vi.waitFor(() => expect(acks()).toEqual([[uidFor(1), "done"]]), WITHIN_MS);
  await started.stop();
  b.answer(() => "accept");
  const again = start("linhkien-donganh", urls, state.obedience);
  await vi.waitFor(() => expect(acks()).toHaveLength(2), WITHIN_MS);
  await vi.waitFor(() => expect(again.state.obedience?.untold).toEqual([]), WITHIN_MS);
});

test("a gateway without MQTT asks by its calls: it obeys what comes in the answers, once, and answers over HTTP", async () => {
  const given = [limit(1, { revert_after_s: null, revert_to: null })];
  const answered = ({ path, body }: Asked) => {
    const kind = path.split("/").at(-1);
    const rest = { refused: [], held: [], commands: kind === "readings" ? given : [] };
    const { seq = 0, devices = [] } = body as { seq?: number; devices?: { serial: string }[] };
    if (kind === "ack") {
      return { status: 200, body: { kind, command_uid: uidFor(1), counted: true, refused: [] } };
    }
    const born = devices.map(({ serial }, index) => ({ serial, device_uid: uidFor(index) }));
    return {
      status: 200,
      body:
        kind === "birth"
          ? { kind, seq, gateway_uid: uidFor(99), devices: born, ...rest }
          : { kind, seq, stored: 1, duplicate: 0, corrected: 0, ...rest },
    };
  };
  const api = await testApi(answered);
  ends.unshift(api.close);
  const { started, plant } = start("chungcu-hoamai", { base: api.url, mqttUrl: "mqtt://127.0.0.1:9" });
  const of = (kind: string) => api.asked.filter(({ path }) => path.endsWith(`gateway/${kind}`));
  await vi.waitFor(() => expect(of("readings").length).toBeGreaterThanOrEqual(3), WITHIN_MS);
  await vi.waitFor(() => expect(of("ack").length).toBeGreaterThan(0), WITHIN_MS);
  expect(of("ack")[0]?.body).toMatchObject({ command_uid: uidFor(1), status: "done" });
  expect(started.model.orders()).toHaveLength(plant.inverters.length);
  expect(of("birth")).toHaveLength(1);
});

test("inverters read their limit back with where it comes from, the meter at the grid its zero export", () => {
  const plant = plantOf("dmt-hoathang");
  const model = plantModel(plant);
  const day = "2026-10-06";
  const at = Date.parse(`${day}T00:00:00Z`) - plant.site.aheadMs + 12 * 3_600_000;
  model.obey({ atMs: at, kind: "power_limit", value: 30, inverter: 0 });
  model.obey({ atMs: at, kind: "zero_export", value: 1, exportLimitW: 5000 });
  const devices = devicesOf(plant, 0);
  const read = (kind: string, index: number, to: number) => {
    const device = devices.find((one) => one.kind === kind && one.index === index);
    return device === undefined ? null : report(model, device, { day, from: to - 10, to }, "full")?.m;
  };
  const rated = plant.inverters[0]?.acNominalW ?? 0;
  expect(read("inverter", 0, 43_190)).toMatchObject({ power_limit_w: rated, power_limit_source: 0 });
  expect(read("inverter", 0, 43_210)).toMatchObject({ power_limit_w: 0.3 * rated, power_limit_source: 2 });
  expect(read("inverter", 1, 43_210)).toMatchObject({ power_limit_w: rated, power_limit_source: 0 });
  expect(read("grid_meter", 0, 43_190)).toMatchObject({ nze_on: 0 });
  expect(read("grid_meter", 0, 43_190)).not.toHaveProperty("export_limit_w");
  expect(read("grid_meter", 0, 43_210)).toMatchObject({ nze_on: 1, export_limit_w: 5000 });
});
