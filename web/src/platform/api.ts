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

/** A mutation of an endpoint that makes the named lists stale when it succeeds. */
export function useCall<E extends Endpoint>(e: E, stale: readonly Endpoint[] = []) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (args: Call<E>) => call(e, args),
    onSuccess: () => Promise.all(stale.map((list) => queries.invalidateQueries({ queryKey: [list.name] }))),
  });
}
