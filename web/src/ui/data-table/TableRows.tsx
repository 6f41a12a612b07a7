import { ChevronDown, ChevronUp } from "lucide-react";
import { Checkbox } from "../controls/Checkbox.tsx";
import { classNames } from "../controls/class-names.ts";
import { walkRows } from "./walk-rows.ts";
import { useKitWords } from "../kit-words.ts";
import { nextSort, type Column } from "./columns.ts";
import type { FaceProps, ShownGroup } from "./table-props.ts";
import styles from "./DataTable.module.css";
import type { TableRow } from "./use-rows.ts";
import type { Mounted } from "./use-window.ts";
import hidden from "../layout/VisuallyHidden.module.css";

/** "walked": by keys, row by row. "counted": a part of all rows is there, and each says which it is. */
type RowKind = "plain" | "counted" | "walked";

/** A row that holds a control of its own is not opened by a press on that. */
const ofItsOwn = (target: EventTarget) =>
  target instanceof Element && target.closest("a, button, input, label") !== null;

/** The rows as a table; where they can be selected, or are opened among many, a grid. */
export function TableRows<Row extends object>(face: FaceProps<Row>) {
  const { given, shown, groups, all, window, scroller } = face;
  const { label, summary, dense = false, height, onSelect, onOpen } = given;
  const width = shown.reduce((sum, column) => sum + (column.width ?? 0), 0);
  const many = window.after > 0 || window.mounted.some(({ before }) => before > 0);
  const grid = onSelect !== undefined || (many && onOpen !== undefined);
  return (
    // A region that scrolls must be reachable by keyboard.
    <div
      ref={scroller}
      className={styles["scroller"]}
      style={height === undefined ? {} : { maxHeight: height }}
      role="region"
      aria-label={label}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      {...(grid ? {} : { onKeyDown: walkRows })}
    >
      <table
        className={styles["table"]}
        style={width === 0 ? {} : { minWidth: width }}
        // Widths that are all stated hold, however long a text is.
        data-fixed={shown.every((column) => column.width !== undefined) ? "" : undefined}
        data-dense={dense ? "" : undefined}
        aria-label={label}
        {...(grid ? { role: "grid" } : {})}
        {...(grid || many ? { "aria-rowcount": all.rows.length + 1 } : {})}
        {...(onSelect === undefined ? {} : { "aria-multiselectable": true })}
      >
        {summary !== undefined && <caption className={hidden["hidden"]}>{summary}</caption>}
        <Heads {...face} />
        {groups.map((group, at) => (
          <Group
            key={group.id}
            face={face}
            group={group}
            first={groups.slice(0, at).reduce((sum, one) => sum + one.rows.length, 0)}
            rows={grid ? "walked" : many ? "counted" : "plain"}
          />
        ))}
      </table>
    </div>
  );
}

function Heads<Row extends object>({ given, shown, order, all }: FaceProps<Row>) {
  const { word } = useKitWords();
  return (
    <thead>
      <tr>
        {given.onSelect !== undefined && (
          <th scope="col" className={styles["box"]}>
            <Checkbox
              label={word("selectAll")}
              hideLabel
              checked={all.all}
              onChange={all.toggleAll}
              ref={(box) => {
                if (box !== null) box.indeterminate = all.some && !all.all;
              }}
            />
          </th>
        )}
        {shown.map((column) => (
          <Head key={column.id} column={column} order={order} />
        ))}
      </tr>
    </thead>
  );
}

function Head<Row extends object>({
  column,
  order,
}: {
  column: Column<Row>;
  order: FaceProps<Row>["order"];
}) {
  const { label, unit, hint, hideLabel = false, numeric = false, width, sortable = false } = column;
  const down = order.sort?.by === column.id ? order.sort.down : null;
  const text = (
    <span title={hint} className={hideLabel ? hidden["hidden"] : undefined}>
      {label}
      {unit !== undefined && " "}
      {unit !== undefined && <em className={styles["unit"]}>{unit}</em>}
    </span>
  );
  return (
    <th
      scope="col"
      className={numeric ? styles["numeric"] : undefined}
      style={width === undefined ? {} : { width }}
      aria-sort={down !== null ? (down ? "descending" : "ascending") : sortable ? "none" : undefined}
    >
      {sortable ? (
        <button
          type="button"
          className={styles["sorter"]}
          onClick={() => order.onSort(nextSort(order.sort, column))}
        >
          {text}
          <span className={styles["way"]} aria-hidden>
            <ChevronUp size={11} strokeWidth={3.2} data-on={down === false ? "" : undefined} />
            <ChevronDown size={11} strokeWidth={3.2} data-on={down === true ? "" : undefined} />
          </span>
        </button>
      ) : (
        text
      )}
    </th>
  );
}

function Group<Row extends object>(part: {
  face: FaceProps<Row>;
  group: ShownGroup<Row>;
  /** The number of its first row among all. */
  first: number;
  rows: RowKind;
}) {
  const { face, group, first, rows } = part;
  const { given, shown, window } = face;
  const across = shown.length + (given.onSelect === undefined ? 0 : 1);
  const mounted = window.mounted.filter(({ index }) => index >= first && index < first + group.rows.length);
  return (
    <tbody>
      {group.title !== undefined && (
        <tr className={styles["group"]}>
          <th colSpan={across} scope="rowgroup">
            {group.title}
          </th>
        </tr>
      )}
      {group.rows.length === 0 && (
        <tr>
          <td colSpan={across} className={styles["none"]}>
            {group.empty}
          </td>
        </tr>
      )}
      {/* One flat list: in nested ones a row is made anew, and loses the focus, when its place changes. */}
      {mounted.flatMap((place) => {
        const row = group.rows[place.index - first];
        if (row === undefined) return [];
        return [
          place.before > 0 && <tr key={`${row.id} before`} aria-hidden style={{ height: place.before }} />,
          <Line key={row.id} {...{ face, row, place, rows }} />,
          <Detail key={`${row.id} detail`} content={given.renderDetail?.(row.original)} across={across} />,
        ];
      })}
      {window.after > 0 && <tr aria-hidden style={{ height: window.after }} />}
    </tbody>
  );
}

function Detail({ content, across }: { content: React.ReactNode; across: number }) {
  if (content === undefined || content === null) return null;
  return (
    <tr>
      <td colSpan={across} className={styles["detail"]}>
        {content}
      </td>
    </tr>
  );
}

function Line<Row extends object>(part: {
  face: FaceProps<Row>;
  row: TableRow<Row>;
  place: Mounted;
  rows: RowKind;
}) {
  const { face, row, place, rows } = part;
  const { given, shown, window, all } = face;
  const { onOpen, onSelect, selected, isMarked, waits, nameOf } = given;
  const { word } = useKitWords();
  const chosen = selected?.has(row.id) ?? false;
  return (
    // What a press does, Enter does on the row, or the link in it.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
    <tr
      data-row=""
      className={classNames(onOpen !== undefined && styles["opens"])}
      data-marked={isMarked?.(row.original) === true ? "" : undefined}
      data-waits={waits?.(row.original) === true ? "" : undefined}
      {...(rows === "walked" ? window.rowProps(place.index) : {})}
      {...(rows === "counted" ? window.placeProps(place.index) : {})}
      {...(rows === "plain" ? {} : { "aria-rowindex": place.index + 2 })}
      {...(onSelect === undefined ? {} : { "aria-selected": chosen })}
      {...(onOpen === undefined
        ? {}
        : { onClick: (event: React.MouseEvent) => !ofItsOwn(event.target) && onOpen(row.original) })}
    >
      {onSelect !== undefined && (
        <td className={styles["box"]}>
          <Checkbox
            label={word("select", { name: nameOf?.(row.original) ?? row.id })}
            hideLabel
            tabIndex={-1}
            checked={chosen}
            onChange={() => all.toggle(row.id)}
          />
        </td>
      )}
      {shown.map((column) => (
        <Cell key={column.id} column={column} row={row.original} />
      ))}
    </tr>
  );
}

/** Dates, numbers of records and codes: one word, which is not broken at its hyphens. */
const ONE_WORD = /^[\w.:/-]{1,24}$/;

function Cell<Row extends object>({ column, row }: { column: Column<Row>; row: Row }) {
  const value = column.value(row);
  const content = column.cell?.(row) ?? value;
  const isWord = typeof value === "string" && ONE_WORD.test(value);
  const className = classNames(column.numeric === true && styles["numeric"], isWord && styles["word"]);
  return column.rowHead === true ? (
    <th scope="row" className={className}>
      {content}
    </th>
  ) : (
    <td className={className}>{content}</td>
  );
}
