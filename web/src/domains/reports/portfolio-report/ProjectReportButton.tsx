import { localDay } from "@heliograph/contract/kernel/time";
import { REPORT_BINS } from "@heliograph/contract/reports/portfolio-report";
import { CalendarDays } from "lucide-react";
import { lazy, useState } from "react";
import type { ProjectReportProps } from "../../../platform/screen-parts/screen-parts.ts";
import { useWords } from "../../../platform/words.ts";
import { browserZone } from "../../../platform/zone.ts";
import { Button } from "../../../ui/controls/Button.tsx";
import { OnceOpened } from "../../../ui/feedback/OnceOpened.tsx";
import { say } from "../../../ui/feedback/say.ts";
import { firstDays } from "./report-view.ts";
import styles from "./PortfolioReport.module.css";

const ProjectReportDialog = lazy(async () => ({
  default: (await import("./ProjectReportDialog.tsx")).ProjectReportDialog,
}));

interface Shown extends Pick<ProjectReportProps, "projects"> {
  readonly open: boolean;
  /** The place among the projects of the one that is shown. */
  readonly at: number;
}

/** Opens the reports of the projects that were chosen in a list, of the days that the form of reports begins with (M175). */
export function ProjectReportButton({ projects, onNone }: ProjectReportProps) {
  const { text } = useWords();
  const [shown, setShown] = useState<Shown>();
  const open = () => {
    if (projects.length > 0) return setShown({ projects, open: true, at: 0 });
    say.warning(text("Please select at least one project."));
    return onNone();
  };
  return (
    <>
      <Button icon={<CalendarDays size={16} aria-hidden />} onClick={open}>
        {text("export.projectReport")}
      </Button>
      {shown !== undefined && <Reports shown={shown} onShown={setShown} />}
    </>
  );
}

/** The report of one of the projects, with the way to those beside it. */
function Reports({ shown, onShown }: { shown: Shown; onShown: (shown: Shown) => void }) {
  const { text } = useWords();
  const { projects, at, open } = shown;
  const [range] = useState(() => ({
    ...firstDays(localDay(browserZone(), Date.now())),
    bin: REPORT_BINS[0] ?? ("15_minutes" as const),
  }));
  const project = projects[at];
  if (project === undefined) return null;
  const last = projects.length - 1;
  const steps = (
    <div className={styles["steps"]}>
      <Button disabled={at === 0} onClick={() => onShown({ ...shown, at: at - 1 })}>
        {text("report.projectBefore")}
      </Button>
      <span role="status">{text("report.projectAt", { n: at + 1, of: projects.length })}</span>
      <Button disabled={at === last} onClick={() => onShown({ ...shown, at: at + 1 })}>
        {text("report.projectAfter")}
      </Button>
    </div>
  );
  return (
    <OnceOpened open={open}>
      <ProjectReportDialog
        row={{ ...range, ...project }}
        open={open}
        close={() => onShown({ ...shown, open: false })}
        {...(last > 0 ? { footer: steps } : {})}
      />
    </OnceOpened>
  );
}
