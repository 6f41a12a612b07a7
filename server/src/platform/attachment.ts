// Files on their way to a caller: never shown by the browser itself, whatever they hold.
import { savedName } from "@heliograph/contract";
import type { Readable } from "node:stream";

export interface Attachment {
  /** As whoever made it named it. */
  readonly name: string;
  readonly mime: string;
  /** Null: made while it is sent, so that nobody knows yet. */
  readonly size_bytes: number | null;
  /** Text that is made while it is sent, a piece at a time, or a file as it lies. */
  readonly content: Readable | AsyncIterable<string>;
}

/**
 * The headers of an attachment: saved and not shown, its type not guessed, and should a browser show it all the same, in a
 * sandbox without scripts (OWASP ASVS 5.0, 3.2.1).
 */
export function attachmentHeaders({
  name,
  mime,
  size_bytes,
}: Omit<Attachment, "content">): Record<string, string | number> {
  return {
    "content-type": mime,
    ...(size_bytes === null ? {} : { "content-length": size_bytes }),
    "content-disposition": contentDisposition(name),
    "content-security-policy": "default-src 'none'; sandbox",
    "x-content-type-options": "nosniff",
    "cache-control": "private, no-store",
  };
}

/**
 * The Content-Disposition of a file name in any script: RFC 6266 with `filename*` of RFC 8187, and a plain name for those
 * who do not read it. Neither holds parts of a path or marks of writing direction, whatever is stored.
 */
export function contentDisposition(stored: string): string {
  const name = savedName(stored);
  const plain = name.replace(/[^\x20-\x7e]|["\\%/]/g, "_");
  const encoded = encodeURIComponent(name).replace(
    /['()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}
