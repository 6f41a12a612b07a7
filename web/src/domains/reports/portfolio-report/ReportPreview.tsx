import { REPORT_LIMITS } from "@heliograph/contract/reports/portfolio-report";
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { pageTexts, useWords } from "../../../platform/words.ts";
import { Dialog } from "../../../ui/controls/windows/Dialog.tsx";
import { DataTable } from "../../../ui/data-table/DataTable.tsx";
import { Blank } from "../../../ui/feedback/states.tsx";
import { FailedReport, projectReportQuery } from "./report-queries.ts";
import { reportFailure } from "./report-failure.ts";
import type { ReportView } from "./report-view.ts";
import { reportBinRows, isKnown, useBinColumns } from "./ReportTable.tsx";

/** All bins of a project, five a page (M89, M90, ruling 26). */
export function ReportPreview({
  row,
  open,
  close,
}: {
  row: Omit<ReportView, "projects"> & { readonly project_uid: string; readonly name: string };
  open: boolean;
  close: () => void;
}) {
  const { text } = useWords();
  const { data, error, isError, refetch } = useQuery({
    ...projectReportQuery(row.project_uid, row),
    enabled: open,
  });
  const columns = useBinColumns(row.bin === "1_days" || row.bin === "1_months");
  const tabs = data?.project_data;
  const rows = useMemo(() => (tabs === undefined ? [] : isKnown(tabs) ? reportBinRows(tabs) : []), [tabs]);
  const zone = data?.timezone ?? "";
  return (
    <Dialog
      open={open}
      onClose={close}
      width={1240}
      title={text("report.previewOf", { project: row.name })}
      description={zone}
    >
      <DataTable
        label={text("report.previewOf", { project: row.name })}
        columns={columns}
        rows={data === undefined ? undefined : rows}
        idOf={({ id }) => id}
        dense
        pages={{ size: REPORT_LIMITS.page, texts: pageTexts(text) }}
        failed={
          isError
            ? {
                title: text(reportFailure(error.cause, error instanceof FailedReport ? error.elapsedMs : 0)),
                retry: () => void refetch(),
                retryLabel: text("Try again"),
              }
            : null
        }
        empty={
          <Blank
            small
            title={text("Data is not available")}
            hint={text("report.updating", { project: row.name })}
          />
        }
      />
    </Dialog>
  );
}
