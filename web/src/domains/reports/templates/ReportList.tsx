import { allReports, removeReport, type ProjectReport } from "@heliograph/contract/reports/templates/reports";
import type { UseQueryResult } from "@tanstack/react-query";
import { Download, Eye, Pencil, Plus, Trash2 } from "lucide-react";
import { useMemo, useState } from "react";
import { useCall } from "../../../platform/api.ts";
import { refusalText } from "../../../platform/http.ts";
import { useServerText } from "../../../platform/i18n.tsx";
import { pageTexts, useWords, type Words } from "../../../platform/words.ts";
import { Button } from "../../../ui/controls/Button.tsx";
import { Confirm } from "../../../ui/controls/windows/Confirm.tsx";
import type { Column } from "../../../ui/data-table/columns.ts";
import { DataTable } from "../../../ui/data-table/DataTable.tsx";
import { say } from "../../../ui/feedback/say.ts";
import { Blank } from "../../../ui/feedback/states.tsx";
import page from "../../../ui/layout/Page.module.css";
import { Panel } from "../../../ui/layout/Panel.tsx";
import { Spacer } from "../../../ui/layout/Spacer.tsx";
import type { ReportPlace } from "./report-draft.ts";
import { useReportDownload } from "./use-report-download.ts";
import styles from "./Reports.module.css";

interface Acts {
  readonly open: (report_uid: string) => void;
  readonly download: (report: ProjectReport) => void;
  readonly remove: (report: ProjectReport) => void;
  /** The report whose file is being made; null: none. */
  readonly busy: string | null;
}

/** The reports of the project with what may be done to each. */
export function ReportList(given: {
  place: ReportPlace;
  reports: UseQueryResult<{ items: ProjectReport[]; total_items: number }>;
  page: { page: number; size: number; onPage: (page: number) => void };
  open: (report: string) => void;
}) {
  const { place, reports, open } = given;
  const { text } = useWords();
  const serverText = useServerText();
  const [leaving, setLeaving] = useState<ProjectReport | null>(null);
  const file = useReportDownload();
  const { busy, download } = file;
  const columns = useReportColumns({ open, download, remove: setLeaving, busy });
  const { data } = reports;
  return (
    <Panel flush>
      {place.mayWrite && (
        <div className={page.toolbar}>
          <Spacer />
          <Button type="primary" icon={<Plus size={16} aria-hidden />} onClick={() => open("new")}>
            {text("reports.add")}
          </Button>
        </div>
      )}
      <DataTable
        label={text("Report")}
        columns={columns}
        rows={data?.items}
        idOf={({ report_uid }) => report_uid}
        nameOf={({ title }) => title}
        pages={{
          size: given.page.size,
          texts: pageTexts(text),
          of: { page: given.page.page, total: data?.total_items ?? 0, onPage: given.page.onPage },
        }}
        failed={
          reports.isError && data === undefined
            ? {
                title: text("Something went wrong"),
                hint: serverText(reports.error.message),
                retry: () => void reports.refetch(),
                retryLabel: text("Try again"),
              }
            : null
        }
        empty={<Blank small title={text("reports.none")} hint={text("reports.noneHint")} />}
      />
      {leaving !== null && <RemoveQuestion report={leaving} close={() => setLeaving(null)} />}
    </Panel>
  );
}

function RemoveQuestion({ report, close }: { report: ProjectReport; close: () => void }) {
  const { text } = useWords();
  const serverText = useServerText();
  const removing = useCall(removeReport, [allReports]);
  return (
    <Confirm
      danger
      title={text("Are you sure?")}
      hint={text("reports.removeHint", { title: report.title })}
      yes={text("reports.remove")}
      no={text("No")}
      run={() =>
        removing
          .mutateAsync({ query: { report_uid: report.report_uid } })
          .then(() => say.success(text("Successful delete")))
          .catch((error: unknown) => say.error(serverText(refusalText(error))))
      }
      close={close}
    />
  );
}

function useReportColumns({ open, download, remove, busy }: Acts): readonly Column<ProjectReport>[] {
  const words = useWords();
  return useMemo(
    () => [...whatColumns(words), actColumn(words, { open, download, remove, busy })],
    [words, open, download, remove, busy],
  );
}

function whatColumns({ text, format }: Words): Column<ProjectReport>[] {
  return [
    { id: "title", label: text("reports.title"), rowHead: true, value: ({ title }) => title },
    {
      id: "projects",
      label: text("reports.projects"),
      value: ({ project_names }) => project_names.join(", "),
    },
    {
      id: "schedule",
      label: text("reports.repeat"),
      value: ({ schedule }) => text(`reports.repeat.${schedule}`),
    },
    { id: "period", label: text("reports.period"), value: ({ period }) => text(`reports.period.${period}`) },
    {
      id: "delivery",
      label: text("reports.delivery"),
      value: ({ delivery_method }) => text(`reports.delivery.${delivery_method}`),
    },
    {
      id: "next",
      label: text("reports.next"),
      value: ({ next, timezone }) => (next === null ? null : format.dateTime(Date.parse(next.at), timezone)),
    },
  ];
}

const actColumn = ({ text }: Words, { open, download, remove, busy }: Acts): Column<ProjectReport> => ({
  id: "acts",
  label: text("reports.acts"),
  hideLabel: true,
  value: () => null,
  cell: (report) => (
    <span className={styles.acts}>
      <Button
        size="small"
        icon={report.may_change ? <Pencil size={15} aria-hidden /> : <Eye size={15} aria-hidden />}
        onClick={() => open(report.report_uid)}
      >
        {text(report.may_change ? "reports.edit" : "reports.preview")}
      </Button>
      <Button
        size="small"
        icon={<Download size={15} aria-hidden />}
        loading={busy === report.report_uid}
        onClick={() => download(report)}
      >
        {text("reports.download")}
      </Button>
      {report.may_change && (
        <Button
          size="small"
          icon={<Trash2 size={15} aria-hidden />}
          aria-label={text("reports.removeOf", { title: report.title })}
          onClick={() => remove(report)}
        />
      )}
    </span>
  ),
});
