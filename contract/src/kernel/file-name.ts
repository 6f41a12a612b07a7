// Names of files, on their way in and out.
import { someLine } from "./text.ts";

const PATH = "Must be a name without a path";
const DIRECTION = "Marks of writing direction are not allowed";

/** Separators of folders on any system; a name that is nothing but dots names a folder. */
const isPlain = (name: string) => !/[/\\\u2028\u2029]/u.test(name) && !/^\.+$/u.test(name);
/** U+061C, 200E, 200F, 202A to 202E and 2066 to 2069: they let "fdp.exe" be read as "exe.pdf" (Unicode UAX 9). */
const MARKS = /\p{Bidi_Control}/u;

/** The name of a file: one line of at most `max` characters without path parts and marks of direction. */
export const plainFileName = (max: number) =>
  someLine(max)
    .refine(isPlain, PATH)
    .refine((name) => !MARKS.test(name), DIRECTION);
