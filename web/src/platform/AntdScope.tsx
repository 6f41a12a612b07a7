import { App as AntApp, ConfigProvider } from "antd";
import enUS from "antd/locale/en_US";
import viVN from "antd/locale/vi_VN";
import zhCN from "antd/locale/zh_CN";
import dayjs from "dayjs";
import viDays from "dayjs/locale/vi";
import zhDays from "dayjs/locale/zh-cn";
import { useMemo, type ReactNode } from "react";
import { antdThemeOf } from "../ui/tokens/antd-theme.ts";
import { useLang } from "./i18n.tsx";
import { useTheme } from "./theme.tsx";

const ANTD_LOCALES = { vi: viVN, en: enUS, zh: zhCN };
const DAYJS_LOCALES = { vi: viDays, en: "en", zh: zhDays };

/** Gives what antd draws inside our theme and language. Loaded by `inAntd` with the first screen that needs it. */
export function AntdScope({ children }: { children: ReactNode }) {
  const { mode } = useTheme();
  const lang = useLang();
  const theme = useMemo(() => antdThemeOf(mode, lang), [mode, lang]);
  dayjs.locale(DAYJS_LOCALES[lang]);
  return (
    <ConfigProvider theme={theme} locale={ANTD_LOCALES[lang]}>
      <AntApp component={false}>{children}</AntApp>
    </ConfigProvider>
  );
}
