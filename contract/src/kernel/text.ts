import { z } from "zod";

const CONTROL = "Control characters are not allowed";
/**
 * What nobody sees and what makes a text look like another: separators of lines and paragraphs, marks that turn the direction of writing, and characters
 * without a width. Joiners (U+200C, U+200D) stay, which scripts and emoji are made of.
 */
const UNSEEN = "\\u061c\\u200b\\u200e\\u200f\\u2028-\\u202e\\u2060\\u2066-\\u2069\\ufeff";
const ONE_LINE = new RegExp(`^[^\\p{Cc}${UNSEEN}]*$`, "u");
const LINES = new RegExp(`^(?:[^\\p{Cc}${UNSEEN}]|[\\n\\t])*$`, "u");
/** Half of a surrogate pair is no character: the database refuses it, and nobody can show it. */
export const ILL_FORMED = "Must be well-formed Unicode";
/** For schemas that check text in their own words: true without half characters. */
export const wellFormed = (text: string) => text.isWellFormed();

/**
 * Text on one line: trimmed, at most `max` characters, no control characters (PostgreSQL cannot store NUL, and
 * a line break in a name would forge lines in logs and exports) and none that are not seen (a name would read as another on a signed statement).
 */
export const line = (max: number) =>
  z.string().trim().max(max).regex(ONE_LINE, CONTROL).refine(wellFormed, ILL_FORMED);

/** As `line`, and not empty. */
export const someLine = (max: number) => line(max).min(1, "Must not be empty");

/**
 * Text of several lines: trimmed, not empty, at most `max` characters, line ends as LF, no control characters but LF and
 * TAB.
 */
export const paragraphs = (max: number) =>
  z
    .string()
    .transform((text) => text.replace(/\r\n?/g, "\n").trim())
    .pipe(
      z.string().min(1, "Must not be empty").max(max).regex(LINES, CONTROL).refine(wellFormed, ILL_FORMED),
    );

/** Languages in which texts are offered that people sign; what was signed is kept in the one that it was signed in. */
export const SIGNED_LANGUAGES = ["vi", "en", "zh"] as const;
export const signedLanguage = z.enum(SIGNED_LANGUAGES);
export type SignedLanguage = z.output<typeof signedLanguage>;
/** A text in each of them. */
export const signedTexts = (max: number) =>
  z.strictObject({ vi: paragraphs(max), en: paragraphs(max), zh: paragraphs(max) });
