// What one person's reports cost another: 40 at once, over and over, beside somebody who only looks at a plant.
import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { addDays, powerChart, projectList, projectWidget, statisticsDevices } from "@heliograph/contract";
import { sql } from "kysely";
import { createAccount } from "../server/src/domains/identity/index.ts";
import { signIn, tokenOf, type Ask } from "./api-client.ts";
import type { ChartStage } from "./charts.ts";
import type { ReportLoad } from "./fairness-load.ts";
import { figure, percentile, timed, type Line } from "./measure.ts";
import { BENCH_PASSWORD, type RunningServer, type Stage } from "./stage.ts";

/** Reports that one viewer asks for at once. */
const REPORTS = 40;
const RUNS = 150;
/** How much longer the other person may wait. */
const MOST = 2;
const OTHER_EMAIL = "other@test.example";

/** Measures another person's p95 alone and beside the reports of one viewer, in the same run. */
export async function benchFairness(
  { stage, server }: { stage: Stage; server: RunningServer },
  plants: ChartStage,
): Promise<Line> {
  const other = await otherPerson(stage, server, plants);
  const { project_uid } = plants.often;
  const looks = async () => {
    await other(projectList, { query: {}, body: { project_type: "pv" } });
    await other(projectWidget, { query: { project_uid } });
    await other(powerChart, { query: { project_uid, view_day: plants.day } });
  };
  const alone = await timed(looks, RUNS);
  const load = startReports(server, await tokenOf(server.url), plants);
  const beside = await timed(looks, RUNS);
  const made = await load.stop();
  const [before, after] = [percentile(alone, 0.95), percentile(beside, 0.95)];
  return {
    what: `another person's list, overview and chart beside ${REPORTS} reports of one viewer, p95`,
    reached: `${figure(after, "ms")} (median ${figure(percentile(beside, 0.5), "ms")}, ${made} reports made)`,
    goal: `${MOST} × alone`,
    met: after <= MOST * before,
    against: `${figure(after / before, "×")} alone (${figure(before, "ms")})`,
  };
}

/** An account that sees one of the plants and no other. */
async function otherPerson({ pools }: Stage, { url }: RunningServer, plants: ChartStage): Promise<Ask> {
  const { account_id } = await createAccount(pools.db, {
    email: OTHER_EMAIL,
    display_name: "Other Person",
    password: BENCH_PASSWORD,
    kind: "user",
  });
  await sql`insert into project_member (project_id, account_id, role)
    values (${plants.often.project_id}, ${account_id}, 'read_only')`.execute(pools.db);
  return signIn(url, { username: OTHER_EMAIL, password: BENCH_PASSWORD });
}

/** Asks for REPORTS device reports at a time, each again as soon as it is there, until it is stopped; answers how many were made. */
function startReports(
  { url }: RunningServer,
  token: string,
  { plant, day }: ChartStage,
): { stop: () => Promise<number> } {
  const query = new URLSearchParams({
    project_uid: plant.project_uid,
    from_date: addDays(day, -30),
    to_date: day,
    binsize: "15_minutes",
  });
  const workerData: ReportLoad = {
    address: `${url}/api/v1/${statisticsDevices.path}?${query.toString()}`,
    headers: { authorization: `Bearer ${token}`, "accept-encoding": "zstd" },
    reports: REPORTS,
  };
  const worker = new Worker(new URL("fairness-load.ts", import.meta.url), { workerData });
  return {
    stop: async () => {
      worker.postMessage("stop", []);
      const [made] = await once(worker, "message");
      return Number(made);
    },
  };
}
