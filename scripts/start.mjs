// npm start: installs and builds what is missing, then runs the portal. Flags after -- are the server's.
import { join } from "node:path";
import { keepServer } from "./keep-server.mjs";
import { buildWebOrExit, environment, handOver, install, NODE, ROOT } from "./steps.mjs";

const flags = process.argv.slice(2);
await install();
if (!handOver()) {
  await buildWebOrExit();
  keepServer(NODE, [join(ROOT, "server", "src", "main.ts"), ...flags], environment());
}
