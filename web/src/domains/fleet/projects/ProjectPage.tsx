import type { ProjectInfo } from "@heliograph/contract/monitoring/project-figures";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Link, useLocation, useParams } from "react-router";
import { paths } from "../../../app/paths.ts";
import { NotFound } from "../../../app/shell/UnknownScreen.tsx";
import { isNotThere } from "../../../platform/http.ts";
import { useServerText, useText } from "../../../platform/i18n.tsx";
import { useTitle } from "../../../platform/title.ts";
import { carried } from "../../../platform/navigation.ts";
import type { TextKey } from "../../../app/texts/keys.ts";
import { Panel } from "../../../ui/layout/Panel.tsx";
import { Blank } from "../../../ui/feedback/states.tsx";
import { mayChange, projectInfoQuery } from "./project-queries.ts";
import { Button } from "../../../ui/controls/Button.tsx";
import page from "../../../ui/layout/Page.module.css";

/**
 * A page of one project: where it belongs, its title, and what `children` make of the project, which is undefined until
 * it has answered. `pvOnly`: hot-water projects have no such page yet (M29). A project that is not there, or not this
 * account's to see, is the not-found page.
 */
export function ProjectPage(given: {
  title: TextKey;
  /** The project, where the path does not name it. */
  uid?: string;
  pvOnly?: boolean;
  /** True: there is no such page for those who may only look. */
  writersOnly?: boolean;
  /** Beside the title, once the project is known. */
  actions?: (project: ProjectInfo) => ReactNode;
  /** Below the title, once the project is known. */
  meta?: (project: ProjectInfo) => ReactNode;
  children: (uid: string, project: ProjectInfo | undefined) => ReactNode;
}) {
  const { title, pvOnly = false, writersOnly = false, actions, meta, children } = given;
  const { id = "" } = useParams();
  const uid = given.uid ?? id;
  const t = useText();
  const { search } = useLocation();
  const query = useQuery(projectInfoQuery(uid));
  const project = query.data?.project_info;
  useTitle(project === undefined ? t(title) : `${t(title)} · ${project.project_ssoc_name}`);
  const swh = project?.project_type === "swh";
  const list = (swh ? paths.swhProjects() : paths.projects()) + carried(search);
  const updating = pvOnly && swh;
  const none = project === undefined ? isNotThere(query.error) : writersOnly && !mayChange(project);
  if (none) return <NotFound />;
  return (
    <div className={page.page} aria-busy={query.isPending}>
      <header className={page.head}>
        <div className={page.name}>
          <nav className={page.crumb} aria-label={t("overview.path")}>
            <Link to={list}>{t(swh ? "list.swhTitle" : "Project list")}</Link>
            <span aria-hidden>/</span>
            {project !== undefined && (
              <Link to={paths.project(uid) + carried(search)}>{project.project_ssoc_name}</Link>
            )}
          </nav>
          <h1>{t(title)}</h1>
          {project !== undefined && meta !== undefined && <p className={page.meta}>{meta(project)}</p>}
        </div>
        {project !== undefined && !updating && actions?.(project)}
      </header>
      {query.isError && project === undefined ? (
        <Unreached error={query.error} retry={() => void query.refetch()} />
      ) : updating ? (
        <Panel>
          <Blank title={t("Function is updating")} />
        </Panel>
      ) : (
        children(uid, project)
      )}
    </div>
  );
}

/** The project could not be loaded. */
function Unreached({ error, retry }: { error: Error; retry: () => void }) {
  const serverText = useServerText();
  return (
    <Panel>
      <LoadFailed hint={serverText(error.message)} retry={retry} />
    </Panel>
  );
}

/** Something could not be loaded, and may be tried again. */
export function LoadFailed({ hint, retry }: { hint: string; retry: () => void }) {
  const t = useText();
  return (
    <Blank
      failed
      small
      title={t("Data is not available")}
      hint={hint}
      action={
        <Button type="primary" onClick={retry}>
          {t("Try again")}
        </Button>
      }
    />
  );
}
