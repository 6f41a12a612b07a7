import { type ReactNode, useDeferredValue } from "react";

/**
 * Makes its children for the first time in slices of a few ms, between which the page answers to its reader; `fallback`
 * stands in their place until they are whole. Later they are drawn as ever.
 */
export function Sliced({ fallback, children }: { fallback: ReactNode; children: ReactNode }) {
  return useDeferredValue(true, false) ? children : fallback;
}
