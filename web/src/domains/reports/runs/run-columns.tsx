import {
  cancelRun,
  isOpenRun,
  listRuns,
  removeRun,
  runAgain,
  type ReportRun,
} from "@heliograph/contract/reports/runs";
import { Download, RotateCcw, Trash2, X } from "lucide-react";
import { useMemo } from "react";
import { useCall } from "../../../platform/api.ts";
import { refusalText } from "../../../platform/http.ts";
import { useServerText } from "../../../platform/i18n.tsx";
import { useWords, type Words } from "../../../platform/words.ts";
import { browserZone } from "../../../platform/zone.ts";
import { Button } from "../../../ui/controls/Button.tsx";
import type { Column } from "../../../ui/data-table/columns.ts";
import { say } from "../../../ui/feedback/say.ts";
import { useRunFile } from "./use-run-file.ts";
import styles from "./Runs.module.css";

/** The columns of what was made. */
export function useRunColumns(): readonly Column<ReportRun>[] {
  const words = useWords();
  return useMemo(() => [...whatColumns(words), stateColumn(words), actionColumn(words)], [words]);
}

const whatColumns = ({ text, format }: Words): Column<ReportRun>[] => [
  { id: "title", label: text("runs.what"), rowHead: true, value: ({ title }) => title },
  { id: "kind", label: text("runs.kind"), value: ({ kind }) => text(`runs.kind.${kind}`) },
  {
    id: "asked",
    label: text("runs.asked"),
    value: ({ asked_at }) => format.dateTime(Date.parse(asked_at), browserZone()),
  },
];

const stateColumn = ({ text }: Words): Column<ReportRun> => ({
  id: "state",
  label: text("runs.state"),
  value: ({ state }) => text(`runs.state.${state}`),
  cell: (run) => <State run={run} />,
});

function State({ run }: { run: ReportRun }) {
  const { text, format } = useWords();
  const serverText = useServerText();
  const said = text(`runs.state.${run.state}`);
  if (run.state === "running") {
    return (
      <span className={styles["state"]}>
        <progress className={styles["progress"]} value={run.progress} max={1} aria-label={said} />
        {format.number(run.progress * 100, 0)} %
      </span>
    );
  }
  const hint =
    run.error !== null
      ? serverText(run.error.message)
      : run.state === "done"
        ? run.file === null
          ? text("runs.gone")
          : run.file.expires_at === null
            ? null
            : text("runs.keptUntil", { day: format.dateTime(Date.parse(run.file.expires_at), browserZone()) })
        : null;
  return (
    <span className={styles["state"]} data-state={run.state}>
      <span>{said}</span>
      {hint !== null && <small>{hint}</small>}
    </span>
  );
}

const actionColumn = ({ text }: Words): Column<ReportRun> => ({
  id: "actions",
  label: text("runs.actions"),
  hideLabel: true,
  value: () => null,
  cell: (run) => <Actions run={run} />,
});

function Actions({ run }: { run: ReportRun }) {
  const { text } = useWords();
  const serverText = useServerText();
  const file = useRunFile();
  const cancel = useCall(cancelRun, [listRuns]);
  const again = useCall(runAgain, [listRuns]);
  const remove = useCall(removeRun, [listRuns]);
  const refused = { onError: (error: Error) => say.error(serverText(refusalText(error))) };
  const { run_uid } = run;
  if (isOpenRun(run)) {
    return (
      <Button
        size="small"
        icon={<X size={15} aria-hidden />}
        loading={cancel.isPending}
        onClick={() => cancel.mutate({ body: { run_uid } }, refused)}
      >
        {text("runs.cancel")}
      </Button>
    );
  }
  return (
    <span className={styles["actions"]}>
      {run.file === null ? (
        <Button
          size="small"
          icon={<RotateCcw size={15} aria-hidden />}
          loading={again.isPending}
          onClick={() => again.mutate({ body: { run_uid } }, refused)}
        >
          {text("runs.again")}
        </Button>
      ) : (
        <Button
          size="small"
          icon={<Download size={15} aria-hidden />}
          loading={file.waits}
          onClick={() => file.save(run)}
        >
          {text("runs.download")}
        </Button>
      )}
      <Button
        size="small"
        type="bare"
        icon={<Trash2 size={15} aria-hidden />}
        aria-label={text("runs.remove", { title: run.title })}
        onClick={() => remove.mutate({ query: { run_uid } }, refused)}
      />
    </span>
  );
}
