// What is typed and not saved: forms report it here, and what would throw it away asks first.
import { createContext, use, useEffect, useId } from "react";

/** Where the forms below it report; UnsavedForms.tsx has it, and makes the question. */
export interface UnsavedKeeper {
  /** The window that they stand in; "": the page. */
  readonly window: string;
  /** Notes that a form of that window holds something unsaved; null: that it does not. */
  readonly report: (form: string, window: string | null) => void;
  /** Runs it: at once where no form of that window holds anything, else when throwing it away is agreed to. */
  readonly guarded: (window: string, then: () => void) => void;
  /** Notes that the window is open; what it returns, that it no longer is. */
  readonly open: (window: string) => () => void;
  /** The window that asks now, the one on top; null: nothing is asked. */
  readonly asks: string | null;
  readonly discard: () => void;
  /** Takes the question away; without `discard` before it, all stays as it is. */
  readonly closeQuestion: () => void;
}

/** Null: nothing is asked, as on the public pages. */
export const UnsavedContext = createContext<UnsavedKeeper | null>(null);

/**
 * Reports for as long as a form is there whether it holds something that is not saved. Returns what takes the report back at
 * once: what follows a saved form may leave its page.
 */
export function useUnsavedReport(unsaved: boolean): () => void {
  const keeper = use(UnsavedContext);
  const form = useId();
  const report = keeper?.report;
  const window = keeper?.window ?? "";
  useEffect(() => {
    if (!unsaved || report === undefined) return undefined;
    report(form, window);
    return () => report(form, null);
  }, [unsaved, report, form, window]);
  return () => report?.(form, null);
}

/** Returns what runs a step that takes the forms of this window or page away: it asks first where one is not saved. */
export function useGuarded(): (then: () => void) => void {
  const keeper = use(UnsavedContext);
  return (then) => {
    if (keeper === null) then();
    else keeper.guarded(keeper.window, then);
  };
}
