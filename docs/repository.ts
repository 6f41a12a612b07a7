// What the tests of the papers read: the files of the repository, as they lie in the working tree.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";

const ROOT = join(import.meta.dirname, "..");

const list = (...flags: string[]) =>
  execFileSync("git", ["ls-files", "-z", ...flags], { cwd: ROOT, encoding: "utf8" })
    .split("\0")
    .filter((path) => path !== "");

/** Every file that Git knows or would add, by its path from the root; deleted ones are left out. */
export function filesOf(): string[] {
  const gone = new Set(list("--deleted"));
  return list("--cached", "--others", "--exclude-standard").filter((path) => !gone.has(path));
}

/** The text of a file, by its path from the root. */
export const textOf = (path: string): string => readFileSync(join(ROOT, path), "utf8");
