import {
  listInventory,
  listTransactions,
  BALANCE_ORDERS,
  TRANSACTION_ORDERS,
  type Answer,
  type InventoryTransaction,
} from "@heliograph/contract";
import { expect, test } from "vitest";
import { expectOrders } from "../../../../testing/registry/order-kit.ts";
import { heldInventory, sealPosted } from "../../../../testing/registry/inventory-kit.ts";
import { posted } from "../../../../testing/registry/ledger-db-kit.ts";
import { newBatch, posting } from "../../../../testing/registry/ledger-kit.ts";

test("balances are put in order within their tickers, and tickers by the first of theirs", async () => {
  const { db, api, own, of, trader } = await heldInventory();
  for (const [nth, quantity] of [30, 90, 45].entries()) {
    const year = nth === 2 ? 2024 : 2025;
    const batch = {
      ...newBatch(nth + 2, own.business_account_id, quantity),
      code: `IREC-VN-D00010${nth}-${year}10-0001`,
      device: `D00010${nth}`,
      month: `${year}-10`,
      from_day: `${year}-10-01`,
      to_day: `${year}-10-31`,
    };
    await posted(db, posting({ type: "issue", key: `issue ${nth}`, batches: [batch] }));
  }
  await sealPosted(db);
  type Row = Answer<typeof listInventory>["items"][number];
  const balances = async (wanted: object): Promise<Row[]> =>
    (await api(listInventory, { token: trader.token, query: { ...of, registry: "IREC", ...wanted } })).body
      .items;
  const nameOf = ({ english_name, device }: Row) => (english_name === "" ? device : english_name);
  await expectOrders(BALANCE_ORDERS, balances, {
    idOf: ({ ticker, device }) => `${ticker} ${device}`,
    shown: {
      device: true,
      location: true,
      fuel: ({ fuel_group }) => fuel_group,
      available: true,
      on_sale: ({ on_sale }) => on_sale,
      in_settlement: ({ in_settlement }) => in_settlement,
      redemption_pending: ({ redemption_pending }) => redemption_pending,
      total: true,
      ticker: ({ ticker }) => ticker,
      vintage: ({ vintage }) => vintage,
      province: true,
      onSale: ({ on_sale, in_settlement }) => on_sale + in_settlement > 0,
      onRedemption: ({ redemption_pending }) => redemption_pending > 0,
    },
  });
  for (const order_by of ["total", "device"] as const) {
    const rows = await balances({ order_by, order_type: "desc" });
    const tickers = rows.map(({ ticker }) => ticker);
    const [first] = tickers;
    // Each ticker once, in one piece.
    expect(tickers.filter((ticker, at) => ticker !== tickers[at - 1])).toEqual([...new Set(tickers)]);
    const within = rows.filter(({ ticker }) => ticker === first);
    const keys = within.map((row) => (order_by === "total" ? row.total : nameOf(row)));
    expect(keys).toEqual(keys.toSorted((a, b) => (a < b ? 1 : -1)));
    expect(within[0]?.total).toBe(order_by === "total" ? 90 : within[0]?.total);
  }
  const pages = [1, 2, 3, 4].map((page) =>
    balances({ order_by: "total", order_type: "asc", page, items_page: 1 }),
  );
  const paged = (await Promise.all(pages)).flat().map(({ total }) => total);
  expect(paged).toEqual((await balances({ order_by: "total", order_type: "asc" })).map(({ total }) => total));
});

test("the journal is put in order by each of its columns", async () => {
  const { api, of, trader } = await heldInventory();
  const history = async (wanted: object): Promise<InventoryTransaction[]> =>
    (await api(listTransactions, { token: trader.token, query: { ...of, ...wanted } })).body.items;
  await expectOrders(TRANSACTION_ORDERS, history, {
    idOf: ({ transaction_id }) => transaction_id,
    shown: {
      transaction: ({ transaction_id }) => Number(transaction_id.slice(3)),
      registry: ({ registry }) => registry,
      type: ({ type }) => type,
      amount: ({ number_of_rec }) => Math.abs(number_of_rec),
      tickers: ({ tickers }) => tickers[0] ?? null,
      reference: ({ reference }) => reference,
      created: ({ created_at }) => created_at,
    },
  });
});
