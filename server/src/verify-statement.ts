// npm run verify -- statement.json [--keys keys.json]
// Checks a redemption statement without a connection, by the keys of the log: those in the file (what /api/v1/rehash/log/keys answers), else those of
// this installation's data folder. Ends with 1 unless it is genuine: also for a demonstration, which proves no redemption of anything (rule R14).
import { readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { checkStatement, replaceableUntil, type RedemptionStatement } from "@heliograph/contract";
import { z } from "zod";
import { isSignedText } from "./domains/registry/index.ts";
import { configOrExit, runCommand } from "./platform/command.ts";
import { publicKeyIn } from "./platform/documents/signing-key.ts";
import { createHash } from "node:crypto";

const knownKeys = z.object({
  items: z.array(
    z.object({ key_id: z.string(), public_key: z.string(), use: z.enum(["log", "demonstration"]) }),
  ),
});

const sha256 = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest();
const print = (line: string) => process.stdout.write(`${line}\n`);

async function keysOf(file: string | undefined) {
  if (file !== undefined) return knownKeys.parse(JSON.parse(await readFile(file, "utf8"))).items;
  const folder = join(resolve(configOrExit().DATA_DIR), "ledger");
  const [log, demonstration] = [await publicKeyIn(folder), await publicKeyIn(join(folder, "demonstration"))];
  return [
    ...(log === null ? [] : [{ ...log, use: "log" as const }]),
    ...(demonstration === null ? [] : [{ ...demonstration, use: "demonstration" as const }]),
  ];
}

const dateOf = ({ entry }: RedemptionStatement): string => entry.at.slice(0, 10);

async function verify(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { keys: { type: "string" } },
  });
  const [file] = positionals;
  if (file === undefined) throw new Error("Name the file of the statement: npm run verify -- statement.json");
  const given: unknown = JSON.parse(await readFile(file, "utf8"));
  const { verdict, steps, statement } = checkStatement(given, {
    sha256,
    isSignedText,
    keys: await keysOf(values.keys),
    retired: null,
  });
  for (const { step, state } of steps) print(`${state.padEnd(8)} ${step}`);
  if (verdict === "genuine" && statement !== null) {
    print(`Genuine as issued on ${dateOf(statement)}; whether it was replaced was not asked.`);
    const until = replaceableUntil(statement);
    if (until !== null && until > new Date()) print(`It may be corrected until ${until.toISOString()}.`);
    return;
  }
  const said = {
    demonstration: "Demonstration: these certificates were made from simulated readings.",
    unknown_key: "This checker is too old or does not know the key.",
    unknown_version: "This checker is too old or does not know the key.",
    unreadable: "This is no redemption statement.",
    changed: "This statement does not match the ledger. Do not accept it.",
  } as const;
  throw new Error(verdict in said ? said[verdict as keyof typeof said] : verdict);
}

await runCommand(verify);
