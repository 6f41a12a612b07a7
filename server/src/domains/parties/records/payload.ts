// What a command asks for as text, which is equal exactly where two commands ask for the same.

/** The value as JSON with the members of its objects in the order of their names, without those that are undefined. */
export const textOf = (payload: unknown): string => JSON.stringify(sorted(payload));

/** The value with the members of its objects in the order of their names. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value ?? null;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, member]) => member !== undefined)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, member]) => [name, sorted(member)]),
  );
}
