// Server data in screens: TanStack Query over call.ts.
import type { Call, Endpoint } from "@heliograph/contract/kernel/endpoint";
import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { call } from "./call.ts";

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
