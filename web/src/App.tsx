// The half of the app behind the login.
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { App as AntApp, ConfigProvider } from "antd";
import enUS from "antd/locale/en_US";
import viVN from "antd/locale/vi_VN";
import zhCN from "antd/locale/zh_CN";
import dayjs from "dayjs";
import viDays from "dayjs/locale/vi";
import zhDays from "dayjs/locale/zh-cn";
import { useEffect, useMemo, useState } from "react";
import { RouterProvider } from "react-router/dom";
import { paths } from "./paths.ts";
import { Refused } from "./platform/http.ts";
import { useLang, useText } from "./platform/i18n.tsx";
import { watchSession } from "./platform/session-age.ts";
import { leaveSessionEnd, onSessionEnd } from "./platform/session.ts";
import { useTheme } from "./platform/theme.tsx";
import { appRouter } from "./routes.tsx";
import { antdThemeOf } from "./ui/antd-theme.ts";
import "./ui/ui.css";
import "./ui/figures.css";
import "./ui/states.css";

export { loadTexts } from "./platform/i18next.ts";

const ANTD_LOCALES = { vi: viVN, en: enUS, zh: zhCN };
const DAYJS_LOCALES = { vi: viDays, en: "en", zh: zhDays };
/** Seconds that the warning of a session about to end stays (M140). */
const WARNING_S = 3;

/** Everything that screens stand on: server data, antd in our theme and language, the router. */
export function App({ justSignedIn }: { justSignedIn: boolean }) {
  const { mode } = useTheme();
  const lang = useLang();
  const theme = useMemo(() => antdThemeOf(mode, lang), [mode, lang]);
  const [queries] = useState(serverData);
  const [router] = useState(appRouter);
  dayjs.locale(DAYJS_LOCALES[lang]);
  return (
    <QueryClientProvider client={queries}>
      <ConfigProvider theme={theme} locale={ANTD_LOCALES[lang]}>
        <AntApp component={false}>
          <Session justSignedIn={justSignedIn} />
          <RouterProvider router={router} />
        </AntApp>
      </ConfigProvider>
    </QueryClientProvider>
  );
}

function serverData(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        refetchOnWindowFocus: false,
        // A refusal stays one; what did not arrive is asked for again.
        retry: (failures, error) =>
          failures < 2 && error instanceof Refused && (error.status === 0 || error.status >= 502),
      },
    },
  });
}

/** Greets who has just signed in, warns before the session ends and leaves when it does. */
function Session({ justSignedIn }: { justSignedIn: boolean }) {
  const t = useText();
  const { message } = AntApp.useApp();
  useEffect(() => {
    if (justSignedIn) void message.success({ content: t("Logged in successfully"), key: "greeting" });
    // The greeting belongs to the arrival, not to later changes of language.
    // oxlint-disable-next-line react/exhaustive-deps
  }, []);
  useEffect(
    () =>
      watchSession(
        () => void message.warning({ content: t("session.expiring"), duration: WARNING_S, key: "expiring" }),
      ),
    [message, t],
  );
  useEffect(
    () =>
      onSessionEnd((end) => {
        leaveSessionEnd(end);
        // A full load: nothing of the account stays in memory.
        location.assign(paths.login());
      }),
    [],
  );
  return null;
}
