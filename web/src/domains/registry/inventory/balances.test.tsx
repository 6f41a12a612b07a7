import { screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { expect, test } from "vitest";
import { INVENTORY_ROW as ROW, openInventory } from "../../../testing/inventory-fakes.tsx";
import { freshBrowser } from "../../../testing/test-kit.tsx";

freshBrowser();

const lastAsked = (received: Awaited<ReturnType<typeof openInventory>>["received"]) =>
  received.filter(({ path }) => path === "rehash/inventory").at(-1)?.query;

test("a press on a head has the server sort all pages, and is kept in the address", async () => {
  const user = userEvent.setup();
  const { router, received } = await openInventory("&page=2");
  await screen.findByRole("table", { name: "I-REC Inventory" });
  expect(lastAsked(received)?.get("order_by")).toBeNull();
  await user.click(screen.getByRole("button", { name: /^Held/ }));
  await waitFor(() => expect(lastAsked(received)?.get("order_by")).toBe("total"));
  expect(lastAsked(received)?.get("order_type")).toBe("desc");
  // Another order begins with its first page.
  expect(lastAsked(received)?.get("page")).toBe("1");
  expect(router.state.location.search).toContain("sort=-total");
});

test("what is held no longer has a row of its own only where it is asked for, and not in a look at the past", async () => {
  const user = userEvent.setup();
  const { received } = await openInventory();
  await screen.findByRole("table", { name: "I-REC Inventory" });
  expect(lastAsked(received)?.get("which")).toBeNull();
  await user.click(screen.getByRole("checkbox", { name: "Show ranges no longer held" }));
  await waitFor(() => expect(lastAsked(received)?.get("which")).toBe("ever"));
});

test("C90: Location is the location, with province and country under it", async () => {
  await openInventory();
  const table = await screen.findByRole("table", { name: "I-REC Inventory" });
  const cell = within(table).getByText("Nhon Trach 3").closest("td");
  expect(cell?.textContent).toBe("Nhon Trach 3Dong Nai, Vietnam");
  expect(ROW.province).toBe("Dong Nai");
});

test("a range says how it came to the account, and what each MWh cost where that is known", async () => {
  await openInventory("&open=VN.D000123.2026.ES100");
  const list = await screen.findByRole("list", { name: "Serial ranges" });
  const [reserved, available] = within(list).getAllByRole("listitem");
  expect(reserved?.textContent).toContain("RD-2026-000057");
  expect(reserved?.textContent).toContain("Issued to you");
  expect(available?.textContent).toContain("Bought on the exchange · USD 4.82 per MWh");
});
