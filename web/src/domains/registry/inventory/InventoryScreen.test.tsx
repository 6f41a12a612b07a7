import { screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { expect, test } from "vitest";
import {
  INVENTORY_ACCOUNT as ACCOUNT,
  INVENTORY_CODE as CODE,
  INVENTORY_STATEMENT as STATEMENT,
  INVENTORY_REDEMPTION as REDEMPTION,
  openInventory,
} from "../../../testing/inventory-fakes.tsx";
import { freshBrowser } from "../../../testing/test-kit.tsx";

freshBrowser();

const numberOfSplit = () =>
  screen.getByRole<HTMLInputElement>("textbox", { name: "Last number of the first part" });

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

test("R25: a split shows both results before the press: Split 10–92 after 40 is 31 and 52, 83 together", async () => {
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

test("C90: the menu of columns has ticker, vintage, registry and province, each in a column of its own", async () => {
  await openInventory("");
  await screen.findByRole("table", { name: "I-REC Inventory" });
  const user = userEvent.setup();
  await user.click(screen.getByRole("button", { name: "Columns" }));
  const chooser = within(await screen.findByRole("dialog"));
  for (const name of ["Ticker", "Vintage", "Registry", "Province"]) {
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

test("R37: the history shows each transaction with its number, type and amount, in GMT+8", async () => {
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
