import { readingsMessage } from "@heliograph/contract";
import { afterEach, expect, test, vi } from "vitest";
import { testApi, testBroker, WITHIN_MS, type Asked, type TestApi } from "../testing/broker-kit.ts";
import { plantOf } from "../testing/fleet-kit.ts";
import { progressLine, runBacklog } from "./backlog.ts";
import { dayEndingAt, dayStartMs } from "./fleet/plant.ts";
import { startGateway, type RunningGateway } from "./gateway.ts";
import { plantModel } from "./plant-model.ts";
import type { GatewayState, MissingSpan } from "./state.ts";

const plant = plantOf("tieuhoc-hoasen");
const gateway = plant.gateways[0] ?? { serial: "", name: "", firmware: "", capacityWp: 0 };
const ends: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});
const messageOf = ({ body }: Asked) => readingsMessage.parse(body);
const stored = (asked: Asked): { status: number; body: unknown } => {
  const { seq, readings } = messageOf(asked);
  return {
    status: 200,
    body: {
      kind: "readings",
      seq,
      stored: readings.length,
      duplicate: 0,
      corrected: 0,
      refused: [],
      commands: [],
      held: [],
    },
  };
};
/** When the newest reading of a message was taken, ms since 1970. */
const newest = (asked: Asked): number =>
  Math.max(...messageOf(asked).readings.map((reading) => (reading as { t: number }).t)); // checked by gateway.test.ts

async function owing(
  owed: MissingSpan[],
): Promise<{ api: TestApi; started: RunningGateway; state: GatewayState }> {
  const broker = await testBroker(gateway.serial);
  const api = await testApi(stored);
  const state: GatewayState = {
    gateway_uid: "00000000-0000-4000-8000-000000000099",
    credential: "s3cret",
    sequence: 7,
    history_sequence: 1,
    live_to_ms: null,
    owed,
    hourly_before_ms: 0,
  };
  const started = startGateway({
    model: plantModel(plant),
    index: 0,
    gateway,
    state,
    base: api.url,
    mqttUrl: broker.url,
    intervalS: 3600,
    say: () => {},
    changed: () => {},
    ordered: () => {},
  });
  await vi.waitFor(() => expect(started.devices().length).toBeGreaterThan(0), WITHIN_MS);
  ends.push(started.stop, broker.close, api.close);
  return { api, started, state };
}

function backlog(api: TestApi, started: RunningGateway): AbortController {
  const quit = new AbortController();
  ends.unshift(() => quit.abort());
  void runBacklog({
    base: api.url,
    gateways: () => [started],
    say: () => {},
    changed: () => {},
    signal: quit.signal,
  });
  return quit;
}

const to_ms = dayStartMs(plant.site, "2026-11-10") + 15 * 3_600_000;
const threeDays = { from_ms: to_ms - 3 * 86_400_000, to_ms };

test("what is owed is sent as history with the gateway's own credential, newest day first, until nothing is owed", async () => {
  const { api, started, state } = await owing([threeDays]);
  backlog(api, started);
  await vi.waitFor(() => expect(state.owed).toEqual([]), WITHIN_MS);
  const days = api.asked.map((asked) => dayEndingAt(plant.site, newest(asked)));
  expect(days).toEqual(days.toSorted().toReversed());
  expect(new Set(days)).toEqual(new Set(["2026-11-10", "2026-11-09", "2026-11-08", "2026-11-07"]));
  for (const asked of api.asked) {
    expect(asked.path).toBe("/api/v1/gateway/readings");
    expect(asked.authorization).toBe(`Basic ${Buffer.from(`${gateway.serial}:s3cret`).toString("base64")}`);
    expect(messageOf(asked).historical).toBe(true);
  }
  const numbers = api.asked.map((asked) => messageOf(asked).seq);
  expect(new Set(numbers).size).toBe(numbers.length);
}, 10_000);

test("a day that the portal could not store stays owed and is sent again", async () => {
  const { api, started, state } = await owing([threeDays]);
  let failures = 2;
  api.answer((asked) => {
    if (dayEndingAt(plant.site, newest(asked)) !== "2026-11-09" || failures === 0) return stored(asked);
    failures -= 1;
    return { status: 503, body: { message: "not now", status: 503 } };
  });
  backlog(api, started);
  await vi.waitFor(() => expect(state.owed).toEqual([]), WITHIN_MS);
  const sent = api.asked.filter((asked) => dayEndingAt(plant.site, newest(asked)) === "2026-11-09").length;
  const other = api.asked.filter((asked) => dayEndingAt(plant.site, newest(asked)) === "2026-11-08").length;
  expect(sent).toBe(other + 2);
}, 15_000);

test("after a stop in the middle only what was not stored is owed, so that the next run goes on there", async () => {
  const { api, started, state } = await owing([threeDays]);
  const quit = backlog(api, started);
  api.answer((asked) => {
    if (dayEndingAt(plant.site, newest(asked)) === "2026-11-08") quit.abort();
    return stored(asked);
  });
  await vi.waitFor(() => expect(quit.signal.aborted).toBe(true), WITHIN_MS);
  expect(state.owed).toEqual([{ from_ms: threeDays.from_ms, to_ms: dayStartMs(plant.site, "2026-11-09") }]);
}, 10_000);

test("progress is told in percent and readings, and small backlogs pass in silence", () => {
  const total = 10 * 60 * 86_400_000;
  expect(progressLine({ totalMs: total, sent: 1_130_000 }, total * 0.63, 10)).toBe(
    "Back-fill 37 %, 1.1 M readings",
  );
  expect(progressLine({ totalMs: 7_200_000, sent: 100 }, 3_600_000, 10)).toBeNull();
});
