import { projectSetUp } from "@heliograph/contract/fleet/commissioning";
import { updateProject } from "@heliograph/contract/fleet/projects";
import type { Answer } from "@heliograph/contract/kernel/endpoint";
import { localDay } from "@heliograph/contract/kernel/time";
import { projectInfoOnly, projectList } from "@heliograph/contract/monitoring/portfolio";
import { projectWidget } from "@heliograph/contract/monitoring/overview/widgets";
import { useQuery } from "@tanstack/react-query";
import { useCall } from "../../../platform/api.ts";
import { useNow } from "../../../platform/clock.ts";
import { useContractForm } from "../../../platform/form/use-contract-form.ts";
import { useServerText, useText } from "../../../platform/i18n.tsx";
import { Button } from "../../../ui/controls/Button.tsx";
import { Skeleton } from "../../../ui/feedback/states.tsx";
import { Panel } from "../../../ui/layout/Panel.tsx";
import { LoadFailed } from "../projects/ProjectPage.tsx";
import { projectInfoQuery } from "../projects/project-queries.ts";
import { useSaveMessages } from "../projects/settings-save.ts";
import { TariffSection } from "../tariffs/TariffSection.tsx";
import { DeleteProject } from "./DeleteProject.tsx";
import { projectChange, projectFields } from "./project-fields.ts";
import { ProjectFieldsets, ProjectFormFrame } from "./ProjectFieldsets.tsx";
import { setUpQuery } from "./set-up-queries.ts";

type SetUp = Answer<typeof projectSetUp>;

/** What the project is and where, and its prices: the first step, and where they are changed later. */
export function ProjectStep({ uid }: { uid: string }) {
  const serverText = useServerText();
  const setUp = useQuery(setUpQuery(uid));
  if (setUp.data === undefined && setUp.isError) {
    return (
      <Panel>
        <LoadFailed hint={serverText(setUp.error.message)} retry={() => void setUp.refetch()} />
      </Panel>
    );
  }
  if (setUp.data === undefined) {
    return (
      <Panel>
        <Skeleton width="100%" height={420} />
      </Panel>
    );
  }
  return (
    <>
      <EditForm uid={uid} setUp={setUp.data} />
      <OfProject uid={uid} />
    </>
  );
}

function EditForm({ uid, setUp }: { uid: string; setUp: SetUp }) {
  const t = useText();
  const { project, zone_is_fixed } = setUp;
  const change = useCall(updateProject, [projectSetUp, projectInfoOnly, projectList, projectWidget]);
  const form = useContractForm(updateProject, {
    defaults: projectFields(project),
    toBody: (fields) => projectChange(uid, fields, project),
    send: (body) => change.mutateAsync({ body }),
    ...useSaveMessages(),
  });
  const today = localDay(project.timezone, useNow());
  return (
    <ProjectFormFrame
      form={form}
      foot={
        <>
          <Button disabled={form.busy || !form.dirty} onClick={form.reset}>
            {t("settings.reset")}
          </Button>
          <Button type="primary" submits loading={form.busy} disabled={!form.dirty}>
            {t("night.save")}
          </Button>
        </>
      }
    >
      <ProjectFieldsets form={form} today={today} typeIsFixed zoneIsFixed={zone_is_fixed} />
    </ProjectFormFrame>
  );
}

/** Its tariffs, by the forms of its settings, and for its owners its end. */
function OfProject({ uid }: { uid: string }) {
  const t = useText();
  const project = useQuery(projectInfoQuery(uid)).data?.project_info;
  if (project === undefined) return null;
  return (
    <>
      {project.project_type === "pv" && (
        <Panel title={t("settings.tariff")}>
          <TariffSection project={project} />
        </Panel>
      )}
      {project.project_role_to_user === "owner" && <DeleteProject project={project} />}
    </>
  );
}
