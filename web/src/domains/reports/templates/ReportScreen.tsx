import type { ProjectReport } from "@heliograph/contract/reports/templates/reports";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import { useSearchParams } from "react-router";
import { useGuarded } from "../../../platform/form/unsaved.ts";
import { useText } from "../../../platform/i18n.tsx";
import { Skeleton } from "../../../ui/feedback/states.tsx";
import { mayChange, ProjectPage } from "../../fleet/index.ts";
import type { ReportPlace } from "./report-draft.ts";
import { ReportList } from "./ReportList.tsx";
import { REPORTS_PER_PAGE, reportsQuery } from "./report-queries.ts";

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
  const chosen: ProjectReport | undefined = reports.data?.items.find(({ report_uid }) => report_uid === open);
  if (open !== null && (open === "new" || chosen !== undefined)) {
    return (
      <Suspense fallback={<Skeleton width="100%" height={600} />}>
        <ReportEditor
          key={open}
          place={place}
          report={chosen ?? null}
          opened={go}
          back={() => guarded(() => go(null))}
        />
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
