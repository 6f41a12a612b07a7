import {
  makeReportEdition,
  reportEditionFile,
  reportEditions,
  type ReportEdition,
} from "@heliograph/contract/reports/templates/editions";
import type { ProjectReport } from "@heliograph/contract/reports/templates/reports";
import { useQuery } from "@tanstack/react-query";
import { Ban, CalendarClock, CircleCheck, Download, LoaderCircle, TriangleAlert } from "lucide-react";
import { useCall } from "../../../platform/api.ts";
import { download } from "../../../platform/download.ts";
import { refusalText } from "../../../platform/http.ts";
import { useServerText } from "../../../platform/i18n.tsx";
import { fileName, saveFile } from "../../../platform/save-file.ts";
import { useWords } from "../../../platform/words.ts";
import { Button } from "../../../ui/controls/Button.tsx";
import { say } from "../../../ui/feedback/say.ts";
import { Panel } from "../../../ui/layout/Panel.tsx";
import { RunAgainForm } from "./RunAgainForm.tsx";
import { editionsQuery } from "./report-queries.ts";
import styles from "./Reports.module.css";

const SOON_MS = 1500;

/** When the report is made next, what was made of it, and by how much its figures have changed since. */
export function EditionList({ report }: { report: ProjectReport }) {
  const { text, format } = useWords();
  const serverText = useServerText();
  const { report_uid, next, timezone } = report;
  const runs = useQuery({
    ...editionsQuery(report_uid),
    refetchInterval: ({ state }) =>
      state.data?.items.some((one) => one.state === "queued" || one.state === "running") === true
        ? SOON_MS
        : false,
  });
  const make = useCall(makeReportEdition, [reportEditions]);
  const again = (edition: ReportEdition) =>
    make.mutate(
      { body: { report_uid, from_date: edition.from_date, to_date: edition.to_date } },
      {
        onSuccess: ({ message }) => say.success(serverText(message)),
        onError: (error) => say.error(serverText(refusalText(error))),
      },
    );
  return (
    <Panel title={text("reports.runs")}>
      <RunAgainForm report={report} />
      <ul className={styles.runs}>
        {next !== null && (
          <li>
            <CalendarClock size={16} aria-hidden />
            <span>
              <strong>{format.dateTime(Date.parse(next.at), timezone)}</strong>
              <small>{`${format.day(next.from_date)} – ${format.day(next.to_date)}`}</small>
            </span>
          </li>
        )}
        {(runs.data?.items ?? []).map((edition) => (
          <Edition key={edition.run_uid} {...{ edition, report }} again={() => again(edition)} />
        ))}
      </ul>
    </Panel>
  );
}

const MARKS = {
  queued: LoaderCircle,
  running: LoaderCircle,
  done: CircleCheck,
  failed: TriangleAlert,
  cancelled: Ban,
} as const;

function Edition(given: { edition: ReportEdition; report: ProjectReport; again: () => void }) {
  const { edition, report, again } = given;
  const { text, format } = useWords();
  const serverText = useServerText();
  const Mark = MARKS[edition.state];
  const revised = edition.revised_kwh ?? 0;
  const save = () =>
    download(reportEditionFile, { query: { run_uid: edition.run_uid } })
      .then((file) => saveFile(fileName(`${report.title} ${edition.from_date}`, "pdf"), file))
      .catch((error: unknown) => say.error(serverText(refusalText(error))));
  return (
    <li data-state={edition.state}>
      {edition.state === "done" ? (
        <Mark size={16} role="img" aria-label={text("reports.state.done")} />
      ) : (
        <Mark size={16} aria-hidden />
      )}
      <span>
        <strong>{format.dateTime(Date.parse(edition.asked_at), report.timezone)}</strong>
        <small>
          {`${format.day(edition.from_date)} – ${format.day(edition.to_date)}`}
          {edition.sent_to > 0 && `, ${text("reports.sentTo", { n: edition.sent_to })}`}
        </small>
        {edition.state !== "done" && <small>{text(`reports.state.${edition.state}`)}</small>}
        {edition.error !== null && <small>{serverText(edition.error.message)}</small>}
        {revised !== 0 && (
          <small>
            {text("reports.revised", {
              kwh: `${revised > 0 ? "+" : "−"}${format.number(Math.abs(revised), 1)}`,
            })}
          </small>
        )}
      </span>
      <span className={styles.acts}>
        {edition.state === "done" && (
          <Button
            size="small"
            icon={<Download size={15} aria-hidden />}
            aria-label={text("reports.download")}
            onClick={() => void save()}
          />
        )}
        <Button size="small" onClick={again}>
          {text("reports.runAgain")}
        </Button>
      </span>
    </li>
  );
}
