import { Checkbox } from "../controls/Checkbox.tsx";
import { useKitWords } from "../kit-words.ts";
import type { FaceProps, ShownGroup } from "./table-props.ts";
import styles from "./DataTable.module.css";
import type { TableRow } from "./use-rows.ts";
import type { Mounted } from "./use-window.ts";

/** The rows as cards, where there is no room for a table: each column a line with its label. */
export function CardRows<Row extends object>(face: FaceProps<Row>) {
  const { given, groups, scroller } = face;
  const { label, height } = given;
  return (
    <div
      ref={scroller}
      className={styles["cards"]}
      style={height === undefined ? {} : { maxHeight: height, overflowY: "auto" }}
    >
      {groups.map((group, at) => (
        <Group
          key={group.id}
          face={face}
          group={group}
          label={label}
          first={groups.slice(0, at).reduce((sum, one) => sum + one.rows.length, 0)}
        />
      ))}
    </div>
  );
}

function Group<Row extends object>(part: {
  face: FaceProps<Row>;
  group: ShownGroup<Row>;
  label: string;
  first: number;
}) {
  const { face, group, label, first } = part;
  const { window } = face;
  const mounted = window.mounted.filter(({ index }) => index >= first && index < first + group.rows.length);
  return (
    <>
      {group.title !== undefined && <h2 className={styles["cardhead"]}>{group.title}</h2>}
      {group.rows.length === 0 && <p className={styles["none"]}>{group.empty}</p>}
      <ul aria-label={label}>
        {mounted.map((place) => {
          const row = group.rows[place.index - first];
          return row === undefined ? null : <Card key={row.id} {...{ face, row, place }} />;
        })}
      </ul>
      {window.after > 0 && <div aria-hidden style={{ height: window.after }} />}
    </>
  );
}

function Card<Row extends object>(part: { face: FaceProps<Row>; row: TableRow<Row>; place: Mounted }) {
  const { face, row, place } = part;
  const { given, window, all } = face;
  const { onSelect, selected, nameOf, isMarked, waits, card } = given;
  const { word } = useKitWords();
  const content = typeof card === "function" ? card(row.original) : <Lines {...{ face, row }} />;
  return (
    <li
      {...window.placeProps(place.index)}
      data-selected={selected?.has(row.id) === true ? "" : undefined}
      data-marked={isMarked?.(row.original) === true ? "" : undefined}
      data-waits={waits?.(row.original) === true ? "" : undefined}
      className={styles["card"]}
      style={place.before > 0 ? { marginTop: place.before } : {}}
    >
      {onSelect !== undefined && (
        <Checkbox
          className={styles["tick"] ?? ""}
          label={word("select", { name: nameOf?.(row.original) ?? row.id })}
          hideLabel
          checked={selected?.has(row.id) ?? false}
          onChange={() => all.toggle(row.id)}
        />
      )}
      {content}
      {face.given.renderDetail?.(row.original)}
    </li>
  );
}

function Lines<Row extends object>({ face, row }: { face: FaceProps<Row>; row: TableRow<Row> }) {
  const [first, ...others] = face.shown;
  const { onOpen } = face.given;
  const text = (column: typeof first) => column?.cell?.(row.original) ?? column?.value(row.original);
  return (
    <>
      {onOpen === undefined || first?.opens === true ? (
        <div className={styles["cardtitle"]}>{text(first)}</div>
      ) : (
        <button type="button" className={styles["cardtitle"]} onClick={() => onOpen(row.original)}>
          {text(first)}
        </button>
      )}
      <dl className={styles["lines"]}>
        {others.map((column) => (
          <div key={column.id}>
            <dt>
              {column.label}
              {column.unit !== undefined && ` (${column.unit})`}
            </dt>
            <dd className={column.numeric === true ? styles["figure"] : undefined}>{text(column)}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}
