// Patterns of `like` and `ilike` for what people type.

/** A pattern that finds the text anywhere; the signs of a pattern stand for themselves. */
export const anywhere = (text: string): string => `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;

/** Such a pattern for each word of the text; empty: it has none. */
export const wordsAnywhere = (text: string): string[] =>
  text
    .split(/\s+/)
    .filter((word) => word !== "")
    .map(anywhere);
