import type {
  ImportDraft,
  ImportPreview,
  ImportWish,
} from "@heliograph/contract/telemetry/import/import-shapes";
import { useMemo, useState } from "react";
import { useServerText } from "../../../platform/i18n.tsx";
import { useWords } from "../../../platform/words.ts";
import { Button } from "../../../ui/controls/Button.tsx";
import { TextField } from "../../../ui/controls/TextField.tsx";
import type { Column } from "../../../ui/data-table/columns.ts";
import { DataTable } from "../../../ui/data-table/DataTable.tsx";
import { PanelNote } from "../../../ui/feedback/states.tsx";
import { Panel } from "../../../ui/layout/Panel.tsx";
import {
  DeviceCell,
  QuantityCell,
  quantityLabel,
  UnitCell,
  ValueCell,
  type Cells,
  type ColumnWish,
} from "./ColumnCells.tsx";
import { columnCounts, columnRows, type ColumnRow } from "./column-rows.ts";
import styles from "./ImportColumns.module.css";

interface Props {
  readonly preview: ImportPreview;
  readonly draft: ImportDraft;
  readonly onWish: (wish: ImportWish) => void;
}

/** What the columns of files mean: device, quantity, unit, and a value of each; or why the files cannot be read. */
export function ImportColumns({ preview, draft, onWish }: Props) {
  const words = useWords();
  const { text, format } = words;
  const serverText = useServerText();
  const { columns, fault, first_lines: lines } = preview;
  const counts = columnCounts(columns);
  const about = text("import.used", {
    u: format.number(counts.used),
    m: format.number(counts.all),
    n: format.number(counts.devices),
  });
  return (
    <Panel
      flush
      title={
        <>
          {text("import.columns")} {columns.length > 0 && <span className={styles.about}>{about}</span>}
        </>
      }
    >
      {fault !== null && (
        <div className={styles.fault} role="alert">
          <p>{text("import.unreadable", { why: serverText(fault) })}</p>
          {lines.length > 0 && <pre>{lines.join("\n")}</pre>}
          {preview.assumes === null && <FormatField {...{ draft, onWish }} />}
        </div>
      )}
      {columns.length > 0 && <ColumnTable {...{ preview, draft, onWish }} />}
    </Panel>
  );
}

/** How stamps are written, where that is not known. */
function FormatField({ draft, onWish }: Omit<Props, "preview">) {
  const { text } = useWords();
  const [format, setFormat] = useState(draft.wish.time.format ?? "");
  return (
    <div className={styles.format}>
      <TextField
        label={text("import.format")}
        hint={text("import.formatHint")}
        value={format}
        onChange={setFormat}
      />
      <Button
        disabled={format.trim() === ""}
        onClick={() => onWish({ ...draft.wish, time: { ...draft.wish.time, format: format.trim() } })}
      >
        {text("import.apply")}
      </Button>
    </div>
  );
}

function ColumnTable({ preview, draft, onWish }: Props) {
  const words = useWords();
  const { text } = words;
  const [unfolded, setUnfolded] = useState<ReadonlySet<string>>(new Set());
  const rows = useMemo(() => columnRows(preview.columns, unfolded), [preview.columns, unfolded]);
  const shown = useMemo(() => {
    const change = (name: string, entry: ColumnWish | null) =>
      onWish({ ...draft.wish, columns: { ...draft.wish.columns, [name]: entry } });
    const unfold = (id: string) => setUnfolded((before) => new Set([...before, id]));
    const tell = (stamp: "start" | "end") => onWish({ ...draft.wish, time: { ...draft.wish.time, stamp } });
    return tableColumns({ words, preview, draft, change, unfold, tell });
  }, [words, preview, draft, onWish]);
  return (
    <DataTable
      label={text("import.columns")}
      columns={shown}
      rows={rows}
      idOf={({ id }) => id}
      empty={<PanelNote text={text("import.noColumns")} />}
    />
  );
}

function tableColumns(cells: Cells): readonly Column<ColumnRow>[] {
  return [fileColumn(cells), ...meaningColumns(cells), valueColumn(cells)];
}

function fileColumn({ words: { text }, unfold }: Cells): Column<ColumnRow> {
  return {
    id: "file",
    label: text("import.inFile"),
    width: 180,
    rowHead: true,
    value: (row) => row.id,
    cell: (row) =>
      row.kind === "one" ? (
        <code className={styles.name} data-out={row.column.role === "left_out" || undefined}>
          {row.column.name}
        </code>
      ) : (
        <button type="button" className={styles.unfold} onClick={() => unfold(row.id)}>
          {text("import.same", { first: row.devices[0] ?? "", last: row.devices.at(-1) ?? "" })}
        </button>
      ),
  };
}

const each = (values: readonly string[]) => [...new Set(values)].join(", ");

/** What is said of each column: device, quantity and unit. */
function meaningColumns(cells: Cells): Column<ColumnRow>[] {
  const { words } = cells;
  const { text, format } = words;
  return [
    {
      id: "device",
      label: text("import.device"),
      value: () => null,
      cell: (row) =>
        row.kind === "one" ? (
          <DeviceCell column={row.column} cells={cells} />
        ) : (
          text("import.devices", { n: format.number(row.devices.length) })
        ),
    },
    {
      id: "quantity",
      label: text("import.quantity"),
      value: () => null,
      cell: (row) =>
        row.kind === "one" ? (
          <QuantityCell column={row.column} cells={cells} />
        ) : (
          each(
            row.columns.flatMap(({ quantity }) =>
              quantity === null ? [] : [quantityLabel(words, quantity)],
            ),
          )
        ),
    },
    {
      id: "unit",
      label: text("import.unit"),
      value: () => null,
      cell: (row) =>
        row.kind === "one" ? (
          <UnitCell column={row.column} cells={cells} />
        ) : (
          each(row.columns.flatMap(({ unit }) => unit ?? []))
        ),
    },
  ];
}

function valueColumn({ words, preview: { sampled_at: at } }: Cells): Column<ColumnRow> {
  const { text } = words;
  return {
    id: "value",
    label: at === null ? text("import.value") : text("import.valueAt", { time: at }),
    numeric: true,
    value: () => null,
    cell: (row) => <ValueCell row={row} words={words} />,
  };
}
