// npm run build: builds the web app when its sources changed.
import { buildWeb, handOver, install, say } from "./steps.mjs";

await install();
if (!handOver() && !(await buildWeb())) say("The web app is up to date.");
