import {
  lazy,
  Suspense,
  use,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
  type ReactNode,
  type RefObject,
} from "react";
import { useBlocker } from "react-router";
import { accessToken } from "../session.ts";
import { UnsavedContext, type UnsavedKeeper } from "./unsaved.ts";

const Question = lazy(async () => ({ default: (await import("./UnsavedQuestion.tsx")).UnsavedQuestion }));

/** Unsaved forms, by the window that each stands in. */
type Forms = Map<string, string>;

/**
 * Keeps what is not saved in a form below it from being lost: another page, a window that closes and the end of the
 * browser's tab ask first. The router has one blocker, so the outermost of these is the one that works.
 */
export function UnsavedForms({ children }: { children: ReactNode }) {
  return use(UnsavedContext) === null ? <Keeper>{children}</Keeper> : children;
}

function Keeper({ children }: { children: ReactNode }) {
  const forms = useRef<Forms>(new Map());
  const report = useReports(forms);
  const [windows, setWindows] = useState<readonly string[]>([]);
  /** What waits for the answer; null: nothing does. */
  const [waiting, setWaiting] = useState<{ run: () => void } | null>(null);
  const agreed = useRef(false);
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      forms.current.size > 0 && currentLocation.pathname !== nextLocation.pathname,
  );
  const open = useCallback(
    (window: string) => {
      setWindows((now) => [...now, window]);
      return () => {
        setWindows((now) => now.filter((one) => one !== window));
        for (const [form, its] of forms.current) if (its === window) report(form, null);
      };
    },
    [report],
  );
  const guarded = useCallback((window: string, then: () => void) => {
    if ([...forms.current.values()].includes(window)) setWaiting({ run: then });
    else then();
  }, []);
  const asks = waiting !== null || blocker.state === "blocked" ? (windows.at(-1) ?? "") : null;
  const keeper = useMemo(
    (): UnsavedKeeper => ({
      window: "",
      report,
      open,
      guarded,
      asks,
      discard: () => {
        agreed.current = true;
        if (blocker.state === "blocked") blocker.proceed();
        else waiting?.run();
      },
      closeQuestion: () => {
        if (!agreed.current) blocker.reset?.();
        agreed.current = false;
        setWaiting(null);
      },
    }),
    [blocker, waiting, asks, report, open, guarded],
  );
  return (
    <UnsavedContext value={keeper}>
      {children}
      <UnsavedQuestionIn window="" />
    </UnsavedContext>
  );
}

/**
 * The question, where it is this window's to ask. It stands in the window: beside it, its keys and presses would be the
 * window's too.
 */
export function UnsavedQuestionIn({ window }: { window: string }) {
  const keeper = use(UnsavedContext);
  if (keeper === null || keeper.asks !== window) return null;
  return (
    <Suspense fallback={null}>
      <Question discard={keeper.discard} close={keeper.closeQuestion} />
    </Suspense>
  );
}

/** Notes which forms hold something, and while one does, holds the browser's tab open. */
function useReports(forms: RefObject<Forms>) {
  // A session that has ended asks nothing: nobody is there to save it.
  const hold = useCallback((event: BeforeUnloadEvent) => {
    if (accessToken() !== null) event.preventDefault();
  }, []);
  useEffect(() => () => window.removeEventListener("beforeunload", hold), [hold]);
  return useCallback(
    (form: string, its: string | null) => {
      if (its === null) forms.current.delete(form);
      else forms.current.set(form, its);
      if (forms.current.size > 0) window.addEventListener("beforeunload", hold);
      else window.removeEventListener("beforeunload", hold);
    },
    [forms, hold],
  );
}
