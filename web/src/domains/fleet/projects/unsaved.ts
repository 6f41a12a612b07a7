import { App } from "antd";
import { useCallback, useEffect, useRef } from "react";
import { useBlocker } from "react-router";
import { useText } from "../../../platform/i18n.tsx";

/**
 * Keeps what is not saved from being lost: with `unsaved`, leaving the page or closing the browser's tab asks first, and
 * so does the function that is returned before it runs what it is given.
 */
export function useUnsavedGuard(unsaved: boolean): (then: () => void) => void {
  const t = useText();
  const { modal } = App.useApp();
  const asking = useRef(false);
  const question = useCallback(
    async () =>
      modal.confirm({
        title: t("settings.unsaved"),
        content: t("settings.unsavedHint"),
        okText: t("settings.discard"),
        cancelText: t("settings.stay"),
        okButtonProps: { danger: true },
      }),
    [modal, t],
  );
  useEffect(() => {
    if (!unsaved) return undefined;
    const hold = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", hold);
    return () => window.removeEventListener("beforeunload", hold);
  }, [unsaved]);
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => unsaved && currentLocation.pathname !== nextLocation.pathname,
  );
  useEffect(() => {
    if (blocker.state !== "blocked" || asking.current) return;
    asking.current = true;
    const decide = async () => {
      const leave = await question();
      asking.current = false;
      if (leave) blocker.proceed();
      else blocker.reset();
    };
    void decide();
  }, [blocker, question]);
  return (then) => {
    if (!unsaved) then();
    else void askFirst(question, then);
  };
}

async function askFirst(question: () => PromiseLike<boolean>, then: () => void): Promise<void> {
  if (await question()) then();
}
