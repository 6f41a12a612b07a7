import { useMemo } from "react";
import { DataTable } from "../../../ui/data-table/DataTable.tsx";
import type { Column } from "../../../ui/data-table/columns.ts";
import { digitsOf, type ToolStatistic } from "./chart-tool-content.ts";
import { useWords, type Words } from "../words.ts";
import styles from "./ChartToolPlot.module.css";

function statisticColumns(words: Words): Column<ToolStatistic>[] {
  const { text, format } = words;
  return [
    {
      id: "series",
      label: text("chartTool.series"),
      value: ({ name }) => name,
      cell: ({ name, unit }) => (
        <>
          {name} <em className={styles.unit}>{unit}</em>
        </>
      ),
    },
    ...(["min", "max", "mean", "sum"] as const).map((id) => ({
      id,
      label: text(`chartTool.${id}`),
      numeric: true,
      value: (one: ToolStatistic) => one[id],
      cell: (one: ToolStatistic) => format.number(one[id], digitsOf(one[id], one.unit)),
    })),
  ];
}

/** Least, most, mean and sum of each series that is drawn. */
export function ChartToolStatistics({ statistics }: { statistics: readonly ToolStatistic[] }) {
  const words = useWords();
  const columns = useMemo(() => statisticColumns(words), [words]);
  return (
    <DataTable
      className={styles.statistics ?? ""}
      label={words.text("chartTool.statistics")}
      columns={columns}
      rows={statistics}
      idOf={({ key }) => key}
      empty={null}
      card={false}
    />
  );
}
