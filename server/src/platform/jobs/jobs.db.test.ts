import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { expect, inject, onTestFinished, test } from "vitest";
import { z } from "zod";
import { jobsDone, runner, waitingJobs } from "../../../testing/jobs-kit.ts";
import { freshPools, scene } from "../../../testing/test-kit.ts";
import { asAccount, connect, type Pools } from "../db.ts";
import { addJob, does, nothing, release, task } from "./jobs.ts";

/** Limits end what hangs; beside a busy neighbour a second may be long. */
const eventually = <T>(value: () => T) => expect.poll(value, { timeout: 20_000 });

const note = task({ name: "test.note", payload: z.object({ text: z.string().min(1) }) });

/** Work that notes what it was given. */
function noting() {
  const notes: string[] = [];
  return { notes, work: [does(note, async ({ text }) => void notes.push(text))] };
}

const add = (pools: Pools, text: string, options?: Parameters<typeof addJob>[3]) =>
  pools.db.transaction().execute((tx) => addJob(tx, note, { text }, options));

test("a job runs once its transaction has committed, and never when that is rolled back", async () => {
  const pools = await freshPools();
  const { notes, work } = noting();
  runner(pools, work);
  const rolledBack = pools.db.transaction().execute(async (tx) => {
    await addJob(tx, note, { text: "no" });
    throw new Error("undone");
  });
  await expect(rolledBack).rejects.toThrow("undone");
  await pools.db.transaction().execute(async (tx) => {
    await addJob(tx, note, { text: "yes" });
    await sql`select pg_sleep(0.2)`.execute(tx);
    expect(notes).toEqual([]);
  });
  await eventually(() => notes).toEqual(["yes"]);
  await jobsDone(pools.db);
  expect(notes).toEqual(["yes"]);
});

test("a payload that is not as the task states it is refused where the job is added", async () => {
  const pools = await freshPools();
  await expect(add(pools, "")).rejects.toThrow("text");
  expect(await waitingJobs(pools.db)).toEqual([]);
});

test("of jobs with one key the last that was added runs, once", async () => {
  const pools = await freshPools();
  for (const text of ["a", "b", "c"]) await add(pools, text, { key: "one" });
  await add(pools, "other", { key: "two" });
  const { notes, work } = noting();
  runner(pools, work);
  await jobsDone(pools.db);
  expect(notes.toSorted()).toEqual(["c", "other"]);
});

test("a job waits for its time", async () => {
  const pools = await freshPools();
  const { notes, work } = noting();
  runner(pools, work);
  await add(pools, "later", { run_at: new Date(Date.now() + 3_600_000) });
  await add(pools, "now");
  await jobsDone(pools.db);
  expect(notes).toEqual(["now"]);
  expect(await waitingJobs(pools.db)).toEqual([{ task: "test.note", key: null }]);
});

test("two processes share the jobs: each is done once, and those of a queue one after the other", async () => {
  const pools = await freshPools();
  const others = connect(pools.url, 8);
  onTestFinished(others.close);
  const ran: string[] = [];
  let inside = 0;
  let most = 0;
  const work = (at: Pools) => [
    does(note, async ({ text }) => {
      ran.push(text);
      if (!text.startsWith("q")) return;
      inside += 1;
      most = Math.max(most, inside);
      await sql`select pg_sleep(0.02)`.execute(at.db);
      inside -= 1;
    }),
  ];
  const texts = Array.from({ length: 40 }, (_, n) => `${n % 4 === 0 ? "q" : "f"}${n}`);
  for (const text of texts) await add(pools, text, text.startsWith("q") ? { queue: "line" } : {});
  runner(pools, work(pools));
  runner(others, work(others));
  await jobsDone(pools.db);
  expect(ran.toSorted()).toEqual(texts.toSorted());
  expect(most).toBe(1);
});

test("a job that fails is told and tried again, and holds up no other", async () => {
  const pools = await freshPools();
  let fails = true;
  const done: string[] = [];
  const { failures } = runner(pools, [
    does(note, async ({ text }) => {
      if (text === "bad" && fails) throw new Error("not yet");
      done.push(text);
    }),
  ]);
  await add(pools, "bad");
  await add(pools, "good");
  await eventually(() => failures).toEqual(["the job test.note failed: not yet"]);
  await eventually(() => done).toEqual(["good"]);
  fails = false;
  await sql`select graphile_worker.reschedule_jobs(array(select id from graphile_worker.jobs), now())`.execute(
    pools.db,
  );
  await eventually(() => done).toEqual(["good", "bad"]);
});

test("what repeats goes on after a round that fails; at the start there is one of it, whoever starts", async () => {
  const pools = await freshPools();
  const tick = task({ name: "test.tick", payload: nothing, starts: { everySeconds: 1 } });
  const first = task({ name: "test.once", payload: nothing, starts: { atStart: true } });
  let rounds = 0;
  let starts = 0;
  const work = [
    does(tick, async () => {
      rounds += 1;
      if (rounds === 1) throw new Error("first round");
    }),
    does(first, async () => void (starts += 1)),
  ];
  const { failures } = runner(pools, work);
  await eventually(() => rounds).toBeGreaterThanOrEqual(3);
  expect(failures).toEqual(["the job test.tick failed: first round"]);
  expect(starts).toBe(1);
  expect((await waitingJobs(pools.db)).filter(({ key }) => key === "test.tick").length).toBeLessThanOrEqual(
    1,
  );
});

test("a call's transaction adds jobs, and sees none of them", async () => {
  const pools = await freshPools();
  const { account_id, project_id } = await scene(pools.db);
  const who = { account_id, projects: [project_id] };
  await asAccount(pools.db, who, (tx) => addJob(tx, note, { text: "of a call" }));
  await expect(
    asAccount(pools.db, who, (tx) => sql`select * from graphile_worker.jobs`.execute(tx)),
  ).rejects.toThrow("permission denied");
  expect(await waitingJobs(pools.db)).toEqual([{ task: "test.note", key: null }]);
});

/** Keeps everyone out of the database and throws those out who are in it; the function lets them in again. */
async function cut(url: string): Promise<() => Promise<void>> {
  const admin = connect(inject("postgresUrl"), 1);
  onTestFinished(admin.close);
  const name = new URL(url).pathname.slice(1);
  await sql`alter database ${sql.id(name)} with allow_connections false`.execute(admin.db);
  await sql`select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = ${name}`.execute(
    admin.db,
  );
  return async () => {
    await sql`alter database ${sql.id(name)} with allow_connections true`.execute(admin.db);
  };
}

test("when the database dies in the middle of jobs, the jobs are done when it is back", async () => {
  const pools = await freshPools();
  const own = connect(pools.url, 8);
  onTestFinished(own.close);
  const asked: string[] = [];
  const done: string[] = [];
  const tick = task({ name: "test.tick", payload: nothing, starts: { everySeconds: 1 } });
  let ticks = 0;
  let longS = 60;
  runner(own, [
    does(note, async ({ text }, { db }) => {
      asked.push(text);
      await sql`select pg_sleep(${text === "long" ? longS : 0})`.execute(db);
      done.push(text);
    }),
    does(tick, async () => void (ticks += 1)),
  ]);
  await add(pools, "long");
  await eventually(() => asked).toEqual(["long"]);
  const again = await cut(pools.url);
  await expect
    .poll(() =>
      pools.db
        .selectFrom("account")
        .selectAll()
        .execute()
        .catch(() => "away"),
    )
    .toBe("away");
  longS = 0;
  const before = ticks;
  await again();
  await add(pools, "short");
  await eventually(() => done).toContain("short");
  await eventually(() => ticks).toBeGreaterThan(before);
  await sql`select graphile_worker.reschedule_jobs(array(select id from graphile_worker.jobs), now())`.execute(
    pools.db,
  );
  await eventually(() => done).toContain("long");
});

const JOBS = new URL("jobs.ts", import.meta.url).href;
const DB = new URL("../db.ts", import.meta.url).href;
const ENDLESS = (url: string) => `
  import { startJobs, task, does } from ${JSON.stringify(JOBS)};
  import { connect } from ${JSON.stringify(DB)};
  const endless = task({ name: "test.endless", payload: { parse: (payload) => payload } });
  startJobs(connect(${JSON.stringify(url)}, 8), [does(endless, () => { console.log("begun"); return new Promise(() => {}); })]);`;

test("jobs of a process that was killed are done by the next one, and those of one that lives are left alone", async () => {
  const pools = await freshPools();
  const folder = await mkdtemp(join(tmpdir(), "heliograph-jobs-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const program = join(folder, "endless.ts");
  await writeFile(program, ENDLESS(pools.url));
  const endless = task({ name: "test.endless", payload: nothing, queue: "line" });
  await pools.db.transaction().execute((tx) => addJob(tx, endless, {}));
  const child = spawn(process.execPath, [program], { stdio: ["ignore", "pipe", "inherit"] });
  onTestFinished(() => void child.kill("SIGKILL"));
  await once(child.stdout, "data");
  const { notes, work: free } = noting();
  const work = [...free, does(endless, async () => void notes.push("endless"))];
  const first = runner(pools, work);
  await add(pools, "free");
  await eventually(() => notes).toEqual(["free"]);
  // The other process lives: neither a start nor the task of every minute takes its job away.
  await pools.db.transaction().execute((tx) => addJob(tx, release, {}));
  await expect
    .poll(async () => (await waitingJobs(pools.db)).map(({ task: name }) => name))
    .toEqual(["test.endless"]);
  expect(notes).toEqual(["free"]);
  child.kill("SIGKILL");
  await once(child, "close");
  await first.stop();
  runner(pools, work);
  await jobsDone(pools.db);
  expect(notes).toEqual(["free", "endless"]);
});

test("stopping waits for the job that is going on and begins no other", async () => {
  const pools = await freshPools();
  const events: string[] = [];
  let begun = 0;
  const jobs = runner(pools, [
    does(note, async ({ text }, { db, signal }) => {
      begun += 1;
      await eventually(() => signal.aborted).toBe(true);
      await sql`select 1`.execute(db);
      events.push(`${text} ended`);
    }),
  ]);
  for (const text of ["a", "b", "c", "d"]) await add(pools, text);
  await eventually(() => begun).toBe(3);
  await jobs.stop();
  expect(events).toHaveLength(3);
  expect(await waitingJobs(pools.db)).toHaveLength(1);
});
