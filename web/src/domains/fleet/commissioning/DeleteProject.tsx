import { removeProject } from "@heliograph/contract/fleet/projects";
import { listRemovedProjects, REMOVED_KEPT_DAYS } from "@heliograph/contract/fleet/commissioning";
import type { ProjectInfo } from "@heliograph/contract/monitoring/project-figures";
import { allProjectList, projectList, projectListDashboard } from "@heliograph/contract/monitoring/portfolio";
import { Trash2 } from "lucide-react";
import { lazy, useState } from "react";
import { useNavigate } from "react-router";
import { homeOf } from "../../../app/paths.ts";
import { useCall } from "../../../platform/api.ts";
import { useText } from "../../../platform/i18n.tsx";
import { Button } from "../../../ui/controls/Button.tsx";
import { OnceOpened } from "../../../ui/feedback/OnceOpened.tsx";
import { Panel } from "../../../ui/layout/Panel.tsx";
import { useSaveMessages } from "../projects/settings-save.ts";
import { SettingsFoot, SettingsHint } from "../projects/SettingsLayout.tsx";

const DeleteQuestion = lazy(async () => ({ default: (await import("./DeleteQuestion.tsx")).DeleteQuestion }));

/** Takes the project away from everyone, once its name is typed; for its owners. */
export function DeleteProject({ project }: { project: ProjectInfo }) {
  const { project_uid, project_type, project_ssoc_name: name } = project;
  const t = useText();
  const navigate = useNavigate();
  const [open, setOpen] = useState(false);
  const remove = useCall(removeProject, [
    allProjectList,
    projectList,
    projectListDashboard,
    listRemovedProjects,
  ]);
  const { onSaved, onRefused } = useSaveMessages(() => void navigate(homeOf(project_type)));
  const run = () => remove.mutateAsync({ query: { project_uid } }).then(onSaved, onRefused);
  return (
    <Panel title={t("setUp.delete")}>
      <SettingsHint>{t("setUp.deleteHint", { n: REMOVED_KEPT_DAYS })}</SettingsHint>
      <SettingsFoot>
        <Button icon={<Trash2 size={16} aria-hidden />} aria-haspopup="dialog" onClick={() => setOpen(true)}>
          {t("setUp.delete")}
        </Button>
      </SettingsFoot>
      <OnceOpened open={open}>
        {open && (
          <DeleteQuestion name={name} run={run} busy={remove.isPending} close={() => setOpen(false)} />
        )}
      </OnceOpened>
    </Panel>
  );
}
