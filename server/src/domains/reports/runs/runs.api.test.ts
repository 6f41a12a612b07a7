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
} from "@heliograph/contract";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { z } from "zod";
import { accountOn } from "../../../../testing/fleet-kit.ts";
import { jobsDone } from "../../../../testing/jobs-kit.ts";
import { CONTENT, runPortal, runWriter, runsMade } from "../../../../testing/reports/run-kit.ts";
import { sweepDocuments } from "../../../platform/documents/sweep-documents.jobs.ts";
import { Problem } from "../../../platform/problem.ts";
import { runKind } from "./run-kinds.ts";

const HOUR_MS = 3_600_000;

test("what is asked for is made by a job, listed for whoever asked, and its file is given out with the bytes that its hash names", async () => {
  const at = await runPortal();
  const { run_uid } = await at.add();
  expect(await at.details(run_uid)).toMatchObject({ state: "queued", progress: 0, file: null });
  expect(await runsMade(at)).toEqual([]);
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
  const at = await runPortal();
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
  const at = await runPortal();
  const { run_uid } = await at.add();
  await runsMade(at);
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
  const at = await runPortal();
  const { run_uid } = await at.add();
  await runsMade(at);
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
  await runsMade(at);
  expect((await at.details(run_uid)).state).toBe("done");
});

test("a run that waits can be cancelled and is never made", async () => {
  const at = await runPortal();
  const { run_uid } = await at.add();
  const { body } = await at.api(cancelRun, { token: at.token, body: { run_uid } });
  expect(body).toMatchObject({ message: "It has been cancelled", run: { state: "cancelled" } });
  await runsMade(at);
  expect((await at.details(run_uid)).file).toBeNull();
  const twice = await at.api(cancelRun, { token: at.token, body: { run_uid } });
  expect([twice.status, twice.body.code]).toEqual([409, "run.ended"]);
});

const sleeping = (db: Awaited<ReturnType<typeof runPortal>>["db"]) => async () => {
  const { rows } = await sql`select from pg_stat_activity
    where query = 'select pg_sleep(600)' and state = 'active' and datname = current_database()`.execute(db);
  return rows.length;
};

test("a run that is being made can be cancelled: the database stops what it does for it, and the next run is made", async () => {
  const sleeper = runKind("portfolio", z.object({}), async (_, { db }) => {
    await sql`select pg_sleep(600)`.execute(db);
    return { name: "never", mime: "text/plain", content: Buffer.from("never") };
  });
  const at = await runPortal([sleeper, runWriter]);
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
  const at = await runPortal([steps]);
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
  const at = await runPortal([first]);
  const { run_uid } = await at.add();
  const one = at.work();
  await expect.poll(sleeping(at.db), { timeout: 10_000 }).toBe(1);
  await one.stop();
  expect((await at.details(run_uid)).state).toBe("queued");
  await sql`update graphile_worker._private_jobs set run_at = now()`.execute(at.db);
  await runsMade(at);
  expect(await at.details(run_uid)).toMatchObject({ state: "done", file: { name: "try 2" } });
});

test("a refusal ends a run at once and is shown with it, and it can be tried again", async () => {
  const refuses = runKind("export", z.object({}), async () => {
    throw new Problem(404, "project.not_found", "No such project");
  });
  const at = await runPortal([refuses]);
  const { run_uid } = await at.add();
  expect(await runsMade(at)).toEqual([]);
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
  const at = await runPortal([breaks]);
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
  const at = await runPortal([breaks]);
  const { run_uid } = await at.add();
  await runsMade(at);
  expect((await at.details(run_uid)).error?.message).toBe("It broke");
  expect(await at.db.selectFrom("document").select("document_uid").execute()).toEqual([]);
});

test("what waits already is not added twice, and no more than the limit wait at once; what is due is not counted", async () => {
  const at = await runPortal();
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
  const at = await runPortal();
  const { run_uid } = await at.add();
  const remove = () => at.api(removeRun, { token: at.token, query: { run_uid } });
  const early = await remove();
  expect([early.status, early.body.code]).toEqual([409, "run.not_ended"]);
  await runsMade(at);
  const [{ document_uid } = { document_uid: "" }] = await at.db
    .selectFrom("document")
    .select("document_uid")
    .execute();
  expect((await remove()).body).toEqual({ message: "It has been removed" });
  expect(await at.store.content(document_uid)).toBeNull();
  expect((await remove()).status).toBe(404);
});
