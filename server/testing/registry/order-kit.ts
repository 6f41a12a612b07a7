// Lists that are put in order by the server: what each of their orders must do.
import { expect } from "vitest";

type Value = string | number | boolean | null;

/** How a value stands to another one of its kind. */
const compared = (a: Value, b: Value): number => {
  const [one, other] = [a, b].map((value) =>
    typeof value === "string" ? value.toLowerCase() : Number(value),
  );
  return (one ?? 0) < (other ?? 0) ? -1 : one === other ? 0 : 1;
};

/**
 * Asks a list by each of its orders, both ways. Fails where rows are lost, where they do not come in the order of what they show, or where what is
 * missing does not come last. `shown`: what a row shows in each order; true: no more than the same rows is asked of it.
 */
export async function expectOrders<Order extends string, Row>(
  orders: readonly Order[],
  list: (wanted: { order_by: Order; order_type: "asc" | "desc" }) => Promise<readonly Row[]>,
  {
    idOf,
    shown,
  }: { idOf: (row: Row) => string; shown: Readonly<Record<Order, ((row: Row) => Value) | true>> },
): Promise<void> {
  for (const order_by of orders) {
    const up = await list({ order_by, order_type: "asc" });
    const down = await list({ order_by, order_type: "desc" });
    expect(up.length, "rows to put in order").toBeGreaterThan(1);
    const ids = (rows: readonly Row[]) => rows.map(idOf).toSorted();
    expect(ids(down), order_by).toEqual(ids(up));
    const value = shown[order_by];
    if (value === true) continue;
    for (const [rows, way] of [
      [up, 1],
      [down, -1],
    ] as const) {
      const values = rows.map(value);
      const held = values.filter((one) => one !== null);
      expect(values, order_by).toEqual([...held, ...values.filter((one) => one === null)]);
      expect(held, order_by).toEqual(held.toSorted((a, b) => way * compared(a, b)));
    }
  }
}
