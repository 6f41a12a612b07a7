import { ArrowDown, ArrowUp, Columns3, GripVertical } from "lucide-react";
import { useState, type ReactNode } from "react";
import { Button } from "../controls/Button.tsx";
import { Checkbox } from "../controls/Checkbox.tsx";
import { Popover } from "../controls/windows/Popover.tsx";
import { movedTo, wholeLayout, type Column, type ColumnLayout } from "./columns.ts";
import styles from "./ColumnChooser.module.css";

interface ColumnChooserTexts {
  readonly title: string;
  readonly hint: string;
  readonly up: (name: string) => string;
  readonly down: (name: string) => string;
  readonly reset: string;
}

interface ColumnChooserProps<Row> {
  /** Those of the table; its first cannot be moved. */
  readonly columns: readonly Column<Row>[];
  readonly layout: ColumnLayout;
  readonly onLayout: (layout: ColumnLayout) => void;
  readonly texts: ColumnChooserTexts;
  /** True: columns can be hidden too, not only moved. */
  readonly hides?: boolean;
  /** What the last button does; the order of the columns and nothing hidden, unless given. */
  readonly onReset?: () => void;
  /** What else is chosen of the table, above its columns. */
  readonly children?: ReactNode;
}

/** The button that opens the order of a table's columns: rows to drag, each with buttons that do the same. */
export function ColumnChooser<Row>(given: ColumnChooserProps<Row>) {
  const { title } = given.texts;
  return (
    <Popover title={title} content={<Order {...given} />}>
      <Button icon={<Columns3 size={16} aria-hidden />} aria-label={title} title={title} />
    </Popover>
  );
}

function Order<Row>(given: ColumnChooserProps<Row>) {
  const { columns, onLayout, texts, onReset, children } = given;
  const ids = columns.slice(1).map(({ id }) => id);
  const layout = wholeLayout(ids, given.layout);
  const [dragged, setDragged] = useState<string | null>(null);
  const move = (id: string, to: number) => onLayout({ ...layout, order: movedTo(layout.order, id, to) });
  return (
    <div className={styles["chooser"]}>
      {children}
      <p>{texts.hint}</p>
      <ol>
        {layout.order.map((id, at) => (
          // Dragging is beside the buttons, which do the same.
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
          <li
            key={id}
            draggable
            data-dragged={dragged === id ? "" : undefined}
            onDragStart={() => setDragged(id)}
            onDragEnd={() => setDragged(null)}
            onDragOver={(event) => event.preventDefault()}
            onDrop={() => dragged !== null && move(dragged, at)}
          >
            <GripVertical size={14} aria-hidden />
            <Entry {...given} layout={layout} id={id} at={at} move={move} />
          </li>
        ))}
      </ol>
      <Button type="text" onClick={onReset ?? (() => onLayout({ order: ids, hidden: [] }))}>
        {texts.reset}
      </Button>
    </div>
  );
}

function Entry<Row>(
  given: ColumnChooserProps<Row> & { id: string; at: number; move: (id: string, to: number) => void },
) {
  const { columns, layout, onLayout, texts, hides = false, id, at, move } = given;
  const name = columns.find((column) => column.id === id)?.label ?? id;
  const shown = !layout.hidden.includes(id);
  const others = layout.hidden.filter((one) => one !== id);
  return (
    <>
      {hides ? (
        <Checkbox
          className={styles["name"] ?? ""}
          label={name}
          checked={shown}
          onChange={(checked) => onLayout({ ...layout, hidden: checked ? others : [...others, id] })}
        />
      ) : (
        <span className={styles["name"]}>{name}</span>
      )}
      {/* Never disabled where it stands at an end: the focus would fall out of the window. */}
      <Button
        type="bare"
        size="small"
        aria-label={texts.up(name)}
        aria-disabled={at === 0}
        icon={<ArrowUp size={15} aria-hidden />}
        onClick={() => at > 0 && move(id, at - 1)}
      />
      <Button
        type="bare"
        size="small"
        aria-label={texts.down(name)}
        aria-disabled={at === layout.order.length - 1}
        icon={<ArrowDown size={15} aria-hidden />}
        onClick={() => move(id, at + 1)}
      />
    </>
  );
}
