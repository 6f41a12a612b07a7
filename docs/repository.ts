// What the tests of the papers read: the files of the repository, as they lie in the working tree.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const ROOT = join(import.meta.dirname, "..");
/** What is installed, built, or written by runs. */
const NOT_OURS = new Set(["node_modules", "dist", ".git", ".results", "data"]);

/** Every file of the repository, by its path from the root. */
export function filesOf(folder = ""): string[] {
  const entries = readdirSync(join(ROOT, folder), { withFileTypes: true });
  return entries
    .filter(({ name }) => !NOT_OURS.has(name))
    .flatMap((entry) => {
      const path = folder === "" ? entry.name : `${folder}/${entry.name}`;
      return entry.isDirectory() ? filesOf(path) : [path];
    });
}

/** The text of a file, by its path from the root. */
export const textOf = (path: string): string => readFileSync(join(ROOT, path), "utf8");
