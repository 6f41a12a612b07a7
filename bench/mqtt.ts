// Readings per second end to end over MQTT: published, committed, acknowledged, with roll-ups running.
import { sql } from "kysely";
import { figure, percentile, type Line } from "./measure.ts";
import { publishLoad, type LoadGateway } from "./mqtt-load.ts";
import { seedFleet, type RunningServer, type Stage } from "./stage.ts";

const GATEWAYS = 500;
const DEVICES = 10;
const VALUES = 10;
const SECONDS = 30;
const GOAL_PER_S = 1500;

/** Publishes at the goal's rate and a fifth above it; answers rate, latency, how far roll-ups lag, and bytes a value. */
export async function benchMqtt(
  stage: Stage,
  server: RunningServer,
  say: (text: string) => void,
): Promise<Line[]> {
  say(`mqtt: ${GATEWAYS} gateways of ${DEVICES} devices, ${SECONDS} s`);
  await seedFleet(stage.pools, { projects: GATEWAYS, devices: DEVICES, prefix: "M" });
  const gateways = await gatewaysOf(stage, "M-%");
  const before = { rows: await stored(stage), bytes: await readingBytes(stage) };
  const result = await publishLoad(server.mqttUrl, gateways, {
    everyMs: (1000 * GATEWAYS) / (GOAL_PER_S * 1.2),
    seconds: SECONDS,
  });
  const lagFrom = performance.now();
  const left = await waiting(stage);
  while ((await waiting(stage)) > 0) await new Promise((resolve) => setTimeout(resolve, 100));
  const lagS = (performance.now() - lagFrom) / 1000;
  const rows = (await stored(stage)) - before.rows;
  const perSecond = result.acknowledged / result.seconds;
  if (rows !== result.acknowledged * DEVICES) {
    throw new Error(`${result.acknowledged * DEVICES} readings were acknowledged and ${rows} are stored`);
  }
  return [
    {
      what: `MQTT: messages of ${DEVICES} devices × ${VALUES} values acknowledged after commit`,
      reached: `${figure(perSecond, "a second", 0)} = ${figure(perSecond * DEVICES * VALUES, "values/s", 0)}; ack p50 ${figure(percentile(result.latencies_ms, 0.5), "ms")}, p99 ${figure(percentile(result.latencies_ms, 0.99), "ms")}`,
      goal: `${GOAL_PER_S} a second`,
      met: perSecond >= GOAL_PER_S,
      against: `${figure((perSecond * DEVICES * VALUES) / 15_000, "×")} ThingsBoard's published 15,000 values/s on two cores`,
    },
    {
      what: "roll-ups: behind the last acknowledged reading",
      reached: `${figure(lagS, "s")} (${left} batches were waiting)`,
      goal: "5 s",
      met: lagS <= 5,
      against: "",
    },
    bytesPerValue((await readingBytes(stage)) - before.bytes, rows * VALUES),
  ];
}

async function gatewaysOf(stage: Stage, like: string): Promise<LoadGateway[]> {
  const { rows } = await sql<LoadGateway>`
    select g.serial, array_agg(d.device_uid::text order by d.device_id) as device_uids
    from gateway g join device d using (gateway_id) where g.serial like ${like} group by g.serial`.execute(
    stage.pools.db,
  );
  return rows;
}

async function stored(stage: Stage): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*) as n from reading`.execute(stage.pools.db);
  return rows[0]?.n ?? 0;
}

async function waiting(stage: Stage): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*) as n from changed_readings`.execute(
    stage.pools.db,
  );
  return rows[0]?.n ?? 0;
}

/** Table and indexes of all readings on disk. */
async function readingBytes(stage: Stage): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    select sum(pg_total_relation_size(inhrelid))::int8 as bytes from pg_inherits where inhparent = 'reading'::regclass`.execute(
    stage.pools.db,
  );
  return rows[0]?.bytes ?? 0;
}

function bytesPerValue(bytes: number, values: number): Line {
  const perValue = bytes / values;
  return {
    what: `disk: bytes per value, rows of ${VALUES} values, table and index`,
    reached: figure(perValue, "bytes", 2),
    goal: "12 bytes",
    met: perValue <= 12,
    against: `${figure(163 / perValue, "×")} less than ThingsBoard on PostgreSQL (163 bytes, published)`,
  };
}
