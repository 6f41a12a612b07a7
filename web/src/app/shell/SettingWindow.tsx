import { lazy } from "react";
import { OnceOpened } from "../../ui/feedback/OnceOpened.tsx";
import { SETTING_TEXTS } from "../screens.ts";
import { openTexts } from "../texts/load-texts.ts";
import { useSetting } from "./use-setting.ts";

const SettingDrawer = lazy(async () => {
  const [{ SettingDrawer: Drawer }] = await Promise.all([
    import("../../domains/fleet/aliases/SettingDrawer.tsx"),
    openTexts(SETTING_TEXTS),
  ]);
  return { default: Drawer };
});

/** The window Setting over any page, once an address names one of its tabs. */
export function SettingWindow() {
  const setting = useSetting();
  return (
    <OnceOpened open={setting.tab !== null}>
      <SettingDrawer {...setting} />
    </OnceOpened>
  );
}
