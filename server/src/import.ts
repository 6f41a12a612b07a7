// npm run import -- <mapping.json> <csv…> [--project <uid>] [--no-wait]
// Reads history from CSV files (.gz as well) into the readings of a project. docs/imports.md explains the mapping.
import { readFile } from "node:fs/promises";
import { parseArgs } from "node:util";
import { refreshSummaries } from "./domains/kpi/index.ts";
import {
  importFiles,
  projectByUid,
  readMapping,
  summaryLines,
  type ImportSummary,
} from "./domains/telemetry/index.ts";
import { startLedger } from "./domains/energy/index.ts";
import { configOrExit, runCommand, withDatabase } from "./platform/command.ts";
import type { Pools } from "./platform/db.ts";

const USAGE = `npm run import -- <mapping.json> <csv…> [--project <uid>] [--no-wait]
  --project  the project's uid, when the mapping does not say
  --no-wait  ends when the readings are stored, without waiting for energy and roll-ups`;

const print = (text: string) => process.stdout.write(text);
const seconds = (since: number) => ((performance.now() - since) / 1000).toFixed(1);

/** The lines of progress: one that is rewritten at a terminal, one now and then elsewhere. */
function progressLine(): (summary: ImportSummary) => void {
  const EVERY_MS = 2000;
  const begun = performance.now();
  let told = begun;
  return ({ read, stored }) => {
    const line = `${read} rows read, ${stored} stored, ${seconds(begun)} s`;
    if (process.stdout.isTTY) print(`\r${line}`);
    else if (performance.now() - told > EVERY_MS) {
      told = performance.now();
      print(`${line}\n`);
    }
  };
}

/** Waits until energy and roll-ups follow from what was imported: this process works on it unless a server does. */
async function rollUp(pools: Pools): Promise<void> {
  const begun = performance.now();
  const worker = startLedger(pools, {
    afterPass: async (tx, projects) => void (await refreshSummaries(tx, projects)),
    failed: (what, error) => print(`${what}: ${error instanceof Error ? error.message : String(error)}\n`),
  });
  await worker.idle();
  await worker.stop();
  print(`Energy and roll-ups follow, ${seconds(begun)} s\n`);
}

async function run(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { project: { type: "string" }, "no-wait": { type: "boolean", default: false } },
  });
  const [mappingFile, ...files] = positionals;
  if (mappingFile === undefined || files.length === 0) throw new Error(`Usage:\n${USAGE}`);
  const read = readMapping(await readFile(mappingFile, "utf8"));
  if ("faults" in read) {
    throw new Error(
      [`${mappingFile} is no mapping:`, ...read.faults.map((fault) => `  - ${fault}`)].join("\n"),
    );
  }
  const uid = values.project ?? read.mapping.project;
  if (uid === undefined) throw new Error("Neither the mapping nor --project names the project");
  await withDatabase(configOrExit(), async (pools) => {
    const project = await projectByUid(pools.db, uid);
    if (project === undefined) throw new Error(`There is no project ${uid}`);
    print(`Importing ${files.length} file${files.length === 1 ? "" : "s"} into ${project.name}\n`);
    const begun = performance.now();
    const summary = await importFiles(
      { pools, projectId: project.project_id, mapping: read.mapping, progress: progressLine() },
      files,
    );
    if (process.stdout.isTTY) print("\n");
    print(`${summaryLines(summary).join("\n")}\nRead and stored in ${seconds(begun)} s\n`);
    if (!values["no-wait"]) await rollUp(pools);
    if (summary.files.some(({ fault }) => fault !== null)) throw new Error("Not all files could be read");
  });
}

await runCommand(run);
