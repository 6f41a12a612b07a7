// The inventory of a company for tests of its page.
import {
  listInventory,
  listInventoryRanges,
  readRangeHistory,
  splitLot,
} from "@heliograph/contract/registry/inventory/inventory";
import { listTransactions } from "@heliograph/contract/registry/inventory/transactions";
import InventoryScreen from "../domains/registry/inventory/InventoryScreen.tsx";
import { fakeSeats, seatIn } from "./registry-fakes.ts";
import { answer, fakeServer, refusal, renderAt, signedInAs } from "./test-kit.tsx";

export const INVENTORY_ACCOUNT = "3f2504e0-4f89-41d3-9a0c-0305e82c3399";
export const INVENTORY_CODE = "IREC-VN-D000123-202608-0001";
const NONE = { available: 0, on_sale: 0, in_settlement: 0, redemption_pending: 0, held_back: 0, total: 0 };
/** A device of 92 MWh. */
export const INVENTORY_ROW = {
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
  code: INVENTORY_CODE,
  of: 100,
  month: "2026-08",
  from_day: "2026-08-01",
  to_day: "2026-08-31",
  channel: "issued",
  unit_cost: null,
  currency: null,
} as const;

const seats = (role: "trader" | "viewer") =>
  fakeSeats({ accounts: [{ ...seatIn("Xanh Energy JSC", INVENTORY_ACCOUNT), role }] });

const inventory = (as_of: string | null, rows: (typeof INVENTORY_ROW)[]) => {
  const totals = rows.length === 0 ? NONE : { ...NONE, available: 83, redemption_pending: 9, total: 92 };
  return answer(listInventory, {
    as_of: as_of ?? "2026-11-03T02:24:36Z",
    items: rows,
    total_items: rows.length,
    totals,
    tickers: rows.length === 0 ? [] : [{ ticker: INVENTORY_ROW.ticker, ...totals }],
    registries: { IREC: 92, TIGR: 0, GEC: 0 },
    vintages: [2026],
  });
};

export const INVENTORY_STATEMENT = "7QH4K2MD9XPT4C6N0000000000";
export const INVENTORY_REDEMPTION = "0d6b6f2e-3a4e-4b43-9a55-4d6f3a0f7d41";
const REDEEMED = {
  reference: "RD-2026-000041",
  record: { kind: "redemption", record_uid: INVENTORY_REDEMPTION, statement: INVENTORY_STATEMENT },
} as const;

const GONE = {
  items: [{ ...RANGE, first: 93, until: 101, state: "retired", ...REDEEMED }],
  total_items: 1,
  amounts: [{ state: "retired", amount: 8 }],
} as const;
const HELD = {
  items: [
    { ...RANGE, first: 1, until: 10, state: "redemption_pending", reference: "RD-2026-000057", record: null },
    {
      ...RANGE,
      first: 10,
      until: 93,
      state: "available",
      reference: null,
      record: null,
      channel: "exchange",
      unit_cost: "4.8200",
      currency: "USD",
    },
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
  code: INVENTORY_CODE,
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
  days: null,
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

const wantsSixty = (body: unknown): boolean => JSON.stringify(body).includes('"after":60');
const wantsFifty = (body: unknown): boolean => JSON.stringify(body).includes('"after":50');

/** The page of the inventory of a company that holds these rows. */
export async function openInventory(
  query = "",
  role: "trader" | "viewer" = "trader",
  rows: (typeof INVENTORY_ROW)[] = [INVENTORY_ROW],
) {
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
  const router = await renderAt(`/rehash/rec?account=${INVENTORY_ACCOUNT}${query}`, {
    "/rehash/rec": <InventoryScreen />,
  });
  return { router, received };
}
