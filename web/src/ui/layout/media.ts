import { useCallback, useSyncExternalStore } from "react";
import { layout } from "./layout.ts";

/** True while the media query holds. */
export function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (changed: () => void) => {
      const list = matchMedia(query);
      list.addEventListener("change", changed);
      return () => list.removeEventListener("change", changed);
    },
    [query],
  );
  return useSyncExternalStore(
    subscribe,
    () => matchMedia(query).matches,
    () => false,
  );
}

/** From the width at which the sidebar hides (M267) and the header holds the navigation. */
export const useWide = () => useMedia(`(min-width: ${layout.sidebarHideMinWidth}px)`);
/** Below the width of a tablet: bottom bar, cards, full-screen sheets. */
export const usePhone = () => useMedia(`(max-width: ${layout.breakpoint.phone - 0.02}px)`);
