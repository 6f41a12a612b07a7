import type { CommandRow } from "@heliograph/contract/control/commands";
import type { ProjectInfo } from "@heliograph/contract/monitoring/project-figures";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useServerText } from "../../../platform/i18n.tsx";
import { useWords } from "../../../platform/words.ts";
import { Link } from "react-router";
import { DataTable } from "../../../ui/data-table/DataTable.tsx";
import { PanelNote } from "../../../ui/feedback/states.tsx";
import { Panel } from "../../../ui/layout/Panel.tsx";
import { useControlView } from "../control-view.ts";
import { useCommandCard } from "./CommandCard.tsx";
import { useCommandColumns } from "./command-columns.tsx";
import { lastCommandsQuery, useFollowCommands } from "./command-queries.ts";
import { CommandHistory } from "./CommandHistory.tsx";
import { isHistoryIn } from "./history-view.ts";
import styles from "./CommandTable.module.css";

/** What a project's plants were told last, or the whole history where the address says so. */
export function LastCommandsPanel({ project }: { project: ProjectInfo }) {
  const { search } = useControlView();
  useFollowCommands(project.project_uid);
  return isHistoryIn(search) ? <CommandHistory project={project} /> : <Last project={project} />;
}

function Last({ project }: { project: ProjectInfo }) {
  const { text } = useWords();
  const serverText = useServerText();
  const { view, show, search } = useControlView();
  const query = useQuery({ ...lastCommandsQuery(project.project_uid), placeholderData: keepPreviousData });
  const columns = useCommandColumns(project.timezone);
  const card = useCommandCard(project.timezone);
  const { data } = query;
  const shown = view.command ?? data?.items[0]?.command_uid ?? null;
  const all = new URLSearchParams(search);
  all.set("history", "1");
  return (
    <Panel
      flush
      title={text("command.last")}
      extra={
        <>
          <span className={styles.stages}>{text("command.stages")}</span>
          {data !== undefined && data.total_items > 0 && (
            <Link className={styles.all} to={`?${all.toString()}`}>
              {text("command.all", { n: data.total_items })}
            </Link>
          )}
        </>
      }
    >
      <DataTable<CommandRow>
        label={text("command.last")}
        columns={columns}
        rows={data?.items}
        idOf={({ command_uid }) => command_uid}
        failed={
          query.isError && data === undefined
            ? {
                title: text("Data is not available"),
                hint: serverText(query.error.message),
                retry: () => void query.refetch(),
                retryLabel: text("Try again"),
              }
            : null
        }
        empty={<PanelNote text={text("command.none")} />}
        onOpen={({ command_uid }) => show(command_uid)}
        isMarked={({ command_uid }) => command_uid === shown}
        card={card}
      />
    </Panel>
  );
}
