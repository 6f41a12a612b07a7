import { ArrowDown, ArrowUp, Columns3, GripVertical } from "lucide-react";
import { useState } from "react";
import { useText } from "../../../platform/i18n.tsx";
import { Button } from "../../../ui/controls/Button.tsx";
import { Popover } from "../../../ui/controls/Popover.tsx";
import type { ColumnOrder } from "./column-order.ts";
import type { Column } from "./columns.tsx";
import styles from "./ColumnsMenu.module.css";

/** The button that opens the order of the columns. */
export function ColumnsMenu({ columns, order }: { columns: readonly Column[]; order: ColumnOrder<string> }) {
  const t = useText();
  const [open, setOpen] = useState(false);
  return (
    <Popover
      open={open}
      onOpenChange={setOpen}
      title={t("list.columns")}
      content={<Order columns={columns} order={order} />}
    >
      <Button
        icon={<Columns3 size={16} aria-hidden />}
        aria-label={t("list.columns")}
        title={t("list.columns")}
      />
    </Popover>
  );
}

/** Rows to drag, each with buttons that do the same (dragging alone would shut keyboards out). */
function Order({ columns, order }: { columns: readonly Column[]; order: ColumnOrder<string> }) {
  const t = useText();
  const [dragged, setDragged] = useState<string | null>(null);
  const drop = (index: number) => {
    if (dragged !== null) order.move(dragged, index);
    setDragged(null);
  };
  return (
    <div className={styles.menu}>
      <p>{t("list.columnsHint")}</p>
      <ol>
        {order.keys.map((key, index) => {
          const column = columns.find((one) => one.key === key);
          if (column === undefined) return null;
          const name = t(column.title);
          return (
            // Dragging is beside the buttons, which do the same.
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
            <li
              key={key}
              draggable
              data-dragged={dragged === key ? "" : undefined}
              onDragStart={() => setDragged(key)}
              onDragEnd={() => setDragged(null)}
              onDragOver={(event) => event.preventDefault()}
              onDrop={() => drop(index)}
            >
              <GripVertical size={14} aria-hidden />
              <span>{name}</span>
              <Move
                label={t("list.columnUp", { name })}
                off={index === 0}
                run={() => order.move(key, index - 1)}
              >
                <ArrowUp size={15} aria-hidden />
              </Move>
              <Move
                label={t("list.columnDown", { name })}
                off={index === order.keys.length - 1}
                run={() => order.move(key, index + 1)}
              >
                <ArrowDown size={15} aria-hidden />
              </Move>
            </li>
          );
        })}
      </ol>
      <button type="button" className="textbtn" onClick={order.reset}>
        {t("list.columnsReset")}
      </button>
    </div>
  );
}

function Move(given: { label: string; off: boolean; run: () => void; children: React.ReactNode }) {
  return (
    <button
      type="button"
      className={styles.move}
      aria-label={given.label}
      disabled={given.off}
      onClick={given.run}
    >
      {given.children}
    </button>
  );
}
