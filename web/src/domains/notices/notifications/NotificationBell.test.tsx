import {
  deleteNotifications,
  getNotification,
  listNotifications,
  unreadNotifications,
  type ProjectNotification,
} from "@heliograph/contract/notices/notifications/notifications";
import { liveEvents } from "@heliograph/contract/telemetry/live";
import { fireEvent, screen, within } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { PROJECT_UID, ACCOUNT } from "../../../testing/project-fakes.ts";
import {
  answer,
  fakeServer,
  freshBrowser,
  refusal,
  renderAt,
  screenOf,
  signedInAs,
} from "../../../testing/test-kit.tsx";
import { NotificationBell } from "./NotificationBell.tsx";

freshBrowser();
beforeEach(() => {
  // What jsdom lacks of a browser: what is watched is seen at once.
  vi.stubGlobal(
    "IntersectionObserver",
    class {
      private readonly seen: (entries: { isIntersecting: boolean }[]) => void;
      constructor(seen: (entries: { isIntersecting: boolean }[]) => void) {
        this.seen = seen;
      }
      observe() {
        this.seen([{ isIntersecting: true }]);
      }
      disconnect() {}
    },
  );
});

const one = (n: number): ProjectNotification => ({
  id: `3f2504e0-4f89-41d3-9a0c-0305e82c33${10 + n}`,
  title: `Inverter reports a fault ${n}`,
  body: "Roof 1 · since 12:00 23/11",
  time: "2026-11-23T05:00:00.000Z",
  read: n > 1,
  severity: "critical",
  count: 1,
  resolved: false,
});

/** The bell on a page, over so many notifications. */
async function openBell(count: number, listed?: () => Response) {
  signedInAs("good");
  const items = Array.from({ length: count }, (_, n) => one(n + 1));
  const all = fakeServer({
    "user-info": () => Response.json(ACCOUNT),
    "notification/client/unread-nof": () => answer(unreadNotifications, { unread: Math.min(1, count) }),
    "notification/client/get-nof-list": ({ query }) => {
      const page_number = Number(query.get("page_number"));
      const page = items.slice((page_number - 1) * 10, page_number * 10);
      return listed?.() ?? answer(listNotifications, { items: page, total: count, page_number, unread: 1 });
    },
    "notification/client/get-nof": () => answer(getNotification, { ...one(1), project_uid: PROJECT_UID }),
    "notification/client/delete-nof": () =>
      answer(deleteNotifications, {
        deleteNotificationStatus: true,
        message: "The notification has been deleted",
      }),
  });
  const bell = <NotificationBell buttonClass="" load={() => import("./NotificationsPanel.tsx")} />;
  const router = await renderAt("/list-project", { "/list-project": bell, "/detail/:id": bell });
  fireEvent.click(await screen.findByRole("button", { name: count > 0 ? /1 unread/ : "Notifications" }));
  return { all, router, list: await screen.findByRole("dialog", { name: "Notifications" }) };
}
const pagesAsked = (all: Awaited<ReturnType<typeof openBell>>["all"]) =>
  all.filter(({ path }) => path.endsWith("get-nof-list")).map(({ query }) => query.get("page_number"));

test("it opens at page 1 each time, and the end of the list fetches the next page", async () => {
  const { all, list } = await openBell(12);
  expect(await within(list).findByText("Inverter reports a fault 12")).toBeTruthy();
  expect(pagesAsked(all)).toEqual(["1", "2"]);
  fireEvent.keyDown(list, { key: "Escape" });
  fireEvent.click(await screen.findByRole("button", { name: /1 unread/ }));
  await screen.findByText("Inverter reports a fault 1");
  expect(pagesAsked(all)[2]).toBe("1");
});

test("the tab System is empty, and the tab Project says so where there are none", async () => {
  const { list } = await openBell(0);
  expect(await within(list).findByText("No notifications")).toBeTruthy();
  fireEvent.click(within(list).getByRole("tab", { name: "System" }));
  expect(await within(list).findByText("Nothing here")).toBeTruthy();
});

test("a press on a notification loads its detail and selects the project that it names", async () => {
  const { all, router, list } = await openBell(2);
  fireEvent.click(await within(list).findByRole("button", { name: /^Inverter reports a fault 1/ }));
  await vi.waitFor(() => expect(router.state.location.pathname).toBe(`/detail/${PROJECT_UID}`));
  expect(all.some(({ path }) => path.endsWith("get-nof"))).toBe(true);
});

test("deleting asks 'Are you sure?', and does nothing on No", async () => {
  const { all, list } = await openBell(1);
  fireEvent.click(await within(list).findByRole("button", { name: /^Delete/ }));
  const question = await screen.findByRole("alertdialog");
  expect(within(question).getByText("Are you sure?")).toBeTruthy();
  fireEvent.click(within(question).getByRole("button", { name: "No" }));
  expect(all.some(({ path }) => path.endsWith("delete-nof"))).toBe(false);
});

test("what has come before the stream of news was open is counted once it is", async () => {
  signedInAs("good");
  const opened = new ReadableStream<Uint8Array>();
  let unread = 0;
  fakeServer({
    "user-info": () => Response.json(ACCOUNT),
    "notification/client/unread-nof": () => answer(unreadNotifications, { unread }),
    [liveEvents.path]: () => {
      unread = 1;
      return new Response(opened, { headers: { "content-type": "text/event-stream" } });
    },
  });
  const bell = <NotificationBell buttonClass="" load={() => import("./NotificationsPanel.tsx")} />;
  await renderAt("/list-project", { "/list-project": bell });
  await screen.findByRole("button", { name: "Notifications" });
  expect(await screen.findByRole("button", { name: /1 unread/ }, { timeout: 30_000 })).toBeTruthy();
});

test("a list that could not be loaded offers to try again", async () => {
  const { list } = await openBell(1, () => refusal(500, "Internal error"));
  expect(await within(list).findByRole("button", { name: "Try again" })).toBeTruthy();
});

test("on a phone the list is a sheet over the page", async () => {
  screenOf(390);
  const { list } = await openBell(1);
  expect(await within(list).findByRole("button", { name: "Close" })).toBeTruthy();
  expect(await within(list).findByText("Inverter reports a fault 1")).toBeTruthy();
});
