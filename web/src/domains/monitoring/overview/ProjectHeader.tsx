import type { ProjectInfo } from "@heliograph/contract/monitoring/project-figures";
import { History, ListChecks, MapPin } from "lucide-react";
import { Link, useLocation } from "react-router";
import { paths } from "../../../app/paths.ts";
import type { LiveState } from "../../../platform/live-stream.ts";
import { carried } from "../../../platform/navigation.ts";
import { usePhone } from "../../../ui/layout/media.ts";
import { Skeleton } from "../../../ui/feedback/states.tsx";
import { StatusTag } from "../../../ui/feedback/StatusTag.tsx";
import { mayChange } from "../../fleet/index.ts";
import { SettingsButton } from "./SettingsButton.tsx";
import { STATUS_TEXTS } from "../../../platform/status-texts.ts";
import { Freshness } from "../Freshness.tsx";
import type { OverviewQuery, Overview } from "./use-overview.ts";
import { useWords } from "../words.ts";
import styles from "./ProjectHeader.module.css";
import plain from "../../../ui/controls/PlainButton.module.css";
import page from "../../../ui/layout/Page.module.css";

interface Props {
  /** Shown at once: the name as the list had it, until the project itself has answered. */
  readonly name: string;
  readonly overview: Overview | undefined;
  /** True when the project could not be loaded: nothing more will come by itself. */
  readonly failed: boolean;
  readonly liveState: LiveState;
  readonly query: OverviewQuery;
  readonly onRefresh: () => Promise<unknown>;
}

/** Name, state, place and size of the project, and when its figures were renewed. */
export function ProjectHeader({ name, overview, failed, liveState, query, onRefresh }: Props) {
  const { text, format } = useWords();
  const { search } = useLocation();
  const phone = usePhone();
  const project = overview?.widget.project_info;
  const swh = project?.project_type === "swh";
  const list = (swh ? paths.swhProjects() : paths.projects()) + carried(search);
  return (
    <header className={page.head}>
      <div className={styles.name}>
        <nav className={`${page.crumb} ${styles.crumb}`} aria-label={text("overview.path")}>
          <Link to={list}>{text(swh ? "list.swhTitle" : "Project list")}</Link>
          <span aria-hidden>/</span>
        </nav>
        <div className={`${page.title} ${styles.title}`}>
          <h1>{project?.project_ssoc_name ?? name}</h1>
          {overview !== undefined && (
            <StatusTag status={overview.values.status} label={text(STATUS_TEXTS[overview.values.status])} />
          )}
          {overview === undefined && !failed && <Skeleton width={90} height={phone ? 28 : 36} />}
        </div>
        {project !== undefined && mayChange(project) && <Changes project={project} />}
        {project === undefined && !failed && (
          <div className={`${page.meta} ${styles.meta}`}>
            <Skeleton width={240} height={phone ? 40 : 20} />
          </div>
        )}
        {project !== undefined && (
          <p className={`${page.meta} ${styles.meta} ${styles.place}`}>
            <MapPin size={14} aria-hidden />
            <span className={styles.address}>
              {project.project_address === "" ? text("Updating") : project.project_address}
            </span>
            {!swh && (
              <>
                <span className={`${page.sep} ${styles.separator}`} />
                <span className={styles.size}>{format.number(project.project_capacity_pv, 1)} kWp</span>
              </>
            )}
          </p>
        )}
      </div>
      {!failed && (
        <Freshness
          timezone={project?.timezone ?? null}
          queries={[query]}
          live={liveState}
          refresh={onRefresh}
        />
      )}
    </header>
  );
}

/** The ways to change the project. */
function Changes({ project }: { project: ProjectInfo }) {
  const { text } = useWords();
  return (
    <div className={styles.changes}>
      <SettingsButton project={project} />
      <Link
        to={paths.setUp(project.project_uid)}
        className={`${plain.icon} ${plain.bare}`}
        aria-label={text("setUp.projectTitle")}
        title={text("setUp.projectTitle")}
      >
        <ListChecks size={17} aria-hidden />
      </Link>
      {project.project_role_to_user === "owner" && (
        <Link
          to={paths.audit(project.project_uid)}
          className={`${plain.icon} ${plain.bare}`}
          aria-label={text("shell.audit")}
          title={text("shell.audit")}
        >
          <History size={17} aria-hidden />
        </Link>
      )}
    </div>
  );
}
