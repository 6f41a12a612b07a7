import {
  listInventory,
  listInventoryRanges,
  listTransactions,
  readRangeHistory,
  splitLot,
} from "@heliograph/contract/registry/inventory/inventory";
import { screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { expect, test } from "vitest";
import { fakeSeats, seatIn } from "../../../testing/registry-fakes.ts";
import {
  answer,
  fakeServer,
  freshBrowser,
  refusal,
  renderAt,
  signedInAs,
} from "../../../testing/test-kit.tsx";
import InventoryScreen from "./InventoryScreen.tsx";

freshBrowser();

const ACCOUNT = "3f2504e0-4f89-41d3-9a0c-0305e82c3399";
const CODE = "IREC-VN-D000123-202608-0001";
const NONE = { available: 0, on_sale: 0, in_settlement: 0, redemption_pending: 0, held_back: 0, total: 0 };
const ROW = {
  ticker: "IREC-VN-SOL-2026",
  country: "VN",
  device: "D000123",
  english_name: "Nhon Trach Packaging Rooftop",
  local_name: "",
  location: "Nhon Trach 3",
  province: "Dong Nai",
  fuel: "ES100",
  fuel_group: "SOL",
  vintage: 2026,
  ...NONE,
  available: 83,
  redemption_pending: 9,
  total: 92,
} as const;
const RANGE = {
  code: CODE,
  of: 100,
  month: "2026-08",
  from_day: "2026-08-01",
  to_day: "2026-08-31",
  channel: "issued",
} as const;

const seats = (role: "trader" | "viewer") =>
  fakeSeats({ accounts: [{ ...seatIn("Xanh Energy JSC", ACCOUNT), role }] });

const inventory = (as_of: string | null, rows: (typeof ROW)[]) => {
  const totals = rows.length === 0 ? NONE : { ...NONE, available: 83, redemption_pending: 9, total: 92 };
  return answer(listInventory, {
    as_of: as_of ?? "2026-11-03T02:24:36Z",
    items: rows,
    total_items: rows.length,
    totals,
    tickers: rows.length === 0 ? [] : [{ ticker: ROW.ticker, ...totals }],
    registries: { IREC: 92, TIGR: 0, GEC: 0 },
    vintages: [2026],
  });
};

const STATEMENT = "7QH4K2MD9XPT4C6N0000000000";
const REDEMPTION = "0d6b6f2e-3a4e-4b43-9a55-4d6f3a0f7d41";
const REDEEMED = {
  reference: "RD-2026-000041",
  record: { kind: "redemption", record_uid: REDEMPTION, statement: STATEMENT },
} as const;

const GONE = {
  items: [{ ...RANGE, first: 93, until: 101, state: "retired", ...REDEEMED }],
  total_items: 1,
  amounts: [{ state: "retired", amount: 8 }],
} as const;
const HELD = {
  items: [
    { ...RANGE, first: 1, until: 10, state: "redemption_pending", reference: "RD-2026-000057", record: null },
    { ...RANGE, first: 10, until: 93, state: "available", reference: null, record: null },
  ],
  total_items: 2,
  amounts: [{ state: "available", amount: 83 }],
} as const;

const MINT = {
  seq: 33_410,
  at: "2026-09-03T03:05:32Z",
  type: "issue",
  first: 10,
  until: 93,
  from: "issue",
  to: "available",
  is_own: true,
  reference: "IS-2026-000041",
  record: null,
  person: null,
  leaf: "ab".repeat(32),
} as const;

const RETIRED = {
  ...MINT,
  ...REDEEMED,
  seq: 41_388,
  type: "retire",
  from: "redemption_pending",
  to: "retired",
} as const;

const LIFE = {
  code: CODE,
  of: 100,
  month: "2026-08",
  from_day: "2026-08-01",
  to_day: "2026-08-31",
  device: "D000123",
  english_name: "Nhon Trach Packaging Rooftop",
  source_reference: "IS-2026-000041",
  source_record: { kind: "issuance" as const, record_uid: "0d6b6f2e-3a4e-4b43-9a55-4d6f3a0f7d11" },
  project_uid: "5f2c1f6e-52ab-4d55-8a39-0d4a4c1b2f10",
  segments: [
    { first: 1, until: 93, state: "available" as const },
    { first: 93, until: 101, state: "other" as const },
  ],
  events: [MINT, RETIRED],
  restated: [],
};

const TRANSACTION = {
  transaction_id: "TX-41388",
  registry: "IREC",
  type: "Redemption",
  number_of_rec: -250,
  created_at: "2026-07-10T07:20:44Z",
  ...REDEEMED,
  tickers: ["IREC-VN-SOL-2026"],
} as const;

const numberOfSplit = () =>
  screen.getByRole<HTMLInputElement>("textbox", { name: "Last number of the first part" });
const wantsSixty = (body: unknown): boolean => JSON.stringify(body).includes('"after":60');
const wantsFifty = (body: unknown): boolean => JSON.stringify(body).includes('"after":50');

async function openInventory(query = "", role: "trader" | "viewer" = "trader", rows: (typeof ROW)[] = [ROW]) {
  signedInAs("good");
  const received = fakeServer({
    "rehash/seats": () => seats(role),
    "rehash/inventory": ({ query: asked }) => inventory(asked.get("as_of"), rows),
    "rehash/inventory/ranges": ({ query: asked }) =>
      answer(listInventoryRanges, structuredClone(asked.get("which") === "gone" ? GONE : HELD) as never),
    "rehash/inventory/split": ({ body }) =>
      wantsSixty(body)
        ? refusal(422, "Choose a number from 10 to 59.", {
            code: "LOT-001",
            fields: { "body.after": "Choose a number from 10 to 59." },
          })
        : wantsFifty(body)
          ? refusal(409, "This range is not available any more as it was shown. Reload and try again.", {
              code: "LOT-002",
            })
          : answer(splitLot, { parts: [] }),
    "rehash/inventory/history": () => answer(readRangeHistory, LIFE),
    "rehash/transactions": () =>
      answer(listTransactions, {
        items: [{ ...TRANSACTION, tickers: [...TRANSACTION.tickers] }],
        total_items: 1,
      }),
  });
  const router = await renderAt(`/rehash/rec?account=${ACCOUNT}${query}`, {
    "/rehash/rec": <InventoryScreen />,
  });
  return { router, received };
}

test("certificates stand by ticker and device with their subtotals, and the tabs of the specification say how many there are", async () => {
  await openInventory();
  expect(await screen.findByRole("button", { name: /Nhon Trach Packaging Rooftop/ })).toBeTruthy();
  expect(screen.getAllByRole("tab").map((tab) => tab.textContent)).toEqual([
    "I-REC Inventory 92",
    "TIGR Inventory 0",
    "GEC Inventory 0",
    "Transaction History",
  ]);
  expect(screen.getByText("IREC-VN-SOL-2026")).toBeTruthy();
  expect(screen.getByText(/Balances as of \d{4}-\d\d-\d\d \d\d:\d\d:\d\d \(GMT\+8\)/)).toBeTruthy();
});

test("a row opens its ranges, and its address says which; those no longer held are shown when they are asked for", async () => {
  const user = userEvent.setup();
  const { router } = await openInventory();
  await user.click(await screen.findByRole("button", { name: /Nhon Trach Packaging Rooftop/ }));
  expect(await screen.findByText(`${CODE} : 10–92`)).toBeTruthy();
  expect(router.state.location.search).toContain("open=VN.D000123.2026.ES100");
  expect(screen.queryByText(`${CODE} : 93–100`)).toBeNull();
  await user.click(screen.getByRole("checkbox", { name: "Show ranges no longer held" }));
  expect(await screen.findByText(`${CODE} : 93–100`)).toBeTruthy();
  expect(screen.getByText(/8 redeemed/)).toBeTruthy();
});

test("a split shows both results before the press: Split 10–92 after 40 is 31 and 52, 83 together", async () => {
  const user = userEvent.setup();
  const { received } = await openInventory("&open=VN.D000123.2026.ES100");
  await user.click(await screen.findByRole("button", { name: "Split" }));
  expect(screen.getByText("Split 10–92 after")).toBeTruthy();
  const number = screen.getByRole("textbox", { name: "Last number of the first part" });
  await user.type(number, "9");
  expect(screen.getByText("Choose a number from 10 to 91.")).toBeTruthy();
  await user.clear(number);
  await user.type(number, "40");
  const form = screen.getByRole("form");
  expect(within(form).getByRole("status").textContent).toBe("10–40 3141–92 5231 + 52 = 83");
  await user.click(within(form).getByRole("button", { name: "Split" }));
  await waitFor(() => expect(screen.queryByRole("form")).toBeNull());
  const sent = received.find(({ path }) => path === "rehash/inventory/split");
  expect(sent?.body).toMatchObject({ code: CODE, first: 10, until: 93, after: 40 });
  expect(sent?.query.get("account")).toBe(ACCOUNT);
});

test.each([
  ["LOT-001", "60", "Choose a number from 10 to 59."],
  ["LOT-002", "50", "This range is not available any more as it was shown. Reload and try again."],
])(
  "%s: a split after %s is refused with code and words, and what was typed stays",
  async (code, after, message) => {
    const user = userEvent.setup();
    await openInventory("&open=VN.D000123.2026.ES100");
    await user.click(await screen.findByRole("button", { name: "Split" }));
    await user.type(numberOfSplit(), after);
    await user.click(within(screen.getByRole("form")).getByRole("button", { name: "Split" }));
    expect((await screen.findByRole("alert")).textContent).toContain(`${code} ${message}`);
    expect(numberOfSplit().value).toBe(after);
  },
);

test("who only looks sees no split, and neither does a look at the past", async () => {
  await openInventory("&open=VN.D000123.2026.ES100", "viewer");
  expect(await screen.findByText(`${CODE} : 10–92`)).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Split" })).toBeNull();
});

test("balances at an instant are asked for with it, and a line says that they are of the past", async () => {
  const { received } = await openInventory("&as_of=2026-10-01T15:59:59Z&open=VN.D000123.2026.ES100");
  expect(await screen.findByText(/You see the balances of 2026-10-01 23:59:59/)).toBeTruthy();
  expect(await screen.findByText(`${CODE} : 10–92`)).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Split" })).toBeNull();
  expect(
    received.filter(({ query }) => query.get("as_of") === "2026-10-01T15:59:59Z").length,
  ).toBeGreaterThan(1);
});

test("the life of a range opens beside the page, with its place in the batch and the numbers of the journal", async () => {
  await openInventory(`&range=${CODE}:10-92`);
  const drawer = await screen.findByRole("dialog", { name: "History of a serial range" });
  expect(await within(drawer).findByText("Minted")).toBeTruthy();
  expect(within(drawer).getByText("2026-09-03 11:05:32 (GMT+8) · #33410")).toBeTruthy();
  expect(within(drawer).getByText(/93–100 another account/)).toBeTruthy();
});

/** The record that a link leads to. */
const recordOf = (link: HTMLElement) =>
  new URL(link.getAttribute("href") ?? "", "http://localhost").searchParams.get("record");
const VERIFY = `/verify/${STATEMENT}`;

test("redeemed ranges lead to their redemption and to the public check of its statement", async () => {
  await openInventory("&open=VN.D000123.2026.ES100&gone=1");
  const list = await screen.findByRole("list", { name: "No longer held" });
  expect(recordOf(within(list).getByRole("link", { name: "RD-2026-000041" }))).toBe(REDEMPTION);
  const verify = within(list).getByRole("link", { name: `Verify the statement of ${CODE}:93-100` });
  expect(verify.getAttribute("href")).toBe(VERIFY);
});

test("the life of a redeemed range ends with its redemption, Verify and Statement", async () => {
  await openInventory(`&range=${CODE}:93-100`);
  const drawer = within(await screen.findByRole("dialog", { name: "History of a serial range" }));
  const numbers = await drawer.findAllByRole("link", { name: "RD-2026-000041" });
  expect(numbers.map(recordOf)).toEqual([REDEMPTION, REDEMPTION]);
  expect(drawer.getByRole("link", { name: "Verify" }).getAttribute("href")).toBe(VERIFY);
  expect(drawer.getByRole("button", { name: "Statement" })).toBeTruthy();
});

test("a transaction leads to the record by which it happened", async () => {
  await openInventory("&tab=history");
  expect(recordOf(await screen.findByRole("link", { name: "RD-2026-000041" }))).toBe(REDEMPTION);
});

test("C90: the menu of columns has ticker, vintage, registry and address, each in a column of its own", async () => {
  await openInventory("");
  await screen.findByRole("table", { name: "I-REC Inventory" });
  const user = userEvent.setup();
  await user.click(screen.getByRole("button", { name: "Columns" }));
  const chooser = within(await screen.findByRole("dialog"));
  for (const name of ["Ticker", "Vintage", "Registry", "Address"]) {
    expect(screen.queryByRole("columnheader", { name })).toBeNull();
    await user.click(chooser.getByRole("checkbox", { name }));
    expect(screen.getByRole("columnheader", { name })).toBeTruthy();
  }
});

test("green certificates say Yes or No for On Sale and On Redemption", async () => {
  await openInventory("&tab=GEC");
  const table = await screen.findByRole("table", { name: "GEC Inventory" });
  expect(within(table).getByRole("columnheader", { name: "On Sale" })).toBeTruthy();
  const cells = within(table)
    .getAllByRole("cell")
    .map((cell) => cell.textContent);
  expect(cells).toEqual(expect.arrayContaining(["No", "Yes"]));
});

test("the history shows each transaction with its number, type and amount, in GMT+8", async () => {
  await openInventory("&tab=history");
  const table = await screen.findByRole("table", { name: "Transaction History" });
  expect(await within(table).findByText("TX-41388")).toBeTruthy();
  expect(within(table).getByText("250")).toBeTruthy();
  expect(within(table).getByText("2026-07-10 15:20:44")).toBeTruthy();
  expect(screen.getByRole("radio", { name: "I-REC TIGR Transaction History" })).toBeTruthy();
  expect(screen.getByRole("radio", { name: "GEC Transaction History" })).toBeTruthy();
});

test("without certificates the page says where they come from", async () => {
  await openInventory("", "trader", []);
  expect(await screen.findByText("No certificates yet.")).toBeTruthy();
  expect(screen.getByText("They come with an approved issuance, an import or a purchase.")).toBeTruthy();
});
