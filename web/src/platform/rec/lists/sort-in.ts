import type { Sort } from "../../../ui/data-table/columns.ts";

/** The order that an address names in `sort`, where - stands for from the greatest; null: none of the list's, so it comes as it is. */
export function sortIn<By extends string>(
  search: URLSearchParams,
  orders: readonly By[],
): { readonly by: By; readonly down: boolean } | null {
  const text = search.get("sort") ?? "";
  const by = orders.find((one) => one === text.replace(/^-/, ""));
  return by === undefined ? null : { by, down: text.startsWith("-") };
}

/** The order as an address names it; undefined: none. */
export const sortText = (sort: Sort): string | undefined =>
  sort === null ? undefined : `${sort.down ? "-" : ""}${sort.by}`;

/** The part of a list's query that puts it in order; none where it comes as it is. */
export const orderOf = <By extends string>(sort: { readonly by: By; readonly down: boolean } | null) =>
  sort === null ? {} : { order_by: sort.by, order_type: sort.down ? ("desc" as const) : ("asc" as const) };
