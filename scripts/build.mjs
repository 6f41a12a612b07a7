// npm run build: builds the web app when its sources changed.
import { buildWebOrExit, handOver, install } from "./steps.mjs";

await install();
if (!handOver()) await buildWebOrExit();
