// Apart from the schema of file names, so that screens that only save need no zod.

/**
 * A name that a file may be saved under, made of any text: without path parts, control characters, marks of direction and half
 * characters; "file" where nothing is left.
 */
export function savedName(text: string): string {
  const name = text
    .toWellFormed()
    .replace(/\p{Bidi_Control}/gu, "")
    .replace(/[\p{Cc}/\\\u2028\u2029]/gu, "_")
    .trim();
  return /^\.*$/u.test(name) ? "file" : name;
}
