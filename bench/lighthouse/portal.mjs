// The portal that is measured: one of our own with the demo fleet, or a given one; and who signs in to it.
import { execFileSync, spawn } from "node:child_process";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { login, projectList, sessionIn } from "@heliograph/contract";
import { patterns } from "../../web/src/app/paths.ts";
import { freePort } from "../../server/src/platform/postgres/embedded-postgres.ts";
import { ROOT } from "../../scripts/steps.mjs";

const READY_WITHIN_MS = 300_000;

/**
 * @typedef {object} Portal
 * @property {string} url
 * @property {NodeJS.ProcessEnv} env of the server, for its command-line tools
 * @property {() => Promise<void>} stop
 */

/**
 * Starts the portal with the demo fleet in a folder that goes with it; resolves when every gateway has reported.
 * @returns {Promise<Portal>}
 */
export async function demoPortal() {
  const folder = mkdtempSync(join(tmpdir(), "heliograph-lighthouse-"));
  // Started by root, the database runs as nobody.
  chmodSync(folder, 0o755);
  const port = await freePort(18_400);
  const url = `http://127.0.0.1:${port}`;
  const env = {
    ...process.env,
    PORT: String(port),
    MQTT_PORT: String(await freePort(12_100)),
    PG_PORT: String(await freePort(55_300)),
    DATA_DIR: join(folder, "data"),
    PUBLIC_URL: url,
    SIMULATOR_BACKFILL_DAYS: "10",
  };
  const server = spawn(process.execPath, ["server/src/main.ts"], {
    cwd: ROOT,
    env,
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = new Promise((resolve) => server.once("exit", resolve));
  const stop = async () => {
    server.kill("SIGTERM");
    await ended;
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    await fleetAlive(server.stdout, ended);
  } catch (error) {
    await stop();
    throw error;
  }
  return { url, env, stop };
}

/**
 * Resolves when the server says that its fleet is alive.
 * @param {import("node:stream").Readable} output
 * @param {Promise<unknown>} ended
 */
function fleetAlive(output, ended) {
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => reject(new Error("The demo fleet did not come alive")), READY_WITHIN_MS);
    let said = "";
    output.on("data", (part) => {
      said = (said + String(part)).slice(-4000);
      if (!said.includes("are alive after")) return;
      clearTimeout(late);
      resolve(undefined);
    });
    void ended.finally(() => {
      clearTimeout(late);
      reject(new Error(`The server ended: ${said}`));
    });
  });
}

const USER = {
  username: process.env["LIGHTHOUSE_USER"] ?? "owner@demo.example",
  password: process.env["LIGHTHOUSE_PASSWORD"] ?? "sunlight",
};

/**
 * @param {string} url
 * @param {import("@heliograph/contract").Endpoint} e
 * @param {object} body
 * @param {{ token?: string, search?: string }} [more]
 */
async function ask(url, e, body, { token, search = "" } = {}) {
  const reply = await fetch(`${url}/api/v1/${e.path}${search}`, {
    method: e.method,
    headers: {
      "content-type": "application/json",
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify(body),
  });
  if (!reply.ok) throw new Error(`${e.path} answered ${reply.status}: ${await reply.text()}`);
  return e.answer.parse(await reply.json());
}

/**
 * @typedef {object} Route
 * @property {string} page name in web/src/paths.ts
 * @property {string} path
 * @property {"nobody" | "user" | "admin"} who
 */

/**
 * Every address of the product, with the project of the account in it that has yielded most, so that its pages are full; the
 * overview of a water heater besides.
 * @param {string} url
 * @returns {Promise<Route[]>}
 */
export async function routesOf(url) {
  const { access_token } = sessionIn(await ask(url, login, USER));
  const fullest = async (/** @type {string} */ project_type) => {
    const of = { token: access_token, search: "?sort=total&order=desc" };
    const { paginate_data } = await ask(url, projectList, { project_type }, of);
    const uid = paginate_data.items[0]?.project_info.project_uid;
    if (uid === undefined) throw new Error(`The account has no ${project_type} project to measure`);
    return uid;
  };
  const pv = await fullest("pv");
  const routes = Object.entries(patterns).map(([page, pattern]) => ({
    page,
    path: pattern.replace(/:id(Project)?$/, pv).replace(":query", "a"),
    who: whoOpens(pattern),
  }));
  return [...routes, { page: "swhProject", path: `/detail/${await fullest("swh")}`, who: "user" }];
}

/**
 * @param {string} pattern
 * @returns {Route["who"]}
 */
function whoOpens(pattern) {
  if (pattern === patterns.login || pattern === patterns.register) return "nobody";
  return pattern.startsWith(patterns.admin) ? "admin" : "user";
}

/**
 * Leaves the browser signed in as the route wants it: nobody, the account, or an administrator.
 * @param {import("puppeteer-core").Page} page
 * @param {Portal} portal
 * @param {Route["who"]} who
 */
export async function signInAs(page, portal, who) {
  await page.goto(`${portal.url}/healthz`);
  await page.evaluate(() => {
    localStorage.clear();
    sessionStorage.clear();
    localStorage.setItem("language", "en");
  });
  if (who === "nobody") return;
  const address = who === "admin" ? signOnAddress(portal) : `${portal.url}/`;
  await page.goto(address);
  if (who === "user") {
    await page.locator("input[autocomplete=username]").fill(USER.username);
    await page.locator("input[autocomplete=current-password]").fill(USER.password);
    await page.locator("button[type=submit]").click();
  }
  await page.waitForFunction(() => localStorage.getItem("access_token") !== null);
}

/**
 * An address that signs an administrator on, once.
 * @param {Portal} portal
 */
function signOnAddress({ url, env }) {
  const flags = ["server/src/sso-token.ts", "--email", "linh.admin@corp.example", "--name", "Linh Đỗ"];
  const printed = execFileSync(process.execPath, flags, { cwd: ROOT, env, encoding: "utf8" });
  const token = /[?&]auth_token=\S+/.exec(printed)?.[0].slice(1);
  if (token === undefined) throw new Error(`No address in: ${printed}`);
  return `${url}/?${token}`;
}
