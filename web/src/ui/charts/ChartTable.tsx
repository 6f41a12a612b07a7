import { useMemo } from "react";
import type { PaginationTexts } from "../controls/Pagination.tsx";
import type { Column } from "../data-table/columns.ts";
import { DataTable } from "../data-table/DataTable.tsx";
import { type ChartContent, visibleSeries } from "./chart-content.ts";
import { type ChartLanguage, useChartLanguage } from "./chart-language.ts";
import styles from "./charts.module.css";

/** One row of a chart, by its number. */
interface ChartRow {
  readonly at: number;
}
interface Props {
  readonly content: ChartContent;
  /** Keys of series that are left out. */
  readonly hidden?: ReadonlySet<string>;
  /** Of the whole, px; more rows scroll. */
  readonly height: number;
  /** Given: so many rows at a time, with the buttons of the pages. */
  readonly pages?: { readonly size: number; readonly texts: PaginationTexts };
}

const NONE: ReadonlySet<string> = new Set();
/** Of its frame, above and below, and before what follows, px. */
const EDGES = 10;

/** The chart's rows as a table that scrolls within the chart's height; each is named by its first cell. */
export function ChartTable({ content, hidden = NONE, height, pages }: Props) {
  const language = useChartLanguage();
  const rows = useMemo(() => content.rowNames.map((_, at) => ({ at })), [content]);
  const columns = useMemo(() => chartColumns(content, hidden, language), [content, hidden, language]);
  return (
    <DataTable
      label={content.title}
      summary={content.summary}
      columns={columns}
      rows={rows}
      idOf={({ at }) => String(at)}
      empty={null}
      card={false}
      dense
      whole
      height={`${height - EDGES}px`}
      className={styles.table}
      {...(pages === undefined ? {} : { pages })}
    />
  );
}

function chartColumns(
  content: ChartContent,
  hidden: ReadonlySet<string>,
  { texts, number }: ChartLanguage,
): Column<ChartRow>[] {
  const { rowTitle, rowNames, notes, series } = content;
  const noted = notes?.some((note) => note !== null) ?? false;
  const note = ({ at }: ChartRow) => notes?.[at] ?? "";
  return [
    // In their own order: their names are times and devices.
    {
      id: "row",
      label: rowTitle,
      rowHead: true,
      sortable: true,
      value: ({ at }) => at,
      cell: ({ at }) => rowNames[at],
    },
    ...visibleSeries(series, hidden).map(({ key, name, unit, values, digits }): Column<ChartRow> => ({
      id: `series ${key}`,
      label: name,
      unit,
      numeric: true,
      sortable: true,
      value: ({ at }) => values[at] ?? null,
      cell: ({ at }) => number(values[at] ?? null, digits),
    })),
    ...(noted
      ? [
          {
            id: "note",
            label: texts.note,
            value: note,
            cell: (row: ChartRow) => <span className={styles.note}>{note(row)}</span>,
          },
        ]
      : []),
  ];
}
