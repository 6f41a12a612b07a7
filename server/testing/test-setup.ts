import { chmod, mkdtemp, rm, statfs } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import type { TestProject } from "vitest/node";
import { connect, migrate } from "../src/platform/db.ts";
import { prepareJobs } from "../src/platform/jobs/jobs.ts";
import { freePort, startPostgres } from "../src/platform/postgres/embedded-postgres.ts";

declare module "vitest" {
  interface ProvidedContext {
    postgresUrl: string;
  }
}

/** Room that the copies of all tests that run at a time need, several times over. */
const ROOM_BYTES = 2 ** 30;
/** Where Linux keeps files in memory: a copy of the template takes a fifteenth of the time it takes on a disk. */
const IN_MEMORY = "/dev/shm";

/** A new folder in memory where there is room for it, else among the machine's temporary files. */
async function clusterFolder(): Promise<string> {
  const memory = await statfs(IN_MEMORY).catch(() => null);
  const hasRoom = memory !== null && memory.bavail * memory.bsize >= ROOM_BYTES;
  return mkdtemp(join(hasRoom ? IN_MEMORY : tmpdir(), "heliograph-test-"));
}

/** Once per run: a PostgreSQL of its own, and one migrated template that every test copies. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await clusterFolder();
  await chmod(folder, 0o755); // as root the server runs as another account
  // Nothing in a test survives the machine's death, so waiting for the disk would only cost time.
  const settings = {
    fsync: "off",
    full_page_writes: "off",
    synchronous_commit: "off",
    shared_buffers: "128MB",
    max_connections: "200",
  };
  const postgres = await startPostgres({
    folder,
    port: await freePort(55_400 + (process.pid % 2000)),
    settings,
  });
  const admin = connect(postgres.url("postgres"), 1);
  await sql`create database t_base`.execute(admin.db);
  await admin.close();
  const base = connect(postgres.url("t_base"), 1);
  await prepareJobs(base.pool);
  await migrate(base.db, new URL("../migrations/", import.meta.url));
  await base.close();
  project.provide("postgresUrl", postgres.url("postgres"));
  return async () => {
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  };
}
