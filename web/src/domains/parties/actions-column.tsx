import type { ReactNode } from "react";
import type { useText } from "../../platform/i18n.tsx";
import type { Column } from "../../ui/data-table/columns.ts";

/** The column with what can be done with a row. */
export const actionsColumn = <Row,>(
  t: ReturnType<typeof useText>,
  cell: (row: Row) => ReactNode,
): Column<Row> => ({ id: "actions", label: t("parties.actions"), hideLabel: true, value: () => null, cell });
