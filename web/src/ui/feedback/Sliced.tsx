import { createContext, type ReactNode, use, useDeferredValue } from "react";

/** Whether the page is being made for the first time: that is done in slices as a whole. */
export const Arrival = createContext<{ readonly current: boolean }>({ current: false });

/**
 * Makes its children for the first time in slices of a few ms, between which the page answers to its reader; `fallback`
 * stands in their place until they are whole. Where they come with the page itself, they need none. Later they are drawn as
 * ever.
 */
export function Sliced({ fallback, children }: { fallback: ReactNode; children: ReactNode }) {
  const arrival = use(Arrival);
  return useDeferredValue(true, arrival.current ? undefined : false) ? children : fallback;
}
