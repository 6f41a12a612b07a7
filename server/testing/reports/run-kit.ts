// What tests of runs share: a portal with one plant whose owner has something made.
import { runDetails, type ReportRun } from "@heliograph/contract";
import { z } from "zod";
import { reportsRoutes } from "../../src/domains/reports/index.ts";
import { addRun } from "../../src/domains/reports/runs/add-run.jobs.ts";
import { runKind, type RunKind } from "../../src/domains/reports/runs/run-kinds.ts";
import { runWork } from "../../src/domains/reports/runs/run.jobs.ts";
import { apiOf } from "../api-kit.ts";
import { freshStore } from "../file-kit.ts";
import { tokenFor } from "../fleet-kit.ts";
import { jobsDone, runner } from "../jobs-kit.ts";
import { freshPools, scene } from "../test-kit.ts";

/** What a run writes. */
export const CONTENT = "one\r\ntwo\r\n";
async function* pieces() {
  yield Buffer.from("one\r\n");
  yield Buffer.from("two\r\n");
}

/** Writes two lines. */
export const runWriter = runKind("export", z.object({}), async (_, { progress }) => {
  progress(0.5);
  return { name: "Roof 1.csv", mime: "text/csv; charset=utf-8", content: pieces(), facts: { rows: 2 } };
});

/** The portal; its runs are made by `kinds`. */
export async function runPortal(kinds: readonly RunKind[] = [runWriter]) {
  const pools = await freshPools();
  const { db } = pools;
  const { store } = await freshStore();
  let now = Date.now();
  const api = await apiOf(db, (serve) => reportsRoutes(serve, db, store, () => now));
  const plant = await scene(db);
  const token = await tokenFor(db, plant);
  const wish = {
    account_id: plant.account_id,
    kind: "export" as const,
    title: "Roof 1",
    request: {},
    projects: [plant.project_id],
  };
  const add = (more: object = {}) => db.transaction().execute((tx) => addRun(tx, { ...wish, ...more }));
  const work = () => runner(pools, [runWork({ documents: store, kinds })]);
  const details = async (run_uid: string): Promise<ReportRun> =>
    (await api(runDetails, { token, query: { run_uid } })).body;
  return {
    db,
    api,
    plant,
    token,
    store,
    add,
    work,
    details,
    later: (ms: number) => {
      now += ms;
    },
  };
}

/** Makes all that waits; what failed is the answer. */
export async function runsMade(at: Awaited<ReturnType<typeof runPortal>>): Promise<string[]> {
  const { failures, stop } = at.work();
  await jobsDone(at.db);
  await stop();
  return failures;
}
