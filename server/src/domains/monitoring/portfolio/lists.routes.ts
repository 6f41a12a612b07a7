import {
  DASHBOARD_MAP_LIMIT,
  ROWS_AT_ONCE,
  allProjectData,
  allProjectList,
  paginated,
  projectList,
  projectListDashboard,
  projectListRows,
  type ProjectListItem,
} from "@heliograph/contract";
import { asAccount, type Db, showProjects, type Tx } from "../../../platform/db.ts";
import type { Serve } from "../../../platform/http.ts";
import { gatewayShown } from "../../control/index.ts";
import { portfolioTotalsOf, totalsOf } from "../portfolio-totals.ts";
import {
  projectDataOf,
  projectInfoOf,
  projectStateOf,
  swhDataOf,
  type GatewayRecord,
  type ProjectRow,
} from "../project-figures.ts";
import {
  BY_NAME,
  gatewaysOf,
  listedProjects,
  pageOfAccount,
  portfolioOfAccount,
  portfolioPage,
  projectsWithDevices,
  type PageOf,
  type PortfolioRow,
  type ProjectFilter,
} from "./project-list.sql.ts";
import { callersTimezone, zonedTime } from "../zoned-time.ts";

/** Serves the lists and the dashboard over all projects of the caller. `now` gives ms since 1970. */
export function listRoutes(serve: Serve, db: Db, now: () => number): void {
  serve(projectList, async ({ query, body, session, origin }) => {
    const timezone = callersTimezone(origin.timezone);
    const { account_id } = session;
    const wanted = { account_id, ...body, status: query.status };
    const { all, page } = await asAccount(db, { account_id, projects: [] }, async (tx) => {
      const { page: ids, ...totals } = await portfolioPage(tx, wanted, { ...query, size: query.items_page });
      return { all: totals, page: await shownPage(tx, account_id, ids) };
    });
    const nowMs = now();
    const items = listItems(page, nowMs);
    return {
      paginate_data: {
        items,
        items_page: query.items_page,
        page: query.page,
        total_items: all.projects,
        total_pages: Math.ceil(all.projects / query.items_page),
      },
      total_data: {
        page_total_data: portfolioTotalsOf(totalsOf(page.rows)),
        all_total_data: portfolioTotalsOf(all),
      },
      status_counts: statusCounts(all),
      alert_data: alertCounts(all),
      current_time: zonedTime(timezone, nowMs),
    };
  });

  serve(projectListRows, async ({ query, body, session }) => {
    const { account_id } = session;
    const wanted = { account_id, ...body, status: query.status };
    const { page, projects } = await pageAs(db, wanted, { ...query, size: ROWS_AT_ONCE });
    return { items: listItems(page, now()), total_items: query.page === 1 ? projects : null };
  });

  serveDashboard(serve, db, now);
  serveSelector(serve, db);

  serve(allProjectData, async ({ query, session }) => {
    const { account_id } = session;
    const { keyword, project_type, page, item_num } = query;
    const wanted = { account_id, keyword, project_type };
    const found = await pageAs(db, wanted, { ...BY_NAME, page, size: item_num });
    return {
      data: listItems(found.page, now()),
      paginate_info: paginated(found.projects, item_num),
    };
  });
}

interface ShownPage {
  readonly rows: readonly ProjectRow[];
  readonly gateways: readonly GatewayRecord[];
}

/** The projects with their gateways, in the order given: ids that the account has just been found to be a member of. */
async function shownPage(tx: Tx, account_id: number, projects: readonly number[]): Promise<ShownPage> {
  await showProjects(tx, projects);
  return {
    rows: await listedProjects(tx, account_id, projects),
    gateways: await gatewaysOf(tx, projects),
  };
}

/** A page of the matching projects with their gateways, and how many match; in one transaction as the account. */
function pageAs(db: Db, wanted: ProjectFilter, by: PageOf): Promise<{ page: ShownPage; projects: number }> {
  const { account_id } = wanted;
  return asAccount(db, { account_id, projects: [] }, async (tx) => {
    const { page, projects } = await pageOfAccount(tx, wanted, by);
    return { page: await shownPage(tx, account_id, page), projects };
  });
}

/** The projects of a page as lists show them. */
function listItems({ rows, gateways }: ShownPage, nowMs: number): ProjectListItem[] {
  const byProject = Map.groupBy(gateways, ({ project_id }) => project_id);
  return rows.map((row) => {
    const own = byProject.get(row.project_id) ?? [];
    return {
      ...projectStateOf(row),
      project_info: projectInfoOf(row, own),
      project_data: projectDataOf(row),
      swh_data: swhDataOf(row),
      gateway_list: own.map((gateway) => gatewayShown(gateway, nowMs)),
    };
  });
}

function serveDashboard(serve: Serve, db: Db, now: () => number): void {
  serve(projectListDashboard, async ({ query, session, origin }) => {
    const timezone = callersTimezone(origin.timezone);
    const { account_id } = session;
    const wanted = { account_id, keyword: "", project_type: query.project_type };
    const { statuses, alarms, ...all } = await asAccount(db, { account_id, projects: [] }, (tx) =>
      portfolioOfAccount(tx, wanted, DASHBOARD_MAP_LIMIT),
    );
    return {
      ...portfolioTotalsOf(all),
      plant_status: Object.fromEntries(statuses.map((row) => [row.project_uid, row.plant_status])),
      plant_status_counts: statusCounts(all),
      real_time_alert: alarms.map((row) => ({
        project_uid: row.project_uid,
        project_ssoc_name: row.name,
        alert_data: { status: row.alert_status },
      })),
      alert_counts: alertCounts(all),
      current_time: zonedTime(timezone, now()),
    };
  });
}

function serveSelector(serve: Serve, db: Db): void {
  serve(allProjectList, async ({ query, session }) => {
    const { account_id } = session;
    const { keyword, filter, page, item_num } = query;
    const project_type = query.project_type ?? (filter === "all" ? undefined : filter);
    const wanted = { account_id, keyword, project_type };
    const by = { ...BY_NAME, page, size: item_num };
    const { count, rows, gateways, withDevices } = await asAccount(
      db,
      { account_id, projects: [] },
      async (tx) => {
        const found = await pageOfAccount(tx, wanted, by);
        const shown = await shownPage(tx, account_id, found.page);
        return {
          count: found.projects,
          rows: shown.rows,
          gateways: new Set(shown.gateways.map((gateway) => gateway.project_id)),
          withDevices: await projectsWithDevices(tx, found.page),
        };
      },
    );
    const data = rows.map((row) => ({
      project_uid: row.project_uid,
      project_ssoc_name: row.name,
      project_address: row.address,
      project_type: row.project_type,
      project_role_to_user: row.role,
      project_capacity_pv: row.capacity_wp / 1000,
      timezone: row.timezone,
      plant_status: row.plant_status,
      sleeping: row.sleeping,
      has_gateway: gateways.has(row.project_id),
      has_device: withDevices.has(row.project_id),
    }));
    return {
      data,
      paginate_info: paginated(count, item_num),
    };
  });
}

function statusCounts({ normal, warning, offline, sleeping, not_configured }: PortfolioRow) {
  return { normal, warning, offline, sleeping, not_configured };
}

function alertCounts(row: PortfolioRow) {
  return {
    normal: row.alert_normal,
    warning: row.alert_warning,
    error: row.alert_error,
    not_installed: row.alert_not_installed,
  };
}
