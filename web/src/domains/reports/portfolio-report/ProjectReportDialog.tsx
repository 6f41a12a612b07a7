import type { ProjectReportData } from "@heliograph/contract/reports/portfolio-report";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useMemo, useState, type ReactNode } from "react";
import { useWords } from "../../../platform/words.ts";
import { Dialog } from "../../../ui/controls/windows/Dialog.tsx";
import { Tabs } from "../../../ui/controls/Tabs.tsx";
import { DataTable } from "../../../ui/data-table/DataTable.tsx";
import { say } from "../../../ui/feedback/say.ts";
import { Blank, PanelNote, Skeleton } from "../../../ui/feedback/states.tsx";
import { FailedReport, projectReportQuery } from "./report-queries.ts";
import { reportFailure } from "./report-failure.ts";
import { reportDay, type ReportView } from "./report-view.ts";
import { isKnown, reportBinRows, useBinColumns } from "./ReportTable.tsx";

/** As high as its table scrolls (M73). */
const TABLE_PX = 350;

type ProjectTabs = ProjectReportData["project_data"];

/** The report of one project: a tab for each calculated day, a table of its bins (M73). */
export function ProjectReportDialog({
  row,
  open,
  close,
  footer,
}: {
  row: Omit<ReportView, "projects"> & { readonly project_uid: string; readonly name: string };
  open: boolean;
  close: () => void;
  /** Below it, where there is something to be pressed. */
  footer?: ReactNode;
}) {
  const { text } = useWords();
  const { data, error, isError, refetch } = useQuery({
    ...projectReportQuery(row.project_uid, row),
    enabled: open,
  });
  const known = data !== undefined && data !== null && isKnown(data.project_data);
  const handled = text("Project report handled successfully");
  useEffect(() => {
    if (open && known) say.success(handled);
  }, [open, known, handled]);
  return (
    <Dialog
      open={open}
      onClose={close}
      width={1240}
      title={text("report.projectReport", { project: row.name })}
      description={data?.timezone ?? ""}
      {...(footer === undefined ? {} : { footer })}
    >
      {isError ? (
        <PanelNote
          text={text(reportFailure(error.cause, error instanceof FailedReport ? error.elapsedMs : 0))}
          retry={{ label: text("Try again"), run: () => void refetch() }}
        />
      ) : data === undefined ? (
        <Skeleton width="100%" height={TABLE_PX} />
      ) : known ? (
        <Days key={row.project_uid} tabs={data.project_data} row={row} />
      ) : (
        <Blank small title={text("report.updating", { project: row.name })} />
      )}
    </Dialog>
  );
}

function Days({
  tabs,
  row,
}: {
  tabs: ProjectTabs;
  row: { readonly bin: ReportView["bin"]; readonly name: string };
}) {
  const { text } = useWords();
  const [chosen, setChosen] = useState(tabs[0]?.calculate_day ?? "");
  const columns = useBinColumns(row.bin === "1_days" || row.bin === "1_months");
  const tab = tabs.find(({ calculate_day }) => calculate_day === chosen);
  const rows = useMemo(() => reportBinRows(tab === undefined ? [] : [tab]), [tab]);
  return (
    <Tabs
      label={text("report.days")}
      tabs={tabs.map(({ calculate_day }) => ({ key: calculate_day, label: reportDay(calculate_day) }))}
      value={chosen}
      onChange={setChosen}
    >
      <DataTable
        label={text("report.projectReport", { project: row.name })}
        columns={columns}
        rows={rows}
        idOf={({ id }) => id}
        dense
        height={`${TABLE_PX}px`}
        empty={<Blank small title={text("Data is not available")} />}
      />
    </Tabs>
  );
}
