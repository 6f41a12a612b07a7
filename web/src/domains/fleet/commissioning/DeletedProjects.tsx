import { listRemovedProjects, restoreProject } from "@heliograph/contract/fleet/commissioning";
import type { Answer } from "@heliograph/contract/kernel/endpoint";
import { allProjectList, projectList, projectListDashboard } from "@heliograph/contract/monitoring/portfolio";
import { useQuery } from "@tanstack/react-query";
import { ask, useCall } from "../../../platform/api.ts";
import { useFormat } from "../../../platform/format.ts";
import { useText } from "../../../platform/i18n.tsx";
import { browserZone } from "../../../platform/zone.ts";
import { Button } from "../../../ui/controls/Button.tsx";
import { Drawer } from "../../../ui/controls/windows/Drawer.tsx";
import { Blank, PanelNote, Skeleton } from "../../../ui/feedback/states.tsx";
import { useSaveMessages } from "../projects/settings-save.ts";
import { SettingsHint, SettingsItem, SettingsList, SettingsPart } from "../projects/SettingsLayout.tsx";

type Removed = Answer<typeof listRemovedProjects>["items"][number];

/** The projects that their owner has deleted and may have back, each with the day on which it ends. */
export function DeletedProjects({ open, close }: { open: boolean; close: () => void }) {
  const t = useText();
  return (
    <Drawer open={open} onClose={close} width={520} title={t("list.deleted")}>
      <Content />
    </Drawer>
  );
}

function Content() {
  const t = useText();
  const removed = useQuery(ask(listRemovedProjects, {}));
  if (removed.data === undefined && removed.isError) {
    return (
      <PanelNote
        text={t("Data is not available")}
        retry={{ label: t("Try again"), run: () => void removed.refetch() }}
      />
    );
  }
  if (removed.data === undefined) return <Skeleton width="100%" height={160} />;
  const { items } = removed.data;
  if (items.length === 0) return <Blank small title={t("list.noneDeleted")} />;
  return (
    <SettingsPart>
      <SettingsHint>{t("list.deletedHint")}</SettingsHint>
      <SettingsList>
        {items.map((project) => (
          <RemovedProject key={project.project_uid} project={project} />
        ))}
      </SettingsList>
    </SettingsPart>
  );
}

function RemovedProject({ project: { project_uid, name, removed_at, kept_until } }: { project: Removed }) {
  const t = useText();
  const format = useFormat();
  const restore = useCall(restoreProject, [
    listRemovedProjects,
    allProjectList,
    projectList,
    projectListDashboard,
  ]);
  const { onSaved, onRefused } = useSaveMessages();
  const at = (instant: string) => format.dateTime(Date.parse(instant), browserZone());
  return (
    <SettingsItem
      title={name}
      detail={`${t("list.deletedOn", { at: at(removed_at) })} · ${t("list.endsOn", { at: at(kept_until) })}`}
      actions={
        <Button
          loading={restore.isPending}
          aria-label={`${t("list.restore")}: ${name}`}
          onClick={() => void restore.mutateAsync({ body: { project_uid } }).then(onSaved, onRefused)}
        >
          {t("list.restore")}
        </Button>
      }
    />
  );
}
