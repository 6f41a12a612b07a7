/** Who may take an action, what it starts from and where it leads. */
interface Action<State extends string, Role extends string> {
  readonly from: readonly State[];
  readonly to: State;
  readonly by: readonly Role[];
}

/** A life cycle as data. Server and web read the same table. */
interface Life<State extends string, Role extends string, Name extends string> {
  readonly states: readonly State[];
  readonly actions: Readonly<Record<Name, Action<State, Role>>>;
}

/** Fixes the literal types and returns the table as it is. */
export function life<const S extends string, const R extends string, const N extends string>(
  states: readonly S[],
  actions: Record<N, { from: readonly NoInfer<S>[]; to: NoInfer<S>; by: readonly R[] }>,
): Life<S, R, N> {
  return { states, actions };
}

/** Why the action is not open, or undefined when it is. */
export function closedBecause<S extends string, R extends string, N extends string>(
  table: Life<S, R, N>,
  action: N,
  { at, role }: { at: S; role: R },
): "state" | "role" | undefined {
  const { from, by } = table.actions[action];
  if (!from.includes(at)) return "state";
  return by.includes(role) ? undefined : "role";
}
