// Which screen stands at which address. Its code comes when it is opened, and what it asks first in a file of its own beside it.
import type { QueryClient } from "@tanstack/react-query";
import type { ComponentType } from "react";
import {
  createBrowserRouter,
  type LoaderFunction,
  type RouteObject,
  type ShouldRevalidateFunction,
} from "react-router";
import { patterns } from "./paths.ts";
import {
  ADMIN_FRAME_TEXTS,
  ADMIN_PAGES,
  isRecPage,
  PAGES_OF_ALL,
  REC_FRAME_TEXTS,
  screens,
  screenTexts,
  type ScreenPage,
} from "./screens.ts";
import { openTexts } from "./texts/load-texts.ts";
import { unbuilt, type UnbuiltPage } from "./unbuilt.ts";
import { type Load, startIn } from "../platform/loading.ts";
import { portalType } from "../platform/session.ts";
import { Failed } from "./shell/Failed.tsx";
import { loadAdminFrame, loadFrame } from "./shell/frame-queries.ts";
import { Portal } from "./shell/Portal.tsx";

const components = import.meta.glob<ComponentType>("../domains/**/*Screen.tsx", { import: "default" });
const loaders = import.meta.glob<Load>("../domains/**/*Screen.loader.ts", { import: "load" });

/** The address belongs to the public half of the app, which main.tsx starts. */
const leave = () => {
  location.reload();
  return new Promise<never>(() => {});
};

/** A screen that is open asks for what its view needs by itself: only another page is loaded. */
const onlyAnotherPage: ShouldRevalidateFunction = ({ currentUrl, nextUrl }) =>
  currentUrl.pathname !== nextUrl.pathname;

/** The loader in a router's words. */
const started =
  (queries: QueryClient, load: Load): LoaderFunction =>
  ({ params, request }) => {
    const id = params["id"] ?? params["idProject"] ?? params["query"] ?? "";
    const { pathname, searchParams: search } = new URL(request.url);
    void load(startIn(queries), { id, pathname, search });
    return null;
  };

function found<T>(modules: Record<string, T>, path: string): T {
  const module = modules[`../domains/${path}`];
  if (module === undefined) throw new RangeError(`screens.ts names ${path}, which is not there`);
  return module;
}

/** A screen is shown when its code and its texts are here. */
const withTexts = (page: ScreenPage, load: () => Promise<ComponentType>) => async () => {
  const [Component] = await Promise.all([load(), openTexts(screenTexts[page])]);
  return Component;
};

/** The frame of an administrator, which speaks of administration on every page. */
async function adminFrame() {
  const [{ AdminPortal }] = await Promise.all([
    import("./shell/AdminPortal.tsx"),
    openTexts(ADMIN_FRAME_TEXTS),
  ]);
  return AdminPortal;
}

/** The frame of the certificate pages, of which the others need nothing. */
async function recFrame() {
  const [{ RecPortal }] = await Promise.all([import("./rec/RecPortal.tsx"), openTexts(REC_FRAME_TEXTS)]);
  return RecPortal;
}

const unknown = {
  path: "*",
  lazy: { Component: async () => (await import("./shell/UnknownScreen.tsx")).default },
};
/** Certificate pages that are not built yet, each under its own name. The keys of a constant are its keys. */
const updating = () =>
  (Object.keys(unbuilt) as UnbuiltPage[]).map((page): RouteObject => {
    const Component = async () => {
      const { UpdatingScreen } = await import("./shell/UpdatingScreen.tsx");
      return () => <UpdatingScreen title={unbuilt[page]} />;
    };
    return { path: patterns[page], lazy: { Component } };
  });
const Nothing = () => null;

/** The addresses behind the login, those of an administrator or all others. */
function routes(queries: QueryClient, admin: boolean): RouteObject[] {
  // The keys of a constant are its keys.
  const pages = (Object.keys(screens) as ScreenPage[]).filter(
    (page) => PAGES_OF_ALL.includes(page) || ADMIN_PAGES.includes(page) === admin,
  );
  const screenAt = (page: ScreenPage): RouteObject => ({
    path: patterns[page],
    shouldRevalidate: onlyAnotherPage,
    lazy: {
      loader: async () => started(queries, await found(loaders, `${screens[page]}.loader.ts`)()),
      Component: withTexts(page, found(components, `${screens[page]}.tsx`)),
    },
  });
  const children = pages.filter((page) => !isRecPage(page)).map(screenAt);
  const certificates = [...pages.filter(isRecPage).map(screenAt), ...updating()];
  const frame: RouteObject = admin
    ? {
        loader: started(queries, loadAdminFrame),
        lazy: { Component: adminFrame },
      }
    : { loader: started(queries, loadFrame), Component: Portal };
  return [
    { path: patterns.login, loader: leave },
    { path: patterns.register, loader: leave },
    { path: patterns.invitation, loader: leave },
    { path: patterns.providerReturn, loader: leave },
    { path: patterns.verify, loader: leave },
    { path: patterns.supply, loader: leave },
    { path: patterns.statement, loader: leave },
    {
      ...frame,
      shouldRevalidate: onlyAnotherPage,
      ErrorBoundary: Failed,
      // The frame waits with an empty page for the code of its first screen.
      HydrateFallback: Nothing,
      children: [{ ErrorBoundary: Failed, children: [...children, unknown] }],
    },
    ...(admin
      ? []
      : [
          {
            lazy: {
              loader: async () => started(queries, (await import("./rec/rec-frame.loader.ts")).load),
              Component: recFrame,
            },
            shouldRevalidate: onlyAnotherPage,
            ErrorBoundary: Failed,
            HydrateFallback: Nothing,
            children: [{ ErrorBoundary: Failed, children: certificates }],
          } satisfies RouteObject,
        ]),
  ];
}

/** Makes the router of the signed-in half; it asks for the first screen and its data at once. */
export const appRouter = (queries: QueryClient) =>
  createBrowserRouter(routes(queries, portalType() === "admin"));
