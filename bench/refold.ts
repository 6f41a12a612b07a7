// From stored readings to energy: the ledger after an import, a rebuild of history, and live readings beside an import.
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { sql } from "kysely";
import { rebuildProject, startLedger } from "../server/src/domains/energy/index.ts";
import { importFiles, readMapping, storeReadings } from "../server/src/domains/telemetry/index.ts";
import { figure, percentile, type Line } from "./measure.ts";
import { seedFleet, type Stage } from "./stage.ts";

/** Spacing and span of each history that is folded anew, and what is asked of it. */
const HISTORIES = [
  { what: "15 minutes", prefix: "R15", devices: 10, intervalS: 900, days: 365, goal: 30_000 },
  { what: "10 seconds", prefix: "R10", devices: 10, intervalS: 10, days: 3, goal: 150_000 },
] as const;
/** Live readings are waited for no longer than this, ms (p95). */
const LIVE_MS = 1000;
const YEARS = 10;

/** Waits until the energy of what has just been imported is there; `rows` of them. */
export async function benchFollowing(stage: Stage, rows: number, readS: number): Promise<Line> {
  const from = performance.now();
  const ledger = startLedger(stage.pools);
  await ledger.idle();
  await ledger.stop();
  const foldS = (performance.now() - from) / 1000;
  return {
    what: "import: from the file to finished energy",
    reached: `${figure(rows / (readS + foldS), "rows/s", 0)} (${figure(foldS, "s")} of it after the last row)`,
    goal: "",
    met: null,
    against: `reading and storing alone ${figure(readS, "s")}`,
  };
}

/** Folds histories anew and imports ten years beside live readings. */
export async function benchRefold(stage: Stage, say: (text: string) => void): Promise<Line[]> {
  const lines: Line[] = [];
  for (const history of HISTORIES) {
    say(`refold: readings of ${history.what}`);
    lines.push(await rebuilt(stage, history));
  }
  say("import: ten years beside live readings");
  lines.push(await besideLive(stage));
  return lines;
}

async function projectOf(stage: Stage, prefix: string): Promise<number> {
  const { project_id } = await stage.pools.db
    .selectFrom("gateway")
    .select(["project_id"])
    .where("serial", "like", `${prefix}-%`)
    .executeTakeFirstOrThrow();
  return project_id;
}

async function rebuilt(stage: Stage, history: (typeof HISTORIES)[number]): Promise<Line> {
  const { devices, prefix, intervalS, days, what, goal } = history;
  await seedFleet(stage.pools, { projects: 1, devices, prefix });
  const projectId = await projectOf(stage, prefix);
  const { db } = stage.pools;
  await sql`select ensure_reading_partitions((now() - ${days}::int4 * interval '1 day')::date, now()::date)`.execute(
    db,
  );
  // Half a day of sun, and a counter that is its integral.
  await sql`
    insert into reading (project_id, device_id, ts, interval_s, source, ac_power_w, dc_power_w, ac_voltage_v, energy_total_wh)
    select project_id, device_id, ts, ${intervalS}, 2, p, p * 1.03, 230, sum(p * ${intervalS} / 3600.0) over (partition by device_id order by ts)
    from (
      select d.project_id, d.device_id, ts,
        greatest(0, sin(2 * pi() * date_part('epoch', ts) / 86400))::float8 * 20000 as p
      from device d, generate_series(date_trunc('day', now()) - ${days}::int4 * interval '1 day', date_trunc('day', now()),
        ${intervalS}::int4 * interval '1 second') ts
      where d.project_id = ${projectId}
    ) r`.execute(db);
  await sql`vacuum analyze reading`.execute(db);
  const from = performance.now();
  const { readings, faults } = await rebuildProject(stage.pools, projectId, { from: null });
  if (faults.length > 0) throw new Error(faults.map(({ message }) => message).join("; "));
  const pace = readings / ((performance.now() - from) / 1000);
  return {
    what: `rebuild: readings of ${what} folded anew, charts' hours too`,
    reached: figure(pace, "readings/s", 0),
    goal: figure(goal, "readings/s", 0),
    met: pace >= goal,
    against: `${figure(readings, "readings", 0)} of ${devices} devices`,
  };
}

async function besideLive(stage: Stage): Promise<Line> {
  await seedFleet(stage.pools, { projects: 1, devices: 2, prefix: "BESIDE" });
  const projectId = await projectOf(stage, "BESIDE");
  const devices = await stage.pools.db
    .selectFrom("device")
    .select(["device_id"])
    .where("project_id", "=", projectId)
    .orderBy("device_id")
    .execute();
  const file = join(stage.folder, "ten-years.csv");
  const rows = await writeYears(file);
  const read = readMapping(
    JSON.stringify({
      time: { column: "time", format: "unix", timezone: "UTC", stamp: "end" },
      interval_s: 900,
      device: { serial: "INV-1" },
      columns: { P: { quantity: "ac_power_w", unit: "W" }, E: { quantity: "energy_total_wh", unit: "Wh" } },
    }),
  );
  if ("faults" in read) throw new Error(read.faults.join("; "));
  const ledger = startLedger(stage.pools);
  const over = new AbortController();
  const live = liveTimes(
    stage,
    { project_id: projectId, device_id: devices[1]?.device_id ?? 0 },
    over.signal,
  );
  const from = performance.now();
  const summary = await importFiles({ pools: stage.pools, projectId, mapping: read.mapping }, [file]);
  const tookS = (performance.now() - from) / 1000;
  await ledger.idle();
  over.abort();
  const times = await live;
  await ledger.stop();
  if (summary.stored !== rows) throw new Error(`${rows} rows were imported and ${summary.stored} are stored`);
  const p95 = percentile(times, 0.95);
  return {
    what: "live: a reading is stored while ten years are imported and folded, p95",
    reached: `${figure(p95, "ms")} (longest ${figure(Math.max(...times), "ms")})`,
    goal: figure(LIVE_MS, "ms", 0),
    met: p95 <= LIVE_MS,
    against: `${times.length} live readings; import of ${figure(rows, "rows", 0)} in ${figure(tookS, "s")}`,
  };
}

async function writeYears(file: string): Promise<number> {
  const to = Math.floor(Date.now() / 86_400_000) * 86_400 - 86_400;
  const lines = ["time,P,E"];
  let wh = 0;
  for (let at = to - YEARS * 365 * 86_400; at < to; at += 900) {
    const power = Math.max(0, Math.sin((2 * Math.PI * at) / 86_400)) * 20_000;
    wh += power / 4;
    lines.push(`${at},${power.toFixed(1)},${wh.toFixed(1)}`);
  }
  await writeFile(file, `${lines.join("\n")}\n`);
  return lines.length - 1;
}

/** How long each live reading took to be stored, ms, one after the other until told to end. */
async function liveTimes(
  { pools }: Stage,
  of: { project_id: number; device_id: number },
  over: AbortSignal,
): Promise<number[]> {
  const times: number[] = [];
  const start = Date.now() - 3_600_000;
  for (let at = 0; !over.aborted; at += 1) {
    const row = {
      ...of,
      ts: start + at * 1000,
      interval_s: 1,
      source: 0 as const,
      m: { ac_power_w: at },
      ext: null,
    };
    const from = performance.now();
    await storeReadings(pools.pool, { lane: 0, rows: [row] });
    times.push(performance.now() - from);
    await delay(50);
  }
  return times;
}
