// The radiation map of an account with ten thousand projects: time to the whole answer, and what travels.
import { mapData, mapRadiation } from "@heliograph/contract";
import { sql } from "kysely";
import { bytesOf, type Ask } from "./api-client.ts";
import { figure, percentile, timed, type Line } from "./measure.ts";
import { BENCH_EMAIL, seedFleet, type RunningServer, type Stage } from "./stage.ts";

/** As many as the list is measured with. */
const PROJECTS = 10_000;
/** Of the whole answer; a tenth of a second is felt as at once, and the map is asked for once. */
const GOAL_MS = { map: 300, values: 100 } as const;

/** Measures the map of an account that has at least PROJECTS pv projects, and makes them when it has not. */
export async function benchMap(at: Stage, server: RunningServer, ask: Ask): Promise<Line[]> {
  const account = sql<number>`(select account_id from account where email = ${BENCH_EMAIL})`;
  const count = async () =>
    Number(
      (
        await sql<{
          n: number;
        }>`select count(*) as n from project_member where account_id = ${account}`.execute(at.pools.db)
      ).rows[0]?.n,
    );
  if ((await count()) < PROJECTS) await seedFleet(at.pools, { projects: PROJECTS, devices: 1, prefix: "M" });
  await sql`vacuum analyze`.execute(at.pools.db);
  const projects = await count();
  const rows = await timed(
    () =>
      at.pools.pool.query({
        text: `select p.project_uid, p.name, p.latitude, p.longitude, s.irradiance_w_m2 from project_member m
          join project p using (project_id) join project_summary s using (project_id)
          where m.account_id = (select account_id from account where email = $1)`,
        values: [BENCH_EMAIL],
        rowMode: "array",
      }),
    30,
  );
  const floor = { what: "reading the bare rows", ms: percentile(rows, 0.95) };
  const measured = async (
    e: typeof mapData | typeof mapRadiation,
    what: string,
    goal: number,
  ): Promise<Line> => {
    const samples = await timed(() => ask(e, { query: {} }), 40);
    const p95 = percentile(samples, 0.95);
    // The server, which knows of no reading, takes the values back after a while.
    await sql`update project_summary set irradiance_w_m2 = random() * 1000`.execute(at.pools.db);
    const size = await bytesOf(server.url, e);
    return {
      what: `${what} of ${projects.toLocaleString("en-US")} projects, p95`,
      reached: `${figure(p95, "ms")} (median ${figure(percentile(samples, 0.5), "ms")}, ${figure(size / 1000, "kB")} sent)`,
      goal: `${goal} ms`,
      met: p95 <= goal,
      against: `${figure(p95 / floor.ms, "×")} ${floor.what} (${figure(floor.ms, "ms")})`,
    };
  };
  return [
    await measured(mapData, "map", GOAL_MS.map),
    await measured(mapRadiation, "map: values alone", GOAL_MS.values),
  ];
}
