import { listInventory, listTransactions } from "@heliograph/contract/registry/inventory/inventory";
import { screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { BUSINESS_ACCOUNT, fakeWaiting } from "../../../testing/registry-fakes.ts";
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

const TOTALS = {
  available: 2526,
  on_sale: 360,
  in_settlement: 150,
  redemption_pending: 100,
  held_back: 0,
  total: 3136,
};

async function openDashboard(waiting: () => Response) {
  signedInAs("good");
  fakeServer({
    "rehash/waiting": waiting,
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
  });
  await renderAt(`/?account=${BUSINESS_ACCOUNT}`, { "/": <DashboardScreen /> });
}

test("four cards count what waits for the person and begin a record each", async () => {
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

test("what waits stands below with its date, and certificates held are one bar of their places", async () => {
  await openDashboard(fakeWaiting);
  const yours = await screen.findByRole("list", { name: "What waits for you" });
  expect(within(yours).getByRole("link").textContent).toContain("DR-2026-000031 · Can Tho Rice Mill Rooftop");
  expect(within(yours).getByText("2026-11-17")).toBeTruthy();
  expect(screen.getByText("Nothing waits for others.")).toBeTruthy();
  const bar = await screen.findByRole("img", {
    name: "Certificates held: Available 2,526, On sale 360, In settlement 150, Reserved for redemption 100",
  });
  expect(bar).toBeTruthy();
});

test("a panel that fails says so alone", async () => {
  await openDashboard(() => refusal(500, "Internal error"));
  expect((await screen.findAllByText("Data is not available")).length).toBeGreaterThan(0);
  expect(await screen.findByText("3,136")).toBeTruthy();
});
