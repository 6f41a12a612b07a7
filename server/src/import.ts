// npm run import -- [mapping.json] <csv…> [--project <uid>] [--dry-run] [--replace] [--no-wait] [--gateway <serial>] [--site <key>]
// Reads history from CSV files (.gz as well) into the readings of a project. docs/imports.md explains the mapping.
import { readFile } from "node:fs/promises";
import { parseArgs } from "node:util";
import { z } from "zod";
import { refreshSummaries } from "./domains/kpi/index.ts";
import {
  importFiles,
  PRESETS,
  presetMapping,
  projectByUid,
  readMapping,
  summaryLines,
  type FileHead,
  type ImportMapping,
  type ImportSummary,
} from "./domains/telemetry/index.ts";
import { importTrial, startLedger, trialFacts, trialLines } from "./domains/energy/index.ts";
import { configOrExit, runCommand, withDatabase } from "./platform/command.ts";
import type { Pools } from "./platform/db.ts";

const USAGE = `npm run import -- [mapping.json] <csv…> [--project <uid>] [--dry-run] [--replace] [--no-wait]
  Without a mapping the files must be exports of ${PRESETS.map(({ title }) => title).join(", ")}.
  --project  the project's uid, when the mapping does not say
  --dry-run  stores nothing and shows the first readings, energies by day, and warnings
  --replace  values that are there are replaced by others that are imported; without it they stay
  --gateway  without a mapping: serial of the gateway that devices are made for which are not there
  --site     without a mapping: begins the serials of devices that the file does not name
  --no-wait  ends when the readings are stored, without waiting for energy and roll-ups`;

const OPTIONS = {
  project: { type: "string" },
  gateway: { type: "string" },
  site: { type: "string" },
  "dry-run": { type: "boolean", default: false },
  replace: { type: "boolean", default: false },
  "no-wait": { type: "boolean", default: false },
} as const;

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

/** What a mapping file says: a mapping, or a preset with what is to differ from it. */
type Meaning =
  | { readonly mapping: ImportMapping }
  | { readonly preset: string | null; readonly project?: string | undefined; readonly entries: object };

const presetFile = z.looseObject({ preset: z.string(), project: z.uuid().optional() });

async function meaningOf(file: string | undefined): Promise<Meaning> {
  if (file === undefined) return { preset: null, entries: {} };
  const text = await readFile(file, "utf8");
  const preset = presetFile.safeParse(jsonOf(text));
  if (preset.success) {
    const { preset: name, project, ...entries } = preset.data;
    return { preset: name === "auto" ? null : name, project, entries };
  }
  const read = readMapping(text);
  if ("mapping" in read) return read;
  throw new Error([`${file} is no mapping:`, ...read.faults.map((fault) => `  - ${fault}`)].join("\n"));
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

async function run(): Promise<void> {
  const { values, positionals } = parseArgs({ allowPositionals: true, options: OPTIONS });
  const hasMapping = positionals[0]?.endsWith(".json") === true;
  const files = hasMapping ? positionals.slice(1) : positionals;
  if (files.length === 0) throw new Error(`Usage:\n${USAGE}`);
  const meaning = await meaningOf(hasMapping ? positionals[0] : undefined);
  const uid = values.project ?? ("mapping" in meaning ? meaning.mapping.project : meaning.project);
  if (uid === undefined) throw new Error("Neither the mapping nor --project names the project");
  await withDatabase(configOrExit(), async (pools) => {
    const project = await projectByUid(pools.db, uid);
    if (project === undefined) throw new Error(`There is no project ${uid}`);
    const { project_id: projectId, name, timezone } = project;
    const place = { timezone, gateway: values.gateway ?? null, site: values.site ?? null };
    const mapping =
      "mapping" in meaning
        ? meaning.mapping
        : (head: FileHead) => {
            const known = presetMapping(head, { ...meaning, entries: { ...meaning.entries }, place });
            print(`${head.name}: ${known.preset.title}\n`);
            return known.mapping;
          };
    const given = { pools, projectId, mapping, progress: progressLine() };
    if (values["dry-run"]) return trial(given, files);
    print(`Importing ${files.length} file${files.length === 1 ? "" : "s"} into ${name}\n`);
    const begun = performance.now();
    const summary = await importFiles({ ...given, existing: values.replace ? "replace" : "keep" }, files);
    if (process.stdout.isTTY) print("\n");
    print(`${summaryLines(summary).join("\n")}\nRead and stored in ${seconds(begun)} s\n`);
    if (!values["no-wait"]) await rollUp(pools);
    if (summary.files.some(({ fault }) => fault !== null)) throw new Error("Not all files could be read");
  });
}

/** Reads the files as an import does and tells what it would bring. */
async function trial(given: Parameters<typeof importFiles>[0], files: readonly string[]): Promise<void> {
  const { facts, devices } = await trialFacts(given.pools.db, given.projectId);
  const { sink, report } = importTrial(devices, facts);
  const { progress: _, ...quiet } = given;
  const summary = await importFiles({ ...quiet, sink }, files);
  print(`${summaryLines(summary).join("\n")}\n${trialLines(report()).join("\n")}\n`);
  if (summary.files.some(({ fault }) => fault !== null)) throw new Error("Not all files could be read");
}

await runCommand(run);
