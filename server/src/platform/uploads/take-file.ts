// An upload of a document, from its first byte to where it is kept.
import { createHash } from "node:crypto";
import type { Readable } from "node:stream";
import { tooLarge, type FileStore, type ReceivedFile } from "../files.ts";
import { Problem } from "../problem.ts";
import { fileType, HEAD_BYTES, TAIL_BYTES, zipDirectory, zipEntries, type FileType } from "./file-type.ts";

interface FileToTake {
  readonly file: Readable;
  /** As the sender calls it. */
  readonly name: string;
  /** Bytes that the sender announced; undefined: none. */
  readonly announcedBytes: number | undefined;
  readonly mostBytes: number;
  /** Media types that are accepted. */
  readonly accepted: readonly string[];
}

/** A file that has arrived, is what its name says and of a type that is accepted. */
interface TakenFile {
  readonly file_uid: string;
  readonly size_bytes: number;
  readonly mime: string;
  readonly sha256: Buffer;
  /** Keeps it, durably; the last thing in the transaction that writes it down. */
  readonly keep: () => Promise<void>;
}

/**
 * Takes a file in and hands it to `write`, whose answer is returned; where that throws, the file is gone again. Refuses 413 `file.too_large`, 400 `file.empty` and
 * 400 `file.type`, of what is not what its name says or of no accepted type.
 */
export async function takeFile<T>(
  store: FileStore,
  { file, name, announcedBytes, mostBytes, accepted }: FileToTake,
  write: (taken: TakenFile) => Promise<T>,
): Promise<T> {
  if ((announcedBytes ?? 0) > mostBytes) throw tooLarge(mostBytes);
  const received = await store.receive(file, mostBytes);
  try {
    const { file_uid, size_bytes, keep } = received;
    const mime = await mimeOf(received, name, accepted);
    return await write({ file_uid, size_bytes, mime, sha256: await digestOf(received), keep });
  } catch (error) {
    await received.drop();
    throw error;
  }
}

async function mimeOf(received: ReceivedFile, name: string, accepted: readonly string[]): Promise<string> {
  const { mime } = await typeOfReceived(received, name);
  if (!accepted.includes(mime)) throw notAccepted();
  return mime;
}

/** A directory of more entries than a document has. */
const DIRECTORY_BYTES = 4 * 1024 * 1024;

/** The type of the file, which is what its name says. Refuses 400 `file.type` one that is of no known type. */
export async function typeOfReceived(
  { size_bytes, isText, read }: ReceivedFile,
  name: string,
): Promise<FileType> {
  const head = await read(0, HEAD_BYTES);
  const tailAt = Math.max(0, size_bytes - TAIL_BYTES);
  const directory = zipDirectory(await read(tailAt, size_bytes - tailAt));
  const entries =
    directory === null || directory.bytes > DIRECTORY_BYTES
      ? null
      : zipEntries(await read(directory.at, directory.bytes));
  const type = fileType(name, { head, isText, entries });
  if (type === null) throw notAccepted();
  return type;
}

function notAccepted(): Problem {
  const message = "This type of file is not accepted";
  return new Problem(400, "file.type", message, { "query.name": message });
}

/** Bytes read at a time. */
const PIECE = 1024 * 1024;

async function digestOf({ size_bytes, read }: ReceivedFile): Promise<Buffer> {
  const hash = createHash("sha256");
  for (let at = 0; at < size_bytes; at += PIECE) {
    hash.update(await read(at, Math.min(PIECE, size_bytes - at)));
  }
  return hash.digest();
}
