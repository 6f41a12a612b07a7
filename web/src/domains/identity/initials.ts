/** A letter with the marks that no letter has of its own. A segmenter of texts would take a telephone 40 ms to make. */
const LETTER = /^.\p{M}*/u;

/** Two letters for a name: of its first and last word; one for a single word, "" for none. */
export function initials(name: string): string {
  const words = name
    .normalize("NFC")
    .split(/\s+/u)
    .filter((word) => word !== "");
  const ends = words.length > 1 ? [words[0], words.at(-1)] : words;
  return ends
    .map((word) => LETTER.exec(word ?? "")?.[0] ?? "")
    .join("")
    .toLocaleUpperCase("vi");
}
