import { getUserInfo } from "@heliograph/contract/identity/user-info";
import { getAppConfig } from "@heliograph/contract/identity/app-config";
import { listIssuances } from "@heliograph/contract/registry/issuance/issuance";
import { commandIssuance } from "@heliograph/contract/registry/issuance/issuance-command";
import { screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { CONSENT, menu, openRec } from "../../testing/open-rec.ts";
import {
  fakeNothingWaits,
  BUSINESS_ACCOUNT,
  fakeSeats,
  fakeWaiting,
  seatIn,
} from "../../testing/registry-fakes.ts";
import { ACCOUNT } from "../../testing/project-fakes.ts";
import {
  answer,
  fakeServer,
  freshBrowser,
  renderRouter,
  screenOf,
  signedInAs,
  testQueries,
} from "../../testing/test-kit.tsx";
import { appRouter } from "../routes.tsx";
import { ISSUER_MENU } from "./menu.ts";

freshBrowser();

test("the menu has the sections and pages of the specification, in their order, and marks the page that is shown", async () => {
  await openRec("/rehash/exchange");
  const nav = await menu();
  await within(nav).findByText(", 1 record waits for you");
  expect(
    within(nav)
      .getAllByRole("link")
      .map((link) => link.textContent),
  ).toEqual([
    "Dashboard",
    "Impact Marketplace",
    "Exchange",
    "My Activities",
    "Off Exchange",
    "Register services1, 1 record waits for you",
    "Devices",
    "REC",
    "Account Receivable",
    "Accounts Payable",
    "Fee",
    "Business Account Profile",
  ]);
  expect(
    within(nav)
      .getAllByRole("group")
      .flatMap((group) => group.getAttribute("aria-label") ?? []),
  ).toEqual(["Trade", "Registry", "Inventory", "Settlement"]);
  expect(within(nav).getByRole("link", { current: "page" }).textContent).toBe("Exchange");
});

test("who decides for a registry has no trade, no money and no account in the menu", () => {
  expect(ISSUER_MENU.flatMap(({ entries }) => entries.map(({ label }) => label))).toEqual([
    "Dashboard",
    "Register services",
    "Devices",
    "REC",
  ]);
});

test("the menu folds to its icons, whose names remain, and this browser remembers it", async () => {
  const user = userEvent.setup();
  await openRec("/rehash/fee");
  await user.click(await screen.findByRole("button", { name: "Fold the menu" }));
  expect(screen.getByRole("button", { name: "Unfold the menu" }).getAttribute("aria-expanded")).toBe("false");
  expect(within(await menu()).getByRole("link", { name: "Dashboard" })).toBeTruthy();
  expect(within(await menu()).queryByText("Trade")).toBeNull();
  expect(localStorage.getItem("rec_menu_folded")).toBe("yes");
});

test("links of the menu keep the account that is acting", async () => {
  await openRec("/rehash/fee?account=3f2504e0-4f89-41d3-9a0c-0305e82c3399");
  const link = within(await menu()).getByRole("link", { name: "REC" });
  expect(link.getAttribute("href")).toBe("/rehash/rec?account=3f2504e0-4f89-41d3-9a0c-0305e82c3399");
});

test("the header leads home to the list of projects, and to a check of origin that needs no login", async () => {
  await openRec("/rehash/fee");
  expect((await screen.findByRole("link", { name: "Back to home" })).getAttribute("href")).toBe(
    "/list-project",
  );
  expect(screen.getByRole("link", { name: "Check origin" }).getAttribute("href")).toBe("/verify");
});

test.each([
  ["Shopping cart", "Your cart is empty"],
  ["Video guide", "Begin"],
  ["User guide", "4. Redeem for a beneficiary"],
  ["Platform Services Agreement", "What you declare"],
  ["Privacy Policy", "What others see"],
])("%s opens a window with an address, which closes with Escape", async (name, content) => {
  const user = userEvent.setup();
  const router = await openRec("/rehash/fee");
  await user.click(await screen.findByRole("link", { name }));
  const window = await screen.findByRole("dialog", { name });
  expect(await within(window).findByText(content)).toBeTruthy();
  expect(router.state.location.search).toContain("panel=");
  await user.keyboard("{Escape}");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(router.state.location.search).not.toContain("panel=");
});

test("where there is no room for the menu, a button of the header opens it", async () => {
  screenOf(390);
  const user = userEvent.setup();
  await openRec("/rehash/fee");
  await user.click(await screen.findByRole("button", { name: "Open menu" }));
  const drawer = await screen.findByRole("dialog");
  expect(within(drawer).getAllByRole("link")).toHaveLength(16);
});

test("Register services shows its four kinds as tabs, and the chosen one in the address", async () => {
  const user = userEvent.setup();
  const router = await openRec("/rehash/register-services");
  await screen.findByRole("tab", { name: "Device Registration 1" });
  // The page of the chosen one has tabs of its own, once it is there.
  const [kinds] = screen.getAllByRole("tablist");
  const tabs = within(kinds as HTMLElement).getAllByRole("tab");
  expect(tabs.map((tab) => tab.textContent)).toEqual([
    "Device Registration 1",
    "REC Issuance 0",
    "REC Imports 0",
    "REC Redemption 0",
  ]);
  expect(tabs[0]?.getAttribute("aria-selected")).toBe("true");
  await user.click(screen.getByRole("tab", { name: /REC Imports/ }));
  expect(router.state.location.search).toBe(`?account=${BUSINESS_ACCOUNT}&tab=imports`);
});

test("what waits is asked again as soon as something was changed, so that the menu counts what is left", async () => {
  let waits = true;
  const record_uid = "3f2504e0-4f89-41d3-9a0c-0305e82c3310";
  const number = "IS-2026-000118";
  const address = `/rehash/register-services?tab=issuance&account=${BUSINESS_ACCOUNT}`;
  const waiting = () => (waits ? fakeWaiting() : fakeNothingWaits());
  await openRec(address, () => fakeSeats(), waiting, {
    "rehash/issuances": () =>
      answer(listIssuances, {
        items: [],
        total_items: 0,
        counts: {},
        waiting: 1,
        ready: { drafts: 1, quantity: 95, items: [{ record_uid, version: 1, number }] },
      }),
    "rehash/issuances/actions": () => {
      waits = false;
      const done = { record_uid, number, status: "pending", version: 2, needs_second_person: false };
      return answer(commandIssuance, done);
    },
  });
  await within(await menu()).findByText(", 1 record waits for you");
  await userEvent.click(await screen.findByRole("button", { name: "Submit 1 draft" }));
  const nav = await menu();
  await waitFor(() => expect(within(nav).queryByText(", 1 record waits for you")).toBeNull());
});

test.each(["devices", "issuance", "imports", "redemption"])(
  "for a viewer the form that begins a record of %s is no page",
  async (tab) => {
    const accounts = [{ ...seatIn("Xanh Energy JSC"), role: "viewer" as const }];
    await openRec(`/rehash/register-services?tab=${tab}&record=new`, () => fakeSeats({ accounts }));
    expect(await screen.findByRole("heading", { level: 1, name: "There is no such page" })).toBeTruthy();
  },
);

test("C42: another page begins at its top, and the focus with it; another tab of a page stays where it is", async () => {
  const user = userEvent.setup();
  await openRec(`/rehash/fee?account=${BUSINESS_ACCOUNT}`);
  const scrolled = vi.spyOn(window, "scrollTo");
  await user.click(within(await menu()).getByRole("link", { name: /Register services/ }));
  await screen.findByRole("heading", { level: 1, name: "Register services" });
  await waitFor(() => expect(scrolled).toHaveBeenCalledWith(0, 0));
  expect(document.activeElement).toBe(screen.getByRole("main"));
  scrolled.mockClear();
  await user.click(screen.getByRole("tab", { name: /REC Imports/ }));
  expect(scrolled).not.toHaveBeenCalledWith(0, 0);
});

test("the key / leads to the search of the page, and is a letter like others in a field", async () => {
  const user = userEvent.setup();
  await openRec("/rehash/register-services");
  const search = await screen.findByRole<HTMLInputElement>("searchbox");
  await user.keyboard("/");
  expect(document.activeElement).toBe(search);
  await user.keyboard("a/b");
  expect(search.value).toBe("a/b");
});

test("whoever names no account acts for the first of theirs, and the address says so", async () => {
  const router = await openRec("/rehash/fee");
  await waitFor(() => expect(router.state.location.search).toBe(`?account=${BUSINESS_ACCOUNT}`));
  expect(await screen.findByRole("link", { name: /Xanh Energy JSC/ })).toBeTruthy();
});

test("who acts for several companies changes between them on the page that is open", async () => {
  const user = userEvent.setup();
  const other = "3f2504e0-4f89-41d3-9a0c-0305e82c3398";
  const accounts = [seatIn("Xanh Energy JSC"), seatIn("Bao Bi Co.", other)];
  const router = await openRec(`/rehash/fee?account=${BUSINESS_ACCOUNT}`, () => fakeSeats({ accounts }));
  await user.click(await screen.findByRole("button", { name: /Xanh Energy JSC/ }));
  await user.click(await screen.findByRole("menuitemradio", { name: "Bao Bi Co." }));
  await waitFor(() => expect(router.state.location.search).toBe(`?account=${other}`));
});

test.each([
  ["no role at all", "/rehash/fee", { accounts: [] }],
  [
    "no role in the account that the address names",
    "/rehash/fee?account=3f2504e0-4f89-41d3-9a0c-0305e82c3300",
    {},
  ],
])("with %s there is no such page, and no menu", async (_, address, seats) => {
  await openRec(address, () => fakeSeats(seats));
  expect(await screen.findByRole("heading", { level: 1, name: "There is no such page" })).toBeTruthy();
  expect(screen.queryByRole("navigation", { name: "Main menu" })).toBeNull();
});

test("who owns a plant is asked to consent at the address that an applicant gives, without any role here", async () => {
  const record = "3f2504e0-4f89-41d3-9a0c-0305e82c3301";
  const address = `/rehash/register-services?tab=devices&record=${record}&consent=owner`;
  await openRec(address, () => fakeSeats({ accounts: [] }));
  expect(await screen.findByText(CONSENT.statement)).toBeTruthy();
  expect(screen.getByRole("button", { name: "Sign as owner" })).toBeTruthy();
  expect(screen.queryByRole("navigation", { name: "Main menu" })).toBeNull();
});

test("an issuer has the short menu, and the header says for what", async () => {
  await openRec("/rehash/dashboard", () =>
    fakeSeats({ accounts: [], issuer_of: [{ registry: "IREC", country: "VN" }] }),
  );
  expect(await screen.findByText("Issuer of I-REC VN")).toBeTruthy();
  expect(within(await menu()).getAllByRole("link")).toHaveLength(4);
});

test("before it is known for whom the person acts, no page asks for anything in nobody's name", async () => {
  const { promise, resolve } = Promise.withResolvers<Response>();
  signedInAs("good");
  const received = fakeServer({
    "rehash/seats": () => promise,
    "rehash/waiting": () => fakeWaiting(),
    "user-info": () => answer(getUserInfo, ACCOUNT),
    "app-config": () => answer(getAppConfig, {}),
  });
  history.replaceState(null, "", "/rehash/register-services");
  const queries = testQueries();
  await renderRouter(appRouter(queries), queries);
  await screen.findByRole("link", { name: "Back to home" });
  resolve(fakeSeats());
  expect(await screen.findByRole("tab", { name: "Device Registration 1" })).toBeTruthy();
  const asked = received.filter(({ path }) => path === "rehash/waiting");
  expect(asked.map(({ query }) => query.get("account"))).toEqual([BUSINESS_ACCOUNT]);
});
