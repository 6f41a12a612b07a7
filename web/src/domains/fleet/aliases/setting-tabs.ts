// The tabs of the window Setting in their order (M80): plain data. A tab stands here once it is built; texts of its folder stand at
// SETTING_TEXTS in screens.ts.
import { lazy, type ComponentType } from "react";
import type { TextKey } from "../../../app/texts/keys.ts";
import type { SettingTabKey } from "../../../app/shell/use-setting.ts";
import type { SettingProjectType, SettingTabProps } from "./setting-props.ts";

interface SettingTab {
  readonly key: SettingTabKey;
  readonly label: TextKey;
  /** Whose projects have it. */
  readonly types: readonly SettingProjectType[];
  readonly Component: ComponentType<SettingTabProps>;
}

/** Those that are built. */
export const settingTabs: readonly [SettingTab, ...SettingTab[]] = [
  {
    key: "alias",
    label: "Alias",
    types: ["pv", "swh"],
    Component: lazy(async () => ({ default: (await import("./AliasTab.tsx")).AliasTab })),
  },
  {
    key: "firmware",
    label: "Firmware version",
    types: ["pv"],
    Component: lazy(async () => ({ default: (await import("../firmware/FirmwareTab.tsx")).FirmwareTab })),
  },
  {
    key: "reference",
    label: "Reference",
    types: ["pv", "swh"],
    Component: lazy(async () => ({ default: (await import("./ReferenceTab.tsx")).ReferenceTab })),
  },
];
