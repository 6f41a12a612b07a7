import { useState } from "react";
import type { ColumnLayout } from "../../../ui/data-table/columns.ts";

/** How somebody wants a table: which columns in which order, and on a phone the table itself instead of cards. */
interface Look extends ColumnLayout {
  readonly asTable: boolean;
}

/** How a table looks, and how to change that. */
export interface TableLook {
  readonly look: Look;
  readonly change: (part: Partial<Look>) => void;
  /** Back to the columns as they come. */
  readonly reset: () => void;
  /** What `DataTable` is given of it. */
  readonly table: { readonly layout: ColumnLayout; readonly cards?: false };
}

const NONE: readonly string[] = [];

/** The look of the table `name`, which this browser remembers; `hiddenFirst`: columns that are shown only when they are asked for. */
export function useTableLook(name: string, hiddenFirst: readonly string[] = NONE): TableLook {
  const key = `rec_table.${name}`;
  const first: Look = { order: [], hidden: hiddenFirst, asTable: false };
  const [look, setLook] = useState<Look>(() => ({ ...first, ...keptIn(key) }));
  const keep = (next: Look) => {
    localStorage.setItem(key, JSON.stringify(next));
    setLook(next);
  };
  return {
    look,
    change: (part) => keep({ ...look, ...part }),
    reset: () => keep({ ...first, asTable: look.asTable }),
    table: { layout: look, ...(look.asTable ? { cards: false } : {}) },
  };
}

const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((one) => typeof one === "string");

/** What an earlier visit left; nothing where that is broken or missing. */
function keptIn(key: string): Partial<Look> {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(key) ?? "null");
    if (typeof kept !== "object" || kept === null) return {};
    return {
      ...("order" in kept && isTexts(kept.order) ? { order: kept.order } : {}),
      ...("hidden" in kept && isTexts(kept.hidden) ? { hidden: kept.hidden } : {}),
      ...("asTable" in kept && typeof kept.asTable === "boolean" ? { asTable: kept.asTable } : {}),
    };
  } catch {
    return {};
  }
}
