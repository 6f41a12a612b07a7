import { useQuery } from "@tanstack/react-query";
import { Suspense } from "react";
import type { SettingState } from "../../../app/shell/use-setting.ts";
import { FormDrawer } from "../../../platform/form/FormDrawer.tsx";
import { useGuarded } from "../../../platform/form/unsaved.ts";
import { useText } from "../../../platform/i18n.tsx";
import { portalType } from "../../../platform/session.ts";
import { Tabs } from "../../../ui/controls/Tabs.tsx";
import { Skeleton } from "../../../ui/feedback/states.tsx";
import { usePhone } from "../../../ui/layout/media.ts";
import { projectInfoQuery } from "../projects/project-queries.ts";
import { settingTabs } from "./setting-tabs.ts";
import styles from "./SettingDrawer.module.css";

/**
 * The window Setting (M35, M80): of the project that is open, else of one that is chosen in it (M81). Its tab and the chosen
 * project stand in the address. Water heaters have no tab of firmware.
 */
export function SettingDrawer(setting: SettingState) {
  const t = useText();
  return (
    <FormDrawer
      open={setting.tab !== null}
      onClose={setting.close}
      width={960}
      title={t("Setting")}
      bodyClassName={styles.body ?? ""}
    >
      <SettingTabs {...setting} />
    </FormDrawer>
  );
}

/** Below the drawer, whose forms a step to another tab may throw away: it asks first. */
function SettingTabs({ tab, openProject, chosen, show, choose }: SettingState) {
  const t = useText();
  const phone = usePhone();
  const guarded = useGuarded();
  const open = useQuery({ ...projectInfoQuery(openProject ?? ""), enabled: openProject !== null });
  const type = open.data?.project_info.project_type ?? (portalType() === "swh" ? "swh" : "pv");
  const tabs = settingTabs.filter(({ types }) => types.includes(type));
  const { key, Component } = tabs.find((one) => one.key === tab) ?? settingTabs[0];
  return (
    <Tabs
      label={t("Setting")}
      tabs={tabs.map((one) => ({ key: one.key, label: t(one.label) }))}
      value={key}
      onChange={(next) => guarded(() => show(next))}
      activateOnFocus={false}
      vertical={!phone}
      className={styles.bar ?? ""}
      panelClassName={styles.panel ?? ""}
    >
      <Suspense fallback={<Skeleton width="100%" height={320} />}>
        {openProject === null ? (
          <Component
            uid={chosen}
            choice={{ type, uid: chosen, choose: (uid) => guarded(() => choose(uid)) }}
          />
        ) : (
          <Component uid={openProject} choice={null} />
        )}
      </Suspense>
    </Tabs>
  );
}
