// Whether other registries hold what is held here of their certificates, each day (rule R13, I23).
import { IMPORT_ORIGINS } from "@heliograph/contract";
import { does, nothing, task, type Work } from "../../../platform/jobs/jobs.ts";
import type { Db } from "../../../platform/db.ts";
import { originPositions, shownPosition } from "./origins.sql.ts";

const check = task({
  name: "registry.positions",
  payload: nothing,
  attempts: 1,
  starts: { cron: "50 18 * * *" },
});

/** What imports do by jobs. */
export const importPositionWork: readonly Work[] = [does(check, (_, { db }) => checkPositions(db))];

/** Throws, naming the registries, where accounts hold more here than a registry said that it holds for the platform: imports from it are refused then (IMP-008). */
export async function checkPositions(db: Db): Promise<void> {
  const short = (await originPositions(db)).map(shownPosition).filter(({ frozen }) => frozen);
  if (short.length === 0) return;
  const named = short.map(
    ({ origin, balance, held_here }) => `${IMPORT_ORIGINS[origin].name} holds ${balance} of ${held_here}`,
  );
  throw new Error(`I23: imports are frozen: ${named.join("; ")}`);
}
