import { sql } from "kysely";
import { expect, onTestFinished, test } from "vitest";
import { account, freshPools, scene } from "../../testing/test-kit.ts";
import { asAccount, connect } from "./db.ts";

test("a connection that dies between two statements fails its transaction and nothing else", async () => {
  const { db, url } = await freshPools();
  const { db: doomed, close } = connect(url, 1);
  onTestFinished(close);
  const transaction = doomed.transaction().execute(async (tx) => {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx);
    await sql`select pg_terminate_backend(${rows[0]?.pid}::int, 5000)`.execute(db);
    await sql`select 1`.execute(tx);
  });
  await expect(transaction).rejects.toThrow();
  // The pool has put a new connection in its place; an unheard error would have failed this file.
  expect((await sql`select 1 as n`.execute(doomed)).rows).toEqual([{ n: 1 }]);
});

test("as an account, a stranger's project is not there, even when its id is named", async () => {
  const { db } = await freshPools();
  const theirs = await scene(db);
  const stranger = await account(db, "Stranger");
  const seen = await asAccount(db, { account_id: stranger.account_id, projects: [] }, async (tx) => ({
    projects: await tx.selectFrom("project").select("project_id").execute(),
    devices: await tx
      .selectFrom("device")
      .select("device_id")
      .where("project_id", "=", theirs.project_id)
      .execute(),
  }));
  expect(seen).toEqual({ projects: [], devices: [] });
  const own = await asAccount(
    db,
    { account_id: theirs.account_id, projects: [theirs.project_id] },
    async (tx) => ({
      projects: await tx.selectFrom("project").select("project_id").execute(),
      devices: await tx.selectFrom("device").select("device_id").execute(),
    }),
  );
  expect(own).toEqual({
    projects: [{ project_id: theirs.project_id }],
    devices: [{ device_id: theirs.device_id }],
  });
});

test("what an account transaction sets is gone when the connection serves the next", async () => {
  const { url } = await freshPools();
  const { db, close } = connect(url, 1);
  onTestFinished(close);
  const { account_id } = await account(db);
  await asAccount(db, { account_id, projects: [1] }, async () => {});
  const { rows } = await sql`select current_user = session_user as own,
    coalesce(current_setting('app.account', true), '') as account`.execute(db);
  expect(rows).toEqual([{ own: true, account: "" }]);
});
