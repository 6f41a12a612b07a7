// Which screen stands at which address. Screens load when they are first opened.
import { createBrowserRouter, type RouteObject } from "react-router";
import { patterns } from "./paths.ts";
import { projectType } from "../platform/session.ts";
import { Failed } from "./shell/Failed.tsx";
import { Portal } from "./shell/Portal.tsx";

/** The address belongs to the public half of the app, which main.tsx starts. */
const leave = () => {
  location.reload();
  return new Promise<never>(() => {});
};

const pvList = async () => ({
  Component: (await import("../domains/monitoring/portfolio/ProjectListScreen.tsx")).default,
});
const swhList = async () => ({
  Component: (await import("../domains/monitoring/portfolio/SwhListScreen.tsx")).default,
});
const overview = async () => ({
  Component: (await import("../domains/monitoring/overview/OverviewScreen.tsx")).default,
});
const statistics = async () => ({
  Component: (await import("../domains/monitoring/statistics/StatisticsScreen.tsx")).default,
});
const devices = async () => ({
  Component: (await import("../domains/monitoring/devices/DeviceListScreen.tsx")).default,
});
const chartTool = async () => ({
  Component: (await import("../domains/monitoring/chart-tool/ChartToolScreen.tsx")).default,
});
const environment = async () => ({
  Component: (await import("../domains/monitoring/environment/EsgScreen.tsx")).default,
});
const showcase = async () => ({
  Component: (await import("../domains/monitoring/showcase/ShowcaseScreen.tsx")).default,
});
const warranty = async () => ({
  Component: (await import("../domains/fleet/gateways/WarrantyScreen.tsx")).default,
});
const resources = async () => ({
  Component: (await import("../domains/fleet/files/ResourcesScreen.tsx")).default,
});
const support = async () => ({ Component: (await import("../domains/support/SupportScreen.tsx")).default });
const adminList = async () => ({ Component: (await import("../domains/admin/AdminListScreen.tsx")).default });
const adminProject = async () => ({
  Component: (await import("../domains/admin/AdminProjectScreen.tsx")).default,
});
const adminFrame = async () => ({ Component: (await import("./shell/AdminPortal.tsx")).AdminPortal });
const unknown = async () => ({ Component: (await import("./shell/UnknownScreen.tsx")).default });

const Nothing = () => null;

/** The addresses behind the login. */
export const routes: RouteObject[] = [
  { path: patterns.login, loader: leave },
  { path: patterns.register, loader: leave },
  {
    Component: Portal,
    ErrorBoundary: Failed,
    // The frame waits with an empty page for the code of its first screen.
    HydrateFallback: Nothing,
    children: [
      {
        ErrorBoundary: Failed,
        children: [
          { path: patterns.projects, lazy: pvList },
          { path: patterns.projectsMatching, lazy: pvList },
          { path: patterns.swhProjects, lazy: swhList },
          { path: patterns.showcase, lazy: showcase },
          { path: patterns.project, lazy: overview },
          { path: patterns.statistics, lazy: statistics },
          { path: patterns.devices, lazy: devices },
          { path: patterns.chartTool, lazy: chartTool },
          { path: patterns.esgOfAll, lazy: environment },
          { path: patterns.esg, lazy: environment },
          { path: patterns.warranty, lazy: warranty },
          { path: patterns.resources, lazy: resources },
          { path: patterns.support, lazy: support },
          { path: "*", lazy: unknown },
        ],
      },
    ],
  },
];

/** The addresses of an administrator, who has no others (M21). */
export const adminRoutes: RouteObject[] = [
  { path: patterns.login, loader: leave },
  { path: patterns.register, loader: leave },
  {
    lazy: adminFrame,
    ErrorBoundary: Failed,
    HydrateFallback: Nothing,
    children: [
      {
        ErrorBoundary: Failed,
        children: [
          { path: patterns.admin, lazy: adminList },
          { path: patterns.adminProject, lazy: adminProject },
          { path: "*", lazy: unknown },
        ],
      },
    ],
  },
];

/** Makes the router of the signed-in half. */
export const appRouter = () => createBrowserRouter(projectType() === "admin" ? adminRoutes : routes);
