import { useState } from "react";
import type { ColumnLayout } from "../../../ui/data-table/columns.ts";

/** The order of the columns of the list `list`, remembered for the session (M42), and how to change it. */
export function useColumnOrder(list: string): readonly [ColumnLayout, (layout: ColumnLayout) => void] {
  const storageKey = `column_order:${list}`;
  const [layout, setLayout] = useState<ColumnLayout>(() => ({ order: orderIn(storageKey), hidden: [] }));
  const change = (next: ColumnLayout) => {
    sessionStorage.setItem(storageKey, JSON.stringify(next.order));
    setLayout(next);
  };
  return [layout, change];
}

/** What an earlier visit in this tab left; none where that is broken or missing. */
function orderIn(storageKey: string): string[] {
  try {
    const order: unknown = JSON.parse(sessionStorage.getItem(storageKey) ?? "[]");
    return Array.isArray(order) ? order.map(String) : [];
  } catch {
    return [];
  }
}
