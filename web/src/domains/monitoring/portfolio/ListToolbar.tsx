import type { ShownStatus } from "@heliograph/contract/kernel/plant-status";
import { Download, List, Map as MapIcon } from "lucide-react";
import { useState } from "react";
import { refusalText } from "../../../platform/http.ts";
import { useFormat } from "../../../platform/format.ts";
import { useLang, useServerText, useText } from "../../../platform/i18n.tsx";
import { ProjectReportPart } from "../../../platform/screen-parts/ProjectReportPart.tsx";
import { Button } from "../../../ui/controls/Button.tsx";
import { ColumnChooser } from "../../../ui/data-table/ColumnChooser.tsx";
import type { Column, ColumnLayout } from "../../../ui/data-table/columns.ts";
import { Segmented } from "../../../ui/controls/Segmented.tsx";
import { FilterChips } from "../../../ui/controls/FilterChips.tsx";
import { say } from "../../../ui/feedback/say.ts";
import { SearchField } from "../../../ui/controls/SearchField.tsx";
import type { ListColumn } from "./columns.tsx";
import { fileColumns } from "./list-columns.tsx";
import type { ListRow } from "./list-row.ts";
import { saveFile } from "../../../platform/save-file.ts";
import { exportList } from "./export-list.ts";
import type { useListMode } from "./list-address.ts";
import type { ChosenProjects } from "./list-data.ts";
import { ListOrder } from "./ListOrder.tsx";
import type { ListType, ListView } from "./list-view.ts";
import styles from "./ListToolbar.module.css";
import { STATUS_ORDER, STATUS_TEXTS } from "../../../platform/status-texts.ts";
import page from "../../../ui/layout/Page.module.css";

interface ToolbarProps {
  readonly type: ListType;
  readonly view: ListView;
  /** Projects that match the search, by shown status; null until they are known. */
  readonly counts: Readonly<Record<ShownStatus, number>> | null;
  readonly columns: readonly ListColumn[];
  readonly table: readonly Column<ListRow>[];
  readonly layout: ColumnLayout;
  readonly onLayout: (layout: ColumnLayout) => void;
  /** Cards have no columns to order. */
  readonly narrow: boolean;
  /** Whether rows are shown or a map, and how to choose; null: this list has no map. */
  readonly mode: ReturnType<typeof useListMode> | null;
  /** The projects that are chosen for a report; null: there are no reports of them. */
  readonly choice: ChosenProjects | null;
}

/** Search, filter by status, order of the columns, export. */
export function ListToolbar(given: ToolbarProps) {
  const { type, view, counts, columns, table, layout, onLayout, narrow, mode, choice } = given;
  const t = useText();
  const rows = mode?.mode !== "map";
  const chooser = {
    title: t("list.columns"),
    hint: t("list.columnsHint"),
    up: (name: string) => t("list.columnUp", { name }),
    down: (name: string) => t("list.columnDown", { name }),
    reset: t("list.columnsReset"),
  };
  return (
    <div className={page.toolbar}>
      <SearchField
        className={styles.search ?? ""}
        label={t("list.search")}
        clearLabel={t("list.clearSearch")}
        value={view.typed}
        onType={view.type}
        onEnter={view.searchNow}
      />
      <StatusChips view={view} counts={counts} />
      <div className={styles.end}>
        {rows &&
          (narrow ? (
            <ListOrder view={view} columns={columns} />
          ) : (
            <ColumnChooser columns={table} layout={layout} onLayout={onLayout} texts={chooser} />
          ))}
        {rows && choice !== null && <ReportOfChosen choice={choice} />}
        {rows && <ExportButton type={type} view={view} columns={fileColumns(table, layout, t)} />}
        {mode !== null && (
          <Segmented
            label={t("map.view")}
            value={mode.mode}
            onChange={mode.choose}
            options={[
              { value: "rows", label: <List size={16} aria-hidden />, name: t("map.asList") },
              { value: "map", label: <MapIcon size={16} aria-hidden />, name: t("map.asMap") },
            ]}
          />
        )}
      </div>
    </div>
  );
}

/** Reports of the projects that are chosen; the first press makes the rows ones that can be. */
function ReportOfChosen({ choice }: { choice: ChosenProjects }) {
  const t = useText();
  return (
    <>
      <ProjectReportPart projects={choice.projects} onNone={choice.begin} />
      {choice.choosing && (
        <Button type="text" onClick={choice.end}>
          {t("Cancel")}
        </Button>
      )}
    </>
  );
}

function StatusChips({ view, counts }: Pick<ToolbarProps, "view" | "counts">) {
  const t = useText();
  const format = useFormat();
  const shown = (count: number | null) => (count === null ? null : format.number(count));
  const all = counts === null ? null : STATUS_ORDER.reduce((sum, status) => sum + counts[status], 0);
  return (
    <FilterChips
      label={t("list.status")}
      all={{ label: t("list.all"), count: shown(all) }}
      chips={STATUS_ORDER.map((status) => ({
        key: status,
        label: t(STATUS_TEXTS[status]),
        count: shown(counts?.[status] ?? null),
      }))}
      chosen={view.status}
      onChoose={view.filter}
    />
  );
}

function ExportButton({
  type,
  view,
  columns,
}: Pick<ToolbarProps, "type" | "view"> & { columns: readonly Column<ListRow>[] }) {
  const t = useText();
  const serverText = useServerText();
  const lang = useLang();
  const format = useFormat();
  /** Share of the projects that have arrived; null while nothing is exported. */
  const [share, setShare] = useState<number | null>(null);
  const busy = share !== null;
  const doing = busy ? `${t("list.exporting")} ${format.percent(100 * share, 0)}` : t("list.export");
  const run = async () => {
    setShare(0);
    const progress = (count: number, all: number) => setShare(all === 0 ? 1 : count / all);
    try {
      saveFile(
        `${type}-projects-${new Date().toISOString().slice(0, 10)}.csv`,
        await exportList({ type, view, columns, lang, progress }),
      );
    } catch (error) {
      say.error(serverText(refusalText(error)));
    } finally {
      setShare(null);
    }
  };
  return (
    <>
      {busy && <output className={styles.progress}>{doing}</output>}
      <Button
        icon={<Download size={16} aria-hidden />}
        loading={busy}
        aria-label={doing}
        title={t("list.export")}
        onClick={() => void run()}
      />
    </>
  );
}
