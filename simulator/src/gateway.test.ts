import { commandAck, GATEWAY_TOPICS, readingEntry } from "@heliograph/contract";
import { afterEach, expect, test, vi } from "vitest";
import { testBroker, uidFor, WITHIN_MS, type TestBroker } from "../testing/broker-kit.ts";
import { plantOf } from "../testing/fleet-kit.ts";
import { openLink, type Link } from "./link.ts";
import { startGateway, type RunningGateway } from "./gateway.ts";
import type { Letter } from "./outbox.ts";
import { plantModel } from "./plant-model.ts";
import type { GatewayState } from "./state.ts";

const plant = plantOf("linhkien-donganh");
const gateway = plant.gateways[0] ?? { serial: "", name: "", firmware: "", capacityWp: 0 };
const { serial } = gateway;
const ends: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});

async function broker(): Promise<TestBroker> {
  const made = await testBroker(serial);
  ends.unshift(made.close);
  return made;
}

function link(url: string, more: Partial<Parameters<typeof openLink>[0]> = {}): Link {
  const made = openLink({
    url,
    serial,
    credential: "secret",
    birth: () => ({ v: 1, seq: 0, sent_at: 0, devices: [] }),
    born: () => {},
    command: () => {},
    hold: () => {},
    delivered: () => {},
    dropped: () => {},
    say: () => {},
    firstPauseMs: 20,
    ...more,
  });
  ends.unshift(made.stop);
  return made;
}

const letter = (seq: number, toMs = Date.now()): Letter => ({
  topic: GATEWAY_TOPICS.readings(serial),
  toMs,
  intervalS: 10,
  payload: (late) =>
    JSON.stringify({
      v: 1,
      seq,
      sent_at: 0,
      historical: late,
      readings: [{ device_uid: uidFor(1), t: toMs, m: {} }],
    }),
});

function running(url: string): { started: RunningGateway; state: GatewayState; orders: unknown[] } {
  const state: GatewayState = {
    gateway_uid: uidFor(99),
    credential: "x",
    sequence: 1,
    history_sequence: 1,
    live_to_ms: null,
    owed: [],
    hourly_before_ms: 0,
  };
  const orders: unknown[] = [];
  const started = startGateway({
    model: plantModel(plant),
    index: 0,
    gateway,
    state,
    base: "http://127.0.0.1:9",
    mqttUrl: url,
    intervalS: 1,
    say: () => {},
    changed: () => {},
    ordered: (order) => orders.push(order),
  });
  ends.unshift(started.stop);
  return { started, state, orders };
}

const command = (id: number, name: string, expires_at: number): unknown => ({
  v: 1,
  command_uid: uidFor(id),
  device_uid: null,
  expires_at,
  revert_after_s: null,
  revert_to: null,
  name,
  limit: { percent: 40 },
});

test("a message that was not acknowledged when the line broke is sent again, one that was is not", async () => {
  const b = await broker();
  const delivered: number[] = [];
  b.answer(({ payload }) => (payload.toString().includes('"seq":2,') ? "hang" : "accept"));
  const station = link(b.url, { delivered: ({ toMs }) => delivered.push(toMs) });
  const now = Date.now();
  for (const seq of [1, 2, 3]) station.send(letter(seq, now + seq));
  await vi.waitFor(() => expect(b.readings().map(({ seq }) => seq)).toContain(2), WITHIN_MS);
  await vi.waitFor(() => expect(delivered).toContain(now + 1), WITHIN_MS);
  expect(delivered).not.toContain(now + 2);
  b.answer(() => "accept");
  b.cut();
  await vi.waitFor(() => expect(delivered).toContain(now + 2), WITHIN_MS);
  await vi.waitFor(() => expect(delivered).toContain(now + 3), WITHIN_MS);
  const times = (wanted: number): number => b.readings().filter(({ seq }) => seq === wanted).length;
  expect(times(1)).toBe(1);
  expect(times(2)).toBe(2);
  expect(delivered.toSorted((x, y) => x - y)).toEqual([now + 1, now + 2, now + 3]);
});

test("what waited longer than a minute is sent as history, what is fresh as live", async () => {
  const b = await broker();
  const station = link(b.url);
  station.send(letter(1, Date.now() - 61_000));
  station.send(letter(2));
  await vi.waitFor(() => expect(b.readings()).toHaveLength(2), WITHIN_MS);
  expect(b.readings().map(({ seq, historical }) => [seq, historical])).toEqual([
    [1, true],
    [2, false],
  ]);
});

test("without a line only the newest messages are kept, and the others are reported as dropped", () => {
  const dropped: number[] = [];
  const station = link("mqtt://127.0.0.1:1", { keep: 3, dropped: ({ toMs }) => dropped.push(toMs) });
  for (let seq = 1; seq <= 5; seq += 1) station.send(letter(seq, seq));
  expect(dropped).toEqual([1, 2]);
});

test("a gateway announces its devices, says that it is online and sends readings that the protocol accepts", async () => {
  const b = await broker();
  const { started, state } = running(b.url);
  await vi.waitFor(() => expect(b.readings().length).toBeGreaterThanOrEqual(2), WITHIN_MS);
  expect(b.came(GATEWAY_TOPICS.birth(serial))).toHaveLength(1);
  expect(b.came(GATEWAY_TOPICS.state(serial))).toEqual(['{"online":true}']);
  const messages = b.readings();
  for (const { historical, interval_s, readings } of messages) {
    expect({ historical, interval_s }).toEqual({ historical: false, interval_s: 1 });
    for (const reading of readings) expect(readingEntry.safeParse(reading).success).toBe(true);
  }
  const numbers = messages.map(({ seq }) => seq);
  expect(numbers).toEqual(numbers.map((_, i) => (numbers[0] ?? 0) + i));
  expect(started.devices().map(({ device_uid }) => device_uid)).toContain(uidFor(0));
  await vi.waitFor(() => expect(state.live_to_ms).toBeGreaterThan(Date.now() - 5000), WITHIN_MS);
  await started.stop();
  expect(b.came(GATEWAY_TOPICS.state(serial)).at(-1)).toBe('{"online":false}');
});

test("a broken line leaves the last will, and the gateway comes back and announces itself again", async () => {
  const b = await broker();
  running(b.url);
  await vi.waitFor(() => expect(b.readings().length).toBeGreaterThanOrEqual(1), WITHIN_MS);
  b.cut();
  await vi.waitFor(() => expect(b.came(GATEWAY_TOPICS.birth(serial))).toHaveLength(2), WITHIN_MS);
  expect(b.came(GATEWAY_TOPICS.state(serial))).toContain('{"online":false}');
}, 10_000);

test("a power limit is carried out, remembered and acknowledged; an unknown and an expired command are not", async () => {
  const b = await broker();
  const { started, orders } = running(b.url);
  await vi.waitFor(() => expect(started.devices().length).toBeGreaterThan(0), WITHIN_MS);
  const later = Date.now() + 60_000;
  await b.publish(GATEWAY_TOPICS.command(serial), command(1, "power_limit", later));
  await b.publish(GATEWAY_TOPICS.command(serial), command(2, "self_destruct", later));
  await b.publish(GATEWAY_TOPICS.command(serial), command(3, "power_limit", Date.now() - 1000));
  await vi.waitFor(() => expect(b.came(GATEWAY_TOPICS.ack(serial))).toHaveLength(3), WITHIN_MS);
  const acks = b.came(GATEWAY_TOPICS.ack(serial)).map((text) => commandAck.parse(JSON.parse(text)));
  expect(acks.map(({ command_uid, status }) => [command_uid, status])).toEqual([
    [uidFor(1), "done"],
    [uidFor(2), "refused"],
    [uidFor(3), "expired"],
  ]);
  // One for each inverter behind it.
  expect(orders).toHaveLength(plant.inverters.length);
  expect(started.model.orders()).toEqual(orders);
});
