// What screen tests stand on: a server whose answers the contract has parsed, and the providers of the app.
import type { Endpoint } from "@heliograph/contract/kernel/endpoint";
import type { GuardError } from "@heliograph/contract/kernel/problem";
import { QueryClientProvider } from "@tanstack/react-query";
import { cleanup, configure, render, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import type { ReactNode } from "react";
import { createMemoryRouter } from "react-router";
import { RouterProvider } from "react-router/dom";
import { afterEach, beforeEach, vi } from "vitest";
import type { z } from "zod";
import { ServerData } from "../platform/api.ts";
import { UnsavedForms } from "../platform/form/UnsavedForms.tsx";
import { LanguageProvider } from "../platform/i18n.tsx";
import { loadAllTexts } from "./all-texts.ts";
import { ThemeProvider } from "../platform/theme.tsx";
import { Messages } from "../ui/feedback/messages.tsx";
import type { Lang } from "../ui/tokens/tokens.ts";

// Waiting costs nothing when the awaited comes at once; a machine that is busy is no failure.
configure({ asyncUtilTimeout: 10_000 });

/** One request that the fake server has received. */
export interface ReceivedRequest {
  readonly path: string;
  readonly method: string;
  readonly query: URLSearchParams;
  readonly body: unknown;
  readonly headers: Headers;
  readonly signal: AbortSignal | undefined;
}
type Reply = Response | Promise<Response>;

/** An answer of the endpoint: what it does not state, the contract refuses here. */
export function answer<E extends Endpoint>(e: E, body: z.input<E["answer"]>): Response {
  return Response.json(e.answer.parse(body));
}

/** A refusal as the server writes it. */
export function refusal(
  status: number,
  message: string,
  more: { code?: string; fields?: Record<string, string> } = {},
) {
  const code = more.code ?? "refused";
  const body = { type: `/problems/${code}`, title: message, status, message, ...more, code };
  return Response.json(body, { status });
}

/** A refusal by rules of a record, as the server writes it: all that are broken, and those of fields beside them. */
export function rulesBroken(...errors: readonly [GuardError, ...GuardError[]]) {
  const [{ code, message }] = errors;
  const fields = errors.flatMap(({ field, message: rule }) =>
    field === undefined ? [] : [[field, rule] as const],
  );
  const body = { type: `/problems/${code}`, title: message, status: 422, message, code, errors };
  return Response.json(
    { ...body, ...(fields.length === 0 ? {} : { fields: Object.fromEntries(fields) }) },
    { status: 422 },
  );
}

/** Replaces fetch: each path has a function that replies. What was received is returned, in order. */
export function fakeServer(
  paths: Readonly<Record<string, (received: ReceivedRequest) => Reply>>,
): ReceivedRequest[] {
  const all: ReceivedRequest[] = [];
  vi.stubGlobal("fetch", async (address: string, init: RequestInit = {}) => {
    const url = new URL(address, "http://localhost");
    const path = url.pathname.replace("/api/v1/", "");
    const received: ReceivedRequest = {
      path,
      method: init.method ?? "GET",
      query: url.searchParams,
      body: typeof init.body === "string" ? JSON.parse(init.body) : undefined,
      headers: new Headers(init.headers),
      signal: init.signal ?? undefined,
    };
    all.push(received);
    const reply = paths[path];
    if (reply === undefined) throw new TypeError(`nothing is served at ${path}`);
    return reply(received);
  });
  return all;
}

/** Stores a session as a login leaves it. */
export function signedInAs(accessToken: string): void {
  localStorage.setItem("access_token", accessToken);
  localStorage.setItem("refresh_token", `refresh-of-${accessToken}`);
  localStorage.setItem("startTime", String(Date.now()));
}

/** A device of that width; media queries on min-width and max-width are answered by it, others are false. */
export function screenOf(width: number): void {
  vi.stubGlobal("matchMedia", (query: string) => {
    const min = Number(/min-width:\s*([\d.]+)/.exec(query)?.[1] ?? 0);
    const max = Number(
      /max-width:\s*([\d.]+)/.exec(query)?.[1] ?? (query.includes("min-width") ? Number.MAX_VALUE : 0),
    );
    return {
      matches: width >= min && width <= max,
      media: query,
      addEventListener: () => {},
      removeEventListener: () => {},
      addListener: () => {},
      removeListener: () => {},
    };
  });
}

/** Server data of a test: what is refused is not asked for again. */
export const testQueries = () => new ServerData({ defaultOptions: { queries: { retry: false } } });

/** Renders routes in the providers of the app, in English unless told. Returns the router, whose state tells the address. */
export async function renderAt(
  address: string,
  routes: Readonly<Record<string, ReactNode>>,
  lang: Lang = "en",
) {
  const router = createMemoryRouter(
    Object.entries(routes).map(([path, element]) => ({
      path,
      element: <UnsavedForms>{element}</UnsavedForms>,
    })),
    { initialEntries: [address] },
  );
  await renderRouter(router, testQueries(), lang);
  return router;
}

/** Renders a router in the providers of the app, in English unless told. */
export async function renderRouter(
  router: ReturnType<typeof createMemoryRouter>,
  queries: ServerData,
  lang: Lang = "en",
): Promise<void> {
  const translate = await loadAllTexts(lang);
  render(
    <ThemeProvider>
      <LanguageProvider load={loadAllTexts} first={{ lang, translate }}>
        <QueryClientProvider client={queries}>
          <Messages />
          <RouterProvider router={router} />
        </QueryClientProvider>
      </LanguageProvider>
    </ThemeProvider>,
  );
}

function showModal(this: HTMLDialogElement): void {
  this.open = true;
}

/** Chooses an option of a select by its label. */
export async function choose(select: HTMLElement, option: string): Promise<void> {
  const user = userEvent.setup();
  await user.click(select);
  await user.click(await screen.findByRole("option", { name: option }));
}

/** Resets between tests what browsers keep; to be called once in a test file. */
export function freshBrowser(): void {
  beforeEach(() => {
    localStorage.clear();
    sessionStorage.clear();
    screenOf(1440);
    // jsdom has the dialog element without its modal state.
    HTMLDialogElement.prototype.showModal = showModal;
    vi.stubGlobal("scrollTo", () => {});
    // jsdom lays nothing out: nothing comes into sight.
    vi.stubGlobal(
      "IntersectionObserver",
      class {
        observe() {}
        disconnect() {}
      },
    );
    vi.stubGlobal(
      "ResizeObserver",
      class {
        observe() {}
        unobserve() {}
        disconnect() {}
      },
    );
  });
  afterEach(() => {
    cleanup();
    vi.unstubAllGlobals();
    vi.useRealTimers();
  });
}
