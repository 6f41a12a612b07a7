import { setTimeout as delay } from "node:timers/promises";
import { afterAll, expect, test } from "vitest";
import { checkIndexes, checkLedger, startFleet } from "./evidence.ts";
import { newInstallation, type Installation } from "./server-under-test.ts";
import { chance, FAULTS, longest, say } from "./trials.ts";

/** A server that served for so long is started again after the keeper's shortest pause. */
const STEADY_MS = 10_000;
/** How long the server may be gone, where nothing else runs on the machine: FAULT_QUIET says that it is so. */
const GONE_MS = 5000;

const installations: Installation[] = [];
afterAll(async () => {
  for (const installation of installations) await installation.end();
});

/** ms from the fault until the server says again that it can serve; it may take a moment to notice that it cannot. */
async function gone(installation: Installation, fault: () => void): Promise<number> {
  const before = installation.serverPid();
  const since = Date.now();
  fault();
  while (installation.serverPid() === before) await delay(5);
  await installation.ready();
  return Date.now() - since;
}

test(
  `server and database are killed ${FAULTS.kills} times each at full speed over MQTT and HTTP, and no acknowledged reading is lost`,
  async () => {
    const installation = await newInstallation();
    installations.push(installation);
    await installation.start();
    const fleet = await startFleet(installation);
    const goneMs: number[] = [];
    let servesSince = Date.now();
    await fleet.goesOn();
    for (let kill = 1; kill <= FAULTS.kills; kill += 1) {
      installation.killDatabase();
      await fleet.goesOn();
      if (FAULTS.isLong) await delay(Math.max(0, servesSince + STEADY_MS - Date.now()));
      await delay(chance() * 1000);
      const isLast = kill === FAULTS.kills;
      // The last time both within one moment, in either order; else the server alone, whose database is left an orphan.
      const serverFirst = chance() < 0.5;
      const fault = () => {
        if (isLast && !serverFirst) installation.killDatabase();
        installation.killServer();
        if (isLast && serverFirst) installation.killDatabase();
      };
      goneMs.push(await gone(installation, fault));
      servesSince = Date.now();
      await fleet.goesOn();
    }
    say(`server killed ${FAULTS.kills} times: gone for ${longest(goneMs)}`);
    say(
      `database killed ${FAULTS.kills} times: between two acknowledgements of a gateway ${longest(fleet.senders.map(({ longestPauseMs }) => longestPauseMs()))}`,
    );
    await fleet.finish();
    await checkLedger(installation, fleet.project_uid);
    await checkIndexes(installation.databaseUrl());
    if (FAULTS.isQuiet) expect(Math.max(...goneMs)).toBeLessThan(GONE_MS);
  },
  FAULTS.isLong ? 480_000 : 90_000,
);
