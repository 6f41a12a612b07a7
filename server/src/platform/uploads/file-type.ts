// What an uploaded file is, told by its content. Its name only has to agree.
import { FILE_TYPES, type FileExtension } from "@heliograph/contract";

export interface FileType {
  readonly mime: string;
  readonly category: "image" | "document";
}

/** Bytes from which `fileType` tells signatures, at the start of a file. */
export const HEAD_BYTES = 512;
/** Bytes in which the directory of a zip is looked for, at the end of a file: its last record and a comment. */
export const TAIL_BYTES = 66_000;

/**
 * The type of a file whose name and content agree on one that is accepted; null for any other. `entries` are the names in
 * a zip, null when it is none.
 */
export function fileType(
  name: string,
  content: { head: Uint8Array; isText: boolean; entries: readonly string[] | null },
): FileType | null {
  const extension = /\.([a-z]+)$/i.exec(name)?.[1]?.toLowerCase();
  if (extension === undefined || !isKnown(extension)) return null;
  return LOOKS_LIKE[extension](content) ? FILE_TYPES[extension] : null;
}

type Content = Parameters<typeof fileType>[1];

const isKnown = (extension: string): extension is FileExtension => Object.hasOwn(FILE_TYPES, extension);

const LOOKS_LIKE: Record<FileExtension, (content: Content) => boolean> = {
  pdf: ({ head }) => begins(head, "%PDF-"),
  xlsx: ({ entries }) => isOffice(entries, "xl/workbook.xml"),
  docx: ({ entries }) => isOffice(entries, "word/document.xml"),
  csv: ({ isText }) => isText,
  txt: ({ isText }) => isText,
  png: ({ head }) => begins(head, "\x89PNG\r\n\x1a\n"),
  jpg: ({ head }) => begins(head, "\xff\xd8\xff"),
  jpeg: ({ head }) => begins(head, "\xff\xd8\xff"),
  webp: ({ head }) => begins(head, "RIFF") && begins(head.subarray(8), "WEBPVP8"),
};

const begins = (head: Uint8Array, signature: string) =>
  head.length >= signature.length &&
  Array.from(signature).every((letter, index) => head[index] === letter.charCodeAt(0));

/** An Office Open XML file (ECMA-376) without macros. */
function isOffice(entries: readonly string[] | null, main: string): boolean {
  return (
    entries !== null &&
    entries.includes("[Content_Types].xml") &&
    entries.includes(main) &&
    !entries.some((entry) => /vbaProject/i.test(entry))
  );
}

const END_RECORD = 0x06054b50;
const DIRECTORY_ENTRY = 0x02014b50;
const END_RECORD_BYTES = 22;
const DIRECTORY_ENTRY_BYTES = 46;

/**
 * Where the directory of a zip lies in the file (APPNOTE.TXT 4.3.16), told by the file's last bytes; null when it is no
 * zip of one part.
 */
export function zipDirectory(tail: Uint8Array): { at: number; bytes: number } | null {
  const view = viewOf(tail);
  for (let at = tail.length - END_RECORD_BYTES; at >= 0; at -= 1) {
    if (view.getUint32(at, true) !== END_RECORD) continue;
    return { bytes: view.getUint32(at + 12, true), at: view.getUint32(at + 16, true) };
  }
  return null;
}

/** The names in a zip's directory (APPNOTE.TXT 4.3.12), in its order; null when it is broken. */
export function zipEntries(directory: Uint8Array): string[] | null {
  const view = viewOf(directory);
  const names: string[] = [];
  let at = 0;
  while (at < directory.length) {
    if (at + DIRECTORY_ENTRY_BYTES > directory.length) return null;
    if (view.getUint32(at, true) !== DIRECTORY_ENTRY) return null;
    const [name, extra, comment] = [28, 30, 32].map((field) => view.getUint16(at + field, true));
    const begin = at + DIRECTORY_ENTRY_BYTES;
    const end = begin + (name ?? 0);
    if (end > directory.length) return null;
    names.push(new TextDecoder().decode(directory.subarray(begin, end)));
    at = end + (extra ?? 0) + (comment ?? 0);
  }
  return names;
}

const viewOf = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
