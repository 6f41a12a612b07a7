import type { ProjectInfo } from "@heliograph/contract/monitoring/project-figures";
import { useText } from "../../../platform/i18n.tsx";
import { Blank, Skeleton } from "../../../ui/feedback/states.tsx";
import { Panel } from "../../../ui/layout/Panel.tsx";
import { ProjectPage } from "../projects/ProjectPage.tsx";
import { AuditLog } from "./AuditLog.tsx";

/** /audit/{id}: what was done in a project, for its owners. */
export default function AuditScreen() {
  return (
    <ProjectPage title="audit.title" meta={meta}>
      {(uid, project) => <OfProject key={uid} uid={uid} project={project} />}
    </ProjectPage>
  );
}

const meta = ({ timezone }: ProjectInfo) => <Meta timezone={timezone} />;

function Meta({ timezone }: { timezone: string }) {
  const t = useText();
  return (
    <>
      {timezone} · {t("audit.hint")}
    </>
  );
}

function OfProject({ uid, project }: { uid: string; project: ProjectInfo | undefined }) {
  const t = useText();
  if (project === undefined) {
    return (
      <Panel>
        <Skeleton width="100%" height={420} />
      </Panel>
    );
  }
  if (project.project_role_to_user !== "owner") {
    return (
      <Panel>
        <Blank title={t("audit.ownersOnly")} />
      </Panel>
    );
  }
  const name = `${project.project_ssoc_name} ${t("audit.title")}`;
  return <AuditLog source={{ uid, timezone: project.timezone }} name={name} />;
}
