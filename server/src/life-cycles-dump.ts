// npm run life-cycles [-- --check]
// Writes docs/life-cycles.md from the life cycles in the contract. With --check it writes nothing and fails when the file differs.
import * as contract from "@heliograph/contract";
import { readFile, writeFile } from "node:fs/promises";
import { lifeCyclesPage } from "./life-cycles.ts";

const FILE = new URL("../../docs/life-cycles.md", import.meta.url);

const page = lifeCyclesPage(contract.lifeCyclesIn(contract));
const before = await readFile(FILE, "utf8").catch(() => "");
if (process.argv.includes("--check")) {
  if (before !== page) {
    process.stderr.write("docs/life-cycles.md is stale: npm run life-cycles\n");
    process.exitCode = 1;
  }
} else {
  await writeFile(FILE, page);
}
