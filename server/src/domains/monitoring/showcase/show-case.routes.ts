import { listForSelect, showCase, showCaseTotals, paginated } from "@heliograph/contract";
import { asAccount, type Db, showProjects } from "../../../platform/db.ts";
import type { Serve, Session } from "../../../platform/http.ts";
import { accessToMany, newestImages } from "../../fleet/index.ts";
import { portfolioTotalsOf, totalsOf } from "../portfolio-totals.ts";
import { projectDataOf, projectInfoOf, projectStateOf } from "../project-figures.ts";
import { BY_NAME, listedProjects, pageOfAccount } from "../portfolio/project-list.sql.ts";
import { callersTimezone, zonedTime } from "../zoned-time.ts";

/** Serves the showcase and its selector. `now` gives ms since 1970. */
export function showCaseRoutes(serve: Serve, db: Db, now: () => number): void {
  serve(showCase, async ({ body, session, origin }) => {
    const timezone = callersTimezone(origin.timezone);
    const { rows, images } = await chosen(db, session, body.project_uid_list);
    const data = rows.map((row) => ({
      ...projectStateOf(row),
      project_info: projectInfoOf(row, []),
      project_data: projectDataOf(row),
      project_image: images.get(row.project_id) ?? null,
    }));
    return { data, current_time: zonedTime(timezone, now()) };
  });

  serve(showCaseTotals, async ({ query, session, origin }) => {
    const timezone = callersTimezone(origin.timezone);
    const { rows } = await chosen(db, session, query.project_uid_list);
    return { ...portfolioTotalsOf(totalsOf(rows)), current_time: zonedTime(timezone, now()) };
  });

  serve(listForSelect, async ({ query, session }) => {
    const { account_id } = session;
    const { keyword, filter, page, item_num } = query;
    const wanted = { account_id, keyword, project_type: filter === "all" ? undefined : filter };
    const by = { ...BY_NAME, page, size: item_num };
    const { rows, count } = await asAccount(db, { account_id, projects: [] }, async (tx) => {
      const { page: projects, projects: all } = await pageOfAccount(tx, wanted, by);
      await showProjects(tx, projects);
      return { rows: await listedProjects(tx, account_id, projects), count: all };
    });
    return {
      data: rows.map((row) => ({
        project_uid: row.project_uid,
        project_ssoc_name: row.name,
        project_address: row.address,
        project_type: row.project_type,
        project_capacity_pv: { value: row.capacity_wp / 1000, unit: "kWp" as const },
      })),
      paginate_info: paginated(count, item_num),
    };
  });
}

/** The chosen projects in the order chosen, each once, and their newest images. One that is not the caller's refuses them all. */
async function chosen(db: Db, session: Session, uids: readonly string[]) {
  const accesses = await accessToMany(db, session, [...new Set(uids)], { to: "look", noun: "project" });
  const { account_id } = session;
  const projects = accesses.map(({ project_id }) => project_id);
  return asAccount(db, { account_id, projects }, async (tx) => {
    const rows = await listedProjects(tx, account_id, projects);
    return { rows, images: await newestImages(tx, accesses) };
  });
}
