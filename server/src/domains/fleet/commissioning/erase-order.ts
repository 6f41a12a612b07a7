// In which order the rows of a project can go.

/** A table whose rows refer to rows of another. */
export interface Reference {
  readonly from: string;
  readonly to: string;
}

/**
 * The tables so that none comes before one that refers to it. Those of `last` come behind all others: what is taken from the others is
 * noted in them. Throws RangeError where tables refer to each other in a circle.
 */
export function eraseOrder(
  tables: readonly string[],
  references: readonly Reference[],
  last: (table: string) => boolean,
): string[] {
  const ordered: string[] = [];
  let left = tables.filter((table) => !last(table));
  while (left.length > 0) {
    const free = left.filter(
      (table) => !references.some(({ from, to }) => to === table && from !== table && left.includes(from)),
    );
    if (free.length === 0) throw new RangeError(`these refer to each other: ${left.join(", ")}`);
    ordered.push(...free);
    left = left.filter((table) => !free.includes(table));
  }
  return [...ordered, ...tables.filter(last)];
}
