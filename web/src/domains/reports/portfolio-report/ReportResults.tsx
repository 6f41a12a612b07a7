import { makePortfolioReport, REPORT_LIMITS } from "@heliograph/contract/reports/portfolio-report";
import { listRuns } from "@heliograph/contract/reports/runs";
import { useQuery } from "@tanstack/react-query";
import { CalendarDays, Download, Table2 } from "lucide-react";
import { lazy, useMemo, useState } from "react";
import { useCall } from "../../../platform/api.ts";
import { refusalText } from "../../../platform/http.ts";
import { useLang, useServerText } from "../../../platform/i18n.tsx";
import { pageTexts, useWords, type Words } from "../../../platform/words.ts";
import { Button } from "../../../ui/controls/Button.tsx";
import type { Column } from "../../../ui/data-table/columns.ts";
import { DataTable } from "../../../ui/data-table/DataTable.tsx";
import { OnceOpened } from "../../../ui/feedback/OnceOpened.tsx";
import { say } from "../../../ui/feedback/say.ts";
import { Blank } from "../../../ui/feedback/states.tsx";
import { Panel } from "../../../ui/layout/Panel.tsx";
import { useRunFile } from "../runs/use-run-file.ts";
import { reportProjectsQuery } from "./report-queries.ts";
import { reportDay, type ReportView } from "./report-view.ts";
import styles from "./PortfolioReport.module.css";

const ReportPreview = lazy(async () => ({ default: (await import("./ReportPreview.tsx")).ReportPreview }));
const ProjectReportDialog = lazy(async () => ({
  default: (await import("./ProjectReportDialog.tsx")).ProjectReportDialog,
}));

/** A project of the report (M87). */
interface ResultRow extends Omit<ReportView, "projects"> {
  readonly project_uid: string;
  readonly name: string;
}

/** What was asked for, a row for each project, five a page (M85, M88, M89). */
export function ReportResults({ view }: { view: ReportView | null }) {
  const { text } = useWords();
  const projects = useQuery(reportProjectsQuery());
  const [shown, setShown] = useState<{ open: boolean; row: ResultRow; as: "preview" | "report" }>();
  const columns = useResultColumns((row, as) => setShown({ open: true, row, as }));
  const Shown = shown?.as === "report" ? ProjectReportDialog : ReportPreview;
  const rows = useMemo(() => {
    const names = new Map(projects.data?.items.map(({ project_uid, name }) => [project_uid, name]));
    const { projects: uids = [], ...range } = view ?? { from: "", to: "", bin: "15_minutes" as const };
    return uids.flatMap((project_uid): ResultRow[] => {
      const name = names.get(project_uid);
      return name === undefined ? [] : [{ ...range, project_uid, name }];
    });
  }, [projects.data, view]);
  return (
    <Panel flush title={text("report.results")}>
      <DataTable
        label={text("report.results")}
        columns={columns}
        rows={view === null || projects.data !== undefined ? rows : undefined}
        idOf={({ project_uid }) => project_uid}
        pages={{ size: REPORT_LIMITS.page, texts: pageTexts(text) }}
        empty={<Blank small title={text("report.none")} hint={text("report.noneHint")} />}
      />
      {shown !== undefined && (
        <OnceOpened open={shown.open}>
          <Shown row={shown.row} open={shown.open} close={() => setShown({ ...shown, open: false })} />
        </OnceOpened>
      )}
    </Panel>
  );
}

function useResultColumns(show: Show): readonly Column<ResultRow>[] {
  const words = useWords();
  const [open] = useState(() => ({ show }));
  return useMemo(() => [...rangeColumns(words), actionColumn(words, open.show)], [words, open]);
}

const rangeColumns = ({ text }: Words): Column<ResultRow>[] => [
  { id: "name", label: text("report.project"), rowHead: true, value: ({ name }) => name },
  { id: "bin", label: text("report.bin"), value: ({ bin }) => text(`report.bin.${bin}`) },
  { id: "from", label: text("report.from"), value: (row) => endOf(row, row.from) },
  { id: "to", label: text("report.to"), value: (row) => endOf(row, row.to) },
];

const endOf = ({ bin }: ResultRow, day: string) => reportDay(bin === "1_months" ? day.slice(0, 7) : day);

type Show = (row: ResultRow, as: "preview" | "report") => void;

const actionColumn = ({ text }: Words, show: Show): Column<ResultRow> => ({
  id: "actions",
  label: text("report.actions"),
  hideLabel: true,
  value: () => null,
  cell: (row) => (
    <span className={styles["actions"]}>
      <Button size="small" icon={<Table2 size={15} aria-hidden />} onClick={() => show(row, "preview")}>
        {text("report.preview")}
      </Button>
      <Button size="small" icon={<CalendarDays size={15} aria-hidden />} onClick={() => show(row, "report")}>
        {text("report.byDay")}
      </Button>
      <SheetButton row={row} />
    </span>
  ),
});

/** Has the spreadsheet of one project made, and saves it when it is. */
function SheetButton({ row }: { row: ResultRow }) {
  const { text } = useWords();
  const lang = useLang();
  const serverText = useServerText();
  const making = useCall(makePortfolioReport, [listRuns]);
  const file = useRunFile();
  const make = async () => {
    try {
      const { run } = await making.mutateAsync({
        body: {
          project_uid: [row.project_uid],
          from_date: row.from,
          to_date: row.to,
          binsize: row.bin,
          lang,
        },
      });
      file.await(run.run_uid);
    } catch (error) {
      say.error(serverText(refusalText(error)));
    }
  };
  return (
    <Button
      size="small"
      icon={<Download size={15} aria-hidden />}
      loading={making.isPending || file.waits}
      onClick={() => void make()}
    >
      {text("report.download")}
    </Button>
  );
}
