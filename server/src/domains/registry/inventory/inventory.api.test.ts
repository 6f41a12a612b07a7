import {
  formatTicker,
  fuelGroupOf,
  ENTRY_TYPES,
  listInventory,
  listInventoryRanges,
  listTransactions,
  parseBatchCode,
  readRangeHistory,
  transactionTypeOf,
} from "@heliograph/contract";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { CODE, heldInventory, sealPosted } from "../../../../testing/registry/inventory-kit.ts";
import {
  available,
  move,
  posted,
  redemption,
  completedRedemption,
} from "../../../../testing/registry/ledger-db-kit.ts";
import { lotOf, posting } from "../../../../testing/registry/ledger-kit.ts";
import { issuerOf, person } from "../../../../testing/registry/record-kit.ts";
import { mintBatches } from "../../../../testing/registry/redemption-kit.ts";
import { freshDb } from "../../../../testing/test-kit.ts";
import { TRANSACTION_TYPE } from "./history.sql.ts";
import { FUEL_GROUP, TICKER } from "./ticker.sql.ts";

test("balances are shown by ticker and device with what is held of each registry, and to the account's own people alone", async () => {
  const { db, api, of, theirs, trader, viewer, buyer, row } = await heldInventory();
  const { status, body } = await api(listInventory, {
    token: viewer.token,
    query: { ...of, registry: "IREC" },
  });
  expect(status).toBe(200);
  const { country, device, vintage } = row;
  const ticker = `IREC-VN-SOL-${vintage}`;
  const sums = {
    available: 60,
    on_sale: 0,
    in_settlement: 0,
    redemption_pending: 0,
    held_back: 0,
    total: 60,
  };
  expect(body).toMatchObject({
    items: [{ ticker, country, device, vintage, fuel: "ES100", fuel_group: "SOL", ...sums }],
    total_items: 1,
    totals: sums,
    tickers: [{ ticker, ...sums }],
    registries: { IREC: 60, TIGR: 0, GEC: 0 },
    vintages: [vintage],
  });
  const bought = await api(listInventory, { token: buyer.token, query: { ...theirs, registry: "IREC" } });
  expect(bought.body.totals.total).toBe(20);
  const stranger = await person(db);
  const issuer = await issuerOf(db);
  for (const token of [buyer.token, stranger.token, issuer.token]) {
    const refused = await api(listInventory, { token, query: { ...of, registry: "IREC" } });
    expect([refused.status, refused.body.code]).toEqual([404, "GEN-404"]);
  }
  const none = await api(listInventory, {
    token: trader.token,
    query: { ...of, registry: "IREC", search: "100%" },
  });
  expect(none.body).toMatchObject({ items: [], total_items: 0, totals: { total: 0 } });
});

test("balances and ranges at an instant are those that the journal had then", async () => {
  const { api, of, trader, minted, row } = await heldInventory();
  const as_of = minted.toISOString();
  const then = await api(listInventory, { token: trader.token, query: { ...of, registry: "IREC", as_of } });
  expect(then.body).toMatchObject({ as_of, totals: { available: 100, total: 100 } });
  const ranges = await api(listInventoryRanges, { token: trader.token, query: { ...of, ...row, as_of } });
  expect(ranges.body.items).toMatchObject([{ code: CODE, first: 1, until: 101, state: "available" }]);
  const before = await api(listInventory, {
    token: trader.token,
    query: { ...of, registry: "IREC", as_of: "2020-01-01T00:00:00Z" },
  });
  expect(before.body.total_items).toBe(0);
});

test("ranges that are held, and those that went with how they went, are told apart", async () => {
  const { api, of, trader, row } = await heldInventory();
  const now = await api(listInventoryRanges, { token: trader.token, query: { ...of, ...row } });
  expect(now.body).toMatchObject({
    items: [
      { code: CODE, first: 1, until: 61, of: 100, state: "available", reference: null, channel: "issued" },
    ],
    total_items: 1,
    amounts: [{ state: "available", amount: 60 }],
  });
  const gone = await api(listInventoryRanges, {
    token: trader.token,
    query: { ...of, ...row, which: "gone" },
  });
  expect(gone.body.items).toMatchObject([
    { first: 61, until: 81, state: "retired", reference: "RD-1" },
    { first: 81, until: 101, state: "sold", reference: "T-1" },
  ]);
  expect(gone.body.amounts).toEqual([
    { state: "retired", amount: 20 },
    { state: "sold", amount: 20 },
  ]);
});

test("what was wholly redeemed has a row of nothing that opens what went, where it is asked for, and is hidden by default", async () => {
  const { db, api, of, own, trader, row } = await heldInventory();
  const a = own.business_account_id;
  await posted(db, redemption("RD-2", a, [1, 61]));
  await posted(db, completedRedemption("RD-2", a, [1, 61]));
  const balances = async (more: object = {}) =>
    (await api(listInventory, { token: trader.token, query: { ...of, registry: "IREC", ...more } })).body;
  expect(await balances()).toMatchObject({ items: [], total_items: 0, vintages: [] });
  expect(await balances({ which: "ever" })).toMatchObject({
    items: [{ device: row.device, vintage: row.vintage, available: 0, total: 0 }],
    total_items: 1,
    totals: { total: 0 },
    vintages: [row.vintage],
    registries: { IREC: 0 },
  });
  const gone = await api(listInventoryRanges, {
    token: trader.token,
    query: { ...of, ...row, which: "gone" },
  });
  expect(gone.body.amounts).toContainEqual({ state: "retired", amount: 80 });
});

test("a range names its lot: how it came and what each MWh cost", async () => {
  const { api, db, of, own, trader, row } = await heldInventory();
  await mintBatches(db, own.business_account_id, [{ quantity: 10, channel: "exchange" }]);
  const { body } = await api(listInventoryRanges, { token: trader.token, query: { ...of, ...row } });
  expect(body.items).toMatchObject([
    { channel: "issued", unit_cost: null, currency: null },
    { channel: "exchange", unit_cost: "1.5000", currency: "USD" },
  ]);
});

test("what came back is held, and no longer among what went", async () => {
  const { db, api, of, own, other, trader, row } = await heldInventory();
  const back = move(available(other.business_account_id), available(own.business_account_id), 90, 95);
  await posted(db, posting({ type: "transfer", key: "back", moves: [{ ...back, lot: lotOf("transfer") }] }));
  const gone = await api(listInventoryRanges, {
    token: trader.token,
    query: { ...of, ...row, which: "gone" },
  });
  expect(gone.body.items.map(({ first, until }: { first: number; until: number }) => [first, until])).toEqual(
    [
      [61, 81],
      [81, 90],
      [95, 101],
    ],
  );
  const now = await api(listInventoryRanges, { token: trader.token, query: { ...of, ...row } });
  expect(now.body.amounts).toEqual([{ state: "available", amount: 65 }]);
});

test("the history has a row for each sealed entry by which certificates came or went, each side its own, and none for reservations", async () => {
  const { db, api, of, theirs, trader, buyer, own } = await heldInventory();
  const list = async (token: string, query: Record<string, string>) => {
    const { body } = await api(listTransactions, { token, query });
    return body.items.map(
      (one: { transaction_id: string; type: string; number_of_rec: number; reference: string }) => [
        one.transaction_id,
        one.type,
        one.number_of_rec,
        one.reference,
      ],
    );
  };
  expect(await list(trader.token, of)).toEqual([
    ["TX-4", "Transfer Out", -20, "T-1"],
    ["TX-3", "Redemption", -20, "RD-1"],
    ["TX-1", "Issuance", 100, null],
  ]);
  expect(await list(buyer.token, theirs)).toEqual([["TX-4", "Transfer In", 20, "T-1"]]);
  expect(await list(trader.token, { ...of, type: "Redemption" })).toEqual([
    ["TX-3", "Redemption", -20, "RD-1"],
  ]);
  expect(await list(trader.token, { ...of, search: "tx-1", order_type: "asc" })).toEqual([
    ["TX-1", "Issuance", 100, null],
  ]);
  expect(await list(trader.token, { ...of, of: "gec" })).toEqual([]);
  const unsealed = move(available(own.business_account_id), available(own.business_account_id), 1, 11);
  await posted(db, posting({ type: "split", key: "s", moves: [{ ...unsealed, lot: lotOf("issued", "x") }] }));
  await sealPosted(db);
  expect(await list(trader.token, of)).toHaveLength(3);
});

test("R30: the life of a range names records and people to their own account; of others only that it changed hands", async () => {
  const { api, of, theirs, trader, buyer } = await heldInventory();
  const range = { code: CODE, first: 81, until: 101 };
  const mine = await api(readRangeHistory, { token: trader.token, query: { ...of, ...range } });
  expect(mine.body.events).toMatchObject([
    { seq: 1, type: "issue", first: 81, until: 101, from: "issue", to: "available", is_own: true },
    { seq: 4, type: "transfer", from: "available", to: "sold", is_own: true, reference: "T-1" },
  ]);
  expect(mine.body.segments).toEqual([
    { first: 1, until: 61, state: "available" },
    { first: 61, until: 81, state: "retired" },
    { first: 81, until: 101, state: "sold" },
  ]);
  const theirView = await api(readRangeHistory, { token: buyer.token, query: { ...theirs, ...range } });
  expect(theirView.body).toMatchObject({ source_reference: null, source_record: null, project_uid: null });
  expect(theirView.body.events).toMatchObject([
    { type: "issue", from: "issue", to: "other", is_own: false, reference: null, person: null },
    { type: "transfer", from: "other", to: "available", is_own: true, reference: "T-1" },
  ]);
  expect(theirView.body.segments).toEqual([
    { first: 1, until: 81, state: "other" },
    { first: 81, until: 101, state: "available" },
  ]);
  const never = await api(readRangeHistory, {
    token: buyer.token,
    query: { ...theirs, ...range, first: 1, until: 41 },
  });
  expect([never.status, never.body.code]).toEqual([404, "GEN-404"]);
  const nothing = await api(readRangeHistory, {
    token: trader.token,
    query: { ...of, ...range, until: 500 },
  });
  expect(nothing.status).toBe(404);
});

test("tickers and kinds of transactions are the same in the database as in the contract", async () => {
  const db = await freshDb();
  for (const fuel of ["ES100", "ES200", "ES300", "ES410", "ES500", "ES730", "ES810", "ES820", "XX100"]) {
    const { rows } = await sql<{ fuel_group: string; ticker: string }>`
      select ${FUEL_GROUP} as fuel_group, ${TICKER} as ticker
      from (select ${fuel}::text as fuel, 'TIGR' as registry, 'SG' as country, '2025-07' as month) b`.execute(
      db,
    );
    const group = fuelGroupOf(fuel);
    expect(rows[0]).toEqual({
      fuel_group: group,
      ticker: formatTicker({ registry: "TIGR", country: "SG", fuel: group, vintage: 2025 }),
    });
  }
  for (const type of ENTRY_TYPES) {
    for (const side of ["in", "out"] as const) {
      const { rows } = await sql<{ type: string | null }>`
        select ${TRANSACTION_TYPE} as type from (select ${type}::text as type) e, (select ${side === "in" ? 1 : -1}::int8 as amount) m`.execute(
        db,
      );
      expect(rows[0]?.type).toBe(transactionTypeOf(type, side));
    }
  }
  expect(parseBatchCode(CODE)).not.toBeNull();
});
