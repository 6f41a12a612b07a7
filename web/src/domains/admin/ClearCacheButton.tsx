import { adminProjectList, adminWidgetList, clearProjectCache } from "@heliograph/contract/admin/projects";
import { App, Button } from "antd";
import { DatabaseZap } from "lucide-react";
import { useCall } from "../../platform/api.ts";
import { Refused } from "../../platform/http.ts";
import { useSaid, useText } from "../../platform/i18n.tsx";
import { say } from "../../ui/messages.tsx";

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
  const { modal } = App.useApp();
  const clearing = useCall(clearProjectCache, [adminProjectList, adminWidgetList]);
  const label = t("admin.clearCache");
  const run = () =>
    clearing.mutateAsync({ query: project === undefined ? {} : { project_uid: project.uid } }).then(
      (answer) => say.success(said(answer.message)),
      (error: unknown) => say.error(said(error instanceof Refused ? error.message : "Something went wrong")),
    );
  const press = () =>
    void modal.confirm({
      title: t("Are you sure?"),
      content:
        project === undefined ? t("admin.clearAllHint") : t("admin.clearOneHint", { name: project.name }),
      okText: t("Yes"),
      cancelText: t("No"),
      onOk: run,
    });
  if (look === "tool") {
    return (
      <button type="button" className="tool txt" onClick={press} disabled={clearing.isPending} title={label}>
        <DatabaseZap size={17} aria-hidden />
        <span className="wide-only">{label}</span>
      </button>
    );
  }
  return (
    <Button
      icon={<DatabaseZap size={16} aria-hidden />}
      loading={clearing.isPending}
      onClick={press}
      {...(look === "icon"
        ? { "aria-label": `${label}: ${project?.name ?? ""}`, title: label }
        : { children: label })}
    />
  );
}
