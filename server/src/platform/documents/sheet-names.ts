// Names of a spreadsheet's sheets, and how formulas name them.

const LONGEST = 31;
/** What a name may not hold, and what a spreadsheet keeps for itself. */
const FORBIDDEN = /[[\]:*?/\\\p{Cc}]/gu;
const RESERVED = "history";

/** Names for sheets: as those given as may be, at most 31 letters, without what a name may not hold, and no two alike in any case. */
export function sheetNames(given: readonly string[]): string[] {
  const taken = new Set<string>([RESERVED]);
  return given.map((name) => {
    const clean = name.replace(FORBIDDEN, " ").replaceAll(/\s+/g, " ").trim();
    const base = cutTo(clean.replaceAll(/^'+|'+$/g, ""), LONGEST) || "-";
    let free = base;
    for (let n = 2; taken.has(free.toLowerCase()); n += 1) {
      const ending = ` (${n})`;
      free = `${cutTo(base, LONGEST - ending.length)}${ending}`;
    }
    taken.add(free.toLowerCase());
    return free;
  });
}

/** The text without its end, and without half of a letter or an apostrophe at the cut. */
const cutTo = (text: string, length: number): string =>
  (text.length <= length ? text : text.slice(0, length).replace(/[\uD800-\uDBFF]$/, "")).replace(
    /[\s']+$/,
    "",
  );

/** A cell of another sheet, as formulas name it. */
export const cellReference = (sheet: string, cell: string): string =>
  `'${sheet.replaceAll("'", "''")}'!${cell}`;
