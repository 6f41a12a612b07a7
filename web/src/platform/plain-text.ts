/** A text without accents and capitals, by which words are found in it. */
const plain = (text: string): string =>
  text.normalize("NFD").replaceAll(/\p{M}/gu, "").replaceAll(/đ/giu, "d").toLowerCase();

/** Returns what tells whether all words of a search are in a text, whatever their order, case and accents; without words they are in all. */
export function wordFinder(search: string): (text: string) => boolean {
  const words = plain(search)
    .split(/\s+/)
    .filter((word) => word !== "");
  return (text) => {
    const whole = words.length === 0 ? "" : plain(text);
    return words.every((word) => whole.includes(word));
  };
}
