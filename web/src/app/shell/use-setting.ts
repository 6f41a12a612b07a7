import { useCallback } from "react";
import { useLocation, useSearchParams } from "react-router";
import { openProjectAt } from "../paths.ts";

/** The tabs of the window Setting, as the address names them (M151). */
const SETTING_TABS = ["alias", "firmware", "reference"] as const;
export type SettingTabKey = (typeof SETTING_TABS)[number];

/** Where the address keeps the tab, and the project that is chosen in the window where none is open. */
const TAB = "setting";
const CHOSEN = "setting_project";

/** What the window Setting shows, by the address. */
export interface SettingState {
  /** Null: it is closed. */
  readonly tab: SettingTabKey | null;
  /** The project of the page; null: the page is of none, and one is chosen in the window. */
  readonly openProject: string | null;
  /** The project chosen in the window; null: none yet. */
  readonly chosen: string | null;
  /** Opens the window, or shows another tab of it. */
  readonly show: (tab: SettingTabKey) => void;
  readonly choose: (uid: string | null) => void;
  readonly close: () => void;
}

/** The window Setting by the address: `?setting=alias`, in a list with `setting_project`. An unknown tab is the first. */
export function useSetting(): SettingState {
  const { pathname } = useLocation();
  const [search, setSearch] = useSearchParams();
  const named = search.get(TAB);
  const put = useCallback(
    (change: Readonly<Record<string, string | null>>, replace: boolean) => {
      const next = (now: URLSearchParams) => {
        const changed = new URLSearchParams(now);
        for (const [name, value] of Object.entries(change)) {
          if (value === null) changed.delete(name);
          else changed.set(name, value);
        }
        return changed;
      };
      // The page behind the window stays where it is.
      setSearch(next, { replace, preventScrollReset: true });
    },
    [setSearch],
  );
  return {
    tab: named === null ? null : (SETTING_TABS.find((tab) => tab === named) ?? "alias"),
    openProject: openProjectAt(pathname, search) ?? null,
    chosen: search.get(CHOSEN),
    show: (tab) => put({ [TAB]: tab }, named !== null),
    choose: (uid) => put({ [CHOSEN]: uid }, true),
    close: () => put({ [TAB]: null, [CHOSEN]: null }, true),
  };
}
