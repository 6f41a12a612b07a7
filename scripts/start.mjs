// npm start: installs and builds what is missing, then runs the portal. Flags after -- are the server's.
import { join } from "node:path";
import { buildWebOrExit, environment, handOver, install, NODE, ROOT, runForGood } from "./steps.mjs";

const flags = process.argv.slice(2);
await install();
if (!handOver()) {
  await buildWebOrExit();
  runForGood(NODE, [join(ROOT, "server", "src", "main.ts"), ...flags], environment());
}
