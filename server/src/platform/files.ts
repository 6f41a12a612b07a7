// Uploaded files in the data folder, under random names. What they are called and whose they are is in the database.
import { randomUUID } from "node:crypto";
import { constants, createReadStream } from "node:fs";
import { mkdir, open, readdir, rename, rm, stat, type FileHandle } from "node:fs/promises";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { Problem } from "./problem.ts";

/** A file that has arrived whole and is not kept yet. */
export interface ReceivedFile {
  readonly file_uid: string;
  readonly size_bytes: number;
  /** No byte of it is one that text does not have (WHATWG MIME Sniffing, binary data bytes). */
  readonly isText: boolean;
  /** Up to `length` bytes from `position` on. */
  readonly read: (position: number, length: number) => Promise<Uint8Array>;
  /** Keeps it, durably. */
  readonly keep: () => Promise<void>;
  /** Forgets it; after `keep` too. May be repeated. */
  readonly drop: () => Promise<void>;
}

export interface FileStore {
  /**
   * Takes a file in, a piece at a time. Refuses 413 `file.too_large` as soon as it is longer than `mostBytes`, and 400
   * `file.empty`; what was taken in is then gone again.
   */
  readonly receive: (content: Readable, mostBytes: number) => Promise<ReceivedFile>;
  /** Where a kept file lies, whether it is there or not. */
  readonly path: (file_uid: string) => string;
  /** The content of a kept file; null when it is not there. */
  readonly content: (file_uid: string) => Promise<Readable | null>;
  /** Deletes a kept file; nothing happens when it is not there. */
  readonly remove: (file_uid: string) => Promise<void>;
}

const UID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
/** What has been arriving for longer was left behind by a process that ended. */
const STALE_MS = 3_600_000;

/** The files in `folder`, which is made when the first one arrives. */
export function fileStore(folder: string): FileStore {
  const arriving = join(folder, "arriving");
  let ready: Promise<void> | undefined;
  const prepared = () =>
    (ready ??= prepare(arriving).catch((error: unknown) => {
      ready = undefined;
      throw error;
    }));
  const place = (file_uid: string) => {
    if (!UID.test(file_uid)) throw new RangeError(`${file_uid} is no uid of a file`);
    return join(folder, file_uid.slice(0, 2), file_uid);
  };
  return {
    receive: async (content, mostBytes) => {
      await prepared();
      const file_uid = randomUUID();
      const path = join(arriving, file_uid);
      try {
        return received(file_uid, {
          path,
          place: place(file_uid),
          taken: await take(content, path, mostBytes),
        });
      } catch (error) {
        await rm(path, { force: true });
        throw error;
      }
    },
    path: place,
    content: async (file_uid) => {
      const path = place(file_uid);
      const there = await stat(path).catch(() => null);
      return there === null ? null : createReadStream(path);
    },
    remove: (file_uid) => rm(place(file_uid), { force: true }),
  };
}

async function prepare(arriving: string): Promise<void> {
  await mkdir(arriving, { recursive: true, mode: 0o700 });
  for (const name of await readdir(arriving)) {
    const path = join(arriving, name);
    const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Number.POSITIVE_INFINITY }));
    if (Date.now() - mtimeMs > STALE_MS) await rm(path, { force: true });
  }
}

interface Taken {
  readonly size_bytes: number;
  readonly isText: boolean;
}

async function take(content: Readable, path: string, mostBytes: number): Promise<Taken> {
  const file = await open(path, constants.O_CREAT | constants.O_EXCL | constants.O_WRONLY, 0o600);
  try {
    const taken = await copy(content, file, mostBytes);
    if (taken.size_bytes === 0) throw new Problem(400, "file.empty", "The file is empty");
    await file.sync();
    return taken;
  } finally {
    await file.close();
  }
}

async function copy(content: Readable, file: FileHandle, mostBytes: number): Promise<Taken> {
  let size_bytes = 0;
  let isText = true;
  for await (const piece of content) {
    if (!(piece instanceof Uint8Array)) throw new RangeError("a file arrives as bytes");
    size_bytes += piece.length;
    if (size_bytes > mostBytes) throw tooLarge(mostBytes);
    isText &&= piece.every(isTextByte);
    await file.write(piece);
  }
  return { size_bytes, isText };
}

const isTextByte = (byte: number) =>
  byte >= 0x20 || byte === 0x09 || byte === 0x0a || byte === 0x0c || byte === 0x0d || byte === 0x1b;

/** The refusal of a file longer than it may be. */
export function tooLarge(mostBytes: number): Problem {
  return new Problem(413, "file.too_large", `A file may have ${mostBytes / (1024 * 1024)} MB`);
}

function received(file_uid: string, at: { path: string; place: string; taken: Taken }): ReceivedFile {
  const { path, place, taken } = at;
  return {
    file_uid,
    ...taken,
    read: async (position, length) => {
      const file = await open(path, "r");
      try {
        const { buffer, bytesRead } = await file.read(new Uint8Array(length), 0, length, position);
        return buffer.subarray(0, bytesRead);
      } finally {
        await file.close();
      }
    },
    keep: async () => {
      const shelf = join(place, "..");
      await mkdir(shelf, { recursive: true, mode: 0o700 });
      await rename(path, place);
      // The new name is on disk once the folder is.
      const folder = await open(shelf, "r");
      try {
        await folder.sync();
      } finally {
        await folder.close();
      }
    },
    drop: async () => {
      await rm(path, { force: true });
      await rm(place, { force: true });
    },
  };
}
