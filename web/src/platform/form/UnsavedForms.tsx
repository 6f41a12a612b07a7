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

/** A step that waits for the answer. */
interface Waiting {
  readonly run: () => void;
  readonly stay: () => void;
}

/**
 * Keeps what is not saved in a form below it from being lost: another page, a window that closes and the end of the
 * browser's tab ask first. The router has one blocker, so the outermost of these is the one that works.
 */
export function UnsavedForms({ children }: { children: ReactNode }) {
  return use(UnsavedContext) === null ? <Keeper>{children}</Keeper> : children;
}

function Keeper({ children }: { children: ReactNode }) {
  const forms = useRef<Forms>(new Map());
  const { report, unsaved } = useReports(forms);
  const [windows, setWindows] = useState<readonly string[]>([]);
  /** What waits for the answer, and what takes it back; null: nothing does. */
  const [waiting, setWaiting] = useState<Waiting | null>(null);
  const agreed = useRef(false);
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
    if ([...forms.current.values()].includes(window)) setWaiting({ run: then, stay: () => {} });
    else then();
  }, []);
  const asks = waiting === null ? null : (windows.at(-1) ?? "");
  const keeper = useMemo(
    (): UnsavedKeeper => ({
      window: "",
      report,
      open,
      guarded,
      asks,
      discard: () => {
        agreed.current = true;
        waiting?.run();
      },
      closeQuestion: () => {
        if (!agreed.current) waiting?.stay();
        agreed.current = false;
        setWaiting(null);
      },
    }),
    [waiting, asks, report, open, guarded],
  );
  return (
    <UnsavedContext value={keeper}>
      {children}
      {unsaved && <PageHold forms={forms} held={setWaiting} />}
      <UnsavedQuestionIn window="" />
    </UnsavedContext>
  );
}

/**
 * Holds the page while a form on it is not saved. Only then: a router that has a blocker complains of each step that the
 * browser makes by itself, such as to #main.
 */
function PageHold({ forms, held }: { forms: RefObject<Forms>; held: (waiting: Waiting) => void }) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      forms.current.size > 0 && currentLocation.pathname !== nextLocation.pathname,
  );
  useEffect(() => {
    if (blocker.state !== "blocked") return;
    held({ run: () => blocker.proceed(), stay: () => blocker.reset() });
  }, [blocker, held]);
  return null;
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
  const [unsaved, setUnsaved] = useState(false);
  useEffect(() => {
    if (!unsaved) return undefined;
    const hold = (event: BeforeUnloadEvent) => {
      // A session that has ended asks nothing: nobody is there to save it.
      if (forms.current.size > 0 && accessToken() !== null) event.preventDefault();
    };
    window.addEventListener("beforeunload", hold);
    return () => window.removeEventListener("beforeunload", hold);
  }, [unsaved, forms]);
  const report = useCallback(
    (form: string, its: string | null) => {
      if (its === null) forms.current.delete(form);
      else forms.current.set(form, its);
      setUnsaved(forms.current.size > 0);
    },
    [forms],
  );
  return { report, unsaved };
}
