// Which screen stands at which address: plain data. The router (routes.tsx) loads by it, and the server that serves the page
// reads it from the build (vite.config.ts) to name each screen's code in advance.
import type { patterns } from "./paths.ts";

type Page = keyof typeof patterns;

/**
 * The module of each screen, in web/src/domains and without its ending. Beside every XScreen.tsx stands XScreen.loader.ts,
 * which asks for its first data.
 */
export const screens = {
  projects: "monitoring/portfolio/ProjectListScreen",
  projectsMatching: "monitoring/portfolio/ProjectListScreen",
  swhProjects: "monitoring/portfolio/SwhListScreen",
  showcase: "monitoring/showcase/ShowcaseScreen",
  project: "monitoring/overview/OverviewScreen",
  statistics: "monitoring/statistics/StatisticsScreen",
  devices: "monitoring/devices/DeviceListScreen",
  warranty: "fleet/gateways/WarrantyScreen",
  chartTool: "monitoring/chart-tool/ChartToolScreen",
  esgOfAll: "monitoring/environment/EsgScreen",
  esg: "monitoring/environment/EsgScreen",
  resources: "fleet/files/ResourcesScreen",
  support: "support/SupportScreen",
  admin: "admin/AdminListScreen",
  adminProject: "admin/AdminProjectScreen",
} as const satisfies Partial<Record<Page, string>>;

/** A page that has a screen of its own behind the login. */
export type ScreenPage = keyof typeof screens;

/** The pages of an administrator, who has no others (M21). */
export const ADMIN_PAGES: readonly ScreenPage[] = ["admin", "adminProject"];
