// That commands of projects have something new to show.
import { sql } from "kysely";
import type { Tx } from "../../../platform/db.ts";

/** Announced with a JSON list of project ids, or "*" for all. */
export const COMMANDS_CHANGED = "heliograph_commands";

/** PostgreSQL carries 8,000 bytes; more projects than this are announced as all. */
const MOST = 500;

/** Tells open screens, once the transaction has committed, that commands of the projects have something new to show. */
export async function announceCommands(tx: Tx, project_ids: readonly number[]): Promise<void> {
  if (project_ids.length === 0) return;
  const payload = project_ids.length > MOST ? "*" : JSON.stringify(project_ids);
  await sql`select pg_notify(${COMMANDS_CHANGED}, ${payload})`.execute(tx);
}
