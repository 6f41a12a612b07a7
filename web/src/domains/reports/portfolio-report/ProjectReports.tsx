import { localDay } from "@heliograph/contract/kernel/time";
import { REPORT_BINS } from "@heliograph/contract/reports/portfolio-report";
import { useState } from "react";
import type { ProjectReportsProps } from "../../../platform/screen-parts/screen-parts.ts";
import { useWords } from "../../../platform/words.ts";
import { browserZone } from "../../../platform/zone.ts";
import { Button } from "../../../ui/controls/Button.tsx";
import { ProjectReportDialog } from "./ProjectReportDialog.tsx";
import { firstDays } from "./report-view.ts";
import styles from "./PortfolioReport.module.css";

/** The report of one of the projects, of the days that the form of reports begins with, and the way to those beside it. */
export function ProjectReports({ projects, open, close }: ProjectReportsProps) {
  const { text } = useWords();
  const [at, setAt] = useState(0);
  const [range] = useState(() => ({
    ...firstDays(localDay(browserZone(), Date.now())),
    bin: REPORT_BINS[0] ?? ("15_minutes" as const),
  }));
  const project = projects[at];
  if (project === undefined) return null;
  const last = projects.length - 1;
  const steps = (
    <div className={styles["steps"]}>
      <Button disabled={at === 0} onClick={() => setAt(at - 1)}>
        {text("report.projectBefore")}
      </Button>
      <span role="status">{text("report.projectAt", { n: at + 1, of: projects.length })}</span>
      <Button disabled={at === last} onClick={() => setAt(at + 1)}>
        {text("report.projectAfter")}
      </Button>
    </div>
  );
  return (
    <ProjectReportDialog
      row={{ ...range, ...project }}
      open={open}
      close={close}
      {...(last > 0 ? { footer: steps } : {})}
    />
  );
}
