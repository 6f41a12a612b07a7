// Lists of records: a page of those in some states, in an order, with how many each state has.
import { statesOf, type NextStep, type RecordLife } from "@heliograph/contract";
import { sql, type RawBuilder } from "kysely";
import type { Db } from "../../../platform/db.ts";
import type { Actor } from "./actor.sql.ts";
import { nextStepsOf } from "./frame.sql.ts";
import { wayOf } from "./list-order.sql.ts";
import type { AnyKind, RecordRow } from "./record-kind.ts";
import { visibleTo } from "./record.sql.ts";

/** What a list reads, and in which orders. */
export interface RecordList<Row, Order extends string> {
  /** Of each record. */
  readonly columns: RawBuilder<Row>;
  /** Tables with the records that the person may see, */
  readonly from: RawBuilder<unknown>;
  /** and which of them are searched for, whatever their state. */
  readonly where: RawBuilder<unknown>;
  /** The column with their state. */
  readonly status: RawBuilder<unknown>;
  readonly orders: Readonly<Record<Order, RawBuilder<unknown>>>;
  /** How those come that are equal in it: "r.import_id desc". */
  readonly ties: RawBuilder<unknown>;
}

interface RecordPage<Order extends string> {
  /** Null: all. */
  readonly states: readonly string[] | null;
  readonly order_by: Order;
  readonly order_type: "asc" | "desc";
  /** From 1. */
  readonly page: number;
  readonly size: number;
}

/** The records of the kind that the person may see, to select from. */
export const recordsSeen = (kind: AnyKind, actor: Actor): RawBuilder<unknown> =>
  sql`(select * from ${sql.table(kind.table)} where ${visibleTo(kind, actor)})`;

/** How many records of a list each state has, on all pages; states without any are missing. */
export async function countsByState<S extends string>(
  db: Db,
  { from, where, status }: Pick<RecordList<unknown, never>, "from" | "where" | "status">,
): Promise<ReadonlyMap<S, number>> {
  const { rows } = await sql<{ status: S; count: number }>`
    select ${status} as status, count(*)::int4 as count from ${from} where ${where} group by ${status}`.execute(
    db,
  );
  return new Map(rows.map((row) => [row.status, row.count]));
}

/** How many records are in one of the states. */
export const sumOfStates = (counts: ReadonlyMap<string, number>, states: readonly string[]): number =>
  states.reduce((sum, state) => sum + (counts.get(state) ?? 0), 0);

/** How many records are in each of the states; `all`: in one of them. */
export const countsWithAll = (
  counts: ReadonlyMap<string, number>,
  states: readonly string[],
): Record<string, number> => ({
  all: sumOfStates(counts, states),
  ...Object.fromEntries(states.map((state) => [state, counts.get(state) ?? 0])),
});

/** A page of a list; records that have nothing of what puts them in order come last. */
export async function recordRows<Row, Order extends string>(
  db: Db,
  { columns, from, where, status, orders, ties }: RecordList<Row, Order>,
  { states, order_by, order_type, page, size }: RecordPage<Order>,
): Promise<Row[]> {
  const isAsked = states === null ? sql`true` : sql`${status} = any(${[...states]}::text[])`;
  const { rows } = await sql<Row>`
    select ${columns} from ${from} where ${where} and ${isAsked}
    order by ${orders[order_by]} ${wayOf(order_type)} nulls last, ${ties} limit ${size} offset ${(page - 1) * size}`.execute(
    db,
  );
  return rows;
}

/** The states that each tab lists: All every one. */
export function statesByTab<S extends string, Tab extends string>(
  life: RecordLife<S>,
  tabs: readonly Tab[],
): Readonly<Record<Tab, readonly S[]>> {
  const entries = tabs.map((tab) => [tab, tab === "all" ? life.states : statesOf(life, tab)]);
  // oxlint-disable-next-line no-unsafe-type-assertion -- an entry for each tab
  return Object.fromEntries(entries) as Record<Tab, readonly S[]>;
}

/** What a list with tabs is asked for, as calls carry it. */
interface TabAsked<Tab extends string, Order extends string> extends Omit<
  RecordPage<Order>,
  "states" | "size"
> {
  readonly tab: Tab;
  readonly items_page: number;
}

/** A page of a tab, each record with who must act next (null: nobody must), and how many each tab has. */
export async function tabPage<
  Row extends Pick<RecordRow, "record_uid" | "status">,
  Tab extends string,
  Order extends string,
>(
  db: Db,
  { kind, actor, states }: { kind: AnyKind; actor: Actor; states: Readonly<Record<Tab, readonly string[]>> },
  list: RecordList<Row, Order>,
  { tab, items_page, ...asked }: TabAsked<Tab, Order>,
): Promise<{ rows: (Row & { next: NextStep | null })[]; counts: Record<Tab, number>; total: number }> {
  const counted = await countsByState(db, list);
  const rows = await recordRows(db, list, { ...asked, states: states[tab], size: items_page });
  const next = await nextStepsOf(db, kind, rows, actor);
  const entries = Object.entries<readonly string[]>(states).map(([one, of]) => [
    one,
    sumOfStates(counted, of),
  ]);
  // oxlint-disable-next-line no-unsafe-type-assertion -- an entry for each tab
  const counts = Object.fromEntries(entries) as Record<Tab, number>;
  return {
    rows: rows.map((row) => ({ ...row, next: next.get(row.record_uid) ?? null })),
    counts,
    total: counts[tab],
  };
}
