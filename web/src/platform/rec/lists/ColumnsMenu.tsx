import { useText } from "../../i18n.tsx";
import { Checkbox } from "../../../ui/controls/Checkbox.tsx";
import { ColumnChooser } from "../../../ui/data-table/ColumnChooser.tsx";
import type { Column } from "../../../ui/data-table/columns.ts";
import { usePhone } from "../../../ui/layout/media.ts";
import type { TableLook } from "./use-table-look.ts";

/** The menu of a table's columns: which are shown and in which order, and on a phone the table itself, which scrolls sideways (C79). */
export function ColumnsMenu<Row>({ look, columns }: { look: TableLook; columns: readonly Column<Row>[] }) {
  const t = useText();
  const phone = usePhone();
  return (
    <ColumnChooser
      columns={columns}
      layout={look.look}
      onLayout={look.change}
      onReset={look.reset}
      hides
      texts={{
        title: t("registry.columns"),
        hint: t("registry.columnsHint"),
        up: (name) => t("registry.columnUp", { name }),
        down: (name) => t("registry.columnDown", { name }),
        reset: t("registry.columnsReset"),
      }}
    >
      {phone && (
        <Checkbox
          label={t("registry.asTable")}
          checked={look.look.asTable}
          onChange={(asTable) => look.change({ asTable })}
        />
      )}
    </ColumnChooser>
  );
}
