// Which screen stands at which address. Screens load when they are first opened.
import { createBrowserRouter, type RouteObject } from "react-router";
import { patterns } from "./paths.ts";
import { Failed } from "./shell/Failed.tsx";
import { Portal } from "./shell/Portal.tsx";

/** The address belongs to the public half of the app, which main.tsx starts. */
const leave = () => {
  location.reload();
  return new Promise<never>(() => {});
};

const pvList = async () => ({ Component: (await import("./domains/fleet/ProjectListScreen.tsx")).default });
const swhList = async () => ({ Component: (await import("./domains/fleet/SwhListScreen.tsx")).default });
const overview = async () => ({
  Component: (await import("./domains/performance/OverviewScreen.tsx")).default,
});
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
          { path: patterns.project, lazy: overview },
          { path: "*", lazy: unknown },
        ],
      },
    ],
  },
];

/** Makes the router of the signed-in half. */
export const appRouter = () => createBrowserRouter(routes);
