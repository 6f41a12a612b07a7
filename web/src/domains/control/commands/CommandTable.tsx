import type { CommandRow } from "@heliograph/contract/control/commands";
import type { UseQueryResult } from "@tanstack/react-query";
import { useServerText } from "../../../platform/i18n.tsx";
import { useWords } from "../../../platform/words.ts";
import { DataTable } from "../../../ui/data-table/DataTable.tsx";
import type { DataTableProps } from "../../../ui/data-table/table-props.ts";
import { PanelNote } from "../../../ui/feedback/states.tsx";
import { useControlView } from "../control-view.ts";
import { useCommandCard } from "./CommandCard.tsx";
import { useCommandColumns } from "./command-columns.tsx";

/** Commands, of which one is marked; a press shows the life of another. */
export function CommandTable(given: {
  label: string;
  query: UseQueryResult<{ items: readonly CommandRow[] }>;
  /** Whose clocks are shown. */
  timezone: string;
  marked: string | null;
  /** What is said where there are none. */
  none: string;
  pages?: DataTableProps<CommandRow>["pages"];
}) {
  const { label, query, timezone, marked, none, pages } = given;
  const { text } = useWords();
  const serverText = useServerText();
  const { show } = useControlView();
  const columns = useCommandColumns(timezone);
  const card = useCommandCard(timezone);
  const { data } = query;
  return (
    <DataTable<CommandRow>
      label={label}
      columns={columns}
      rows={data?.items}
      idOf={({ command_uid }) => command_uid}
      failed={
        query.isError && data === undefined
          ? {
              title: text("Data is not available"),
              hint: serverText(query.error.message),
              retry: () => void query.refetch(),
              retryLabel: text("Try again"),
            }
          : null
      }
      empty={<PanelNote text={none} />}
      onOpen={({ command_uid }) => show(command_uid)}
      isMarked={({ command_uid }) => command_uid === marked}
      card={card}
      {...(pages === undefined ? {} : { pages })}
    />
  );
}
