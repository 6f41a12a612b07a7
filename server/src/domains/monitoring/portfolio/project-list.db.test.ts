import {
  allProjectData,
  allProjectList,
  listForSelect,
  projectList,
  projectListRows,
  plantStatus,
  shownStatus,
  STATUSES_WORST_FIRST,
  statusToShow,
} from "@heliograph/contract";
import { CompiledQuery, Kysely, PostgresDialect, sql } from "kysely";
import { expect, onTestFinished, test } from "vitest";
import { asAccount, connect, type Db } from "../../../platform/db.ts";
import type { DB } from "../../../platform/tables.ts";
import { apiOf } from "../../../../testing/api-kit.ts";
import { tokenFor } from "../../../../testing/fleet-kit.ts";
import { account, freshPools } from "../../../../testing/test-kit.ts";
import { showCaseRoutes } from "../showcase/show-case.routes.ts";
import { listRoutes } from "./lists.routes.ts";
import { listedProjects, portfolioPage } from "./project-list.sql.ts";

const PROJECTS = 10_000;
const ACCOUNTS = 500;

const asked: { sql: string; parameters: readonly unknown[] }[] = [];

/** A pool of one connection whose queries are kept in `asked`. */
function heardPool(url: string): Kysely<DB> {
  asked.length = 0;
  const { pool } = connect(url, 1);
  const heard = new Kysely<DB>({
    dialect: new PostgresDialect({ pool }),
    log: ({ query }) => void asked.push(query),
  });
  onTestFinished(() => heard.destroy());
  return heard;
}

/** Projects of which each account, and `account_id` is the first, has as many as every other. */
async function addProjects(db: Db, projects: number, accounts: number): Promise<void> {
  await sql`insert into project (name, address, latitude, longitude, project_type, timezone, capacity_wp)
    select 'Roof ' || n, 'Đường ' || n, 10, 106, 'pv', 'Asia/Ho_Chi_Minh', 1000 from generate_series(1, ${projects}::int4) n`.execute(
    db,
  );
  await sql`insert into project_summary (project_id) select project_id from project`.execute(db);
  await sql`insert into account (email, display_name)
    select n || '@test.example', 'Owner' from generate_series(1, ${accounts - 1}::int4) n`.execute(db);
  await sql`insert into project_member (project_id, account_id, role)
    select p.project_id, a.account_id, 'owner'
    from project p join (select account_id, row_number() over (order by account_id) - 1 as nth from account) a
      on a.nth = p.project_id % ${accounts}::int4`.execute(db);
  await sql`vacuum analyze`.execute(db);
}

test("the list of an account with 20 of 10,000 projects reads its own projects by index, and no table whole", async () => {
  const { db, url } = await freshPools();
  const { account_id } = await account(db);
  await addProjects(db, PROJECTS, ACCOUNTS);
  const heard = heardPool(url);
  const wanted = { account_id, keyword: "duong", project_type: "pv" } as const;
  const plans = await asAccount(heard, { account_id, projects: [] }, async (tx) => {
    asked.length = 0;
    const { projects, page } = await portfolioPage(tx, wanted, {
      page: 1,
      size: 10,
      sort: "total",
      order: "desc",
    });
    const shown = await listedProjects(tx, account_id, page);
    expect([projects, shown.length]).toEqual([PROJECTS / ACCOUNTS, 10]);
    const queries = [...asked];
    const texts: string[] = [];
    for (const query of queries) {
      const { rows } = await tx.executeQuery<{ "QUERY PLAN": string }>(
        CompiledQuery.raw(`explain ${query.sql}`, [...query.parameters]),
      );
      texts.push(rows.map((row) => row["QUERY PLAN"]).join("\n"));
    }
    return texts;
  });
  expect(plans).toHaveLength(2);
  for (const plan of plans) {
    expect(plan).toMatch(/(Index (Only )?Scan using|Bitmap Index Scan on) project_member/);
    expect(plan).toMatch(/Index Scan using project_pkey/);
    expect(plan).not.toContain("Seq Scan on");
  }
});

test("what is asked of named projects is not slowed down by how many others the account has", async () => {
  const { db, url } = await freshPools();
  const { account_id } = await account(db);
  await addProjects(db, 2000, 1);
  const named = [17, 4, 1999];
  const heard = heardPool(url);
  const { listed, plan } = await asAccount(heard, { account_id, projects: named }, async (tx) => {
    asked.length = 0;
    const rows = await listedProjects(tx, account_id, named);
    const [query] = asked;
    const explained = await tx.executeQuery<{ "QUERY PLAN": unknown }>(
      CompiledQuery.raw(`explain (analyze, format json) ${query?.sql}`, [...(query?.parameters ?? [])]),
    );
    return { listed: rows, plan: JSON.stringify(explained.rows[0]?.["QUERY PLAN"]) };
  });
  expect(listed.map(({ project_id }) => project_id)).toEqual(named);
  const read = [...plan.matchAll(/"Actual Rows":([\d.]+)/g)].map(([, count]) => Number(count));
  expect(Math.max(...read)).toBe(named.length);
});

test("lists filter and order by the status that the contract says to show, for every state of a plant", async () => {
  const { db } = await freshPools();
  const { account_id } = await account(db);
  const states = plantStatus.options.flatMap((plant_status) =>
    [true, false].map((sleeping) => ({ plant_status, sleeping })),
  );
  await addProjects(db, states.length, 1);
  for (const [at, { plant_status, sleeping }] of states.entries()) {
    await db
      .updateTable("project_summary")
      .set({ plant_status, sleeping })
      .where("project_id", "=", at + 1)
      .execute();
  }
  const ids = (shown: readonly string[]) =>
    states.flatMap((state, at) => (shown.includes(statusToShow(state)) ? [at + 1] : []));
  const page = { page: 1, size: 20, sort: "status", order: "asc" } as const;
  await asAccount(db, { account_id, projects: [] }, async (tx) => {
    const wanted = { account_id, keyword: "", project_type: undefined };
    for (const status of shownStatus.options) {
      const { page: listed } = await portfolioPage(tx, { ...wanted, status: [status] }, page);
      expect(listed).toEqual(ids([status]));
    }
    const all = await portfolioPage(tx, wanted, page);
    expect(all.page).toEqual(STATUSES_WORST_FIRST.flatMap((status) => ids([status])));
    expect(all).toMatchObject({ sleeping: 1, offline: 1, normal: 2, warning: 2, not_configured: 2 });
  });
});

test.each([projectList, projectListRows, allProjectData, allProjectList, listForSelect])(
  "a page is read in one transaction: $name",
  async (endpoint) => {
    const { db, url } = await freshPools();
    const owner = await account(db);
    await addProjects(db, 15, 1);
    const token = await tokenFor(db, owner);
    const heard = heardPool(url);
    const api = await apiOf(db, (serve) => {
      listRoutes(serve, heard, Date.now);
      showCaseRoutes(serve, heard, Date.now);
    });
    asked.length = 0;
    const { status } = await api(endpoint, { token, ...(endpoint.method === "POST" ? { body: {} } : {}) });
    expect(status).toBe(200);
    expect(asked.filter(({ sql: text }) => text === "begin")).toHaveLength(1);
  },
);
