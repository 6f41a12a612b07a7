// What a strip of cells is made of, and the keys that walk through it.
import type { ReactNode } from "react";

/** How a part of a cell looks: each has a second cue beside its colour. */
export const HEAT_LOOKS = ["whole", "measured", "hatched", "outlined", "refused"] as const;
export type HeatLook = (typeof HEAT_LOOKS)[number];

/** A cell: the shares of its parts from top to bottom, a sign in it, and all of it in words. */
export interface HeatCell {
  /** 0 to 1, in the order of HEAT_LOOKS; null: there is nothing, and nothing to open. */
  readonly shares: readonly number[] | null;
  readonly sign?: ReactNode;
  readonly text: string;
}

export interface HeatColumn {
  readonly id: string;
  /** A word of two or three letters. */
  readonly head: string;
  /** Stands above the heads of the columns that it begins with; undefined: as the column before. */
  readonly group?: string | undefined;
  /** True for those that stand back a little: a weekend. */
  readonly pale?: boolean;
}

export interface HeatRow {
  readonly id: string;
  readonly name: string;
  readonly mark?: ReactNode;
  /** At the end of the row. */
  readonly end: ReactNode;
  /** One for each column. */
  readonly cells: readonly HeatCell[];
}

/** A cell's place: the numbers of its row and column. */
export interface HeatPlace {
  readonly row: number;
  readonly column: number;
}

const within = (at: number, count: number) => Math.max(0, Math.min(count - 1, at));

/** The place that a key leads to from another in a strip of that size; null: the key is none of the strip's. */
export function placeAfter(
  key: string,
  { row, column }: HeatPlace,
  size: { readonly rows: number; readonly columns: number },
): HeatPlace | null {
  const moved = (rows: number, columns: number) => ({
    row: within(row + rows, size.rows),
    column: within(column + columns, size.columns),
  });
  switch (key) {
    case "ArrowUp":
      return moved(-1, 0);
    case "ArrowDown":
      return moved(1, 0);
    case "ArrowLeft":
      return moved(0, -1);
    case "ArrowRight":
      return moved(0, 1);
    case "Home":
      return { row, column: 0 };
    case "End":
      return { row, column: size.columns - 1 };
    case "PageUp":
      return { row: 0, column };
    case "PageDown":
      return { row: size.rows - 1, column };
    default:
      return null;
  }
}
