// Numbers as people type them, with the marks of their language or of the spreadsheet that they copy from.
import type { Lang } from "../tokens/tokens.ts";

/** Decimal mark of a language, and the one that groups thousands. */
const MARKS: Record<Lang, readonly [decimal: string, group: string]> = {
  vi: [",", "."],
  en: [".", ","],
  zh: [".", ","],
};

/**
 * The number that is meant, null for an empty text, NaN for one that is none. Vietnamese reads 1.234,5 as English reads
 * 1,234.5. A single mark of the other kind that groups no three digits is taken as the decimal mark: 82.5 is 82,5.
 */
export function numberIn(text: string, lang: Lang): number | null {
  const typed = text.trim().replaceAll(/[\s%]/g, "").replace("−", "-");
  if (typed === "") return null;
  const [decimal, group] = MARKS[lang];
  if (pattern(decimal, group).test(typed)) return plain(typed, decimal, group);
  if (/^-?\d+[.,]\d+$/.test(typed)) return plain(typed, group, decimal);
  return Number.NaN;
}

/** Digits with or without groups of thousands, and perhaps a decimal part. */
const pattern = (decimal: string, group: string) =>
  new RegExp(String.raw`^-?(\d+|\d{1,3}([${group}]\d{3})+)?([${decimal}]\d*)?$`);

function plain(typed: string, decimal: string, group: string): number {
  const text = typed.replaceAll(group, "").replace(decimal, ".");
  return /\d/.test(text) ? Number(text) : Number.NaN;
}

/** How a number stands in its field: every digit, the decimal mark of the language, no groups; null is empty. */
export const fieldText = (value: number | null, lang: Lang): string =>
  value === null ? "" : String(value).replace(".", MARKS[lang][0]);
