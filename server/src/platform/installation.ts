// The database of an installation: the embedded one or that of DATABASE_URL, created and migrated.
import { join, resolve } from "node:path";
import { claim } from "./process/claim.ts";
import type { Closing } from "./process/closing.ts";
import type { Config } from "./config.ts";
import { bringUpToDate, productDatabase } from "./command.ts";
import { connect, type Pools } from "./db.ts";
import { keepPostgres } from "./postgres/keep-postgres.ts";
import type { Logger } from "./log.ts";

/**
 * Connections by what they are for: the API has the most callers, ingest works through one queue, and of the worker's the
 * ledger, the runner's ear and its presence hold one each for good.
 */
const POOL_SIZES = { api: 10, ingest: 4, worker: 8 } as const;

export interface Installation {
  readonly api: Pools;
  readonly ingest: Pools;
  readonly worker: Pools;
  readonly url: string;
  /** Where the data lies, for people. */
  readonly place: string;
}

/** What the parts of a starting server share. */
export interface Startup {
  readonly config: Config;
  readonly log: Logger;
  readonly ending: Closing;
  /** Tells the person at the terminal what goes on. */
  readonly say: (line: string) => void;
}

/**
 * Returns the pools on a migrated database; what has to be stopped is added to `ending`. Throws with a sentence for
 * people when another server uses the data folder, or when the database cannot be reached or migrated.
 */
export async function openInstallation(start: Startup): Promise<Installation> {
  const { config, ending, say } = start;
  const { url, place } =
    config.DATABASE_URL === undefined ? await embedded(start) : external(config.DATABASE_URL);
  const applied = await bringUpToDate(url);
  if (applied > 0) say(`Database brought up to date (${applied} migrations)`);
  const api = connect(url, POOL_SIZES.api);
  const ingest = connect(url, POOL_SIZES.ingest);
  const worker = connect(url, POOL_SIZES.worker);
  ending.add("database connections", () => Promise.all([api.close(), ingest.close(), worker.close()]));
  return { api, ingest, worker, url, place };
}

function external(url: string): { url: string; place: string } {
  const { host, pathname } = new URL(url);
  return { url, place: `PostgreSQL database ${pathname.slice(1)} on ${host}` };
}

async function embedded({ config, log, ending, say }: Startup): Promise<{ url: string; place: string }> {
  const folder = resolve(config.DATA_DIR);
  const held = await claim({ folder, program: join("server", "src", "main.ts"), say });
  if (typeof held === "number") {
    throw new Error(
      `Another Heliograph (process ${held}) uses ${folder}. Stop it first, or set DATA_DIR to a folder of its own.`,
    );
  }
  ending.add("claim on the data folder", held);
  const postgres = await keepPostgres({
    folder,
    port: config.PG_PORT,
    log,
    say: (step) => say(`Database: ${step}`),
  });
  ending.add("database", postgres.stop);
  if (postgres.attached) say("Database: took over the server that an earlier run left running");
  if (postgres.port !== config.PG_PORT) {
    say(`Port ${config.PG_PORT} is in use: the database took ${postgres.port}`);
  }
  const lies = postgres.folder.startsWith(folder) ? folder : `${folder}, the database in ${postgres.folder}`;
  return {
    url: await productDatabase(postgres),
    place: `${lies} (PostgreSQL on 127.0.0.1:${postgres.port})`,
  };
}
