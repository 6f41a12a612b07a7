import { isOpenRun, type ReportRun } from "@heliograph/contract/reports/runs";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useServerText } from "../../../platform/i18n.tsx";
import { pageTexts, useWords } from "../../../platform/words.ts";
import { DataTable } from "../../../ui/data-table/DataTable.tsx";
import { Blank } from "../../../ui/feedback/states.tsx";
import { Panel } from "../../../ui/layout/Panel.tsx";
import { useRunColumns } from "./run-columns.tsx";
import { pollMs, RUNS_PER_PAGE, runsQuery } from "./run-queries.ts";

/** What the person has had made: how far it is, its files, and what may be done with each. */
export function RunsPanel() {
  const { text } = useWords();
  const serverText = useServerText();
  const [page, setPage] = useState(1);
  const runs = useQuery({
    ...runsQuery(page),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => pollMs(state.data?.items),
  });
  const columns = useRunColumns();
  const { data } = runs;
  return (
    <Panel flush title={text("runs.title")}>
      <p role="status" hidden={data?.items.some(isOpenRun) !== true}>
        {text("runs.working")}
      </p>
      <DataTable<ReportRun>
        label={text("runs.title")}
        columns={columns}
        rows={data?.items}
        idOf={({ run_uid }) => run_uid}
        pages={{
          size: RUNS_PER_PAGE,
          texts: pageTexts(text),
          of: { page, total: data?.total_items ?? 0, onPage: setPage },
        }}
        failed={
          runs.isError && data === undefined
            ? {
                title: text("Something went wrong"),
                hint: serverText(runs.error.message),
                retry: () => void runs.refetch(),
                retryLabel: text("Try again"),
              }
            : null
        }
        empty={<Blank small title={text("runs.none")} hint={text("runs.noneHint")} />}
      />
    </Panel>
  );
}
