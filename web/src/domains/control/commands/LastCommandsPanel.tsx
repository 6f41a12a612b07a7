import type { ProjectInfo } from "@heliograph/contract/monitoring/project-figures";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useWords } from "../../../platform/words.ts";
import { Link } from "react-router";
import { Panel } from "../../../ui/layout/Panel.tsx";
import { useControlView } from "../control-view.ts";
import { lastCommandsQuery, useFollowCommands } from "./command-queries.ts";
import { CommandHistory } from "./CommandHistory.tsx";
import { isHistoryIn } from "./history-view.ts";
import { CommandTable } from "./CommandTable.tsx";
import styles from "./CommandTable.module.css";

/** What a project's plants were told last, or the whole history where the address says so. */
export function LastCommandsPanel({ project }: { project: ProjectInfo }) {
  const { search } = useControlView();
  useFollowCommands(project.project_uid);
  return isHistoryIn(search) ? <CommandHistory project={project} /> : <Last project={project} />;
}

function Last({ project }: { project: ProjectInfo }) {
  const { text } = useWords();
  const { view, search } = useControlView();
  const query = useQuery({ ...lastCommandsQuery(project.project_uid), placeholderData: keepPreviousData });
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
      <CommandTable
        label={text("command.last")}
        query={query}
        timezone={project.timezone}
        marked={shown}
        none={text("command.none")}
      />
    </Panel>
  );
}
