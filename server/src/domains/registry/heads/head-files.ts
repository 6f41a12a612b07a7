// What lies beside the signing key and outside the database: the head of the log that was signed last, so that whatever becomes of the database, the
// log is known to have been as long as this once (rule R24); and the keys of the log, for checks without a database.
import { randomUUID } from "node:crypto";
import { mkdir, open, readFile, rename } from "node:fs/promises";
import { join } from "node:path";
import { listLogKeys, logHead, type LogHead, type LogKey } from "@heliograph/contract";

const HEAD_FILE = "last-head.json";
const KEYS_FILE = "keys.json";

/** The head in the folder; null: none was signed yet. Throws where the file is no head. */
export async function readLastHead(folder: string): Promise<LogHead | null> {
  const text = await textOf(folder, HEAD_FILE);
  return text === null ? null : logHead.parse(JSON.parse(text));
}

/** Keeps the head that the log has lost under a name of its own: from then on the folder has none. */
export async function putLastHeadAside(folder: string): Promise<void> {
  const head = await readLastHead(folder);
  if (head !== null) await rename(join(folder, HEAD_FILE), join(folder, `lost-head-${head.size}.json`));
}

/** Puts the head into the folder in place of the one before, whole or not at all, and durably. */
export const writeLastHead = (folder: string, head: LogHead): Promise<void> =>
  write(folder, HEAD_FILE, `${JSON.stringify(head, null, 2)}\n`);

/** The keys of the log in the folder; null: none were kept. Throws where the file is none. */
export async function readKeys(folder: string): Promise<readonly LogKey[] | null> {
  const text = await textOf(folder, KEYS_FILE);
  return text === null ? null : listLogKeys.answer.parse(JSON.parse(text)).items;
}

/** Puts the keys into the folder, in the form of the call `rehash/log/keys`, unless they are there. */
export async function writeKeys(folder: string, items: readonly LogKey[]): Promise<void> {
  const text = `${JSON.stringify({ items }, null, 2)}\n`;
  if ((await textOf(folder, KEYS_FILE)) !== text) await write(folder, KEYS_FILE, text);
}

async function textOf(folder: string, name: string): Promise<string | null> {
  return readFile(join(folder, name), "utf8").catch((error: unknown) => {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return null;
    throw error;
  });
}

async function write(folder: string, name: string, text: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, name);
  const own = `${path}.${randomUUID()}`;
  const file = await open(own, "wx", 0o600);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(own, path);
}
