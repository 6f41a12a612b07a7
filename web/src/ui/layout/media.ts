import { useCallback, useMemo, useSyncExternalStore } from "react";
import { layout } from "./layout.ts";

/** True while the media query holds. */
export function useMedia(query: string): boolean {
  // React asks several times a drawing, and to read a query anew costs a telephone milliseconds.
  const list = useMemo(() => matchMedia(query), [query]);
  const subscribe = useCallback(
    (changed: () => void) => {
      list.addEventListener("change", changed);
      return () => list.removeEventListener("change", changed);
    },
    [list],
  );
  return useSyncExternalStore(
    subscribe,
    () => list.matches,
    () => false,
  );
}

/** From the width at which the sidebar hides (M267) and the header holds the navigation. */
export const useWide = () => useMedia(`(min-width: ${layout.sidebarHideMinWidth}px)`);
/** Below the width of a tablet: bottom bar, cards, full-screen sheets. */
export const usePhone = () => useMedia(`(max-width: ${layout.breakpoint.phone - 0.02}px)`);
