// npm run lighthouse: scores of every page on the demo fleet, desktop and mobile, against the goals of goals.mjs.
// npm run lighthouse -- --runs 5 --url http://127.0.0.1:8080 --only login,project --form mobile --save reports --slowdown 2
// Lighthouse is no part of the product's installation; the first run fetches it into this folder. For a portal that runs
// already (--url), LIGHTHOUSE_USER and LIGHTHOUSE_PASSWORD say who signs in, and DATABASE_URL or DATA_DIR where
// administrators' sign-on addresses are made.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { testTools } from "../../scripts/browser.mjs";
import {
  buildWebOrExit,
  handOver,
  hashOf,
  install,
  npmCommand,
  ROOT,
  run,
  step,
} from "../../scripts/steps.mjs";

const FOLDER = join(ROOT, "bench", "lighthouse");

/** Installs what the lock file of this folder names, unless it is there. Ends the process with npm's words when that fails. */
async function installLighthouse() {
  const stamp = join(FOLDER, "node_modules", ".installed");
  const wanted = hashOf([join(FOLDER, "package-lock.json")]);
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === wanted) return;
  const npm = npmCommand();
  // Not "npm ci": it fails on mirrors that lack optional binaries for other systems.
  const flags = [
    "install",
    "--prefix",
    FOLDER,
    "--ignore-scripts",
    "--no-audit",
    "--no-fund",
    "--loglevel=error",
  ];
  const { code, output } = await step("Installing Lighthouse", () =>
    run(npm.program, [...npm.args, ...flags]),
  );
  if (code !== 0) {
    process.stderr.write(output);
    process.exit(code);
  }
  writeFileSync(stamp, wanted);
}

await install();
if (!handOver()) {
  await installLighthouse();
  await buildWebOrExit();
  const chromium = await testTools(true);
  if (chromium === undefined) throw new Error("No Chromium was found");
  const { measure } = await import("./measure.mjs");
  process.exitCode = (await measure(chromium, process.argv.slice(2))) ? 0 : 1;
}
