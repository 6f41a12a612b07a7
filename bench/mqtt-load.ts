// Gateways that publish as fast as they are told and count what was acknowledged.
import { GATEWAY_TOPICS } from "@heliograph/contract";
import mqtt from "mqtt";
import { BENCH_CREDENTIAL } from "./stage.ts";

export interface LoadGateway {
  readonly serial: string;
  readonly device_uids: readonly string[];
}

interface LoadResult {
  readonly acknowledged: number;
  readonly seconds: number;
  /** ms from publish to acknowledgement. */
  readonly latencies_ms: number[];
}

/** Gateways that sign in at a time: of one address, as all of them have here, no more than 200 are judged at once. */
const AT_ONCE = 100;

/** Ten quantities of an inverter. */
function quantities(counterWh: number): Record<string, number> {
  return {
    energy_total_wh: counterWh,
    ac_power_w: 31_250.5,
    ac_apparent_power_va: 31_400.25,
    ac_reactive_power_var: 2100.75,
    ac_voltage_v: 401.2,
    ac_current_a: 45.1,
    ac_frequency_hz: 50.01,
    dc_power_w: 32_100.5,
    dc_voltage_v: 640.5,
    cabinet_temperature_c: 41.5,
  };
}

/**
 * Lets every gateway publish one message of all its devices each `everyMs`, for `seconds`, at most four in flight each;
 * waits for the last acknowledgements.
 */
export async function publishLoad(
  mqttUrl: string,
  gateways: readonly LoadGateway[],
  by: { everyMs: number; seconds: number },
): Promise<LoadResult> {
  const clients = await connectGateways(mqttUrl, gateways);
  const latencies_ms: number[] = [];
  const from = performance.now();
  const end = from + by.seconds * 1000;
  const runs = gateways.map((gateway, index) => {
    const client = clients[index];
    if (client === undefined) throw new RangeError("A client for each gateway");
    return publishUntil(end, {
      client,
      gateway,
      everyMs: by.everyMs,
      offsetMs: (by.everyMs * index) / gateways.length,
      latencies_ms,
    });
  });
  await Promise.all(runs);
  const seconds = (performance.now() - from) / 1000;
  await Promise.all(clients.map((client) => client.endAsync(true)));
  return { acknowledged: latencies_ms.length, seconds, latencies_ms };
}

/** A connection for each gateway, in their order. */
export async function connectGateways(
  mqttUrl: string,
  gateways: readonly { readonly serial: string }[],
): Promise<mqtt.MqttClient[]> {
  const clients: mqtt.MqttClient[] = [];
  for (let at = 0; at < gateways.length; at += AT_ONCE) {
    const next = gateways.slice(at, at + AT_ONCE);
    clients.push(...(await Promise.all(next.map(({ serial }) => connected(mqttUrl, serial)))));
  }
  return clients;
}

function connected(url: string, serial: string): Promise<mqtt.MqttClient> {
  return mqtt.connectAsync(url, {
    clientId: serial,
    username: serial,
    password: BENCH_CREDENTIAL,
    reconnectPeriod: 0,
  });
}

interface Run {
  readonly client: mqtt.MqttClient;
  readonly gateway: LoadGateway;
  readonly everyMs: number;
  readonly offsetMs: number;
  readonly latencies_ms: number[];
}

async function publishUntil(end: number, run: Run): Promise<void> {
  const inFlight = new Set<Promise<void>>();
  let seq = 0;
  let t = 0;
  let due = performance.now() + run.offsetMs;
  while (due < end) {
    const wait = due - performance.now();
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
    if (inFlight.size >= 4) await Promise.race(inFlight);
    seq += 1;
    // A gateway that catches up sends several messages in one millisecond; their intervals still differ.
    t = Math.max(Date.now(), t + 1);
    const sent = publishOne(run, seq, t).finally(() => inFlight.delete(sent));
    inFlight.add(sent);
    due += run.everyMs;
  }
  await Promise.all(inFlight);
}

async function publishOne(run: Run, seq: number, t: number): Promise<void> {
  const m = quantities(1_000_000 + seq * 10);
  const readings = run.gateway.device_uids.map((device_uid) => ({ device_uid, t, m }));
  const from = performance.now();
  await run.client.publishAsync(
    GATEWAY_TOPICS.readings(run.gateway.serial),
    JSON.stringify({
      v: 1,
      seq,
      sent_at: t,
      interval_s: Math.max(1, Math.round(run.everyMs / 1000)),
      readings,
    }),
    { qos: 1 },
  );
  run.latencies_ms.push(performance.now() - from);
}
