import { useCallback, useMemo } from "react";
import { useSearchParams } from "react-router";
import { useFormat } from "../../../platform/format.ts";
import { useServerText, useText } from "../../../platform/i18n.tsx";
import { pageTexts } from "../../../platform/words.ts";
import { Button } from "../../../ui/controls/Button.tsx";
import { Pagination } from "../../../ui/controls/Pagination.tsx";
import { wholeLayout, type Column, type ColumnLayout } from "../../../ui/data-table/columns.ts";
import { DataTable } from "../../../ui/data-table/DataTable.tsx";
import { Blank } from "../../../ui/feedback/states.tsx";
import type { ListColumn } from "./columns.tsx";
import { sortOf, sortView } from "./list-columns.tsx";
import type { ChosenProjects, ListData } from "./list-data.ts";
import type { ListRow } from "./list-row.ts";
import { ITEMS_PER_PAGE, type ListView } from "./list-view.ts";
import styles from "./ListRows.module.css";
import { RowsSkeleton } from "./ListSkeleton.tsx";
import { ProjectCard } from "./ProjectCard.tsx";
import { TryAgain } from "./TryAgain.tsx";

interface ListRowsProps {
  readonly data: ListData;
  readonly view: ListView;
  readonly columns: readonly ListColumn[];
  readonly table: readonly Column<ListRow>[];
  readonly layout: ColumnLayout;
  readonly open: (row: ListRow) => void;
  /** Cards, as there is no room for the table. */
  readonly narrow: boolean;
  /** The projects that are chosen; null: none can be. */
  readonly choice: ChosenProjects | null;
}

/** The projects of the page, as the server orders them; a press on one opens it. */
export function ListRows({ data, view, columns, table, layout, open, narrow, choice }: ListRowsProps) {
  const t = useText();
  const serverText = useServerText();
  const [parameters] = useSearchParams();
  const marked = parameters.get("project_uid");
  const total = data.list.data?.paginate_data.total_items;
  const inOrder = useMemo(() => {
    const keys = columns.map(({ key }) => key);
    return wholeLayout(keys, layout).order.flatMap((key) => columns.filter((column) => column.key === key));
  }, [columns, layout]);
  const card = useCallback(
    (row: ListRow) => <ProjectCard row={row} columns={inOrder} open={open} />,
    [inOrder, open],
  );
  const known = total !== undefined && (total === 0 || data.rows.length > 0);
  const retry = { retry: () => void data.refresh(), retryLabel: t("Try again") };
  return (
    <>
      <DataTable
        className={data.list.isPlaceholderData ? styles.stale : undefined}
        label={t("list.table")}
        columns={table}
        layout={layout}
        // A page beyond the last one has none: the last is on its way.
        rows={known ? data.rows : undefined}
        idOf={(row) => row.uid}
        nameOf={(row) => row.name}
        {...(choice === null || !choice.choosing ? {} : { selected: choice.ids, onSelect: choice.choose })}
        failed={
          data.list.isError && total === undefined
            ? { title: t("list.failed"), hint: serverText(data.list.error.message), ...retry }
            : null
        }
        waiting={<RowsSkeleton narrow={narrow} />}
        empty={<NoMatch data={data} view={view} />}
        sort={sortOf(columns, view)}
        onSort={(sort) => sortView(columns, view, sort)}
        onOpen={open}
        isMarked={(row) => row.uid === marked}
        cards={narrow}
        card={card}
      />
      {known && (!narrow || total > ITEMS_PER_PAGE) && <Pages view={view} total={total} brief={narrow} />}
    </>
  );
}

/** The pages of the list; not `brief`, with which of how many projects are shown. */
function Pages({ view, total, brief }: { view: ListView; total: number; brief: boolean }) {
  const t = useText();
  const format = useFormat();
  const first = (view.page - 1) * ITEMS_PER_PAGE + 1;
  const shown = {
    a: format.number(first),
    b: format.number(Math.min(total, first + ITEMS_PER_PAGE - 1)),
    n: format.number(total),
  };
  return (
    <Pagination
      className={styles.pages ?? ""}
      current={view.page}
      pageSize={ITEMS_PER_PAGE}
      total={total}
      texts={pageTexts(t)}
      {...(brief ? {} : { note: t("list.showing", shown) })}
      onChange={view.goTo}
    />
  );
}

function NoMatch({ data, view }: Pick<ListRowsProps, "data" | "view">) {
  const t = useText();
  return (
    <Blank
      small
      title={t("list.noMatch")}
      hint={t("list.noMatchHint")}
      action={
        <div className={styles.actions}>
          <Button onClick={view.clear}>{t("list.clearFilter")}</Button>
          <TryAgain refresh={data.refresh} />
        </div>
      }
    />
  );
}
