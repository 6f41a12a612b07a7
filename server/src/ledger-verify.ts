// npm run ledger:verify [-- --heads <file>] [-- --keep <file>]
// Checks the certificate ledger: does its journal over again, and looks whether holdings, hashes, chain, heads and signatures are what follows.
// With --heads also against heads that were kept elsewhere; with --keep it writes the heads it found to a file that can be.
import { readFile, writeFile } from "node:fs/promises";
import { parseArgs } from "node:util";
import { checkerSources, keptHeadsIn, LEDGER_CHECKER, verifyLedger } from "./domains/registry/index.ts";
import { configOrExit, runCommand, withDatabase } from "./platform/command.ts";

/** Faults that are printed one by one. */
const PRINTED = 100;

const print = (line: string) => process.stdout.write(`${line}\n`);
const rate = (count: number, ms: number) =>
  `${Math.round((count / Math.max(ms, 1)) * 1000).toLocaleString("en-US")}/s`;

async function verify(): Promise<void> {
  const { values } = parseArgs({ options: { heads: { type: "string" }, keep: { type: "string" } } });
  const kept = values.heads === undefined ? [] : keptHeadsIn(await readFile(values.heads, "utf8"));
  const report = await withDatabase(configOrExit(), ({ db }) => verifyLedger(db, kept));
  const { entries, heads, faults, totals, replay_ms, hashes_ms } = report;
  const { hash, built } = await checkerSources(LEDGER_CHECKER);
  print(`Checker ${hash} of ${built}`);
  print(`${entries} entries done over again (${rate(entries, replay_ms)})`);
  print(`Hashes, chain and ${heads.length} heads checked (${rate(entries, hashes_ms)})`);
  if (values.heads !== undefined) print(`Compared with ${kept.length} heads of ${values.heads}`);
  for (const [registry, places] of totals) {
    const parts = Object.entries(places).map(([place, count]) => `${count} ${place}`);
    print(`${registry}: ${parts.join(", ")}`);
  }
  if (values.keep !== undefined) await writeFile(values.keep, `${JSON.stringify(heads, null, 2)}\n`);
  for (const { invariant, message } of faults.slice(0, PRINTED)) print(`${invariant}  ${message}`);
  if (faults.length > 0) throw new Error(`The ledger does not hold: ${faults.length} faults`);
  print("The ledger holds");
}

await runCommand(verify);
