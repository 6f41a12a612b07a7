import type { Answer } from "@heliograph/contract/kernel/endpoint";
import { listDeviceApplications } from "@heliograph/contract/registry/devices/device-applications";
import { listInventory } from "@heliograph/contract/registry/inventory/inventory";
import { listTransactions } from "@heliograph/contract/registry/inventory/transactions";
import { listIssuances } from "@heliograph/contract/registry/issuance/issuance";
import { readSupply } from "@heliograph/contract/registry/proofs/supply";
import { listWaiting, SERVICES, WAITING_KINDS } from "@heliograph/contract/registry/services";
import { cleanup, screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import {
  fakeNothingWaits,
  BUSINESS_ACCOUNT,
  fakeReviews,
  fakeSeats,
  fakeWaiting,
  seatIn,
} from "../../../testing/registry-fakes.ts";
import {
  answer,
  fakeServer,
  freshBrowser,
  refusal,
  renderAt,
  signedInAs,
} from "../../../testing/test-kit.tsx";
import DashboardScreen from "./DashboardScreen.tsx";

freshBrowser();

const NOW = "2026-11-03T02:24:36.000Z";
const TOTALS = {
  available: 2526,
  on_sale: 360,
  in_settlement: 150,
  redemption_pending: 100,
  held_back: 0,
  total: 3136,
};

const issuances = (ready: Answer<typeof listIssuances>["ready"]) =>
  answer(listIssuances, { items: [], total_items: 0, counts: {}, waiting: 0, ready });

/** `more`: what the server answers of some calls in place of nothing. */
async function openDashboard(
  waiting: () => Response,
  seats: () => Response = () => fakeSeats(),
  more: Parameters<typeof fakeServer>[0] = {},
) {
  signedInAs("good");
  fakeServer({
    "rehash/waiting": waiting,
    "rehash/seats": seats,
    "rehash/inventory": () =>
      answer(listInventory, {
        as_of: "2026-11-03T02:24:36Z",
        items: [],
        total_items: 4,
        totals: TOTALS,
        tickers: [],
        registries: { IREC: 3136, TIGR: 0, GEC: 0 },
        vintages: [],
      }),
    "rehash/transactions": () => answer(listTransactions, { items: [], total_items: 0 }),
    "rehash/issuances": () => issuances({ drafts: 0, quantity: 0, items: [] }),
    "rehash/device-applications": () =>
      answer(listDeviceApplications, { items: [], total_items: 0, tab_counts: {}, waiting: 0 }),
    "rehash/verify/supply": () =>
      answer(readSupply, { at: NOW, rows: [], too_few: false, head: null, check: null }),
    ...more,
  });
  await renderAt(`/?account=${BUSINESS_ACCOUNT}`, { "/": <DashboardScreen /> });
}

test("C43, C44: four cards count what waits for the person and begin a record each", async () => {
  await openDashboard(fakeWaiting);
  const cards = await screen.findByRole("list", { name: "Records by kind" });
  await within(cards).findByText("1 to re-submit");
  expect(
    within(cards)
      .getAllByRole("listitem")
      .map((card) => card.textContent),
  ).toEqual([
    "Device Registration1waiting for you1 to re-submitRegister device",
    "REC Issuance0waiting for youNothing is openIssue REC",
    "REC Imports0waiting for youNothing is openImport REC",
    "REC Redemption0waiting for youNothing is openRedeem REC",
  ]);
  const begin = within(cards).getByRole("link", { name: "Redeem REC" });
  expect(begin.getAttribute("href")).toBe(
    `/rehash/register-services?account=${BUSINESS_ACCOUNT}&tab=redemption&record=new`,
  );
});

test("viewers see what there is and no button that begins a record", async () => {
  const accounts = [{ ...seatIn("Xanh Energy JSC"), role: "viewer" as const }];
  await openDashboard(fakeWaiting, () => fakeSeats({ accounts }));
  const cards = await screen.findByRole("list", { name: "Records by kind" });
  await within(cards).findByText("1 to re-submit");
  await screen.findByText("3,136");
  expect(within(cards).queryByRole("link", { name: "Redeem REC" })).toBeNull();
  expect(within(cards).getAllByRole("link")).toHaveLength(4);
});

test("what waits stands below with its date, and certificates held are one bar of their places", async () => {
  await openDashboard(fakeWaiting);
  const yours = await screen.findByRole("list", { name: "What waits for you" });
  expect(within(yours).getByRole("link").textContent).toContain("DR-2026-000031 · Can Tho Rice Mill Rooftop");
  expect(within(yours).getByText("2026-11-17 (GMT+8)")).toBeTruthy();
  expect(screen.getByText("Nothing waits for others.")).toBeTruthy();
  const bar = await screen.findByRole("img", {
    name: "Certificates held: Available 2,526, On sale 360, In settlement 150, Reserved for redemption 100",
  });
  expect(bar).toBeTruthy();
});

const draft = (nth: number) => ({
  service: "issuance" as const,
  record_uid: `3f2504e0-4f89-41d3-9a0c-0305e82c331${String(nth)}`,
  page: `3f2504e0-4f89-41d3-9a0c-0305e82c331${String(nth)}`,
  number: `IS-2026-00000${String(nth)}`,
  title: "Rooftop",
  status: "draft",
  account: null,
  next: { by: "trader" as const, is_you: true, until: null, otherwise: null },
});

test("drafts that pass every check are one line with one press, and each other record names what is done next", async () => {
  const yours = [draft(1), draft(2), draft(3)];
  const waiting = () =>
    answer(listWaiting, {
      services: SERVICES.map((service) => ({ service, waiting: 0, states: [] })),
      yours,
      others: [],
    });
  const items = yours.slice(0, 2).map(({ record_uid, number }) => ({ record_uid, version: 1, number }));
  await openDashboard(waiting, () => fakeSeats(), {
    "rehash/issuances": () => issuances({ drafts: 2, quantity: 1422, items }),
  });
  const list = await screen.findByRole("list", { name: "What waits for you" });
  await within(list).findByText("2 drafts pass every check. They would mint 1,422 certificates.");
  expect(within(list).getByRole("button", { name: "Submit 2 drafts" })).toBeTruthy();
  const [only, ...others] = within(list).getAllByRole("link");
  expect(only?.textContent).toBe("IS-2026-000003 · RooftopdraftResolve");
  expect(others).toEqual([]);
});

test("where nothing waits and no device was registered yet the dashboard leads to the first", async () => {
  await openDashboard(fakeNothingWaits);
  expect(await screen.findByText("Nothing waits for you.")).toBeTruthy();
  const begin = await screen.findByRole("link", { name: "Register your first device" });
  expect(begin.getAttribute("href")).toContain("tab=devices&record=new");
});

test("the dashboard says what the last check of the ledger found and leads to the proof of supply", async () => {
  const check = { at: NOW, entries: 120, faults: 0, checker: "ab".repeat(32) };
  await openDashboard(fakeWaiting, () => fakeSeats(), {
    "rehash/verify/supply": () =>
      answer(readSupply, { at: NOW, rows: [], too_few: false, head: null, check }),
  });
  const link = await screen.findByRole("link", { name: "Proof of supply" });
  expect(link.getAttribute("href")).toBe("/verify/supply");
  expect(link.parentElement?.textContent).toBe(
    "Supply checked 2026-11-03 10:24:36 (GMT+8): every certificate is held, retired or exported exactly once. Proof of supply",
  );
});

test("a panel that fails says so alone", async () => {
  await openDashboard(() => refusal(500, "Internal error"));
  expect((await screen.findAllByText("Data is not available")).length).toBeGreaterThan(0);
  expect(await screen.findByText("3,136")).toBeTruthy();
});

test("a platform operator has a fifth card for business accounts, and each of them leads to where it is decided", async () => {
  signedInAs("good");
  fakeServer({
    "rehash/waiting": fakeReviews,
    "rehash/seats": () => fakeSeats({ accounts: [], is_platform_operator: true }),
  });
  await renderAt("/", { "/": <DashboardScreen /> });
  const cards = await screen.findByRole("list", { name: "Records by kind" });
  const card = await within(cards).findByRole("link", { name: "Business accounts" });
  expect(card.closest("li")?.textContent).toBe(
    "Business accounts2waiting for you1 under review · 1 bank account to verify",
  );
  const yours = await screen.findByRole("list", { name: "What waits for you" });
  expect(
    within(yours)
      .getAllByRole("link")
      .map((link) => link.getAttribute("href")),
  ).toEqual([
    `/rehash/business-account-profile?record=${BUSINESS_ACCOUNT}`,
    "/rehash/business-account-profile?tab=banks",
  ]);
});

const record = (status: string, number: string, record_uid = crypto.randomUUID()) => ({
  service: "accounts" as const,
  record_uid,
  page: record_uid,
  number,
  title: "Xanh Energy JSC",
  account: BUSINESS_ACCOUNT,
  status,
  next: { by: "account_manager" as const, is_you: true, until: null, otherwise: null },
});

test("R27: an invitation that needs a second person, an agreement to accept and a change of fees lead to where each is answered", async () => {
  const linksOf = async (address: string, isOperator: boolean, yours: ReturnType<typeof record>[]) => {
    signedInAs("good");
    fakeServer({
      "rehash/waiting": () =>
        answer(listWaiting, {
          services: WAITING_KINDS.map((service) => ({ service, waiting: 0, states: [] })),
          yours,
          others: [],
        }),
      "rehash/seats": () => fakeSeats(isOperator ? { accounts: [], is_platform_operator: true } : {}),
    });
    await renderAt(address, { "/": <DashboardScreen /> });
    const list = await screen.findByRole("list", { name: "What waits for you" });
    const links = within(list).getAllByRole("link");
    const found = links.map((link) => [link.textContent, link.getAttribute("href")]);
    cleanup();
    return found;
  };
  const profile = "/rehash/business-account-profile";
  const invitation = record("invitation", "bk-2@xanh.example");
  expect(
    await linksOf(`/?account=${BUSINESS_ACCOUNT}`, false, [invitation, record("fee_agreement", "v2")]),
  ).toEqual([
    [
      expect.stringContaining("invitation of an account manager to confirm"),
      `${profile}?account=${BUSINESS_ACCOUNT}&tab=company`,
    ],
    [expect.stringContaining("fee agreement to accept"), `${profile}?account=${BUSINESS_ACCOUNT}&tab=fees`],
  ]);
  expect(await linksOf("/", true, [invitation, record("fee_change", "2026-12-01")])).toEqual([
    [expect.stringContaining("Confirm"), `${profile}?record=${BUSINESS_ACCOUNT}`],
    [expect.stringContaining("change of fees to confirm"), `${profile}?tab=rates`],
  ]);
});
