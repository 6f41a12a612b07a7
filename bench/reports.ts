// Reports as PDF: how long one takes, and what a night of a thousand of them costs the readings that arrive meanwhile.
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { addDays, GATEWAY_TOPICS } from "@heliograph/contract";
import { localDay } from "@heliograph/contract/kernel/time";
import { sql } from "kysely";
import { PRODUCT_TEMPLATES } from "../server/src/domains/reports/templates/product-templates.ts";
import {
  documentParts,
  renderReport,
  reportFiguresOf,
} from "../server/src/domains/reports/templates/report-making.jobs.ts";
import { fileStore } from "../server/src/platform/files.ts";
import { figure, percentile, type Line } from "./measure.ts";
import { connectGateways, publishLoad } from "./mqtt-load.ts";
import { seedPlant, seedYear, type BenchPlant } from "./plant.ts";
import { BENCH_EMAIL, seedFleet, type RunningServer, type Stage } from "./stage.ts";

const ZONE = "Asia/Ho_Chi_Minh";
const PAGES = 4;
const GOAL_MS = 1000;
const RUNS = 20;
/** What is due in the night, of these plants in turn. */
const NIGHT_REPORTS = 1000;
const NIGHT_PLANTS = 5;
/** Gateways whose readings arrive meanwhile, one message each so often, ms. */
const GATEWAYS = 200;
const DEVICES = 5;
const EVERY_MS = 2000;
/** How long each of the two is watched, s: the night goes on after it, and is measured by how many were made. */
const WATCHED_S = 90;
const LATER_MS = 1000;

interface ReportStage {
  readonly plant: BenchPlant;
  readonly night: readonly BenchPlant[];
}

/** Makes the plants, before the server is started. */
export async function seedReports(stage: Stage, say: (text: string) => void): Promise<ReportStage> {
  say("reports: a plant of thirty inverters and five small ones with a year behind them");
  const plant = await seedPlant(stage, "R", 30);
  const night: BenchPlant[] = [];
  for (let n = 1; n <= NIGHT_PLANTS; n += 1) night.push(await seedPlant(stage, `N${n}`, 4));
  for (const one of [plant, ...night]) {
    await seedYear(stage, one);
    await seedAlarms(stage, one);
  }
  return { plant, night };
}

/** Two alarms a day over the last two months. */
async function seedAlarms({ pools: { db } }: Stage, { project_id }: BenchPlant): Promise<void> {
  await sql`
    insert into alarm (project_id, gateway_id, device_id, kind, severity, started_at, confirmed_at, ended_at)
    select d.project_id, d.gateway_id, d.device_id, 'device_silent', 'warning', t, t, t + interval '40 minutes'
    from generate_series(now() - interval '60 days', now() - interval '1 day', interval '12 hours') t
    cross join lateral (select * from device where project_id = ${project_id} and asset_type = 'solar_inverter'
      order by device_id limit 1) d`.execute(db);
}

const monthly = () => {
  const found = PRODUCT_TEMPLATES.find(({ kind }) => kind === "monthly");
  if (found === undefined) throw new RangeError("the product has a monthly template");
  return found;
};

/** A report of a month, as a run makes it: figures by the screens' own functions, then the document. */
export async function benchReportPdf(stage: Stage, { plant }: ReportStage): Promise<Line> {
  const { db } = stage.pools;
  const account_id = await benchAccount(stage);
  const today = localDay(ZONE, Date.now());
  // Other days each time, so that nothing is known from the one before.
  const wantedOf = (run: number) => ({
    title: "Monthly report",
    lang: "vi" as const,
    blocks: monthly().blocks,
    project_uids: [plant.project_uid],
    from_date: addDays(today, -31 - run),
    to_date: addDays(today, -1 - run),
  });
  const files = fileStore(join(stage.folder, "data", "files"));
  const making = { product: "Heliograph", files, now: Date.now };
  const taken: { all: number; figures: number; document: number }[] = [];
  const counts: number[] = [];
  // The first one loads the fonts.
  for (let run = 0; run <= RUNS; run += 1) {
    const wanted = wantedOf(run);
    const from = performance.now();
    const figures = await reportFiguresOf(db, account_id, wanted, making);
    const read = performance.now();
    const parts = await documentParts(db, account_id, { wanted, figures, making });
    counts.push(renderReport(parts).pages);
    const end = performance.now();
    taken.push({ all: end - from, figures: read - from, document: end - read });
  }
  const pages = Math.min(...counts);
  if (pages < PAGES) throw new Error(`The report has ${pages} pages of ${PAGES}`);
  const [first, ...runs] = taken;
  const half = (part: "all" | "figures" | "document") =>
    figure(
      percentile(
        runs.map((one) => one[part]),
        0.5,
      ),
      "ms",
      0,
    );
  const p95 = percentile(
    runs.map(({ all }) => all),
    0.95,
  );
  return {
    what: `reports: a PDF of at least ${pages} pages of a month of 30 inverters, from the tables to its bytes, p95`,
    reached: `${figure(p95, "ms", 0)} (median ${half("all")}: figures ${half("figures")}, document ${half("document")})`,
    goal: `${GOAL_MS} ms`,
    met: p95 <= GOAL_MS,
    against: `${figure(first?.all ?? Number.NaN, "ms", 0)} the first of a process`,
  };
}

async function benchAccount({ pools: { db } }: Stage): Promise<number> {
  const { account_id } = await db
    .selectFrom("account")
    .select("account_id")
    .where("email", "=", BENCH_EMAIL)
    .executeTakeFirstOrThrow();
  return account_id;
}

interface Watched {
  /** ms from the instant of a reading until the ledger holds its energy. */
  readonly stored: readonly number[];
  /** ms from a message to its acknowledgement. */
  readonly acknowledged: readonly number[];
}

/** How long readings take until they are stored energy, alone and while a thousand reports that are due at once are made. */
export async function benchReportNight(
  { stage, server }: { stage: Stage; server: RunningServer },
  { night }: ReportStage,
  say: (text: string) => void,
): Promise<Line[]> {
  say(`reports: ${NIGHT_REPORTS} due at once beside ${GATEWAYS} gateways, ${WATCHED_S} s each`);
  await seedFleet(stage.pools, { projects: GATEWAYS + 1, devices: DEVICES, prefix: "Q" });
  await watched({ stage, server }, 10);
  const alone = await watched({ stage, server }, WATCHED_S);
  await putReports(stage, night);
  await begun(stage);
  const beside = await watched({ stage, server }, WATCHED_S);
  const { made, failed } = await endReports(stage);
  if (failed > 0 || made === 0) throw new Error(`${failed} reports failed and ${made} were made`);
  const line = (what: string, of: keyof Watched): Line => {
    const value = (all: Watched, share: number) => percentile(all[of], share);
    const later = value(beside, 1) - value(alone, 1);
    return {
      what,
      reached: `p95 ${figure(value(beside, 0.95), "ms", 0)}, longest ${figure(value(beside, 1), "ms", 0)}`,
      goal: `longest ≤ ${LATER_MS} ms later`,
      met: later <= LATER_MS,
      against: `p95 ${figure(value(alone, 0.95), "ms", 0)}, longest ${figure(value(alone, 1), "ms", 0)} without reports`,
    };
  };
  const perReport = WATCHED_S / made;
  return [
    line(
      `reports: readings until stored energy while ${NIGHT_REPORTS} reports are due (${made} made in ${WATCHED_S} s, all in ${figure((NIGHT_REPORTS * perReport) / 60, "min")})`,
      "stored",
    ),
    line("reports: readings until acknowledged meanwhile", "acknowledged"),
  ];
}

/** Lets every gateway send its readings, and follows those of one gateway into the ledger. */
async function watched(
  { stage, server }: { stage: Stage; server: RunningServer },
  seconds: number,
): Promise<Watched> {
  const { rows } = await sql<{ serial: string; device_uids: string[]; device_ids: number[] }>`
    select g.serial, array_agg(d.device_uid::text order by d.device_id) as device_uids, array_agg(d.device_id order by d.device_id) as device_ids
    from gateway g join device d using (gateway_id) where g.serial like 'Q-%' group by g.serial order by g.serial`.execute(
    stage.pools.db,
  );
  const [followed, ...others] = rows;
  if (followed === undefined) throw new RangeError("there is a gateway to follow");
  const [load, stored] = await Promise.all([
    publishLoad(server.mqttUrl, others, { everyMs: EVERY_MS, seconds }),
    follow({ stage, server }, followed, seconds),
  ]);
  return { stored, acknowledged: load.latencies_ms };
}

/** Sends a reading after the other, each once the ledger holds the one before; returns how long each took, ms. */
async function follow(
  { stage, server }: { stage: Stage; server: RunningServer },
  { serial, device_uids, device_ids }: { serial: string; device_uids: string[]; device_ids: number[] },
  seconds: number,
): Promise<number[]> {
  const [client] = await connectGateways(server.mqttUrl, [{ serial }]);
  const [device_uid, device_id] = [device_uids[0], device_ids[0]];
  if (client === undefined || device_id === undefined) throw new RangeError("the gateway has a device");
  const taken: number[] = [];
  const end = performance.now() + seconds * 1000;
  for (let seq = 1; performance.now() < end; seq += 1) {
    const t = Date.now();
    const readings = [{ device_uid, t, m: { energy_total_wh: t / 1000, ac_power_w: 3600 } }];
    const body = JSON.stringify({ v: 1, seq, sent_at: t, interval_s: 1, readings });
    await client.publishAsync(GATEWAY_TOPICS.readings(serial), body, { qos: 1 });
    while (!(await isStored(stage, device_id, t))) {
      if (Date.now() - t > 60_000) throw new Error("A reading was not stored within a minute");
      await delay(20);
    }
    taken.push(Date.now() - t);
    await delay(50 + Math.random() * 400);
  }
  await client.endAsync(true);
  return taken;
}

async function isStored({ pools: { db } }: Stage, device_id: number, t: number): Promise<boolean> {
  const row = await db
    .selectFrom("latest")
    .select("frontier_at")
    .where("device_id", "=", device_id)
    .executeTakeFirst();
  return row !== undefined && row.frontier_at !== null && row.frontier_at.getTime() >= t;
}

/** Reports of the plants in turn, all due now. */
async function putReports(stage: Stage, plants: readonly BenchPlant[]): Promise<void> {
  const { db } = stage.pools;
  const { template_uid, blocks } = monthly();
  const ids = plants.map(({ project_id }) => project_id);
  await sql`
    with put as (
      insert into report (account_id, title, template_uid, blocks, lang, timezone, delivery_method, email_list, schedule, period, send_on,
        active, next_run_at, next_day)
      select ${await benchAccount(stage)}, 'Report ' || n, ${template_uid}, ${JSON.stringify(blocks)}::jsonb, (array['vi', 'en', 'zh'])[1 + n % 3],
        ${ZONE}, 'download', '{}', 'monthly', 'previous_month',
        ${JSON.stringify({ time: "00:30", weekday: null, day: 1, date: null })}::jsonb, true, now(), (now() at time zone ${ZONE})::date
      from generate_series(1, ${NIGHT_REPORTS}::int) n returning report_id
    )
    insert into report_project (report_id, project_id, place)
    select report_id, (${ids}::int4[])[1 + report_id % ${ids.length}::int4], 0 from put`.execute(db);
}

const countOf = async ({ pools: { db } }: Stage, state: string): Promise<number> => {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int4 as n from report_run where cause = 'schedule' and state = ${state}`.execute(db);
  return rows[0]?.n ?? 0;
};

/** Resolves once the first of them is made: from then on one follows the other. */
async function begun(stage: Stage): Promise<void> {
  const late = Date.now() + 120_000;
  while ((await countOf(stage, "done")) === 0) {
    const isOver = Date.now() > late || (await countOf(stage, "failed")) > 0;
    if (isOver) throw new Error("The first report was not made");
    await delay(200);
  }
}

/** Ends what waits still; how many were made and how many failed. */
async function endReports(stage: Stage): Promise<{ made: number; failed: number }> {
  const [made, failed] = [await countOf(stage, "done"), await countOf(stage, "failed")];
  await sql`update report_run set state = 'cancelled', ended_at = now()
    where cause = 'schedule' and state in ('queued', 'running')`.execute(stage.pools.db);
  return { made, failed };
}
