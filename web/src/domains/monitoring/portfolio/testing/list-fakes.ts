// Answers of the list calls for tests; the contract parses them when they are served.
import { getAppConfig } from "@heliograph/contract/identity/app-config";
import {
  projectList,
  projectListDashboard,
  type ProjectListItem,
} from "@heliograph/contract/monitoring/portfolio";
import { widgetList } from "@heliograph/contract/monitoring/overview/widgets";
import { answer, fakeServer, type ReceivedRequest } from "../../../../testing/test-kit.tsx";
import { projectRatio } from "../../charts/testing/key-figure-fakes.ts";

export const UIDS = ["3f2504e0-4f89-41d3-9a0c-0305e82c3301", "3f2504e0-4f89-41d3-9a0c-0305e82c3302"] as const;
const AT = "2026-11-21T05:00:00Z";

const gateway: ProjectListItem["gateway_list"][number] = {
  gateway_info: {
    uid: "3f2504e0-4f89-41d3-9a0c-0305e82c3390",
    serial: "GW-1",
    name: "",
    alias: null,
    firmware_version: null,
    last_contact_at: AT,
  },
  gateway_data: { gateway_status: true, nze_status: false, allowToogleNze: true, nze_allowed_at: null },
};

/** What it produced and avoided. */
const FIGURES = {
  production: {
    today_production: { value: 231, unit: "kWh" as const },
    total_production: { value: 8_870_000, unit: "kWh" as const },
    total_since: null,
  },
  metter_production: {
    today_production: { value: null, unit: "kWh" as const },
    total_production: { value: 8_870_000, unit: "kWh" as const },
    total_since: null,
  },
  inverter_production: {
    today_production: { value: 231, unit: "kWh" as const },
    total_production: { value: 9_000_000, unit: "kWh" as const },
    total_since: null,
  },
  reduction: {
    co2_reduction: {
      metter_co2_reduction: { value: 5_999, unit: "t" as const },
      inverter_co2_reduction: { value: 6_100, unit: "t" as const },
      co2_reduction: { value: 5_999, unit: "t" as const },
      metter_since: null,
      inverter_since: null,
      since: null,
    },
  },
};

/** A connected pv project with a gateway; `change` replaces parts of it. */
export function listItem(change: Partial<ProjectListItem> & { name?: string } = {}): ProjectListItem {
  const { name = "Nam", ...parts } = change;
  return {
    plant_status: "normal",
    sleeping: false,
    alert_data: { status: "normal" },
    last_reading_at: AT,
    last_contact_at: AT,
    project_info: {
      project_uid: UIDS[0],
      project_ssoc_name: name,
      project_address: "Long An",
      project_capacity_pv: 100,
      project_type: "pv",
      project_role_to_user: "owner",
      check_gateway_capacity_config: true,
      calculate_expected_data_by: "gateway",
      project_latitude: 10,
      project_longitude: 106,
      timezone: "Asia/Ho_Chi_Minh",
      run_nze: false,
      commissioned_on: null,
    },
    project_data: {
      gateway_active_power: { value: 42_500, unit: "W", silent: 0, devices: 1, reporting: null },
      radiation_data: {
        radiation_value: { value: 561.4, unit: "W/m2" },
        panel_temperature: { value: 46.7, unit: "°C" },
      },
      ...FIGURES,
      cost_saving: { value: 17_620_000_000, unit: "VND", since: null },
      ...projectRatio("major", 71.2, 80),
    },
    swh_data: null,
    gateway_list: [gateway],
    ...parts,
  };
}

const totals = {
  total_projects: 2,
  partly_known_projects: 0,
  total_gateway_active_power: { value: 42_500, unit: "W" as const, silent_projects: 0 },
  total_project_capacity_pv: { value: 200, unit: "kWp" as const },
  total_today_production: { value: 231, unit: "kWh" as const },
  total_total_production: { value: 8_870_000, unit: "kWh" as const },
  total_today_energy_saving: { value: null, unit: "kWh" as const },
  total_energy_saving: { value: null, unit: "kWh" as const },
  total_cost_saving: { value: 17_620_000_000, unit: "VND" as const },
  total_co2_reduction: {
    metter_co2_reduction: { value: 5_999, unit: "t" as const },
    inverter_co2_reduction: { value: 6_100, unit: "t" as const },
    co2_reduction: { value: 5_999, unit: "t" as const },
  },
};
const counts = { normal: 1, warning: 0, offline: 0, sleeping: 0, not_configured: 1 };
const noAlarms = { normal: 2, warning: 0, error: 0, not_installed: 0 };

/** The answer of the list with these items, of `total` that match. */
export const listAnswer = (items: ProjectListItem[], total = items.length) =>
  answer(projectList, {
    paginate_data: { items, items_page: 10, page: 1, total_items: total, total_pages: Math.ceil(total / 10) },
    total_data: { page_total_data: totals, all_total_data: totals },
    status_counts: counts,
    alert_data: noAlarms,
    current_time: "2026-11-21T12:00:00+07:00",
  });

type Dashboard = Parameters<typeof answer<typeof projectListDashboard>>[1];

/** The answer of the dashboard; `change` replaces parts of it. */
export const dashboardAnswer = (change: Partial<Dashboard> = {}) =>
  answer(projectListDashboard, {
    ...totals,
    plant_status: {},
    plant_status_counts: counts,
    real_time_alert: [],
    alert_counts: noAlarms,
    current_time: "2026-11-21T12:00:00+07:00",
    ...change,
  });

/** A server of the list page; `replies` replaces some of its calls. Live streams stay open and silent. */
export function listServer(
  replies: Readonly<Record<string, (received: ReceivedRequest) => Response | Promise<Response>>> = {},
): ReceivedRequest[] {
  return fakeServer({
    "app-config": () => answer(getAppConfig, {}),
    "project/list": () => listAnswer([listItem()]),
    "project/project-list-dashboard": () => dashboardAnswer(),
    "project/widget/list": () =>
      answer(widgetList, {
        widgets_list: [
          { widget_name: "widget_project_info", request_type: 0 },
          { widget_name: "widget_map_gps", request_type: 1 },
        ],
      }),
    "live/events": () => new Response(new ReadableStream()),
    ...replies,
  });
}
