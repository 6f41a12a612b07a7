import { App, Button, Input } from "antd";
import { Download, Search } from "lucide-react";
import { useState } from "react";
import { Refused } from "../../platform/http.ts";
import { useSaid, useText } from "../../platform/i18n.tsx";
import type { PlantStatus } from "../../ui/status-tokens.ts";
import type { ColumnOrder } from "./column-order.ts";
import { ColumnsMenu } from "./ColumnsMenu.tsx";
import type { Column } from "./columns.tsx";
import { saveFile } from "./csv.ts";
import { exportList } from "./export-list.ts";
import type { ListType, ListView } from "./list-view.ts";
import { unitText } from "./ProjectTable.tsx";
import { STATUS_ORDER, STATUS_TEXTS } from "./status-texts.ts";

interface ToolbarProps {
  readonly type: ListType;
  readonly view: ListView;
  /** Projects that match the search, by shown status; null until they are known. */
  readonly counts: Readonly<Record<PlantStatus, number>> | null;
  /** In the order shown. */
  readonly columns: readonly Column[];
  readonly order: ColumnOrder<string>;
  /** Cards have no columns to order. */
  readonly narrow: boolean;
}

/** Search, filter by status, order of the columns, export. */
export function ListToolbar({ type, view, counts, columns, order, narrow }: ToolbarProps) {
  const t = useText();
  return (
    <div className="toolbar">
      <Input
        allowClear
        className="find"
        prefix={<Search size={16} aria-hidden />}
        placeholder={t("list.search")}
        aria-label={t("list.search")}
        type="search"
        maxLength={100}
        value={view.typed}
        onChange={(event) => view.type(event.target.value)}
        onPressEnter={view.searchNow}
      />
      <StatusChips view={view} counts={counts} />
      <span className="grow" />
      {!narrow && (
        <>
          <ColumnsMenu columns={columns} order={order} />
          <ExportButton type={type} view={view} columns={columns} />
        </>
      )}
    </div>
  );
}

function StatusChips({ view, counts }: Pick<ToolbarProps, "view" | "counts">) {
  const t = useText();
  const all = counts === null ? null : STATUS_ORDER.reduce((sum, status) => sum + counts[status], 0);
  return (
    <div className="chips" role="group" aria-label={t("list.status")}>
      <button
        type="button"
        className="chip"
        aria-pressed={view.status === null}
        onClick={() => view.filter(null)}
      >
        {t("list.all")}
        <b>{all}</b>
      </button>
      {STATUS_ORDER.map((status) => (
        <button
          type="button"
          key={status}
          className="chip"
          aria-pressed={view.status === status}
          onClick={() => view.filter(view.status === status ? null : status)}
        >
          {t(STATUS_TEXTS[status])}
          <b>{counts?.[status]}</b>
        </button>
      ))}
    </div>
  );
}

function ExportButton({ type, view, columns }: Pick<ToolbarProps, "type" | "view" | "columns">) {
  const t = useText();
  const said = useSaid();
  const { message } = App.useApp();
  const [busy, setBusy] = useState(false);
  const title = (column: Column | "name" | "address") => {
    if (column === "name") return t("list.project");
    if (column === "address") return t("Address");
    return column.unit === undefined ? t(column.title) : `${t(column.title)} (${unitText(t, column.unit)})`;
  };
  const run = async () => {
    setBusy(true);
    try {
      saveFile(
        `${type}-projects-${new Date().toISOString().slice(0, 10)}.csv`,
        await exportList({ type, view, columns, title }),
      );
    } catch (error) {
      void message.error(said(error instanceof Refused ? error.message : "Something went wrong"));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button
      icon={<Download size={16} />}
      loading={busy}
      aria-label={t(busy ? "list.exporting" : "list.export")}
      title={t("list.export")}
      onClick={() => void run()}
    />
  );
}
