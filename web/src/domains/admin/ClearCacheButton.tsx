import { adminProjectList, adminWidgetList, clearProjectCache } from "@heliograph/contract/admin/projects";
import { DatabaseZap } from "lucide-react";
import { useState } from "react";
import { useCall } from "../../platform/api.ts";
import { refusalText } from "../../platform/http.ts";
import { useServerText, useText } from "../../platform/i18n.tsx";
import { Button } from "../../ui/controls/Button.tsx";
import { Confirm } from "../../ui/controls/windows/Confirm.tsx";
import { say } from "../../ui/feedback/say.ts";

interface Project {
  readonly uid: string;
  readonly name: string;
}

/**
 * Makes the summed figures of a project anew, or without one of all, once `ask` was called and its `question`, to be shown, was
 * answered with yes.
 */
export function useClearCache(project?: Project) {
  const t = useText();
  const serverText = useServerText();
  const [asking, setAsking] = useState(false);
  const clearing = useCall(clearProjectCache, [adminProjectList, adminWidgetList]);
  const label = t("admin.clearCache");
  const run = () =>
    clearing.mutateAsync({ query: project === undefined ? {} : { project_uid: project.uid } }).then(
      (answer) => say.success(serverText(answer.message)),
      (error: unknown) => say.error(serverText(refusalText(error))),
    );
  const question = asking && (
    <Confirm
      title={t("Are you sure?")}
      hint={project === undefined ? t("admin.clearAllHint") : t("admin.clearOneHint", { name: project.name })}
      yes={t("Yes")}
      no={t("No")}
      run={run}
      close={() => setAsking(false)}
    />
  );
  return { label, busy: clearing.isPending, ask: () => setAsking(true), question };
}

/** Makes the summed figures of one project anew; asks first. `bare`: a picture whose name names the project. */
export function ClearCacheButton({ project, bare = false }: { project: Project; bare?: boolean }) {
  const { label, busy, ask, question } = useClearCache(project);
  return (
    <>
      <Button
        icon={<DatabaseZap size={16} aria-hidden />}
        loading={busy}
        onClick={ask}
        {...(bare ? { "aria-label": `${label}: ${project.name}`, title: label } : { children: label })}
      />
      {question}
    </>
  );
}
