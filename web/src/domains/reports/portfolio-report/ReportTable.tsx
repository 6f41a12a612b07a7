import type { ProjectReportData } from "@heliograph/contract/reports/portfolio-report";
import { useMemo } from "react";
import { useWords, type Words } from "../../../platform/words.ts";
import type { Column } from "../../../ui/data-table/columns.ts";
import { reportDay } from "./report-view.ts";

/** A bin of a report with the day that it is of. */
interface BinRow {
  readonly id: string;
  readonly index: number;
  /** Of bins under a day; null: the bin is a day or a month itself. */
  readonly day: string;
  readonly time: string | null;
  readonly record: ProjectReportData["project_data"][number]["binsize_data"][number]["record"];
}

const CLOCK = /^\d\d:\d\d-/;

/** The bins of the tabs, one after the other. */
export function reportBinRows(tabs: ProjectReportData["project_data"]): BinRow[] {
  return tabs
    .flatMap(({ calculate_day, binsize_data }) =>
      binsize_data.map(({ binsize, record }) => {
        const isClock = CLOCK.test(binsize);
        return { day: isClock ? calculate_day : binsize, time: isClock ? binsize : null, record };
      }),
    )
    .map((row, at) => ({ ...row, id: String(at), index: at + 1 }));
}

/** True where anything of the plant's production is known. */
export const isKnown = (tabs: ProjectReportData["project_data"]): boolean =>
  tabs.some(({ binsize_data }) => binsize_data.some(({ record }) => record.gateway_status !== "Inactive"));

/** The columns of M90; a ratio only where bins are days or months. */
export function useBinColumns(withRatio: boolean): readonly Column<BinRow>[] {
  const words = useWords();
  return useMemo(
    () => [
      ...timeColumns(words, !withRatio),
      ...energyColumns(words),
      ...(withRatio ? [ratioColumn(words)] : []),
      statusColumn(words),
    ],
    [words, withRatio],
  );
}

const timeColumns = ({ text }: Words, withTime: boolean): Column<BinRow>[] => [
  { id: "index", label: text("report.index"), numeric: true, value: ({ index }) => index },
  { id: "day", label: text("report.day"), rowHead: true, value: ({ day }) => reportDay(day) },
  ...(withTime ? [{ id: "time", label: text("report.time"), value: ({ time }: BinRow) => time }] : []),
];

const energyColumns = ({ text, format }: Words): Column<BinRow>[] => {
  const column = (id: string, label: string, of: (record: BinRow["record"]) => number | null) => ({
    id,
    label,
    numeric: true,
    value: ({ record }: BinRow) => of(record),
    cell: ({ record }: BinRow) => {
      const value = of(record);
      return value === null ? "–" : format.number(value, 3);
    },
  });
  return [
    column("inverter", text("report.inverter"), (record) => record.inverter_production),
    column("inverterMonth", text("report.inverterMonth"), (record) => record.inverter_accumulation),
    column("meter", text("report.meter"), (record) => record.metter_production),
    column("meterMonth", text("report.meterMonth"), (record) => record.metter_accumulation),
  ];
};

const ratioColumn = ({ text, format }: Words): Column<BinRow> => ({
  id: "ratio",
  label: text("report.ratio"),
  numeric: true,
  value: ({ record }) => record.pr_data,
  cell: ({ record }) => (record.pr_data === null ? "–" : format.number(record.pr_data, 2)),
});

const statusColumn = ({ text }: Words): Column<BinRow> => ({
  id: "status",
  label: text("report.status"),
  value: ({ record }) => text(record.gateway_status === "Inactive" ? "report.inactive" : "report.active"),
});
