import type { ProjectReport } from "@heliograph/contract/reports/templates/reports";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { ArrowLeft } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { useSearchParams } from "react-router";
import { useGuarded } from "../../../platform/form/unsaved.ts";
import { useServerText, useText } from "../../../platform/i18n.tsx";
import { Button } from "../../../ui/controls/Button.tsx";
import { Skeleton } from "../../../ui/feedback/states.tsx";
import { LoadFailed, mayChange, ProjectPage } from "../../fleet/index.ts";
import type { ReportPlace } from "./report-draft.ts";
import { ReportList } from "./ReportList.tsx";
import { REPORTS_PER_PAGE, reportQuery, reportsQuery } from "./report-queries.ts";

const ReportEditor = lazy(async () => ({ default: (await import("./ReportEditor.tsx")).ReportEditor }));

/** /report/{id}: the reports of a project, and one of them as it is built and as it will look (M16). */
export default function ReportScreen() {
  const text = useText();
  return (
    <ProjectPage title="Report" meta={({ timezone }) => timezone}>
      {(uid, project) =>
        project === undefined ? (
          <Skeleton width="100%" height={320} />
        ) : (
          <Reports
            key={uid}
            place={{
              uid,
              name: project.project_ssoc_name,
              timezone: project.timezone,
              mayWrite: mayChange(project),
              title: text("Report"),
            }}
          />
        )
      }
    </ProjectPage>
  );
}

function Reports({ place }: { place: ReportPlace }) {
  const [address, setAddress] = useSearchParams();
  const [page, setPage] = useState(1);
  const guarded = useGuarded();
  const reports = useQuery({ ...reportsQuery(place.uid, page), placeholderData: keepPreviousData });
  const open = address.get("report");
  const go = (report: string | null) =>
    setAddress(
      (now) => {
        const next = new URLSearchParams(now);
        if (report === null) next.delete("report");
        else next.set("report", report);
        return next;
      },
      { preventScrollReset: true },
    );
  const back = () => guarded(() => go(null));
  if (open !== null) {
    const listed = reports.data?.items.find(({ report_uid }) => report_uid === open);
    return (
      <Suspense fallback={<Skeleton width="100%" height={600} />}>
        {open === "new" ? (
          <ReportEditor key={open} place={place} report={null} opened={go} back={back} />
        ) : (
          <OneReport key={open} {...{ place, listed, back }} report_uid={open} opened={go} />
        )}
      </Suspense>
    );
  }
  return (
    <ReportList
      place={place}
      reports={reports}
      page={{ page, size: REPORTS_PER_PAGE, onPage: setPage }}
      open={go}
    />
  );
}

/** A report by its address, on whatever page of the list it stands. */
function OneReport({
  report_uid,
  listed,
  ...given
}: {
  place: ReportPlace;
  report_uid: string;
  /** As the list has it; undefined: it stands on another page, or the list is not here yet. */
  listed: ProjectReport | undefined;
  opened: (report_uid: string) => void;
  back: () => void;
}) {
  const text = useText();
  const serverText = useServerText();
  const report = useQuery({
    ...reportQuery(report_uid),
    ...(listed === undefined ? {} : { placeholderData: listed }),
  });
  if (report.data !== undefined) return <ReportEditor {...given} report={report.data} />;
  return report.isError ? (
    <>
      <LoadFailed hint={serverText(report.error.message)} retry={() => void report.refetch()} />
      <Button type="text" icon={<ArrowLeft size={16} aria-hidden />} onClick={given.back}>
        {text("Report")}
      </Button>
    </>
  ) : (
    <Skeleton width="100%" height={600} />
  );
}
