import { adminProjectList, adminWidgetList, clearProjectCache } from "@heliograph/contract/admin/projects";
import { DatabaseZap } from "lucide-react";
import { useState } from "react";
import { useCall } from "../../platform/api.ts";
import { Refused } from "../../platform/http.ts";
import { useSaid, useText } from "../../platform/i18n.tsx";
import { Button } from "../../ui/controls/Button.tsx";
import { Confirm } from "../../ui/controls/Confirm.tsx";
import { say } from "../../ui/feedback/messages.tsx";

/** Makes the kept figures of a project anew, or without one of all; asks first. */
export function ClearCacheButton({
  project,
  look,
}: {
  project?: { uid: string; name: string };
  look: "tool" | "button" | "icon";
}) {
  const t = useText();
  const said = useSaid();
  const [asking, setAsking] = useState(false);
  const clearing = useCall(clearProjectCache, [adminProjectList, adminWidgetList]);
  const label = t("admin.clearCache");
  const run = () =>
    clearing.mutateAsync({ query: project === undefined ? {} : { project_uid: project.uid } }).then(
      (answer) => say.success(said(answer.message)),
      (error: unknown) => say.error(said(error instanceof Refused ? error.message : "Something went wrong")),
    );
  const icon = <DatabaseZap size={look === "tool" ? 17 : 16} aria-hidden />;
  const press = () => setAsking(true);
  return (
    <>
      {look === "tool" ? (
        <button
          type="button"
          className="tool txt"
          onClick={press}
          disabled={clearing.isPending}
          title={label}
        >
          {icon}
          <span className="wide-only">{label}</span>
        </button>
      ) : (
        <Button
          icon={icon}
          loading={clearing.isPending}
          onClick={press}
          {...(look === "icon"
            ? { "aria-label": `${label}: ${project?.name ?? ""}`, title: label }
            : { children: label })}
        />
      )}
      {asking && (
        <Confirm
          title={t("Are you sure?")}
          hint={
            project === undefined ? t("admin.clearAllHint") : t("admin.clearOneHint", { name: project.name })
          }
          yes={t("Yes")}
          no={t("No")}
          run={run}
          close={() => setAsking(false)}
        />
      )}
    </>
  );
}
