// npm run dev: the server, restarted when its sources change, and Vite, which shows changes of the web app at once.
import { spawn } from "node:child_process";
import { join } from "node:path";
import { environment, handOver, install, NODE, ROOT, say } from "./steps.mjs";

await install();
if (!handOver()) dev();

function dev() {
  const port = process.env["PORT"] ?? "8080";
  const env = environment({ PORT: port, API_URL: process.env["API_URL"] ?? `http://127.0.0.1:${port}` });
  const server = [
    "--watch-path=server",
    "--watch-path=contract/src",
    "--watch-preserve-output",
    "server/src/main.ts",
  ];
  const children = [
    spawn(NODE, [...server, ...process.argv.slice(2)], { cwd: ROOT, env, stdio: "inherit" }),
    spawn(join(ROOT, "node_modules", ".bin", "vite"), ["web"], { cwd: ROOT, env, stdio: "inherit" }),
  ];
  say(`Server on http://127.0.0.1:${port}, web app with live changes on the address Vite prints below.`);
  for (const signal of /** @type {const} */ (["SIGINT", "SIGTERM"])) {
    process.on(signal, () => children.forEach((child) => child.kill(signal)));
  }
  // When one of them ends, the other is of no use.
  for (const child of children) child.once("exit", () => children.forEach((other) => other.kill("SIGTERM")));
}
