import { useEffect, useRef, useState, type ReactNode } from "react";
import { useBlocker } from "react-router";
import { useText } from "../../../platform/i18n.tsx";
import { Confirm } from "../../../ui/controls/Confirm.tsx";

/**
 * Keeps what is not saved from being lost: with `unsaved`, leaving the page or closing the browser's tab asks first, and
 * so does `guarded` before it runs what it is given. `question` is what is asked, to be shown.
 */
export function useUnsavedGuard(unsaved: boolean): {
  guarded: (then: () => void) => void;
  question: ReactNode;
} {
  const t = useText();
  /** What waits for the answer; null: nothing does. */
  const [waiting, setWaiting] = useState<{ run: () => void } | null>(null);
  const agreed = useRef(false);
  useEffect(() => {
    if (!unsaved) return undefined;
    const hold = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", hold);
    return () => window.removeEventListener("beforeunload", hold);
  }, [unsaved]);
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => unsaved && currentLocation.pathname !== nextLocation.pathname,
  );
  const discard = async () => {
    agreed.current = true;
    if (blocker.state === "blocked") blocker.proceed();
    else waiting?.run();
  };
  const close = () => {
    if (!agreed.current) blocker.reset?.();
    agreed.current = false;
    setWaiting(null);
  };
  const question = (waiting !== null || blocker.state === "blocked") && (
    <Confirm
      title={t("settings.unsaved")}
      hint={t("settings.unsavedHint")}
      yes={t("settings.discard")}
      no={t("settings.stay")}
      danger
      run={discard}
      close={close}
    />
  );
  return { guarded: (then) => (unsaved ? setWaiting({ run: then }) : then()), question };
}
