const LETTERS = new Intl.Segmenter("vi", { granularity: "grapheme" });

/** Two letters for a name: of its first and last word; one for a single word, "" for none. */
export function initials(name: string): string {
  const words = name.split(/\s+/u).filter((word) => word !== "");
  const ends = words.length > 1 ? [words[0], words.at(-1)] : words;
  return ends
    .map((word) => firstLetter(word ?? ""))
    .join("")
    .toLocaleUpperCase("vi");
}

function firstLetter(word: string): string {
  for (const { segment } of LETTERS.segment(word)) return segment;
  return "";
}
