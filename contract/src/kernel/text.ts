import { z } from "zod";

const CONTROL = "Control characters are not allowed";
/** Half of a surrogate pair is no character: the database refuses it, and nobody can show it. */
export const ILL_FORMED = "Must be well-formed Unicode";
/** For schemas that check text in their own words: true without half characters. */
export const wellFormed = (text: string) => text.isWellFormed();

/**
 * Text on one line: trimmed, at most `max` characters, no control characters (PostgreSQL cannot store NUL, and
 * a line break in a name would forge lines in logs and exports).
 */
export const line = (max: number) =>
  z
    .string()
    .trim()
    .max(max)
    .regex(/^\P{Cc}*$/u, CONTROL)
    .refine(wellFormed, ILL_FORMED);

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
      z
        .string()
        .min(1, "Must not be empty")
        .max(max)
        .regex(/^(\P{Cc}|[\n\t])*$/u, CONTROL)
        .refine(wellFormed, ILL_FORMED),
    );
