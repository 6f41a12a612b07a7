// Server data in screens: TanStack Query over call.ts.
import type { Call, Endpoint } from "@heliograph/contract/kernel/endpoint";
import {
  QueryClient,
  queryOptions,
  useMutation,
  useQueryClient,
  type InvalidateOptions,
  type InvalidateQueryFilters,
  type Query,
  type QueryKey,
} from "@tanstack/react-query";
import { call } from "./call.ts";

/**
 * What the server answered. A call that is on its way while its answer becomes stale may have been answered before the change, and the
 * library would take what it brings for fresh: here it is asked for anew as soon as it has come.
 */
export class ServerData extends QueryClient {
  override async invalidateQueries<K extends QueryKey = QueryKey>(
    filters?: InvalidateQueryFilters<K>,
    options?: InvalidateOptions,
  ): Promise<void> {
    const onTheirWay = this.getQueryCache()
      .findAll({ ...filters, fetchStatus: "fetching" })
      // The library begins the others anew itself.
      .filter((query) => query.state.data === undefined || !query.isActive());
    const again = onTheirWay.map(async (query) => {
      await query.fetch().catch(() => {});
      const one = { ...filters, predicate: (other: Query) => other === query } as typeof filters;
      await super.invalidateQueries(one, { ...options, cancelRefetch: false });
    });
    await Promise.all([super.invalidateQueries(filters, options), ...again]);
  }
}

/** Query options of an endpoint; the key is its name and arguments, so that one name drops all its pages. */
export const ask = <E extends Endpoint>(e: E, args: Call<E>) =>
  queryOptions({
    queryKey: [e.name, args] as const,
    queryFn: ({ signal }) => call(e, args, signal),
  });

/**
 * A mutation of an endpoint that makes the named lists stale when it succeeds. `inOrder`: of several calls each waits for the one before
 * it, and the lists are asked for after the last, so that an answer on its way never takes back what was chosen since.
 */
export function useCall<E extends Endpoint>(
  e: E,
  stale: readonly Endpoint[] = [],
  { inOrder = false }: { inOrder?: boolean } = {},
) {
  const queries = useQueryClient();
  return useMutation({
    mutationKey: [e.name],
    ...(inOrder ? { scope: { id: e.name } } : {}),
    mutationFn: (args: Call<E>) => call(e, args),
    onSuccess: async () => {
      if (inOrder && queries.isMutating({ mutationKey: [e.name] }) > 1) return;
      await Promise.all(stale.map((list) => queries.invalidateQueries({ queryKey: [list.name] })));
    },
  });
}
