import type { ProjectInfo } from "@heliograph/contract/monitoring/project-figures";
import { useQuery } from "@tanstack/react-query";
import { NotFound } from "../../app/shell/UnknownScreen.tsx";
import { useNow } from "../../platform/clock.ts";
import { isNotThere } from "../../platform/http.ts";
import { useServerText } from "../../platform/i18n.tsx";
import { useTitle } from "../../platform/title.ts";
import { useWords } from "../../platform/words.ts";
import { zoneOffset } from "../../platform/zone.ts";
import { Blank, Skeleton } from "../../ui/feedback/states.tsx";
import { useMedia, usePhone } from "../../ui/layout/media.ts";
import page from "../../ui/layout/Page.module.css";
import { Panel } from "../../ui/layout/Panel.tsx";
import { LoadFailed } from "../fleet/index.ts";
import { projectInfoQuery } from "../fleet/projects/project-queries.ts";
import { controlPanels } from "./control-panels.tsx";
import { useControlView } from "./control-view.ts";
import { ControlProjects } from "./projects/ControlProjects.tsx";
import { ProjectSelect } from "./projects/ProjectSelect.tsx";
import { AddWithoutProject } from "./schedules/AddWithoutProject.tsx";
import styles from "./ControlScreen.module.css";

/** From this width on the list of projects, the panels and the life of a command stand beside each other. */
const BESIDE = "(min-width: 1180px)";

/** /control: what the plants of a project are told to do, and what became of it (M20, M92). */
export default function ControlScreen() {
  const { text } = useWords();
  const { view, open } = useControlView();
  const beside = useMedia(BESIDE);
  const query = useQuery({ ...projectInfoQuery(view.project ?? ""), enabled: view.project !== null });
  const project = view.project === null ? undefined : query.data?.project_info;
  useTitle(project === undefined ? text("Control") : `${text("Control")} · ${project.project_ssoc_name}`);
  if (view.project !== null && project === undefined && isNotThere(query.error)) return <NotFound />;
  const chosen = project === undefined ? null : { uid: project.project_uid, name: project.project_ssoc_name };
  return (
    <div className={page.page} aria-busy={query.isLoading}>
      <header className={page.head}>
        <div className={page.name}>
          <h1>{text("Control")}</h1>
          {project !== undefined && <Place project={project} />}
        </div>
        {project !== undefined &&
          controlPanels.head.map(({ id, Panel: One }) => <One key={id} project={project} />)}
      </header>
      {!beside && <ProjectSelect key={chosen?.uid} chosen={chosen} open={open} />}
      <div className={styles.columns}>
        {beside && <ControlProjects chosen={view.project} open={open} />}
        {view.project === null ? (
          <Panel className={styles.wide}>
            <Blank
              title={text("control.choose")}
              hint={text("control.chooseHint")}
              action={<AddWithoutProject />}
            />
          </Panel>
        ) : project !== undefined ? (
          <Panels key={project.project_uid} project={project} beside={beside} />
        ) : query.isError ? (
          <Failed error={query.error} retry={() => void query.refetch()} />
        ) : (
          <Panel className={styles.wide}>
            <Skeleton width="100%" height={320} />
          </Panel>
        )}
      </div>
    </div>
  );
}

/** Whose times are shown, and what time it is there. */
function Place({ project: { project_ssoc_name, timezone } }: { project: ProjectInfo }) {
  const { format } = useWords();
  const now = useNow();
  return (
    <p className={page.meta}>
      {project_ssoc_name} · {timezone}, {zoneOffset(timezone, now)} · {format.clock(now, timezone, true)}
    </p>
  );
}

function Failed({ error, retry }: { error: Error; retry: () => void }) {
  const serverText = useServerText();
  return (
    <Panel className={styles.wide}>
      <LoadFailed hint={serverText(error.message)} retry={retry} />
    </Panel>
  );
}

/** The panels of a project in the order of the width. */
function Panels({ project, beside }: { project: ProjectInfo; beside: boolean }) {
  const phone = usePhone();
  const { main, side } = controlPanels;
  const shown = (panels: typeof main) =>
    panels.map(({ id, Panel: One }) => <One key={id} project={project} />);
  if (beside) {
    return (
      <>
        <div className={styles.column}>{shown(main)}</div>
        <div className={styles.column}>{shown(side)}</div>
      </>
    );
  }
  const all = [...main, ...side];
  return (
    <div className={styles.column}>
      {shown(phone ? all.toSorted((one, other) => one.onPhone - other.onPhone) : all)}
    </div>
  );
}
