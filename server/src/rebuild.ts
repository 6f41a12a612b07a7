// npm run rebuild -- --project <uid|all> [--from YYYY-MM-DD]
// Makes quarter hours, days, months, events and latest values anew from the readings. They are the same afterwards, unless
// what they follow from has changed: a rule of the ledger in a new version, or a row that was damaged.
import { parseArgs } from "node:util";
import { z } from "zod";
import { projectsNamed, rebuildProject } from "./domains/energy/index.ts";
import { configOrExit, runCommand, withDatabase } from "./platform/command.ts";

const USAGE = `npm run rebuild -- --project <uid|all> [--from YYYY-MM-DD]
  --project  the project's uid, or all
  --from     the local day to begin with; days before it are taken to be right`;

const print = (text: string) => process.stdout.write(text);

async function rebuild(): Promise<void> {
  const { values } = parseArgs({ options: { project: { type: "string" }, from: { type: "string" } } });
  const { project, from } = values;
  const isDay = from === undefined || z.iso.date().safeParse(from).success;
  if (project === undefined || !isDay) throw new Error(`Usage:\n${USAGE}`);
  await withDatabase(configOrExit(), async (pools) => {
    const projects = await projectsNamed(pools.db, project);
    if (projects.length === 0) throw new Error(`There is no project ${project}`);
    let faults = 0;
    for (const { project_id, name } of projects) {
      const begun = performance.now();
      const progress = (done: number, of: number) => {
        if (process.stdout.isTTY) print(`\r${name}: ${done} of ${of} devices`);
      };
      const rebuilt = await rebuildProject(pools, project_id, { from: from ?? null, progress });
      const seconds = ((performance.now() - begun) / 1000).toFixed(1);
      if (process.stdout.isTTY) print("\r");
      print(`${name}: ${rebuilt.devices} devices, ${rebuilt.readings} readings, ${seconds} s\n`);
      for (const { device_id, message } of rebuilt.faults) print(`  device ${device_id}: ${message}\n`);
      faults += rebuilt.faults.length;
    }
    if (faults > 0) throw new Error(`${faults} devices could not be rebuilt`);
  });
}

await runCommand(rebuild);
