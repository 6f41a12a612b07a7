import { LOCALES, type Lang } from "../ui/tokens/tokens.ts";

/**
 * The form of a word that stands beside a count, by the rules of the language (Intl.PluralRules): "1 device", "2 devices".
 * The count may be written already; what is no plain number then counts as many. Vietnamese and Chinese know one form.
 */
export const formOf = (lang: Lang, count: string | number): "one" | "other" =>
  new Intl.PluralRules(LOCALES[lang]).select(Number(count)) === "one" ? "one" : "other";
