import {
  daysOfRange,
  listInventory,
  listInventoryRanges,
  listTransactions,
  readRangeHistory,
  splitLot,
  type SerialRange,
} from "@heliograph/contract";
import type { Db, Tx } from "../../../platform/db.ts";
import type { Serve } from "../../../platform/http.ts";
import { Problem } from "../../../platform/problem.ts";
import {
  TRADERS,
  actorFor,
  actorOf,
  asActor,
  auditRecord,
  noSuchRecord,
  once,
  type Actor,
} from "../../parties/index.ts";
import { LedgerRefusal, postEntry } from "../ledger/post.sql.ts";
import { leavesOf } from "../manifest/leaves.sql.ts";
import { balancesPage } from "./balances.sql.ts";
import { batchFor, rangeEvents, restatedOfBatch, transactionsPage } from "./history.sql.ts";
import { ownParts, rangesPage } from "./ranges.sql.ts";
import { availableHolding } from "./split.sql.ts";

/** Serves what a business account holds, to its people: balances, ranges, their life, transactions; and the split of a lot. */
export function inventoryRoutes(serve: Serve, db: Db): void {
  serveBalances(serve, db);
  serveHistory(serve, db);
  serveSplit(serve, db);
}

/** The account that the person acts for. Throws GEN-404 where it is none. */
function holderOf({ business_account_id }: Actor): number {
  if (business_account_id === null) throw noSuchRecord();
  return business_account_id;
}

function serveBalances(serve: Serve, db: Db): void {
  serve(listInventory, ({ query, session }) =>
    asActor(db, { session, account: query.account }, async (tx, actor) => {
      const as_of = query.as_of === undefined ? null : new Date(query.as_of);
      const asked = { business_account_id: holderOf(actor), registry: query.registry, as_of };
      const {
        search,
        fuel = null,
        vintage = null,
        which,
        order_by = null,
        order_type,
        page,
        items_page: size,
      } = query;
      const order = { order_by, order_type };
      const found = await balancesPage(tx, { ...asked, ...order, search, fuel, vintage, which, page, size });
      return { as_of: (as_of ?? actor.at).toISOString(), ...found };
    }),
  );

  serve(listInventoryRanges, ({ query, session }) =>
    asActor(db, { session, account: query.account }, async (tx, actor) => {
      const { registry, country, device, vintage, which, page, items_page: size } = query;
      const as_of = query.as_of === undefined ? null : new Date(query.as_of);
      const asked = { registry, country, device, vintage, which, as_of, page, size };
      return rangesPage(tx, { business_account_id: holderOf(actor), ...asked });
    }),
  );
}

function serveHistory(serve: Serve, db: Db): void {
  serve(listTransactions, ({ query, session }) =>
    db.transaction().execute(async (tx) => {
      const business_account_id = holderOf(await actorOf(tx, session, query.account));
      const { of, type = null, search, order_by, order_type, page, items_page: size } = query;
      return transactionsPage(tx, {
        business_account_id,
        registries: of === "gec" ? ["GEC"] : ["IREC", "TIGR"],
        type,
        search,
        order_by,
        order_type,
        page,
        size,
      });
    }),
  );

  serve(readRangeHistory, ({ query: { account, code, first, until }, session }) =>
    db.transaction().execute(async (tx) => {
      const business_account_id = holderOf(await actorOf(tx, session, account));
      const { account_id } = session;
      const batch = await batchFor(tx, { business_account_id, account_id, code, first, until });
      if (batch === undefined) throw noSuchRecord();
      const { batch_id, is_source, source_reference, source_record, ...facts } = batch;
      const parts = await ownParts(tx, { business_account_id, batch_id });
      const days = await daysOf(tx, batch_id, { parts, range: { first, until } });
      return {
        ...facts,
        from_day: days?.[0]?.day ?? facts.from_day,
        to_day: days?.at(-1)?.day ?? facts.to_day,
        days: days?.map((one) => ({ ...one, carried: one.day < facts.from_day })) ?? null,
        source_reference: is_source ? source_reference : null,
        source_record: is_source ? source_record : null,
        segments: withOthers(parts, batch.of),
        events: await rangeEvents(tx, { business_account_id, batch_id, first, until }),
        restated: await restatedOfBatch(tx, batch_id),
      };
    }),
  );
}

/** The days of what the account has or had of the range: others' certificates are none of its business (rule R30). */
async function daysOf(
  tx: Tx,
  batch_id: number,
  { parts, range }: { parts: readonly SerialRange[]; range: SerialRange },
): Promise<{ day: string; wh: number }[] | null> {
  const leaves = await leavesOf(tx, batch_id);
  if (leaves.length === 0) return null;
  const days = new Map<string, number>();
  for (const { first, until } of parts) {
    const own = { first: Math.max(first, range.first), until: Math.min(until, range.until) };
    for (const { day, wh } of daysOfRange(leaves, own)) days.set(day, (days.get(day) ?? 0) + wh);
  }
  return [...days].map(([day, wh]) => ({ day, wh })).toSorted((a, b) => (a.day < b.day ? -1 : 1));
}

/** The parts in their order, with what lies between them in the batch of so many as "other". */
function withOthers<S extends string>(parts: readonly (SerialRange & { state: S })[], of: number) {
  const all: (SerialRange & { state: S | "other" })[] = [];
  let next = 1;
  for (const part of parts) {
    if (part.first > next) all.push({ first: next, until: part.first, state: "other" });
    all.push(part);
    next = part.until;
  }
  if (next <= of) all.push({ first: next, until: of + 1, state: "other" });
  return all;
}

function serveSplit(serve: Serve, db: Db): void {
  serve(splitLot, ({ query: { account }, body, session, origin }) =>
    db.transaction().execute(async (tx) => {
      const actor = await actorFor(tx, session, account, { action: "splitting", by: TRADERS });
      const business_account_id = holderOf(actor);
      const { key, ...request } = body;
      return once(tx, actor, { command: "lot.split", key, request: { account, ...request } }, async () => {
        const parts = await split(tx, { ...body, business_account_id, account_id: session.account_id });
        const detail = { action: "split", status: "available" };
        await auditRecord(tx, { session, origin }, { subject: body.code, detail });
        return { parts };
      });
    }),
  );
}

/** Splits the lot and returns its two parts. Throws LOT-001 for a number outside the range, LOT-002 where the range is not there any more. */
async function split(
  tx: Tx,
  given: SerialRange & {
    code: string;
    after: number;
    key: string;
    business_account_id: number;
    account_id: number;
  },
): Promise<SerialRange[]> {
  const { code, first, until, after, key, business_account_id, account_id } = given;
  if (after < first || after > until - 2) {
    const message =
      until - first < 2
        ? "One certificate cannot be split."
        : `Choose a number from ${first} to ${until - 2}.`;
    throw new Problem(422, "LOT-001", message, { "body.after": message });
  }
  const holding = await availableHolding(tx, { business_account_id, code, first, until });
  if (holding === undefined) throw moved();
  const place = { account_id: business_account_id, sub_account: "available", reference: null } as const;
  try {
    await postEntry(tx, {
      type: "split",
      actor_id: account_id,
      key,
      reference: null,
      record: { split: code },
      note: {},
      reverses: null,
      moves: [
        {
          batch_id: holding.batch_id,
          first: after + 1,
          until,
          from: place,
          to: place,
          lot: { ...holding.lot, label: `split ${key}` },
        },
      ],
      batches: [],
    });
  } catch (error) {
    if (error instanceof LedgerRefusal && error.reason === "moved") throw moved();
    throw error;
  }
  return [
    { first, until: after + 1 },
    { first: after + 1, until },
  ];
}

const moved = () =>
  new Problem(409, "LOT-002", "This range is not available any more as it was shown. Reload and try again.");
