// npm run bench: measures the product on this machine, each figure beside a floor or a goal, all in one run.
// npm run bench -- list map chart fair mqtt command downlink schedule alarm import browser spreadsheet ledger certificates report   runs only those; map in Chromium where browser runs as well.
import { projectList, projectListDashboard, projectListRows, ROWS_AT_ONCE } from "@heliograph/contract";
import { sql } from "kysely";
import { benchAlarms } from "./alarms.ts";
import { signIn, type Ask } from "./api-client.ts";
import { benchBrowser, seedBrowser } from "./browser.ts";
import { benchCharts, seedCharts } from "./charts.ts";
import { benchCommands } from "./commands.ts";
import { benchDownlink } from "./downlink.ts";
import { benchFairness } from "./fairness.ts";
import { benchImport } from "./import.ts";
import { benchLedger } from "./registry/ledger.ts";
import { benchWorkspace } from "./registry/workspace.ts";
import { benchMapInBrowser } from "./map-browser.ts";
import { benchMap } from "./map.ts";
import { benchMqtt } from "./mqtt.ts";
import { figure, percentile, report, timed, type Line } from "./measure.ts";
import { benchReportNight, benchReportPdf, seedReports } from "./reports.ts";
import { benchSchedules } from "./schedules.ts";
import { benchSpreadsheet } from "./spreadsheet.ts";
import { openStage, seedFleet, startServer, type RunningServer, type Stage } from "./stage.ts";

const PARTS = [
  "import",
  "list",
  "map",
  "chart",
  "fair",
  "mqtt",
  "command",
  "downlink",
  "schedule",
  "alarm",
  "browser",
  "spreadsheet",
  "report",
  "ledger",
  "certificates",
] as const;
const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => PARTS.every((part) => part !== name));
if (unknown.length > 0) {
  throw new RangeError(`There is no part ${unknown.join(", ")}; there are ${PARTS.join(", ")}`);
}
const runs = (part: (typeof PARTS)[number]) => wanted.length === 0 || wanted.includes(part);
const say = (text: string) => process.stderr.write(`${text}\n`);

const stage = await openStage();
const lines: Line[] = [];
try {
  if (runs("spreadsheet")) lines.push(...(await benchSpreadsheet(say)));
  if (runs("ledger")) lines.push(...(await benchLedger(stage, say)));
  if (runs("import")) lines.push(...(await benchImport(stage, say)));
  const plants = runs("chart") || runs("fair") ? await seedCharts(stage, say) : undefined;
  const shown = runs("browser") ? await seedBrowser(stage, say) : undefined;
  const reports = runs("report") ? await seedReports(stage, say) : undefined;
  if (reports !== undefined) lines.push(await benchReportPdf(stage, reports));
  const server = await startServer(stage);
  try {
    const ask = await signIn(server.url);
    if (runs("list")) lines.push(...(await benchList(stage, server, ask)));
    if (runs("map")) {
      say("map: 10,000 projects");
      lines.push(...(await benchMap(stage, server, ask)));
      if (shown !== undefined) lines.push(...(await benchMapInBrowser(server)));
    }
    if (plants !== undefined && runs("chart")) {
      say("charts: every call");
      lines.push(...(await benchCharts(plants, ask, percentile(await floor(server), 0.95))));
    }
    if (plants !== undefined && runs("fair")) {
      say("fairness: 40 reports of one viewer beside another person");
      lines.push(await benchFairness({ stage, server }, plants));
    }
    if (shown !== undefined) lines.push(...(await benchBrowser(shown, server, say)));
    if (runs("mqtt")) lines.push(...(await benchMqtt(stage, server, say)));
    if (runs("command")) lines.push(await benchCommands({ stage, server, ask }, say));
    if (runs("downlink")) lines.push(await benchDownlink(stage, server, say));
    if (runs("schedule")) lines.push(await benchSchedules(stage, server, say));
    if (runs("alarm")) {
      say("alarms: 10,000 plants fall silent in one minute");
      lines.push(await benchAlarms(stage, ask, percentile(await floor(server), 0.95)));
    }
    if (runs("certificates")) {
      const empty = percentile(await floor(server), 0.95);
      lines.push(...(await benchWorkspace({ stage, server, ask }, empty, say)));
    }
    if (reports !== undefined) lines.push(...(await benchReportNight({ stage, server }, reports, say)));
  } finally {
    await server.stop();
  }
} finally {
  await stage.close();
  // What was measured before something failed is said too.
  report(lines);
}

/** Requests that do nothing, as the floor of every call over HTTP. */
function floor(server: RunningServer): Promise<number[]> {
  return timed(async () => (await fetch(`${server.url}/healthz`)).text(), 200);
}

async function benchList(at: Stage, server: RunningServer, ask: Ask): Promise<Line[]> {
  say("list: 10,000 projects");
  await seedFleet(at.pools, { projects: 10_000, devices: 1, prefix: "L" });
  // In the order in which the server takes them, which looks after summaries meanwhile.
  await sql`
    with taken as materialized (select project_id from project_summary order by project_id for update)
    update project_summary s set plant_status = (array['normal', 'warning', 'offline', 'not_configured'])[1 + s.project_id % 4],
      last_reading_at = now(), active_power_w = s.project_id % 1000 * 100, irradiance_w_m2 = s.project_id % 900,
      today = current_date, today_meter_wh = s.project_id * 10, before_today_meter_wh = s.project_id * 1000.0
    from taken where s.project_id = taken.project_id`.execute(at.pools.db);
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
  const totals = await timed(() => ask(projectListDashboard, { query: { project_type: "pv" } }), 50);
  const whole = await timed(() => wholeList(ask), 3, 1);
  const empty = percentile(await floor(server), 0.95);
  const line = (what: string, taken: readonly number[], goalMs: number, more = ""): Line => {
    const p95 = percentile(taken, 0.95);
    return {
      what,
      reached: `${figure(p95, "ms")} (median ${figure(percentile(taken, 0.5), "ms")}${more})`,
      goal: `${goalMs} ms`,
      met: p95 <= goalMs,
      against: `${figure(p95 / empty, "×")} an empty request (${figure(empty, "ms")})`,
    };
  };
  const search = `, search p95 ${figure(percentile(searched, 0.95), "ms")}`;
  return [
    line("list: a page of 10 of 10,000 projects with totals, p95", samples, 150, search),
    line("list: dashboard of 10,000 projects, p95", totals, 150),
    line("list: rows of an export of 10,000 projects, p95", whole, 5000),
  ];
}

/** Every row of the list, two answers on their way at once, as an export asks for them. */
async function wholeList(ask: Ask): Promise<void> {
  const rows = (page: number) => ask(projectListRows, { query: { page }, body: {} });
  const pages = Math.ceil(((await rows(1)).total_items ?? 0) / ROWS_AT_ONCE);
  for (let page = 2; page <= pages; page += 2) {
    await Promise.all([page, page + 1].filter((one) => one <= pages).map(rows));
  }
}
