import { ArrowDown, ArrowUp } from "lucide-react";
import { useText } from "../../../platform/i18n.tsx";
import type { Column } from "./columns.tsx";
import styles from "./ListOrder.module.css";
import type { ListView } from "./list-view.ts";

/** The order of the list where there are no column heads to press: what by, and which way. */
export function ListOrder({ view, columns }: { view: ListView; columns: readonly Column[] }) {
  const t = useText();
  const up = view.order === "asc";
  const way = t(up ? "list.sortDown" : "list.sortUp");
  const sorted = columns.flatMap((column) =>
    column.sort === undefined ? [] : [{ ...column, sort: column.sort }],
  );
  const by = sorted.find((column) => column.sort === view.sort);
  const choose = (key: string) => {
    const column = sorted.find((one) => one.key === key);
    // As the heads do: numbers first from the greatest, statuses from the worst.
    view.sortBy(column?.sort ?? "name", column?.number === true ? "desc" : "asc");
  };
  return (
    <div className={styles.order}>
      <select
        aria-label={t("list.order")}
        value={by?.key ?? "name"}
        onChange={(event) => choose(event.target.value)}
      >
        <option value="name">{t("list.project")}</option>
        {sorted.map((column) => (
          <option key={column.key} value={column.key}>
            {t(column.sort === "status" ? "list.worstFirst" : column.title)}
          </option>
        ))}
      </select>
      <button
        type="button"
        className="iconbtn"
        aria-label={way}
        title={way}
        onClick={() => view.sortBy(view.sort, up ? "desc" : "asc")}
      >
        {up ? <ArrowUp size={16} aria-hidden /> : <ArrowDown size={16} aria-hidden />}
      </button>
    </div>
  );
}
