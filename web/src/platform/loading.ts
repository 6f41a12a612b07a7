// How a screen's first data are asked for: by its loader, while its code is still on its way.
import type { FetchQueryOptions, QueryClient, QueryKey } from "@tanstack/react-query";

/** Where a screen stands. */
export interface ScreenAddress {
  /** What the address names: the project, as a rule; "" where it names nothing. */
  readonly id: string;
  readonly pathname: string;
  readonly search: URLSearchParams;
}

/**
 * Asks for what a query says, unless it is here or on its way. Gives the answer; undefined where it is refused, which the
 * screen says when it asks itself.
 */
export type Start = <T, K extends QueryKey>(
  query: FetchQueryOptions<T, Error, T, K>,
) => Promise<T | undefined>;

/** Starts what the screen at the address asks for first. It waits for nothing: the screen shows what is not here yet. */
export type Load = (start: Start, at: ScreenAddress) => unknown;

/** Lets the browser do what has waited: much at once would hold a telephone up as one long task. */
export const nextTask = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

/** Returns the Start that keeps answers in `queries`, where the screens find them. Each query is asked in a task of its own. */
export const startIn =
  (queries: QueryClient): Start =>
  (query) =>
    nextTask()
      .then(() => queries.ensureQueryData(query))
      .catch(() => undefined);
