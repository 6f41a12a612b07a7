// A command's round trip: from a person's press to the evidence that it worked, while a thousand gateways are connected and report.
import { setTimeout as delay } from "node:timers/promises";
import { GATEWAY_TOPICS, turnNze } from "@heliograph/contract";
import { sql } from "kysely";
import type { MqttClient } from "mqtt";
import type { Ask } from "./api-client.ts";
import { hearCommands, settled } from "./hearing.ts";
import { figure, percentile, timed, type Line } from "./measure.ts";
import { seedFleet, type RunningServer, type Stage } from "./stage.ts";

const GATEWAYS = 1000;
/** Every gateway reports this often, ms. */
const REPORTS_MS = 10_000;
const PRESSES = 300;
/** Presses begin this far apart, ms. */
const PRESS_MS = 100;
const GOAL_S = 2;
const GIVEN_W = 30_000;

/** A gateway with a meter at the grid and an inverter, and what stands there now. */
interface Plant {
  readonly gateway_uid: string;
  readonly serial: string;
  readonly meter_uid: string;
  readonly inverter_uid: string;
  isOn: boolean;
  seq: number;
}

/** When a press was made, heard, answered with a reading, and its evidence stored: ms since the process began. */
interface Trip {
  readonly pressed: number;
  command_uid?: string;
  heard?: number;
  obeyed?: number;
  verified?: number;
}

/** What is measured at. */
interface At {
  readonly stage: Stage;
  readonly server: RunningServer;
  readonly ask: Ask;
}

/**
 * Time from the press to the stored evidence, without the gateway's own: it answers and reports as soon as it hears. All gateways
 * report meanwhile as ever.
 */
export async function benchCommands(at: At, say: (text: string) => void): Promise<Line> {
  say(`command: ${PRESSES} presses among ${GATEWAYS} connected gateways`);
  const plants = await seedPlants(at.stage);
  const acks_ms: number[] = [];
  const report = async (plant: Plant, client: MqttClient): Promise<void> => {
    const from = performance.now();
    await client.publishAsync(GATEWAY_TOPICS.readings(plant.serial), readingsOf(plant), { qos: 1 });
    acks_ms.push(performance.now() - from);
  };
  const trips = new Map<string, Trip>();
  const clients = await hearCommands(at.server.mqttUrl, plants, ({ command_uid }, plant, client) => {
    const trip = trips.get(plant.gateway_uid);
    if (trip === undefined || trip.heard !== undefined) throw new Error("A command came that nobody gave");
    trip.heard = performance.now();
    plant.isOn = true;
    const ack = JSON.stringify({ v: 1, command_uid, status: "done" });
    client.publish(GATEWAY_TOPICS.ack(plant.serial), ack, { qos: 1 });
    void report(plant, client);
    trip.obeyed = performance.now();
  });
  await Promise.all(plants.map((plant, index) => report(plant, clientOf(clients, index))));
  acks_ms.length = 0;
  const ended = new AbortController();
  const reports = plants.map(async (plant, index) => {
    await delay((REPORTS_MS * index) / plants.length);
    while (!ended.signal.aborted) {
      await report(plant, clientOf(clients, index));
      await delay(REPORTS_MS, undefined, { signal: ended.signal }).catch(() => {});
    }
  });
  await pressAll(at, plants, trips);
  ended.abort();
  await Promise.all(reports);
  const empty = await timed(async () => (await fetch(`${at.server.url}/healthz`)).text(), 200);
  await Promise.all(clients.map((client) => client.endAsync(true)));
  const floorMs = percentile(empty, 0.5) + 2 * percentile(acks_ms, 0.5);
  return lineOf([...trips.values()], floorMs);
}

/** Presses at one gateway after the other, and waits until each press has its evidence. */
async function pressAll(
  { stage, ask }: At,
  plants: readonly Plant[],
  trips: Map<string, Trip>,
): Promise<void> {
  const presses: Promise<void>[] = [];
  const watching = watched(stage, trips);
  for (let n = 0; n < PRESSES; n += 1) {
    const { gateway_uid } = plants[Math.floor((n * plants.length) / PRESSES)] ??
      plants[0] ?? { gateway_uid: "" };
    const trip: Trip = { pressed: performance.now() };
    trips.set(gateway_uid, trip);
    const press = async () => {
      const { commands } = await ask(turnNze, { body: [{ gateway_uid, status: true }] });
      trip.command_uid = commands[0]?.command_uid ?? "";
    };
    presses.push(press());
    await delay(Math.max(0, trip.pressed + PRESS_MS - performance.now()));
  }
  await Promise.all(presses);
  await watching;
}

/** Notes when the evidence of each press is stored; ends once all have theirs, or a minute after the last should have. */
async function watched({ pools }: Stage, trips: ReadonlyMap<string, Trip>): Promise<void> {
  const look = async (): Promise<boolean> => {
    const waiting = [...trips.values()].filter((trip) => trip.verified === undefined);
    const byUid = new Map(
      waiting.flatMap((trip) => (trip.command_uid === undefined ? [] : [[trip.command_uid, trip]])),
    );
    const { rows } = await sql<{ command_uid: string }>`
      select command_uid from command where state = 'verified' and command_uid = any(${[...byUid.keys()]}::uuid[])`.execute(
      pools.db,
    );
    const now = performance.now();
    for (const { command_uid } of rows) {
      const trip = byUid.get(command_uid);
      if (trip !== undefined) trip.verified = now;
    }
    return trips.size === PRESSES && rows.length === waiting.length;
  };
  await settled(look, PRESSES * PRESS_MS + 60_000);
}

function lineOf(trips: readonly Trip[], floorMs: number): Line {
  const taken = trips.flatMap(({ pressed, heard, obeyed, verified }) =>
    heard === undefined || obeyed === undefined || verified === undefined
      ? []
      : [verified - pressed - (obeyed - heard)],
  );
  if (taken.length !== PRESSES) throw new Error(`${PRESSES} presses were made and ${taken.length} verified`);
  const down = trips.map(({ pressed, heard = Number.NaN }) => heard - pressed);
  const p50 = percentile(taken, 0.5);
  const p95 = percentile(taken, 0.95);
  return {
    what: `commands: from the press to verified evidence among ${GATEWAYS} connected gateways that report each ${REPORTS_MS / 1000} s, p95`,
    reached: `${figure(p95, "ms")} (p50 ${figure(p50, "ms")}; with the gateway after ${figure(percentile(down, 0.5), "ms")})`,
    goal: `${GOAL_S} s`,
    met: p95 <= GOAL_S * 1000,
    against: `${figure(p50 / floorMs, "×")} an empty request and two messages acknowledged (${figure(floorMs, "ms")}), at p50`,
  };
}

function clientOf(clients: readonly MqttClient[], index: number): MqttClient {
  const client = clients[index];
  if (client === undefined) throw new RangeError("A client for each gateway");
  return client;
}

async function seedPlants(stage: Stage): Promise<Plant[]> {
  await seedFleet(stage.pools, { projects: GATEWAYS, devices: 1, prefix: "R" });
  await sql`
    insert into device (project_id, gateway_id, asset_type, serial)
    select project_id, gateway_id, 'grid_meter', 'GM-1' from gateway where serial like 'R-%'`.execute(
    stage.pools.db,
  );
  const { rows } = await sql<Omit<Plant, "isOn" | "seq">>`
    select g.gateway_uid, g.serial, m.device_uid as meter_uid, i.device_uid as inverter_uid
    from gateway g join device m on m.gateway_id = g.gateway_id and m.asset_type = 'grid_meter'
    join device i on i.gateway_id = g.gateway_id and i.asset_type = 'solar_inverter'
    where g.serial like 'R-%' order by g.gateway_id`.execute(stage.pools.db);
  return rows.map((row) => ({ ...row, isOn: false, seq: 0 }));
}

/** The next message of a plant: it exports all that it gives, or nothing. */
function readingsOf(plant: Plant): string {
  plant.seq += 1;
  const t = Date.now();
  const given = plant.isOn ? 0 : GIVEN_W;
  const meter = { ac_power_w: -given, nze_on: plant.isOn ? 1 : 0, export_limit_w: 0 };
  const readings = [
    { device_uid: plant.meter_uid, t, m: meter },
    { device_uid: plant.inverter_uid, t, m: { ac_power_w: given, energy_total_wh: 1_000_000 + plant.seq } },
  ];
  return JSON.stringify({ v: 1, seq: plant.seq, sent_at: t, interval_s: REPORTS_MS / 1000, readings });
}
