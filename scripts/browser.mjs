// Finds what the tests need beyond npm packages: a Chromium or Chrome, and the Mosquitto broker and clients.
import { existsSync } from "node:fs";
import { run } from "./steps.mjs";

const BROWSERS = [
  "chromium",
  "chromium-browser",
  "google-chrome",
  "google-chrome-stable",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
];
const MOSQUITTO = ["mosquitto_pub", "mosquitto_sub"];

/**
 * Path of a program, or undefined.
 * @param {string} name
 */
export async function find(name) {
  if (name.startsWith("/")) return existsSync(name) ? name : undefined;
  for (const folder of [...(process.env["PATH"] ?? "").split(":"), "/usr/bin", "/usr/sbin", "/snap/bin"]) {
    if (folder !== "" && existsSync(`${folder}/${name}`)) return `${folder}/${name}`;
  }
  return undefined;
}

/**
 * Path of a browser (CHROMIUM_PATH, or one that is installed); undefined when there is none.
 */
async function browser() {
  const stated = process.env["CHROMIUM_PATH"];
  if (stated !== undefined && stated !== "") return stated;
  for (const name of BROWSERS) {
    const path = await find(name);
    if (path !== undefined) return path;
  }
  return undefined;
}

/**
 * Returns the path of a browser, after installing it and the Mosquitto clients by apt where that is possible.
 * Throws with what to do when something is missing and cannot be installed.
 * @param {boolean} withBrowser false: only the Mosquitto clients are looked for
 * @returns {Promise<string | undefined>}
 */
export async function testTools(withBrowser) {
  const missing = [];
  if (withBrowser && (await browser()) === undefined) missing.push("chromium");
  for (const name of MOSQUITTO) {
    if ((await find(name)) === undefined) {
      missing.push("mosquitto-clients");
      break;
    }
  }
  if (missing.length > 0) await installByApt(missing);
  return withBrowser ? await browser() : undefined;
}

/** @param {string[]} packages */
async function installByApt(packages) {
  const what = packages.join(" and ");
  if (process.getuid?.() !== 0 || (await find("apt-get")) === undefined) {
    throw new Error(
      `The tests need ${what}. Install them (Debian, Ubuntu: sudo apt-get install ${packages.join(" ")}), or name a ` +
        `Chromium or Chrome in CHROMIUM_PATH. npm run check runs everything but the browser journeys.`,
    );
  }
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  const updated = await run("apt-get", ["update", "-qq"], { env });
  const flags = ["install", "-y", "-qq", "--no-install-recommends"];
  const { code, output } = await run("apt-get", [...flags, ...packages], { env });
  if (code !== 0) throw new Error(`${what} could not be installed:\n${updated.output}${output}`);
}
