import { readRecordNotices } from "@heliograph/contract/notices/records";
import { screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { BUSINESS_ACCOUNT, fakeNotices, fakeSeats, noticeOf } from "../../../testing/registry-fakes.ts";
import {
  answer,
  fakeServer,
  freshBrowser,
  refusal,
  renderAt,
  screenOf,
  signedInAs,
  type ReceivedRequest,
} from "../../../testing/test-kit.tsx";
import RecordNoticesScreen from "./RecordNoticesScreen.tsx";

freshBrowser();

const SENT_BACK = noticeOf();
const APPROVED = noticeOf({
  id: "3f2504e0-4f89-41d3-9a0c-0305e82c3322",
  service: "accounts",
  account: BUSINESS_ACCOUNT,
  number: "BA-2026-000004",
  title: "Xanh Energy JSC",
  kind: "Business account",
  event: "Activated",
  by: "a platform operator",
  reason: null,
  waits: false,
  until: null,
  read: true,
  demonstration: true,
});
const GONE = noticeOf({
  id: "3f2504e0-4f89-41d3-9a0c-0305e82c3323",
  number: "DR-2026-000032",
  is_there: false,
});
const ALL = [SENT_BACK, APPROVED, GONE];

/** Opens the page at the query, beside the account. */
async function open(
  query = "",
  reply: (received: ReceivedRequest) => Response = () => fakeNotices(ALL),
): Promise<ReceivedRequest[]> {
  signedInAs("good");
  const received = fakeServer({
    "rehash/seats": () => fakeSeats(),
    "rehash/notices": reply,
    "rehash/notices/read": () => answer(readRecordNotices, { unread: 0 }),
  });
  await renderAt(`/rehash/notices?account=${BUSINESS_ACCOUNT}${query}`, {
    "/rehash/notices": <RecordNoticesScreen />,
    "/rehash/register-services": <h1>The record</h1>,
    "/rehash/business-account-profile": <h1>The account</h1>,
  });
  return received;
}

const asked = (received: readonly ReceivedRequest[]) =>
  Object.fromEntries(received.findLast(({ path }) => path === "rehash/notices")?.query ?? []);
const rows = async () =>
  within(await screen.findByRole("table", { name: "Notifications" }))
    .getAllByRole("row")
    .slice(1);

test("what happened stands in the table with when, to which record, by which part and why; what is new says so, and what waits until when", async () => {
  await open();
  const [first, second, third] = await rows();
  expect(first?.textContent).toContain("2026-11-03 10:24:36");
  expect(first?.textContent).toContain("NewDevice registration: Changes asked");
  expect(first?.textContent).toContain("Waits for you · until 2026-11-17 23:59 (GMT+8)");
  expect(first?.textContent).toContain("Can Tho Rice Mill Rooftop");
  expect(first?.textContent).toContain("an issuer");
  expect(first?.textContent).toContain("The capacity does not fit.");
  expect(second?.textContent).not.toContain("New");
  expect(second?.textContent).toContain("Business account: Activated");
  if (third === undefined) throw new Error("three rows are expected");
  expect(within(third).queryByRole("link")).toBeNull();
  expect(screen.getByText("2 new")).toBeTruthy();
});

test("the address chooses tab, kind, words and page, and the server is asked for them; another choice begins at the first page", async () => {
  const user = userEvent.setup();
  const received = await open("&status=unread&kind=devices&q=rice&page=2");
  await rows();
  const chosen = { account: BUSINESS_ACCOUNT, tab: "unread", service: "devices", search: "rice", page: "2" };
  expect(asked(received)).toMatchObject({ ...chosen, language: "en", items_page: "20" });
  await user.click(screen.getByRole("button", { name: /^Accounts/ }));
  await waitFor(() =>
    expect(asked(received)).toMatchObject({ service: "accounts", tab: "unread", page: "1" }),
  );
  await user.click(screen.getByRole("tab", { name: /^All/ }));
  await waitFor(() => expect(asked(received)).toMatchObject({ service: "accounts", tab: "all" }));
});

test("a link opens the record and marks its notice as read", async () => {
  const user = userEvent.setup();
  const received = await open();
  await user.click(await screen.findByRole("link", { name: "DR-2026-000031" }));
  expect(await screen.findByRole("heading", { name: "The record" })).toBeTruthy();
  await waitFor(() => expect(received.filter(({ path }) => path === "rehash/notices/read")).toHaveLength(1));
  const [read] = received.filter(({ path }) => path === "rehash/notices/read");
  expect([read?.method, read?.body, read?.query.get("account")]).toEqual([
    "POST",
    { id: SENT_BACK.id },
    BUSINESS_ACCOUNT,
  ]);
});

test("what was read is opened without being marked again", async () => {
  const user = userEvent.setup();
  const received = await open();
  await user.click(await screen.findByRole("link", { name: "BA-2026-000004" }));
  expect(await screen.findByRole("heading", { name: "The account" })).toBeTruthy();
  expect(received.filter(({ path }) => path === "rehash/notices/read")).toEqual([]);
});

test("all are marked as read up to the newest, and the button rests where all is read", async () => {
  const user = userEvent.setup();
  let unread = true;
  const received = await open("", () => fakeNotices(ALL.map((one) => ({ ...one, read: !unread }))));
  await rows();
  unread = false;
  await user.click(screen.getByRole("button", { name: "Mark all as read" }));
  await waitFor(() =>
    expect(screen.getByRole<HTMLButtonElement>("button", { name: "Mark all as read" }).disabled).toBe(true),
  );
  expect(received.find(({ path }) => path === "rehash/notices/read")?.body).toEqual({
    id: SENT_BACK.id,
    and_before: true,
  });
});

test("the file has the rows of the table, and not its links", async () => {
  const user = userEvent.setup();
  const saved: Blob[] = [];
  vi.spyOn(URL, "createObjectURL").mockImplementation((file) => {
    if (file instanceof Blob) saved.push(file);
    return "blob:it";
  });
  vi.spyOn(URL, "revokeObjectURL").mockReturnValue();
  await open();
  await rows();
  await user.click(screen.getByRole("button", { name: "Save the list as a file" }));
  await waitFor(() => expect(saved).toHaveLength(1));
  const lines = ((await saved[0]?.text()) ?? "").trim().split("\r\n");
  expect(lines).toHaveLength(ALL.length + 1);
  expect(lines[2]).toBe(
    "2026-11-03 10:24:36,Business account: Activated,BA-2026-000004,Xanh Energy JSC,a platform operator,",
  );
});

test("on a phone each notice is a card with its link", async () => {
  screenOf(390);
  await open();
  expect(await screen.findByRole("link", { name: "DR-2026-000031" })).toBeTruthy();
  expect(screen.queryByRole("table")).toBeNull();
});

test("where nothing has happened yet the page says so", async () => {
  await open("", () => fakeNotices([]));
  expect(await screen.findByText("Nothing has happened yet")).toBeTruthy();
});

test("a search that finds nothing says so", async () => {
  await open("&q=nothing", () => fakeNotices([]));
  expect(await screen.findByText("No notification matches")).toBeTruthy();
});

test("what is refused is said, with a way to try again", async () => {
  const user = userEvent.setup();
  let refused = true;
  await open("", () => (refused ? refusal(500, "Internal error") : fakeNotices(ALL)));
  const again = await screen.findByRole("button", { name: "Try again" });
  refused = false;
  await user.click(again);
  expect((await rows()).length).toBe(3);
});
