// What a checker is made of, by one hash: two that say the same are the same.
import { createHash } from "node:crypto";
import { readdir, readFile, stat } from "node:fs/promises";

/** Sources of a program. */
interface Sources {
  /** SHA-256 over names and contents of the files, hexadecimal. */
  readonly hash: string;
  /** The day of the newest of them, YYYY-MM-DD in UTC: when it was built or put here. */
  readonly built: string;
}

/** The TypeScript in the folders, their tests left out, in the order of folders and names. */
export async function checkerSources(folders: readonly URL[]): Promise<Sources> {
  const hash = createHash("sha256");
  let newest = 0;
  for (const folder of folders) {
    const names = (await readdir(folder)).filter((name) => name.endsWith(".ts") && !name.includes(".test."));
    for (const name of names.toSorted()) {
      const file = new URL(name, folder);
      hash
        .update(`${name}\n`)
        .update(await readFile(file))
        .update("\n");
      newest = Math.max(newest, (await stat(file)).mtimeMs);
    }
  }
  return { hash: hash.digest("hex"), built: new Date(newest).toISOString().slice(0, 10) };
}

const ROOT = new URL("../../../../../", import.meta.url);

/** The sources of the checker of statements, which run in the browser too. */
export const STATEMENT_CHECKER: readonly URL[] = [new URL("contract/src/registry/proofs/", ROOT)];
/** The sources of the checker of the ledger. */
export const LEDGER_CHECKER: readonly URL[] = [
  ...STATEMENT_CHECKER,
  new URL("server/src/domains/registry/ledger/", ROOT),
];
