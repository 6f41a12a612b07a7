// In which order the tables of the inventory come.
import { listInventory } from "@heliograph/contract/registry/inventory/inventory";
import { BALANCE_ORDERS, TRANSACTION_ORDERS } from "@heliograph/contract/registry/inventory/inventory-orders";
import { listTransactions } from "@heliograph/contract/registry/inventory/transactions";
import { screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { expect, test } from "vitest";
import { BUSINESS_ACCOUNT, fakeSeats } from "../../../testing/registry-fakes.ts";
import { pressEachHead, showAllColumns } from "../../../testing/table-kit.ts";
import { answer, fakeServer, freshBrowser, renderAt, signedInAs } from "../../../testing/test-kit.tsx";
import InventoryScreen from "./InventoryScreen.tsx";

freshBrowser();

const SUMS = { available: 3, on_sale: 0, in_settlement: 0, redemption_pending: 0, held_back: 0, total: 3 };
const balances = () =>
  answer(listInventory, {
    as_of: "2026-11-03T02:24:36Z",
    items: [
      {
        ...SUMS,
        ticker: "IREC-VN-SOL-2026",
        country: "VN",
        device: "D000123",
        english_name: "Rice Mill Rooftop",
        local_name: "",
        location: "Tra Noc",
        province: "Can Tho",
        fuel: "ES100",
        fuel_group: "SOL",
        vintage: 2026,
      },
    ],
    total_items: 1,
    totals: SUMS,
    tickers: [{ ticker: "IREC-VN-SOL-2026", ...SUMS }],
    registries: { IREC: 3, TIGR: 0, GEC: 0 },
    vintages: [2026],
  });
const transactions = () =>
  answer(listTransactions, {
    items: [
      {
        transaction_id: "TX-7",
        registry: "IREC",
        type: "Issuance",
        number_of_rec: 3,
        created_at: "2026-07-10T07:20:44Z",
        reference: null,
        record: null,
        tickers: ["IREC-VN-SOL-2026"],
      },
    ],
    total_items: 1,
  });

const OF_GEC = ["device", "fuel", "onSale", "onRedemption", "vintage", "total"];

test.each([
  ["I-REC Inventory", "", BALANCE_ORDERS.filter((one) => one !== "onSale" && one !== "onRedemption")],
  ["GEC Inventory", "&tab=GEC", OF_GEC],
  ["Transaction History", "&tab=history", TRANSACTION_ORDERS],
])("%s is put in order by each of its columns on the server", async (name, query, orders) => {
  signedInAs("good");
  const received = fakeServer({
    "rehash/seats": () => fakeSeats(),
    "rehash/inventory": balances,
    "rehash/transactions": transactions,
  });
  await renderAt(`/?account=${BUSINESS_ACCOUNT}${query}`, { "/": <InventoryScreen /> });
  await screen.findByRole("table", { name });
  const user = userEvent.setup();
  await showAllColumns(user);
  await pressEachHead(user);
  const wanted = new Set(received.flatMap((one) => one.query.get("order_by") ?? []));
  expect(wanted).toEqual(new Set(orders));
});
