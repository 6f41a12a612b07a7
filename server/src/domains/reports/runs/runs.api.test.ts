import { setTimeout as delay } from "node:timers/promises";
import {
  cancelRun,
  listRuns,
  removeRun,
  RUN_LIMITS,
  runAgain,
  runDetails,
  runFileByLink,
  runFileOf,
  type ReportRun,
} from "@heliograph/contract";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { z } from "zod";
import { apiOf } from "../../../../testing/api-kit.ts";
import { freshStore } from "../../../../testing/file-kit.ts";
import { accountOn, tokenFor } from "../../../../testing/fleet-kit.ts";
import { jobsDone, runner } from "../../../../testing/jobs-kit.ts";
import { freshPools, scene } from "../../../../testing/test-kit.ts";
import { sweepDocuments } from "../../../platform/documents/sweep-documents.jobs.ts";
import { Problem } from "../../../platform/problem.ts";
import { reportsRoutes } from "../index.ts";
import { addRun } from "./add-run.jobs.ts";
import { runKind, type RunKind } from "./run-kinds.ts";
import { runWork } from "./run.jobs.ts";
import { sweepRuns } from "./sweep-runs.jobs.ts";

const CONTENT = "one\r\ntwo\r\n";
const HOUR_MS = 3_600_000;

async function* pieces() {
  yield Buffer.from("one\r\n");
  yield Buffer.from("two\r\n");
}

/** Writes two lines. */
const writer = runKind("export", z.object({}), async (_, { progress }) => {
  progress(0.5);
  return { name: "Roof 1.csv", mime: "text/csv; charset=utf-8", content: pieces(), facts: { rows: 2 } };
});

async function portal(kinds: readonly RunKind[] = [writer]) {
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
async function made(at: Awaited<ReturnType<typeof portal>>): Promise<string[]> {
  const { failures, stop } = at.work();
  await jobsDone(at.db);
  await stop();
  return failures;
}

test("what is asked for is made by a job, listed for whoever asked, and its file is given out with the bytes that its hash names", async () => {
  const at = await portal();
  const { run_uid } = await at.add();
  expect(await at.details(run_uid)).toMatchObject({ state: "queued", progress: 0, file: null });
  expect(await made(at)).toEqual([]);
  const { body } = await at.api(listRuns, { token: at.token });
  expect(body).toMatchObject({
    total_items: 1,
    items: [
      {
        run_uid,
        kind: "export",
        title: "Roof 1",
        state: "done",
        progress: 1,
        error: null,
        file: { name: "Roof 1.csv", size_bytes: CONTENT.length },
      },
    ],
  });
  const file = await at.api(runFileOf, { token: at.token, query: { run_uid } });
  expect(Buffer.from(file.bytes).toString()).toBe(CONTENT);
  expect(String(file.headers["content-disposition"])).toContain("attachment");
});

test("a run is there for whoever asked for it alone, and no longer when a project that it reads may not be seen any more", async () => {
  const at = await portal();
  const { run_uid } = await at.add();
  const other = await accountOn(at.db, { project_id: at.plant.project_id, role: "owner" });
  const { body } = await at.api(listRuns, { token: other.token });
  expect(body).toEqual({ items: [], total_items: 0 });
  const [foreign, none] = [
    await at.api(runDetails, { token: other.token, query: { run_uid } }),
    await at.api(runDetails, {
      token: other.token,
      query: { run_uid: "00000000-0000-4000-8000-000000000000" },
    }),
  ];
  expect([foreign.status, foreign.body.code]).toEqual([404, "run.not_found"]);
  expect(foreign.body.message).toBe(none.body.message);
  await at.db
    .deleteFrom("project_member")
    .where("account_id", "=", at.plant.account_id)
    .where("project_id", "=", at.plant.project_id)
    .execute();
  expect((await at.api(runDetails, { token: at.token, query: { run_uid } })).status).toBe(404);
});

/** The call that a link makes. */
const linked = (url: string) => Object.fromEntries(new URL(url, "http://localhost").searchParams);

test("a link opens the file without signing in until it ends, and no longer when anything of it is changed", async () => {
  const at = await portal();
  const { run_uid } = await at.add();
  await made(at);
  const url = (await at.details(run_uid)).file?.public_url ?? "";
  expect(url.startsWith(`/api/v1/${runFileByLink.path}?`)).toBe(true);
  const query = linked(url);
  expect(Buffer.from((await at.api(runFileByLink, { query })).bytes).toString()).toBe(CONTENT);
  const later = { ...query, until: String(Number(query["until"]) + 1) };
  expect((await at.api(runFileByLink, { query: later })).status).toBe(404);
  at.later(RUN_LIMITS.linkHours * HOUR_MS + 1);
  expect((await at.api(runFileByLink, { query })).status).toBe(404);
});

test("a file is taken away when its days are over; then it can be made again", async () => {
  const at = await portal();
  const { run_uid } = await at.add();
  await made(at);
  const again = () => at.api(runAgain, { token: at.token, body: { run_uid } });
  const early = await again();
  expect([early.status, early.body.code]).toEqual([409, "run.not_again"]);
  at.later(RUN_LIMITS.keptDays * 24 * HOUR_MS + HOUR_MS);
  const after = new Date(Date.now() + RUN_LIMITS.keptDays * 24 * HOUR_MS + HOUR_MS);
  expect((await at.details(run_uid)).file).toBeNull();
  expect(await sweepDocuments(at.db, at.store)).toBe(0);
  const [{ document_uid } = { document_uid: "" }] = await at.db
    .selectFrom("document")
    .select("document_uid")
    .execute();
  expect(await sweepDocuments(at.db, at.store, { now: after })).toBe(1);
  expect(await at.store.content(document_uid)).toBeNull();
  expect((await again()).body).toMatchObject({ message: "It is being made again", run: { state: "queued" } });
  await made(at);
  expect((await at.details(run_uid)).state).toBe("done");
});

test("a run that waits can be cancelled and is never made", async () => {
  const at = await portal();
  const { run_uid } = await at.add();
  const { body } = await at.api(cancelRun, { token: at.token, body: { run_uid } });
  expect(body).toMatchObject({ message: "It has been cancelled", run: { state: "cancelled" } });
  await made(at);
  expect((await at.details(run_uid)).file).toBeNull();
  const twice = await at.api(cancelRun, { token: at.token, body: { run_uid } });
  expect([twice.status, twice.body.code]).toEqual([409, "run.ended"]);
});

const sleeping = (db: Awaited<ReturnType<typeof portal>>["db"]) => async () => {
  const { rows } = await sql`select from pg_stat_activity
    where query = 'select pg_sleep(600)' and state = 'active' and datname = current_database()`.execute(db);
  return rows.length;
};

test("a run that is being made can be cancelled: the database stops what it does for it, and the next run is made", async () => {
  const sleeper = runKind("portfolio", z.object({}), async (_, { db }) => {
    await sql`select pg_sleep(600)`.execute(db);
    return { name: "never", mime: "text/plain", content: Buffer.from("never") };
  });
  const at = await portal([sleeper, writer]);
  const asleep = await at.add({ kind: "portfolio" });
  const next = await at.add();
  const { failures } = at.work();
  await expect.poll(sleeping(at.db), { timeout: 10_000 }).toBe(1);
  expect((await at.details(asleep.run_uid)).state).toBe("running");
  await at.api(cancelRun, { token: at.token, body: { run_uid: asleep.run_uid } });
  await expect.poll(sleeping(at.db), { timeout: 10_000 }).toBe(0);
  await jobsDone(at.db);
  expect((await at.details(asleep.run_uid)).state).toBe("cancelled");
  expect((await at.details(next.run_uid)).state).toBe("done");
  expect(failures).toEqual([]);
});

test("how far a run is can be seen while it is being made", async () => {
  const steps = runKind("export", z.object({}), async (_, { db, progress }) => {
    progress(0.25);
    await sql`select pg_sleep(600)`.execute(db);
    return { name: "never", mime: "text/plain", content: Buffer.from("never") };
  });
  const at = await portal([steps]);
  const { run_uid } = await at.add();
  at.work();
  const share = async () => (await at.details(run_uid)).progress;
  await expect.poll(share, { timeout: 10_000 }).toBe(0.25);
  await at.api(cancelRun, { token: at.token, body: { run_uid } });
  await jobsDone(at.db);
});

test("a run whose process stops is made by the next one, as if it had not been begun", async () => {
  let tries = 0;
  const first = runKind("export", z.object({}), async (request, at) => {
    tries += 1;
    if (tries === 1) await sql`select pg_sleep(600)`.execute(at.db);
    return { name: `try ${tries}`, mime: "text/plain", content: Buffer.from("made") };
  });
  const at = await portal([first]);
  const { run_uid } = await at.add();
  const one = at.work();
  await expect.poll(sleeping(at.db), { timeout: 10_000 }).toBe(1);
  await one.stop();
  expect((await at.details(run_uid)).state).toBe("queued");
  await sql`update graphile_worker._private_jobs set run_at = now()`.execute(at.db);
  await made(at);
  expect(await at.details(run_uid)).toMatchObject({ state: "done", file: { name: "try 2" } });
});

test("a refusal ends a run at once and is shown with it, and it can be tried again", async () => {
  const refuses = runKind("export", z.object({}), async () => {
    throw new Problem(404, "project.not_found", "No such project");
  });
  const at = await portal([refuses]);
  const { run_uid } = await at.add();
  expect(await made(at)).toEqual([]);
  const error = { code: "project.not_found", message: "No such project" };
  expect(await at.details(run_uid)).toMatchObject({ state: "failed", error });
  const { body } = await at.api(runAgain, { token: at.token, body: { run_uid } });
  expect(body.run).toMatchObject({ state: "queued", error: null });
});

test("a fault is tried three times, and then the run has failed without a word of the fault", async () => {
  let tries = 0;
  const breaks = runKind("export", z.object({}), async () => {
    tries += 1;
    throw new RangeError("a secret of the server");
  });
  const at = await portal([breaks]);
  const { run_uid } = await at.add();
  const { failures } = at.work();
  const hurried = async () => {
    await sql`update graphile_worker._private_jobs set run_at = now() where run_at > now()`.execute(at.db);
    return (await at.details(run_uid)).state;
  };
  await expect.poll(hurried, { timeout: 20_000 }).toBe("failed");
  expect([tries, failures.length >= 3]).toEqual([3, true]);
  expect((await at.details(run_uid)).error).toEqual({
    code: "run.failed",
    message: "An error occurred while processing the request",
  });
});

async function* broken() {
  yield Buffer.from("half");
  await delay(1);
  throw new Problem(400, "report.broken", "It broke");
}

test("a file whose content fails while it is made leaves nothing behind", async () => {
  const breaks = runKind("export", z.object({}), async () => ({
    name: "half",
    mime: "text/plain",
    content: broken(),
  }));
  const at = await portal([breaks]);
  const { run_uid } = await at.add();
  await made(at);
  expect((await at.details(run_uid)).error?.message).toBe("It broke");
  expect(await at.db.selectFrom("document").select("document_uid").execute()).toEqual([]);
});

test("what waits already is not added twice, and no more than the limit wait at once; what is due is not counted", async () => {
  const at = await portal();
  const [one, same] = [await at.add({ request: { n: 0 } }), await at.add({ request: { n: 0 } })];
  expect(same.run_uid).toBe(one.run_uid);
  for (let n = 1; n < RUN_LIMITS.open; n += 1) await at.add({ request: { n } });
  await expect(at.add({ request: { n: -1 } })).rejects.toThrow(
    `At most ${RUN_LIMITS.open} reports can wait at once`,
  );
  const due = await at.add({ request: { n: 0 }, cause: "schedule", kept_days: null });
  expect(due.run_uid).not.toBe(one.run_uid);
});

test("what is over can be removed with its file; what is not must be cancelled first", async () => {
  const at = await portal();
  const { run_uid } = await at.add();
  const remove = () => at.api(removeRun, { token: at.token, query: { run_uid } });
  const early = await remove();
  expect([early.status, early.body.code]).toEqual([409, "run.not_ended"]);
  await made(at);
  const [{ document_uid } = { document_uid: "" }] = await at.db
    .selectFrom("document")
    .select("document_uid")
    .execute();
  expect((await remove()).body).toEqual({ message: "It has been removed" });
  expect(await at.store.content(document_uid)).toBeNull();
  expect((await remove()).status).toBe(404);
});

test("a run is listed for ninety days after its file is gone, and then goes; one that waits, or whose file is kept, stays", async () => {
  const at = await portal();
  const gone = await at.add({ title: "Gone" });
  const kept = await at.add({ title: "Kept", request: { kept: true }, kept_days: null });
  expect(await made(at)).toEqual([]);
  const waits = await at.add({ title: "Waits" });
  const ended = await at.add({ title: "Ended", request: { other: true } });
  await at.api(cancelRun, { token: at.token, body: { run_uid: ended.run_uid } });
  const day = (days: number) => new Date(Date.now() + days * 24 * HOUR_MS);
  const left = async () =>
    (await at.db.selectFrom("report_run").select("title").orderBy("run_id").execute()).map(
      ({ title }) => title,
    );
  // Its file is there still: what nobody swept is not gone.
  expect(await sweepRuns(at.db, { now: day(89) })).toBe(0);
  await sweepDocuments(at.db, at.store, { now: day(8) });
  expect(await sweepRuns(at.db, { now: day(91) })).toBe(1);
  expect(await left()).toEqual(["Gone", "Kept", "Waits"]);
  expect(await sweepRuns(at.db, { now: day(98) })).toBe(1);
  expect(await left()).toEqual(["Kept", "Waits"]);
  expect(await sweepRuns(at.db, { now: day(4000) })).toBe(0);
  expect((await at.details(kept.run_uid)).file).not.toBeNull();
  expect((await at.details(waits.run_uid)).state).toBe("queued");
  expect((await at.api(runDetails, { token: at.token, query: { run_uid: gone.run_uid } })).status).toBe(404);
});

test("a run that is in the history of a report stays, however old", async () => {
  const at = await portal();
  const { run_id } = await at.add();
  expect(await made(at)).toEqual([]);
  await sql`
    with r as (
      insert into report (account_id, title, template_uid, blocks, lang, timezone, delivery_method, email_list, schedule, period,
        send_on, active)
      values (${at.plant.account_id}, 'Monthly', gen_random_uuid(), '[]', 'en', 'UTC', 'download', '{}', 'monthly', 'previous_month',
        '{}', false)
      returning report_id)
    insert into report_edition (run_id, report_id, from_day, to_day, lang, deliver)
    select ${run_id}, report_id, '2026-01-01', '2026-01-31', 'en', 'no' from r`.execute(at.db);
  const later = new Date(Date.now() + 400 * 24 * HOUR_MS);
  await sweepDocuments(at.db, at.store, { now: later });
  expect(await sweepRuns(at.db, { now: later })).toBe(0);
});
