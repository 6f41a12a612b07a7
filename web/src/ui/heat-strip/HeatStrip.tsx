import { useEffect, useRef, useState, type KeyboardEvent, type ReactNode, type RefObject } from "react";
import { classNames } from "../controls/class-names.ts";
import { VisuallyHidden } from "../layout/VisuallyHidden.tsx";
import {
  HEAT_LOOKS,
  placeAfter,
  type HeatCell,
  type HeatColumn,
  type HeatLook,
  type HeatPlace,
  type HeatRow,
} from "./heat-strip.ts";
import styles from "./HeatStrip.module.css";

interface HeatStripProps {
  /** Its name. */
  readonly label: string;
  /** What a row is, for those who hear the table. */
  readonly rowTitle: string;
  /** What stands at the end of each row. */
  readonly endTitle: string;
  readonly columns: readonly HeatColumn[];
  readonly rows: readonly HeatRow[];
  readonly isChosen: (row: HeatRow, column: number) => boolean;
  /** A press on a cell, and Enter on it. */
  readonly onOpen: (row: HeatRow, column: number) => void;
}

const NOTHING = "\u00a0";
/** Cells are reached by arrows; a table that only shows is no grid. */
const GRID = { role: "grid" } as const;
/** Of a grid every cell is one; not every reader knows. */
const CELL = { role: "gridcell" } as const;

/**
 * Rows of cells over time, each cell a column of parts: what became of it. One stop for the Tab key; arrows, Home, End and the
 * page keys move, Enter opens. Where it is wider than its place it scrolls, from its end; the names stay.
 */
export function HeatStrip(given: HeatStripProps) {
  const { label, columns, rows, isChosen, onOpen } = given;
  const scroller = useRef<HTMLDivElement>(null);
  const { place, setPlace, onKeyDown } = usePlace(given, scroller);
  const shown = useRef(0);
  useEffect(() => {
    const box = scroller.current;
    if (box === null || shown.current === columns.length) return;
    shown.current = columns.length;
    box.scrollLeft = box.scrollWidth;
  });
  return (
    <div ref={scroller} className={styles.scroller}>
      <table {...GRID} className={styles.strip} aria-label={label}>
        <Heads {...given} />
        <tbody>
          {rows.map((row, at) => (
            <tr key={row.id}>
              <th scope="row" className={styles.name}>
                <span>
                  <span className={styles.text}>{row.name}</span>
                  {row.mark}
                </span>
                <small className={styles.under} aria-hidden>
                  {row.end}
                </small>
              </th>
              {row.cells.map((cell, column) => (
                <Cell
                  key={columns[column]?.id ?? column}
                  cell={cell}
                  at={{ row: at, column }}
                  stop={place.row === at && place.column === column}
                  chosen={isChosen(row, column)}
                  onKeyDown={onKeyDown}
                  open={() => {
                    setPlace({ row: at, column });
                    if (cell.shares !== null) onOpen(row, column);
                  }}
                />
              ))}
              <td className={styles.end}>{row.end}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Heads({ rowTitle, endTitle, columns }: HeatStripProps) {
  return (
    <thead>
      {columns.some(({ group }) => group !== undefined) && <Groups columns={columns} />}
      <tr>
        <th scope="col" className={styles.name}>
          <VisuallyHidden>{rowTitle}</VisuallyHidden>
        </th>
        {columns.map((column) => (
          <th
            key={column.id}
            scope="col"
            className={styles.head}
            data-pale={column.pale === true ? "" : undefined}
          >
            {column.head}
          </th>
        ))}
        <th scope="col" className={styles.end}>
          {endTitle}
        </th>
      </tr>
    </thead>
  );
}

/** The heads above those of the columns, each over its own. */
function Groups({ columns }: { columns: readonly HeatColumn[] }) {
  const groups: { id: string; name: string; count: number }[] = [];
  for (const { id, group } of columns) {
    const last = groups.at(-1);
    if (group === undefined && last !== undefined) last.count += 1;
    else groups.push({ id, name: group ?? "", count: 1 });
  }
  return (
    <tr aria-hidden className={styles.groups}>
      <th className={styles.name}>{NOTHING}</th>
      {groups.map(({ id, name, count }) => (
        <th key={id} colSpan={count}>
          {count > 1 || groups.length === 1 ? name : NOTHING}
        </th>
      ))}
      <th className={styles.end}>{NOTHING}</th>
    </tr>
  );
}

function usePlace({ rows, columns, onOpen }: HeatStripProps, scroller: RefObject<HTMLDivElement | null>) {
  const [wanted, setPlace] = useState<HeatPlace | null>(null);
  const size = { rows: rows.length, columns: columns.length };
  const last = { row: 0, column: size.columns - 1 };
  const isThere = wanted !== null && wanted.row < size.rows && wanted.column < size.columns;
  const place = isThere ? wanted : last;
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Enter" || event.key === " ") {
      const row = rows[place.row];
      event.preventDefault();
      if (row !== undefined && row.cells[place.column]?.shares) onOpen(row, place.column);
      return;
    }
    const next = placeAfter(event.key, place, size);
    if (next === null) return;
    event.preventDefault();
    setPlace(next);
    // What gets the focus comes into view.
    scroller.current?.querySelector<HTMLElement>(`[data-cell="${next.row}:${next.column}"]`)?.focus();
  };
  return { place, setPlace, onKeyDown };
}

function Cell(given: {
  cell: HeatCell;
  at: HeatPlace;
  stop: boolean;
  chosen: boolean;
  onKeyDown: (event: KeyboardEvent) => void;
  open: () => void;
}) {
  const { cell, at, stop, chosen, onKeyDown, open } = given;
  return (
    <td
      {...CELL}
      className={styles.place}
      tabIndex={stop ? 0 : -1}
      data-cell={`${at.row}:${at.column}`}
      aria-label={cell.text}
      aria-selected={chosen}
      title={cell.text}
      onKeyDown={onKeyDown}
      onClick={open}
    >
      {cell.shares !== null && <HeatParts shares={cell.shares} sign={cell.sign} />}
    </td>
  );
}

/** The parts of a cell from top to bottom; the smallest is still to be seen. */
function HeatParts({ shares, sign }: { shares: readonly number[]; sign: ReactNode }) {
  return (
    <span className={styles.cell} aria-hidden>
      {HEAT_LOOKS.map((look, index) => {
        const share = shares[index] ?? 0;
        return (
          share > 0 && <i key={look} className={styles.part} data-look={look} style={{ flexGrow: share }} />
        );
      })}
      {sign !== undefined && <span className={styles.sign}>{sign}</span>}
    </span>
  );
}

/** The sign of a look in a legend, or beside a figure. */
export const HeatSwatch = ({ look }: { look: HeatLook }) => (
  <i className={classNames(styles.swatch, styles.part)} data-look={look} aria-hidden />
);

/** One bar of parts beside each other, each as wide as its share; a share of nothing is left out. */
export function HeatBar({ label, shares }: { label: string; shares: readonly number[] }) {
  return (
    <div className={styles.bar} role="img" aria-label={label}>
      {HEAT_LOOKS.map((look, index) => {
        const share = shares[index] ?? 0;
        return (
          share > 0 && <i key={look} className={styles.part} data-look={look} style={{ flexGrow: share }} />
        );
      })}
    </div>
  );
}
