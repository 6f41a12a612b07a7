// What a fault trial is judged by: a fleet that sends, and whether all that was acknowledged is there, once.
import { createHash, randomBytes, randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import { expect } from "vitest";
import { counter, httpSender, instant, mqttSender, type Sender, type SendingGateway } from "./senders.ts";
import type { Installation } from "./server-under-test.ts";
import { FAULTS, say } from "./trials.ts";

const GATEWAYS = 6;
const DEVICES = 10;

/** A project with one gateway more than those that send, and devices, written straight into the database. */
async function seedFleet(client: pg.Client): Promise<{ project_uid: string; gateways: SendingGateway[] }> {
  const project = await client.query<{ project_id: number; project_uid: string }>(
    `insert into project (name, latitude, longitude, project_type, timezone, capacity_wp)
     values ('Trial', 10.8, 106.7, 'pv', 'Asia/Ho_Chi_Minh', 500000) returning project_id, project_uid`,
  );
  const [{ project_id, project_uid } = { project_id: 0, project_uid: "" }] = project.rows;
  await client.query("insert into project_summary (project_id) values ($1)", [project_id]);
  const gateways: SendingGateway[] = [];
  for (let index = 0; index <= GATEWAYS; index += 1) {
    const serial = `TRIAL-${randomUUID().slice(0, 8)}`;
    const credential = randomBytes(32).toString("base64url");
    const hash = createHash("sha256").update(credential).digest("hex");
    const devices = await client.query<{ device_id: number; device_uid: string }>(
      `with g as (insert into gateway (project_id, serial, credential_hash) values ($1, $2, $3) returning gateway_id)
       insert into device (project_id, gateway_id, asset_type, serial, ac_nominal_w)
       select $1, gateway_id, 'solar_inverter', 'INV-' || n, 50000 from g, generate_series(1, $4::int) n
       returning device_id, device_uid`,
      [project_id, serial, hash, DEVICES],
    );
    gateways.push({ serial, credential, devices: devices.rows });
  }
  return { project_uid, gateways };
}

export interface Fleet {
  readonly project_uid: string;
  readonly senders: readonly Sender[];
  /** A gateway that sends nothing by itself. */
  readonly idle: SendingGateway;
  /** Resolves when every gateway, over either protocol, got on by itself. */
  readonly goesOn: () => Promise<void>;
  /** Sends no more, and resolves once every acknowledged reading is there with its values, and none twice. */
  readonly finish: () => Promise<void>;
}

/** Gateways that send to the installation at full speed, half of them over MQTT. */
export async function startFleet(installation: Installation): Promise<Fleet> {
  const url = installation.databaseUrl();
  const client = new pg.Client({ connectionString: url });
  client.on("error", () => {});
  await client.connect();
  const { project_uid, gateways } = await seedFleet(client);
  await client.end();
  const [idle, ...sending] = gateways;
  if (idle === undefined) throw new RangeError("seedFleet makes gateways");
  const begin = Date.now() - FAULTS.hoursBack * 3_600_000;
  const senders = sending.map((gateway, index) =>
    index % 2 === 0
      ? mqttSender(installation.mqttUrl, gateway, begin)
      : httpSender(installation.httpUrl, gateway, begin),
  );
  const count = () => senders.map(({ acknowledged }) => acknowledged.size);
  return {
    project_uid,
    senders,
    idle,
    goesOn: async () => {
      const before = count();
      await expect
        .poll(() => count().every((now, index) => now > (before[index] ?? 0) + 5), { timeout: 20_000 })
        .toBe(true);
    },
    finish: async () => {
      await Promise.all(senders.map((sender) => sender.finish()));
      await verify(url, senders, begin);
    },
  };
}

/** A client that outlives the kills: each query is tried until the database answers. */
async function ask<R extends pg.QueryResultRow>(
  url: string,
  text: string,
  values: unknown[] = [],
): Promise<R[]> {
  for (let attempt = 0; ; attempt += 1) {
    const client = new pg.Client({ connectionString: url });
    client.on("error", () => {});
    try {
      await client.connect();
      return (await client.query<R>(text, values)).rows;
    } catch (error) {
      if (attempt > 100) throw error;
      await delay(100);
    } finally {
      await client.end().catch(() => {});
    }
  }
}

/** Every acknowledged reading is there with its values, every message whole or not at all, none twice, none changed. */
async function verify(url: string, senders: readonly Sender[], begin: number): Promise<void> {
  let acknowledged = 0;
  for (const { gateway, acknowledged: numbers, sent } of senders) {
    const rows = await ask<{ device_id: number; at: string; wh: number; w: number; n: string }>(
      url,
      `select device_id, extract(epoch from ts) * 1000 as at, energy_total_wh as wh, ac_power_w as w, count(*) over (partition by device_id, ts) as n
       from reading where device_id = any($1)`,
      [gateway.devices.map(({ device_id }) => device_id)],
    );
    const index = new Map(gateway.devices.map(({ device_id }, at) => [device_id, at]));
    const found = new Map<number, number>();
    for (const { device_id, at, wh, w, n } of rows) {
      const number = (Number(at) - begin) / (instant(0, 1) - instant(0, 0));
      expect([wh, w, Number(n)]).toEqual([counter(number, index.get(device_id) ?? -1), 3600, 1]);
      found.set(number, (found.get(number) ?? 0) + 1);
    }
    expect([...numbers].filter((number) => !found.has(number))).toEqual([]);
    expect([...found].filter(([, count]) => count !== gateway.devices.length)).toEqual([]);
    expect(Math.max(...found.keys())).toBeLessThan(sent());
    acknowledged += numbers.size;
  }
  expect(acknowledged).toBeGreaterThan(0);
  expect(await ask(url, "select * from reading_correction")).toEqual([]);
  expect(await ask(url, "select * from refused_reading")).toEqual([]);
  say(`${acknowledged} messages of ${DEVICES} readings acknowledged, all there, none twice`);
}

/** The indexes agree with their tables, so that no key can be there twice without being seen. */
export async function checkIndexes(url: string): Promise<void> {
  await ask(url, "create extension if not exists amcheck");
  const checked = await ask(
    url,
    `select c.relname, bt_index_check(c.oid, true) from pg_class c join pg_am a on a.oid = c.relam
     where c.relkind = 'i' and a.amname = 'btree' and c.relnamespace = 'public'::regnamespace`,
  );
  expect(checked.length).toBeGreaterThan(10);
}

const DERIVED = ["energy_quarter", "energy_day", "energy_month", "ledger_event", "latest"];

/** All derived rows as text, in an order of their own. */
async function derived(url: string): Promise<Map<string, string[]>> {
  const tables = new Map<string, string[]>();
  for (const table of DERIVED) {
    const rows = await ask<{ row: string }>(url, `select t::text as row from ${table} t order by 1`);
    tables.set(
      table,
      rows.map(({ row }) => row),
    );
  }
  return tables;
}

/** What was folded while servers and databases died is what the readings say: a rebuild gives every row again. */
export async function checkLedger(installation: Installation, project_uid: string): Promise<void> {
  const url = installation.databaseUrl();
  const waits = async () =>
    (await ask<{ n: number }>(url, "select count(*)::int as n from changed_readings"))[0]?.n;
  await expect.poll(waits, { timeout: FAULTS.isLong ? 150_000 : 40_000, interval: 200 }).toBe(0);
  const folded = await derived(url);
  await installation.run("server/src/rebuild.ts", ["--project", project_uid]);
  expect(await derived(url)).toEqual(folded);
  expect(folded.get("energy_quarter")?.length).toBeGreaterThan(0);
}
