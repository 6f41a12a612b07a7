// A database of its own with the product's settings, the real server on it, and fleets of known size.
import { spawn, type ChildProcess } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtempSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { connect, migrate, type Pools } from "../server/src/platform/db.ts";
import { prepareJobs } from "../server/src/platform/jobs/jobs.ts";
import { freePort, startPostgres } from "../server/src/platform/postgres/embedded-postgres.ts";
import { createAccount } from "../server/src/domains/identity/index.ts";

export const BENCH_EMAIL = "bench@test.example";
export const BENCH_PASSWORD = "bench of 2 cores";
/** Every gateway of the bench has this credential. */
export const BENCH_CREDENTIAL = "bench-credential";

export interface Stage {
  readonly pools: Pools;
  readonly databaseUrl: string;
  readonly folder: string;
  readonly close: () => Promise<void>;
}

/** A migrated, empty database on a PostgreSQL started with the settings of an installation. */
export async function openStage(): Promise<Stage> {
  const folder = mkdtempSync(join(tmpdir(), "heliograph-bench-"));
  const postgres = await startPostgres({ folder, port: await freePort(55_900) });
  const admin = connect(postgres.url("postgres"), 1);
  await sql`create database heliograph`.execute(admin.db);
  await admin.close();
  const databaseUrl = postgres.url("heliograph");
  const pools = connect(databaseUrl, 6, 600);
  await prepareJobs(pools.pool);
  await migrate(pools.db, new URL("../server/migrations/", import.meta.url));
  await createAccount(pools.db, {
    email: BENCH_EMAIL,
    display_name: "Bench Account",
    password: BENCH_PASSWORD,
    kind: "user",
  });
  const close = async () => {
    await pools.close();
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
    await rm(postgres.folder, { recursive: true, force: true });
  };
  return { pools, databaseUrl, folder, close };
}

export interface RunningServer {
  readonly url: string;
  readonly mqttUrl: string;
  readonly stop: () => Promise<void>;
}

/** The product's own server as a child process on the stage's database. */
export async function startServer(stage: Stage): Promise<RunningServer> {
  const port = await freePort(18_300);
  const mqttPort = await freePort(11_983);
  const child = spawn(process.execPath, ["server/src/main.ts"], {
    cwd: new URL("..", import.meta.url),
    env: {
      ...process.env,
      PORT: String(port),
      MQTT_PORT: String(mqttPort),
      DATABASE_URL: stage.databaseUrl,
      DATA_DIR: join(stage.folder, "data"),
      DEMO: "false",
      // One client asks as fast as it is answered.
      CALLS_PER_ACCOUNT: "10000000",
      CALLS_PER_ADDRESS: "10000000",
      LOG_LEVEL: "error",
    },
    stdio: ["ignore", "ignore", "inherit"],
  });
  const url = `http://127.0.0.1:${port}`;
  await until(async () => (await fetch(`${url}/readyz`).catch(() => undefined))?.ok === true, child);
  return { url, mqttUrl: `mqtt://127.0.0.1:${mqttPort}`, stop: () => stopped(child) };
}

async function until(holds: () => Promise<boolean>, child: ChildProcess): Promise<void> {
  const late = Date.now() + 60_000;
  while (!(await holds())) {
    if (child.exitCode !== null) throw new Error(`The server ended with ${child.exitCode}`);
    if (Date.now() > late) throw new Error("The server was not ready within 60 s");
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

function stopped(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    child.once("exit", () => resolve());
    child.kill("SIGTERM");
  });
}

/** Makes `projects` pv projects of the bench account, each with one gateway of `devices` inverters and a summary. */
export async function seedFleet(
  pools: Pools,
  size: { projects: number; devices: number; prefix: string },
): Promise<string[]> {
  const hash = createHash("sha256").update(BENCH_CREDENTIAL).digest("hex");
  await sql`
    with made as (
      insert into project (name, address, latitude, longitude, project_type, timezone, capacity_wp, commissioned_on)
      select ${size.prefix} || ' plant ' || n, 'Street ' || n || ', District ' || n % 24, 10 + (n % 1000) / 100.0,
        105 + (n % 400) / 100.0, 'pv', 'Asia/Ho_Chi_Minh', 100000 + n * 10, '2024-01-01'
      from generate_series(1, ${size.projects}::int) n returning project_id
    ), joined as (
      insert into project_member (project_id, account_id, role)
      select project_id, (select account_id from account where email = ${BENCH_EMAIL}), 'owner' from made
    ), gateways as (
      insert into gateway (project_id, serial, credential_hash, interval_s, capacity_wp)
      select project_id, ${size.prefix} || '-' || project_id, ${hash}, 10, 100000 from made returning project_id, gateway_id
    ), devices as (
      insert into device (project_id, gateway_id, asset_type, serial, ac_nominal_w)
      select project_id, gateway_id, 'solar_inverter', 'INV-' || n, 50000
      from gateways, generate_series(1, ${size.devices}::int) n
    )
    insert into project_summary (project_id) select project_id from made`.execute(pools.db);
  const rows = await pools.db
    .selectFrom("gateway")
    .select("serial")
    .where("serial", "like", `${size.prefix}-%`)
    .orderBy("gateway_id")
    .execute();
  return rows.map(({ serial }) => serial);
}
