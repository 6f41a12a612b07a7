// npm run openapi [-- --check]
// Writes contract/openapi.json from the contract. With --check it writes nothing and fails when the file differs.
import { apiByDomain } from "@heliograph/contract";
import { readFile, writeFile } from "node:fs/promises";
import { runCommand } from "./platform/command.ts";
import { openApi } from "./platform/openapi.ts";

await runCommand(async () => {
  const file = new URL("../../contract/openapi.json", import.meta.url);
  const now = `${JSON.stringify(openApi("Heliograph", apiByDomain), null, 1)}\n`;
  const before = await readFile(file, "utf8").catch(() => "");
  if (before === now) return console.log("contract/openapi.json is up to date.");
  if (process.argv.includes("--check")) {
    throw new Error(
      "contract/openapi.json is not what the contract states; run npm run openapi and commit it",
    );
  }
  await writeFile(file, now);
  return console.log("Wrote contract/openapi.json.");
});
