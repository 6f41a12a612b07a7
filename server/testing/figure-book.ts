// A book of figures: what different calls say of the same thing stands under one name, and has to be the same.

interface Entry {
  readonly source: string;
  readonly value: unknown;
}

/** Figures by name, with who told them. */
export interface FigureBook {
  /** Notes what a source says of a figure; undefined: it says nothing of it. */
  readonly note: (figure: string, source: string, value: unknown) => void;
  /** What is told differently, in words, in order of the figures' names. */
  readonly differences: () => string[];
  /** How many figures are told by more than one source. */
  readonly shared: () => number;
}

/** Sums of many parts may differ in the last digits of double precision. */
const isSame = (a: unknown, b: unknown): boolean =>
  typeof a === "number" && typeof b === "number"
    ? Math.abs(a - b) <= 1e-9 * Math.max(1, Math.abs(a), Math.abs(b))
    : JSON.stringify(a) === JSON.stringify(b);

/** An empty book. */
export function figureBook(): FigureBook {
  const pages = new Map<string, Entry[]>();
  return {
    note: (figure, source, value) => {
      if (value === undefined) return;
      const entries = pages.get(figure) ?? [];
      entries.push({ source, value });
      pages.set(figure, entries);
    },
    differences: () =>
      [...pages]
        .flatMap(([figure, entries]) => {
          const [first] = entries;
          const isOne = entries.every(({ value }) => isSame(value, first?.value));
          return isOne
            ? []
            : [`${figure}: ${entries.map((one) => `${one.source} ${JSON.stringify(one.value)}`).join(", ")}`];
        })
        .toSorted(),
    shared: () => [...pages.values()].filter((entries) => entries.length > 1).length,
  };
}
