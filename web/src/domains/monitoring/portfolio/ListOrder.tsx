import { ArrowDown, ArrowUp } from "lucide-react";
import { useText } from "../../../platform/i18n.tsx";
import { Button } from "../../../ui/controls/Button.tsx";
import { Select } from "../../../ui/controls/Select.tsx";
import type { ListColumn } from "./columns.tsx";
import { sortOf, sortView } from "./list-columns.tsx";
import styles from "./ListOrder.module.css";
import type { ListView } from "./list-view.ts";

/** The order of the list where there are no column heads to press: what by, and which way. */
export function ListOrder({ view, columns }: { view: ListView; columns: readonly ListColumn[] }) {
  const t = useText();
  const up = view.order === "asc";
  const way = t(up ? "list.sortDown" : "list.sortUp");
  const sorted = columns.filter(({ sort }) => sort !== undefined);
  const choose = (by: string) => {
    // As the heads do: numbers first from the greatest, statuses from the worst.
    const down = sorted.find(({ key }) => key === by)?.number ?? false;
    sortView(columns, view, { by, down });
  };
  return (
    <div className={styles.order}>
      <Select
        className={styles.by}
        label={t("list.order")}
        hideLabel
        value={sortOf(columns, view)?.by ?? null}
        onChange={choose}
        options={[
          { value: "name", label: t("list.project") },
          ...sorted.map(({ key, sort, title }) => ({
            value: key,
            label: t(sort === "status" ? "list.worstFirst" : title),
          })),
        ]}
      />
      <Button
        icon={up ? <ArrowUp size={16} aria-hidden /> : <ArrowDown size={16} aria-hidden />}
        aria-label={way}
        title={way}
        onClick={() => view.sortBy(view.sort, up ? "desc" : "asc")}
      />
    </div>
  );
}
