import type { ControlledProject } from "@heliograph/contract/control/projects";
import { useQuery } from "@tanstack/react-query";
import { ChevronLeft, ChevronRight } from "lucide-react";
import { useEffect, useState } from "react";
import { useServerText } from "../../../platform/i18n.tsx";
import { useWords } from "../../../platform/words.ts";
import { Button } from "../../../ui/controls/Button.tsx";
import { SearchField } from "../../../ui/controls/SearchField.tsx";
import { PanelNote, Skeleton } from "../../../ui/feedback/states.tsx";
import { Panel } from "../../../ui/layout/Panel.tsx";
import { controlProjectsQuery, projectHint, PROJECTS_A_PAGE } from "./control-projects.ts";
import styles from "./ControlProjects.module.css";

/** The pause in typing after which projects are looked for, ms. */
const PAUSE_MS = 300;

/** The projects to choose from, ten at a time; `chosen` is the uid of the one that is open. */
export function ControlProjects({ chosen, open }: { chosen: string | null; open: (uid: string) => void }) {
  const { text } = useWords();
  const serverText = useServerText();
  const [typed, setTyped] = useState("");
  const [page, setPage] = useState(1);
  const keyword = useRested(typed.trim());
  const query = useQuery(controlProjectsQuery(keyword, page));
  const type = (next: string) => {
    setTyped(next);
    setPage(1);
  };
  const { data } = query;
  return (
    <Panel title={text("control.project")} className={styles.panel} renewing={query.isPlaceholderData}>
      <SearchField
        label={text("control.find")}
        clearLabel={text("list.clearSearch")}
        value={typed}
        onType={type}
      />
      {query.isError && data === undefined ? (
        <PanelNote
          text={serverText(query.error.message)}
          retry={{ label: text("Try again"), run: () => void query.refetch() }}
        />
      ) : data === undefined ? (
        <Waiting />
      ) : data.data.length === 0 ? (
        <PanelNote text={text("control.noProject")} />
      ) : (
        <>
          <ul className={styles.list} aria-label={text("control.project")}>
            {data.data.map((project) => (
              <li key={project.project_uid}>
                <Entry project={project} chosen={project.project_uid === chosen} open={open} />
              </li>
            ))}
          </ul>
          <Pages page={page} total={data.paginate_info.total_item} onPage={setPage} />
        </>
      )}
    </Panel>
  );
}

function Entry(given: { project: ControlledProject; chosen: boolean; open: (uid: string) => void }) {
  const { project, chosen, open } = given;
  const { text } = useWords();
  return (
    <button
      type="button"
      className={styles.entry}
      disabled={project.gateways === 0}
      aria-current={chosen ? "true" : undefined}
      onClick={() => open(project.project_uid)}
    >
      <b>{project.project_ssoc_name}</b>
      <span>
        {projectHint(project, text)}
        {project.silent_gateways > 0 && (
          <>
            {" · "}
            <em>{text("control.silent", { n: project.silent_gateways })}</em>
          </>
        )}
      </span>
    </button>
  );
}

function Pages({ page, total, onPage }: { page: number; total: number; onPage: (page: number) => void }) {
  const { text } = useWords();
  const from = (page - 1) * PROJECTS_A_PAGE + 1;
  const to = Math.min(total, page * PROJECTS_A_PAGE);
  return (
    <nav className={styles.pages} aria-label={text("list.pages")}>
      <span>{text("control.range", { from, to, n: total })}</span>
      <Button
        type="text"
        aria-label={text("list.pageBefore")}
        icon={<ChevronLeft size={16} aria-hidden />}
        disabled={page === 1}
        onClick={() => onPage(page - 1)}
      />
      <Button
        type="text"
        aria-label={text("list.pageAfter")}
        icon={<ChevronRight size={16} aria-hidden />}
        disabled={to >= total}
        onClick={() => onPage(page + 1)}
      />
    </nav>
  );
}

function Waiting() {
  return (
    <div className={styles.list} aria-busy>
      {Array.from({ length: 6 }, (_, line) => (
        <Skeleton key={line} width="100%" height={44} />
      ))}
    </div>
  );
}

/** The value, once it has stood still for a moment. */
function useRested(value: string): string {
  const [rested, setRested] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return rested;
}
