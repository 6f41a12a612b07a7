// What the checker of statements is made of, by the hash that the command line shows for it too (server/src/domains/registry/heads/checker-sources.ts, rule R45).
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";

const FOLDER = new URL("../contract/src/registry/proofs/", import.meta.url);

/** SHA-256 over names and contents of its sources, their tests left out, in the order of names, hexadecimal. */
export function checkerHash(): string {
  const hash = createHash("sha256");
  const names = readdirSync(FOLDER).filter((name) => name.endsWith(".ts") && !name.includes(".test."));
  for (const name of names.toSorted()) {
    hash
      .update(`${name}\n`)
      .update(readFileSync(new URL(name, FOLDER)))
      .update("\n");
  }
  return hash.digest("hex");
}

/** What the pages are built with: `STATEMENT_CHECKER_BUILD` is its hash and the day of the build. */
export const checkerDefine = (): Record<string, string> => ({
  STATEMENT_CHECKER_BUILD: JSON.stringify({
    hash: checkerHash(),
    built: new Date().toISOString().slice(0, 10),
  }),
});
