import { adminProjectList, adminWidgetList, clearProjectCache, paginated } from "@heliograph/contract";
import { asAdmin, type Db } from "../../platform/db.ts";
import type { Serve } from "../../platform/http.ts";
import { accessAsAdmin } from "../fleet/index.ts";
import { audit } from "../identity/index.ts";
import { forgetSums, refreshSummaries } from "../kpi/index.ts";
import { overviewOf, projectStateOf, widgetsOf } from "../monitoring/index.ts";
import { allProjects, openTickets, ownersOf } from "./projects.sql.ts";

/** Serves what administrators see of every project (M229). `now` gives ms since 1970. */
export function adminRoutes(serve: Serve, db: Db, now: () => number = Date.now): void {
  serve(adminProjectList, async ({ query, session }) => {
    const { account_id } = session;
    const page = { number: query.page, size: query.item_num };
    const wanted = { keyword: query.keyword, project_type: query.project_type };
    const { rows, total } = await asAdmin(db, { account_id, projects: [] }, (tx) =>
      allProjects(tx, wanted, page),
    );
    const projects = rows.map(({ project_id }) => project_id);
    const tickets = await asAdmin(db, { account_id, projects }, (tx) => openTickets(tx, projects));
    return {
      data: rows.map((row) => ({
        ...projectStateOf(row),
        project_uid: row.project_uid,
        project_ssoc_name: row.name,
        project_address: row.address,
        project_type: row.project_type,
        project_capacity_pv: row.capacity_wp / 1000,
        timezone: row.timezone,
        owners: [...row.owners],
        open_tickets: tickets.get(row.project_id) ?? 0,
      })),
      paginate_info: paginated(total, query.item_num),
    };
  });

  serve(adminWidgetList, async ({ query, session }) => {
    const access = await accessAsAdmin(db, session, query.project_uid, "project");
    const who = { account_id: session.account_id, projects: [access.project_id] };
    return asAdmin(db, who, async (tx) => ({
      ...(await overviewOf(tx, access, now())),
      widgets_list: widgetsOf(access.project_type).map((widget_name) => ({ widget_name, request_type: 0 })),
      owners: await ownersOf(tx, access),
    }));
  });

  serve(clearProjectCache, ({ query: { project_uid }, session, origin }) =>
    db.transaction().execute(async (tx) => {
      const { address } = origin;
      const action = "project_cache.cleared";
      if (project_uid === undefined) {
        // The worker makes them anew a few at a time: all at once would hold up what is live.
        const projects = await forgetSums(tx);
        await audit(tx, { ...session, address, action, detail: { projects } });
        return { message: "The figures of all projects are being made anew", projects };
      }
      const { project_id } = await accessAsAdmin(tx, session, project_uid, "project");
      await forgetSums(tx, project_id);
      await refreshSummaries(tx, [project_id], now());
      await audit(tx, { ...session, address, action, subject: project_uid, project_id });
      return { message: "The figures of the project have been made anew", projects: 1 };
    }),
  );
}
