// What an answer brings onto a page for the first time.
import { useDeferredValue } from "react";

/**
 * Returns `value`; what arrives after a wait is drawn for the first time in slices, between which the page answers to who
 * uses it, and until then it is undefined as before. Later values are drawn at once, so that what is chosen shows at once.
 */
export function useInSlices<T>(value: T | undefined): T | undefined {
  const hasArrived = useDeferredValue(value !== undefined);
  return hasArrived ? value : undefined;
}
