import { CompiledQuery, Kysely, PostgresDialect, sql } from "kysely";
import pg from "pg";
import { expect, onTestFinished, test } from "vitest";
import { asAccount } from "../../platform/db.ts";
import type { DB } from "../../platform/tables.ts";
import { account, freshPools } from "../../../test-kit.ts";
import { portfolioOfAccount, projectsOfAccount } from "./project-list.sql.ts";

const PROJECTS = 10_000;
const ACCOUNTS = 500;

test("the list of an account with 20 of 10,000 projects reads its own projects by index, and no table whole", async () => {
  const { db, url } = await freshPools();
  const { account_id } = await account(db);
  await sql`insert into project (name, address, latitude, longitude, project_type, timezone, capacity_wp)
    select 'Roof ' || n, 'Đường ' || n, 10, 106, 'pv', 'Asia/Ho_Chi_Minh', 1000 from generate_series(1, ${PROJECTS}::int4) n`.execute(
    db,
  );
  await sql`insert into project_summary (project_id) select project_id from project`.execute(db);
  // Everyone owns as many as the account does.
  await sql`insert into account (email, display_name)
    select n || '@test.example', 'Owner' from generate_series(1, ${ACCOUNTS - 1}::int4) n`.execute(db);
  await sql`insert into project_member (project_id, account_id, role)
    select p.project_id, a.account_id, 'owner'
    from project p join (select account_id, row_number() over (order by account_id) - 1 as nth from account) a
      on a.nth = p.project_id % ${ACCOUNTS}::int4`.execute(db);
  await sql`analyze`.execute(db);

  const asked: { sql: string; parameters: readonly unknown[] }[] = [];
  const pool = new pg.Pool({ connectionString: url, max: 1 });
  const heard = new Kysely<DB>({
    dialect: new PostgresDialect({ pool }),
    log: ({ query }) => void asked.push(query),
  });
  onTestFinished(() => heard.destroy());
  const wanted = { account_id, keyword: "duong", project_type: "pv" } as const;
  const plans = await asAccount(heard, { account_id, projects: [] }, async (tx) => {
    asked.length = 0;
    const all = await portfolioOfAccount(tx, wanted);
    const page = await projectsOfAccount(tx, wanted, { page: 1, size: 10, sort: "total", order: "desc" });
    expect([all.projects, page.length]).toEqual([PROJECTS / ACCOUNTS, 10]);
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
