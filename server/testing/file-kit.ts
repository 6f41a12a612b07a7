// Files as tests upload them, and a place for them.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { fileStore, type FileStore } from "../src/platform/files.ts";

/** A store in a folder of its own, which is gone when the test ends. */
export async function freshStore(): Promise<{ store: FileStore; folder: string }> {
  const folder = await mkdtemp(join(tmpdir(), "heliograph-files-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return { store: fileStore(folder), folder };
}

/** The smallest PNG: one transparent pixel. */
export const PNG: Uint8Array = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==",
  "base64",
);
export const PDF: Uint8Array = Buffer.from(
  "%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n",
);

/** A zip of the entries as they are given, with a comment at its end. */
export function zipOf(entries: readonly { name: string; content: Uint8Array }[], comment = ""): Uint8Array {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const { name, content } of entries) {
    const label = Buffer.from(name);
    const head = Buffer.alloc(30);
    head.writeUInt32LE(0x04034b50, 0);
    head.writeUInt32LE(content.length, 18);
    head.writeUInt16LE(label.length, 26);
    const entry = Buffer.alloc(46);
    entry.writeUInt32LE(0x02014b50, 0);
    entry.writeUInt32LE(content.length, 20);
    entry.writeUInt16LE(label.length, 28);
    entry.writeUInt32LE(at, 42);
    directory.push(entry, label);
    parts.push(head, label, Buffer.from(content));
    at += head.length + label.length + content.length;
  }
  const listed = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(listed.length, 12);
  end.writeUInt32LE(at, 16);
  end.writeUInt16LE(comment.length, 20);
  return Buffer.concat([...parts, listed, end, Buffer.from(comment)]);
}
