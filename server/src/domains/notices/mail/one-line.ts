/** The text on one line, at most `most` characters: what people have named things becomes a header of a mail only so. */
export function oneLine(text: string, most: number): string {
  const line = text.replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, " ").trim();
  const letters = Array.from(line);
  // The limit of the database counts code points too.
  return letters.length <= most ? line : `${letters.slice(0, most - 1).join("")}…`;
}
