import { splitLot } from "@heliograph/contract";
import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { apiOf } from "../../../../testing/api-kit.ts";
import { CODE, heldInventory } from "../../../../testing/registry/inventory-kit.ts";
import { available, move, posted, reserved, redemption } from "../../../../testing/registry/ledger-db-kit.ts";
import { newBatch, posting } from "../../../../testing/registry/ledger-kit.ts";
import { company, memberOf } from "../../../../testing/registry/record-kit.ts";
import { freshDb } from "../../../../testing/test-kit.ts";
import { inventoryRoutes } from "./inventory.routes.ts";

test("R25: a range of 100 split after 25 is two lots of 25 and 75 that stay apart through a reservation that is given back", async () => {
  const db = await freshDb();
  const api = await apiOf(db, (serve) => inventoryRoutes(serve, db));
  const own = await company(db, "Solar One");
  const trader = await memberOf(db, own, "trader");
  const a = own.business_account_id;
  await posted(db, posting({ type: "issue", key: "issue", batches: [newBatch(1, a, 100)] }));
  const key = randomUUID();
  const ask = {
    token: trader.token,
    query: { account: own.account },
    body: { code: CODE, first: 1, until: 101, after: 25, key },
  };
  const parts = [
    { first: 1, until: 26 },
    { first: 26, until: 101 },
  ];
  expect((await api(splitLot, ask)).body).toEqual({ parts });
  expect((await api(splitLot, ask)).body, "the same key").toEqual({ parts });
  const other = await api(splitLot, { ...ask, body: { ...ask.body, after: 30 } });
  expect([other.status, other.body.code]).toEqual([422, "GEN-410"]);
  const holdings = () =>
    db.selectFrom("certificate_holding").select(["first", "until", "lot_id"]).orderBy("first").execute();
  const split = await holdings();
  expect(split.map(({ first, until }) => ({ first, until }))).toEqual(parts);
  await posted(db, redemption("RD-1", a, [20, 40]));
  await posted(
    db,
    posting({
      type: "release",
      key: "c",
      reference: "RD-1",
      moves: [move(reserved(a, "RD-1"), available(a), 20, 40)],
    }),
  );
  expect(await holdings()).toEqual(split);
});

test.each([
  [0, "LOT-001", "Choose a number from 1 to 59."],
  [60, "LOT-001", "Choose a number from 1 to 59."],
  [400, "LOT-001", "Choose a number from 1 to 59."],
])(
  "LOT-001: a split after %i of 1 to 60 is refused, and says between which numbers",
  async (after, code, message) => {
    const { api, of, trader } = await heldInventory();
    const body = { code: CODE, first: 1, until: 61, after: Math.max(1, after), key: randomUUID() };
    const asked = after === 0 ? { ...body, first: 2, after: 1 } : body;
    const refused = await api(splitLot, { token: trader.token, query: of, body: asked });
    expect([refused.status, refused.body.code]).toEqual([422, code]);
    expect(refused.body.message).toBe(after === 0 ? "Choose a number from 2 to 59." : message);
  },
);

test("LOT-001: one certificate cannot be split", async () => {
  const { api, of, trader } = await heldInventory();
  const body = { code: CODE, first: 1, until: 2, after: 1, key: randomUUID() };
  const refused = await api(splitLot, { token: trader.token, query: of, body });
  expect(refused.body).toMatchObject({ code: "LOT-001", message: "One certificate cannot be split." });
});

test("LOT-002: a range that is not available as it was shown is not split; a viewer and a stranger are refused", async () => {
  const { api, of, theirs, trader, viewer, buyer } = await heldInventory();
  const body = { code: CODE, first: 1, until: 71, after: 25, key: randomUUID() };
  const moved = await api(splitLot, { token: trader.token, query: of, body });
  expect([moved.status, moved.body.code, moved.body.message]).toEqual([
    409,
    "LOT-002",
    "This range is not available any more as it was shown. Reload and try again.",
  ]);
  const looks = await api(splitLot, { token: viewer.token, query: of, body: { ...body, until: 61 } });
  expect([looks.status, looks.body.code]).toEqual([403, "GEN-403"]);
  const alien = await api(splitLot, { token: buyer.token, query: of, body: { ...body, until: 61 } });
  expect([alien.status, alien.body.code]).toEqual([404, "GEN-404"]);
  const notTheirs = await api(splitLot, { token: buyer.token, query: theirs, body: { ...body, until: 61 } });
  expect([notTheirs.status, notTheirs.body.code]).toEqual([409, "LOT-002"]);
});
