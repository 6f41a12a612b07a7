// The half of the app behind the login.
import { notifyManager, QueryClientProvider } from "@tanstack/react-query";
import { useEffect } from "react";
import { RouterProvider } from "react-router/dom";
import { paths } from "./paths.ts";
import { ServerData } from "../platform/api.ts";
import { Refused } from "../platform/http.ts";
import { useText } from "../platform/i18n.tsx";
import { sessionAge, watchSession } from "../platform/session/session-age.ts";
import { leaveSessionEnd, onSessionEnd, sessionStartMs } from "../platform/session.ts";
import { appRouter } from "./routes.tsx";
import { screenParts } from "./screen-parts.ts";
import { ScreenPartsContext } from "../platform/screen-parts/screen-parts.ts";
import { CSPProvider } from "@base-ui/react/csp-provider";
import { Messages } from "../ui/feedback/messages.tsx";
import { say } from "../ui/feedback/say.ts";

/** Seconds that the warning of a session about to end stays (M140). */
const WARNING_S = 3;

/** Server data and the router over them. */
interface AppParts {
  readonly queries: ServerData;
  readonly router: ReturnType<typeof appRouter>;
}

/** True when the session that is kept here is too old to go on with (M140): whoever opens the portal signs in again. */
export const isOver = (): boolean => sessionAge(sessionStartMs(), Date.now()) === "over";

/** Makes what the app stands on; its router asks at once for the addressed screen and its data. */
export function startApp(): AppParts {
  onSessionEnd((end) => {
    leaveSessionEnd(end);
    // A full load: nothing of the account stays in memory.
    location.assign(paths.login());
  });
  const queries = serverData();
  return { queries, router: appRouter(queries) };
}

/** Everything that screens stand on: server data, what is said over the page, the router. */
export function App({ queries, router, justSignedIn }: AppParts & { justSignedIn: boolean }) {
  return (
    // No control may add a style element: the content security policy refuses it.
    <CSPProvider disableStyleElements>
      <QueryClientProvider client={queries}>
        {/* Before what may say something. */}
        <Messages />
        <Session justSignedIn={justSignedIn} />
        <ScreenPartsContext value={screenParts}>
          <RouterProvider router={router} />
        </ScreenPartsContext>
      </QueryClientProvider>
    </CSPProvider>
  );
}

function serverData(): ServerData {
  // What a person chooses is shown before the browser goes on: by its own timer a box would go back to what it was for a moment.
  notifyManager.setScheduler(queueMicrotask);
  return new ServerData({
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

/** Greets who has just signed in, and warns before the session ends. */
function Session({ justSignedIn }: { justSignedIn: boolean }) {
  const t = useText();
  useEffect(() => {
    if (justSignedIn) say.success({ content: t("Logged in successfully"), key: "greeting" });
    // The greeting belongs to the arrival, not to later changes of language.
    // oxlint-disable-next-line react/exhaustive-deps
  }, []);
  useEffect(
    () =>
      watchSession(() =>
        say.warning({ content: t("session.expiring"), duration: WARNING_S, key: "expiring" }),
      ),
    [t],
  );
  return null;
}
