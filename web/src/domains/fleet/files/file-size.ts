import type { Format } from "../../../platform/format.ts";

/** A file's size, from a megabyte on with one decimal where it has one: "812 KB", "1.4 MB", "20 MB". */
export function fileSize(format: Format, bytes: number): string {
  if (bytes < 1024) return `${format.number(bytes)} B`;
  const kb = bytes / 1024;
  if (kb < 1024) return `${format.number(Math.round(kb))} KB`;
  const mb = Math.round((kb / 1024) * 10) / 10;
  return `${format.number(mb, Number.isInteger(mb) ? 0 : 1)} MB`;
}
