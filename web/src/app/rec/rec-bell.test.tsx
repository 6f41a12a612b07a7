import { readRecordNotices } from "@heliograph/contract/notices/records";
import { liveEvents } from "@heliograph/contract/telemetry/live";
import { screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { expect, test } from "vitest";
import { menu, openRec } from "../../testing/open-rec.ts";
import {
  BUSINESS_ACCOUNT,
  fakeNotices,
  fakeNothingWaits,
  fakeReviews,
  fakeSeats,
  noticeOf,
} from "../../testing/registry-fakes.ts";
import { answer, freshBrowser, screenOf } from "../../testing/test-kit.tsx";

freshBrowser();

/** The window of the bell, opened. */
async function openBell(user: ReturnType<typeof userEvent.setup>, name: string) {
  await user.click(await screen.findByRole("button", { name }));
  return screen.findByRole("dialog", { name: "Notifications" });
}

test("the bell lists the records that wait, with who acts next and until when", async () => {
  const user = userEvent.setup();
  await openRec(`/rehash/fee?account=${BUSINESS_ACCOUNT}`);
  const bell = await openBell(user, "Notifications, 1 for you");
  const item = await within(await within(bell).findByRole("list", { name: "What waits" })).findByRole("link");
  expect(item.textContent).toContain("DR-2026-000031 · Can Tho Rice Mill Rooftop");
  expect(item.textContent).toContain("You act next · 2026-11-17 23:59 (GMT+8)");
  expect(item.getAttribute("href")).toContain("tab=devices&record=3f2504e0");
  expect(within(bell).getByText("Nothing has happened yet")).toBeTruthy();
});

test("the bell counts and lists what happened and is not read first; opening one marks it as read and leads to the record", async () => {
  const user = userEvent.setup();
  const approved = { event: "Approved", waits: false, until: null, reason: null, read: true };
  const seen = noticeOf({ ...approved, id: "3f2504e0-4f89-41d3-9a0c-0305e82c3322" });
  const received: unknown[] = [];
  const router = await openRec(`/rehash/fee?account=${BUSINESS_ACCOUNT}`, undefined, fakeNothingWaits, {
    "rehash/notices": () => fakeNotices([noticeOf(), seen]),
    "rehash/notices/read": ({ body, query }) => {
      received.push([query.get("account"), body]);
      return answer(readRecordNotices, { unread: 0 });
    },
  });
  const bell = await openBell(user, "Notifications, 1 new");
  const list = await within(bell).findByRole("list", { name: "What happened" });
  const [first, second] = within(list).getAllByRole("link");
  expect(first?.textContent).toContain("Device registration: Changes asked");
  expect(first?.textContent).toContain("DR-2026-000031 · Can Tho Rice Mill Rooftop");
  expect(first?.textContent).toContain("The capacity does not fit.");
  expect(first?.textContent).toMatch(/New · .* · an issuer · Waits for you$/);
  expect(second?.textContent).not.toContain("New");
  if (first !== undefined) await user.click(first);
  await waitFor(() => expect(router.state.location.search).toContain("record=3f2504e0"));
  expect(router.state.location.search).toContain(`account=${BUSINESS_ACCOUNT}`);
  expect(received).toEqual([[BUSINESS_ACCOUNT, { id: noticeOf().id }]]);
  expect(screen.queryByRole("dialog", { name: "Notifications" })).toBeNull();
});

test("all that the bell has shown is marked as read at once, and no later one; nothing can be marked where all is read", async () => {
  const user = userEvent.setup();
  let read = false;
  const received: unknown[] = [];
  await openRec(`/rehash/fee?account=${BUSINESS_ACCOUNT}`, undefined, fakeNothingWaits, {
    "rehash/notices": () => fakeNotices([noticeOf({ read })]),
    "rehash/notices/read": ({ body }) => {
      received.push(body);
      read = true;
      return answer(readRecordNotices, { unread: 0 });
    },
  });
  const bell = await openBell(user, "Notifications, 1 new");
  await user.click(await within(bell).findByRole("button", { name: "Mark all as read" }));
  expect(await screen.findByRole("button", { name: "Notifications" })).toBeTruthy();
  expect(received).toEqual([{ id: noticeOf().id, and_before: true }]);
  expect(within(bell).queryByRole("button", { name: "Mark all as read" })).toBeNull();
});

test("what others did is counted on the bell as soon as the stream of news says so", async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  let has = false;
  const body = new ReadableStream<Uint8Array>({
    async start(stream) {
      await promise;
      stream.enqueue(new TextEncoder().encode('event: notices\ndata: {"notices_changed":true}\n\n'));
    },
  });
  await openRec(`/rehash/fee?account=${BUSINESS_ACCOUNT}`, undefined, fakeNothingWaits, {
    "rehash/notices": () => fakeNotices(has ? [noticeOf()] : []),
    [liveEvents.path]: () => new Response(body, { headers: { "content-type": "text/event-stream" } }),
  });
  expect(await screen.findByRole("button", { name: "Notifications" })).toBeTruthy();
  has = true;
  resolve();
  expect(await screen.findByRole("button", { name: "Notifications, 1 new" }, { timeout: 4000 })).toBeTruthy();
});

test("on a phone the bell opens over the whole page, and leads to all notifications", async () => {
  screenOf(390);
  const user = userEvent.setup();
  await openRec(`/rehash/fee?account=${BUSINESS_ACCOUNT}`, undefined, fakeNothingWaits);
  const bell = await openBell(user, "Notifications");
  expect(await within(bell).findByText("Nothing waits for you.")).toBeTruthy();
  const all = within(bell).getByRole("link", { name: "All notifications" });
  expect(all.getAttribute("href")).toBe(`/rehash/notices?account=${BUSINESS_ACCOUNT}`);
});

test("what waits of business accounts is counted at their entry of the operator's menu, and the bell leads to each", async () => {
  const user = userEvent.setup();
  await openRec("/rehash/fee", () => fakeSeats({ accounts: [], is_platform_operator: true }), fakeReviews);
  const entry = await within(await menu()).findByRole("link", { name: /^Business accounts/ });
  await waitFor(() => expect(entry.textContent).toBe("Business accounts2, 2 records wait for you"));
  const bell = await openBell(user, "Notifications, 2 for you");
  const list = await within(bell).findByRole("list", { name: "What waits" });
  const items = within(list).getAllByRole("link");
  expect(items.map((item) => item.getAttribute("href"))).toEqual([
    `/rehash/business-account-profile?record=${BUSINESS_ACCOUNT}`,
    "/rehash/business-account-profile?tab=banks",
  ]);
});
