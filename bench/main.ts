// npm run bench: measures the product on this machine, each figure beside a floor or a goal, all in one run.
// npm run bench -- list chart mqtt import   runs only those.
import { powerChart, projectList } from "@heliograph/contract";
import { sql } from "kysely";
import { signIn, type Ask } from "./api-client.ts";
import { benchImport } from "./import.ts";
import { benchMqtt } from "./mqtt.ts";
import { figure, percentile, report, timed, type Line } from "./measure.ts";
import { openStage, seedFleet, startServer, type RunningServer, type Stage } from "./stage.ts";

const PARTS = ["import", "list", "chart", "mqtt"] as const;
const wanted = process.argv.slice(2).filter((name) => PARTS.some((part) => part === name));
const runs = (part: (typeof PARTS)[number]) => wanted.length === 0 || wanted.includes(part);
const say = (text: string) => process.stderr.write(`${text}\n`);

const stage = await openStage();
const lines: Line[] = [];
try {
  if (runs("import")) lines.push(...(await benchImport(stage, say)));
  const server = await startServer(stage);
  try {
    const ask = await signIn(server.url);
    if (runs("list")) lines.push(await benchList(stage, server, ask));
    if (runs("chart")) lines.push(await benchChart(stage, server, ask));
    if (runs("mqtt")) lines.push(...(await benchMqtt(stage, server, say)));
  } finally {
    await server.stop();
  }
} finally {
  await stage.close();
}
report(lines);

/** Requests that do nothing, as the floor of every call over HTTP. */
function floor(server: RunningServer): Promise<number[]> {
  return timed(async () => (await fetch(`${server.url}/healthz`)).text(), 200);
}

async function benchList(at: Stage, server: RunningServer, ask: Ask): Promise<Line> {
  say("list: 10,000 projects");
  await seedFleet(at.pools, { projects: 10_000, devices: 1, prefix: "L" });
  await sql`
    update project_summary set plant_status = (array['normal', 'warning', 'offline', 'not_configured'])[1 + project_id % 4],
      last_reading_at = now(), active_power_w = project_id % 1000 * 100, irradiance_w_m2 = project_id % 900,
      today = current_date, today_meter_wh = project_id * 10, before_today_meter_wh = project_id * 1000.0`.execute(
    at.pools.db,
  );
  await sql`vacuum analyze`.execute(at.pools.db);
  const samples = await timed(
    () =>
      ask(projectList, {
        query: { page: 1 + Math.floor(Math.random() * 900) },
        body: { project_type: "pv" },
      }),
    200,
  );
  const searched = await timed(() => ask(projectList, { query: {}, body: { keyword: "district 7" } }), 50);
  const empty = percentile(await floor(server), 0.95);
  const p95 = percentile(samples, 0.95);
  return {
    what: "list: a page of 10 of 10,000 projects with totals, p95",
    reached: `${figure(p95, "ms")} (median ${figure(percentile(samples, 0.5), "ms")}, search p95 ${figure(percentile(searched, 0.95), "ms")})`,
    goal: "150 ms",
    met: p95 <= 150,
    against: `${figure(p95 / empty, "×")} an empty request (${figure(empty, "ms")})`,
  };
}

async function benchChart(at: Stage, server: RunningServer, ask: Ask): Promise<Line> {
  say("chart: 30 devices, one day of five-minute readings");
  const [serial = ""] = await seedFleet(at.pools, { projects: 1, devices: 30, prefix: "C" });
  const { project_id, project_uid } = await at.pools.db
    .selectFrom("gateway")
    .innerJoin("project", "project.project_id", "gateway.project_id")
    .select(["project.project_id", "project.project_uid"])
    .where("serial", "=", serial)
    .executeTakeFirstOrThrow();
  await sql`select ensure_reading_partitions(current_date - 3, current_date)`.execute(at.pools.db);
  await sql`
    insert into reading (project_id, device_id, ts, interval_s, ac_power_w, dc_power_w, energy_total_wh, ac_voltage_v, ac_current_a)
    select d.project_id, d.device_id, t, 300, 1000 + 100 * sin(extract(epoch from t) / 9000), 1100, extract(epoch from t), 400, 3
    from device d, generate_series(now() - interval '3 days', now(), interval '5 minutes') t
    where d.project_id = ${project_id}`.execute(at.pools.db);
  await sql`vacuum analyze reading`.execute(at.pools.db);
  const view_day = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
  const samples = await timed(() => ask(powerChart, { query: { project_uid, view_day } }), 100);
  const rows = await timed(
    () =>
      at.pools.pool.query({
        text: `select device_id, extract(epoch from ts)::int8, ac_power_w, dc_power_w from reading
          where project_id = $1 and ts > $2::date and ts <= $2::date + 1`,
        values: [project_id, view_day],
        rowMode: "array",
      }),
    50,
  );
  const p95 = percentile(samples, 0.95);
  const bare = percentile(rows, 0.95);
  return {
    what: "power chart: a day of 30 devices, p95",
    reached: `${figure(p95, "ms")} (median ${figure(percentile(samples, 0.5), "ms")})`,
    goal: "50 ms",
    met: p95 <= 50,
    against: `${figure(p95 / bare, "×")} reading the bare rows (${figure(bare, "ms")})`,
  };
}
