// Imports as the browser does them: the calls, the runner with all that works on imports, and the ledger.
import {
  listImports,
  OWN_MAPPING,
  readImport,
  startImport,
  tryImport,
  undoImport,
  uploadImportFile,
  wishImport,
  type ImportDraft,
  type ImportItem,
} from "@heliograph/contract";
import { readFile } from "node:fs/promises";
import { expect } from "vitest";
import { trialWork } from "../src/domains/energy/index.ts";
import { importRoutes, importWork } from "../src/domains/telemetry/index.ts";
import type { Pools } from "../src/platform/db.ts";
import type { FileStore } from "../src/platform/files.ts";
import type { Work } from "../src/platform/jobs/jobs.ts";
import { apiOf } from "./api-kit.ts";
import { freshStore } from "./file-kit.ts";
import { tokenFor } from "./fleet-kit.ts";
import { jobsDone, runner } from "./jobs-kit.ts";
import { worker } from "./ledger-db-kit.ts";
import { freshPools, scene } from "./test-kit.ts";

/** All work on imports whose files the store keeps. */
export const workOn = (store: FileStore): readonly Work[] => [...trialWork(store), ...importWork(store)];

type Place = Awaited<ReturnType<typeof scene>>;

/** The calls of imports on a fresh database with one plant; `works` false: nobody works on what they cause yet. */
export async function importsApi(project: Parameters<typeof scene>[2] = {}, works = true) {
  const pools = await freshPools();
  const plant = await scene(pools.db, "owner", project);
  const { store, folder } = await freshStore();
  const api = await apiOf(pools.db, (serve) => importRoutes(serve, pools.db, store));
  const token = await tokenFor(pools.db, plant);
  if (works) runner(pools, workOn(store));
  worker(pools);
  const calls = callsOf(api, pools, { plant, token });
  return { pools, db: pools.db, plant, store, folder, api, token, ...calls, imported: importedBy(calls) };
}

/** What a person does, by the calls. */
function callsOf(
  api: Awaited<ReturnType<typeof apiOf>>,
  pools: Pools,
  { plant, token }: { plant: Place; token: string },
) {
  const { project_uid } = plant;
  const ok = async (...[endpoint, asking]: Parameters<typeof api>) => {
    const told = await api(endpoint, { token, ...asking });
    expect([told.status, told.body]).toEqual([200, told.body]);
    return told.body;
  };
  const upload = async (
    files: readonly { readonly name: string; readonly content: string | Uint8Array }[],
  ): Promise<string> => {
    let import_uid: string | undefined;
    for (const { name, content } of files) {
      const query = { project_uid, name, ...(import_uid === undefined ? {} : { import_uid }) };
      ({ import_uid } = await ok(uploadImportFile, { query, file: Buffer.from(content) }));
    }
    return import_uid ?? "";
  };
  const draft = (import_uid: string): Promise<ImportDraft> => ok(readImport, { query: { import_uid } });
  const items = async (): Promise<ImportItem[]> => (await ok(listImports, { query: { project_uid } })).items;
  /** Waits until nobody works on imports any more. */
  const settled = async () => {
    await expect
      .poll(
        async () => {
          await jobsDone(pools.db);
          const rows = await pools.db
            .selectFrom("history_import")
            .select("state")
            .where("state", "in", ["trying", "waiting", "storing", "energy", "undoing"])
            .execute();
          return rows.length;
        },
        { timeout: 120_000, interval: 50 },
      )
      .toBe(0);
  };
  const tried = async (import_uid: string, wish?: object) => {
    if (wish !== undefined) await ok(wishImport, { query: { import_uid }, body: wish });
    await ok(tryImport, { query: { import_uid } });
    await settled();
    return draft(import_uid);
  };
  const begun = async (import_uid: string) => {
    await ok(startImport, { query: { import_uid } });
    await settled();
    return (await items()).find((one) => one.import_uid === import_uid);
  };
  const undone = async (import_uid: string) => {
    await ok(undoImport, { query: { import_uid } });
    await settled();
    return (await items()).find((one) => one.import_uid === import_uid);
  };
  return { ok, upload, draft, items, settled, tried, begun, undone };
}

/** Uploads, tries and imports the files of the paths. */
const importedBy =
  ({ upload, tried, begun }: ReturnType<typeof callsOf>) =>
  async (paths: readonly string[], wish?: object) => {
    const files = await Promise.all(
      paths.map(async (path) => ({ name: path.split("/").at(-1) ?? "", content: await readFile(path) })),
    );
    const import_uid = await upload(files);
    const { trial, fault } = await tried(import_uid, wish);
    return { trial, fault, item: await begun(import_uid) };
  };

/** Five minutes of two inverters and a sensor side by side, on the clocks of the plant. */
const WIDE_HEADER =
  "Start Time,INV-1 Active power(kW),INV-1 Total yield(kWh),INV-2 Active power(kW),INV-2 Total yield(kWh),EMI Irradiance(W/m²),INV-1 Daily energy(kWh),Revenue(VND)";
const wideLine = (index: number) => {
  const at = new Date(Date.parse("2024-03-02T06:00:00Z") + index * 300_000).toISOString();
  const stamp = `${at.slice(0, 10)} ${at.slice(11, 16)}`;
  const power = 10 + (index % 12);
  return `${stamp},${power},${(1000 + index * 0.9).toFixed(1)},${power + 1},${(5000 + index).toFixed(1)},${400 + index},${index},${index * 1000}`;
};
/** So many rows, from one on. */
export const wide = (count: number, first = 0) =>
  `${[WIDE_HEADER, ...Array.from({ length: count }, (_, at) => wideLine(first + at))].join("\n")}\n`;
/** Nothing but guesses. */
export const OWN = { preset: OWN_MAPPING };
