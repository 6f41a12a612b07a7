// What the scripts share. They run on the Node a machine happens to have (20 or newer), before anything is installed,
// so they use nothing but Node itself.
import { spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { constants } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** Folder of the repository. */
export const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));

/** The Node that the lock file names; the machine's own may be older. */
export const NODE = join(ROOT, "node_modules", ".bin", "node");

/** @param {string} line */
export function say(line) {
  process.stdout.write(`${line}\n`);
}

/**
 * Prints `what`, then a dot every two seconds while `work` goes on, then how long it took.
 * @template T
 * @param {string} what
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function step(what, work) {
  const since = Date.now();
  process.stdout.write(`${what} …`);
  const dots = setInterval(() => process.stdout.write("."), 2000);
  try {
    const result = await work();
    process.stdout.write(` ${((Date.now() - since) / 1000).toFixed(1)} s\n`);
    return result;
  } catch (error) {
    process.stdout.write(" failed\n");
    throw error;
  } finally {
    clearInterval(dots);
  }
}

/**
 * Runs a program in the repository; resolves with its exit code and what it printed on both streams.
 * @param {string} program
 * @param {string[]} args
 * @param {{ env?: NodeJS.ProcessEnv, show?: boolean }} [options] show: pass its output on as it comes
 * @returns {Promise<{ code: number, output: string }>}
 */
export function run(program, args, options = {}) {
  return new Promise((resolve) => {
    const child = spawn(program, args, {
      cwd: ROOT,
      env: options.env ?? process.env,
      stdio: options.show === true ? "inherit" : ["ignore", "pipe", "pipe"],
    });
    running.add(child);
    let output = "";
    child.stdout?.on("data", (chunk) => (output += chunk));
    child.stderr?.on("data", (chunk) => (output += chunk));
    child.once("error", (error) => resolve({ code: 127, output: `${output}${error.message}\n` }));
    child.once("close", (code) => {
      running.delete(child);
      resolve({ code: code ?? 1, output });
    });
  });
}

/** @type {Set<import("node:child_process").ChildProcess>} */
const running = new Set();

/** Ends what run() started, and this process, on a signal; for scripts that only run programs one after the other. */
export function endOnSignals() {
  for (const signal of /** @type {const} */ (["SIGINT", "SIGTERM", "SIGHUP"])) {
    process.once(signal, () => {
      for (const child of running) child.kill(signal);
      process.exit(128 + constants.signals[signal]);
    });
  }
}

/**
 * Installs what the lock file names, unless the stamp of the last installation says that it is there.
 * Ends the process with npm's words when that fails.
 */
export async function install() {
  const stamp = join(ROOT, "node_modules", ".heliograph-installed");
  const wanted = hashOf([join(ROOT, "package-lock.json")]);
  if (existsSync(NODE) && readOr(stamp) === wanted) return;
  const npm = npmCommand();
  const flags = ["install", "--no-audit", "--no-fund", "--loglevel=error"];
  // An older npm may rewrite the lock file; the hash is taken after it, so that the next start finds it unchanged.
  const { code, output } = await step("Installing packages", () => run(npm.program, [...npm.args, ...flags]));
  if (code !== 0) {
    process.stderr.write(output);
    process.exit(code);
  }
  if (!existsSync(NODE)) {
    // npm was told not to run install scripts; the package that brings Node needs its own.
    await step("Fetching Node", () => run(npm.program, [...npm.args, "rebuild", "node", "@swc/core"]));
  }
  writeFileSync(stamp, hashOf([join(ROOT, "package-lock.json")]));
}

/** npm as this script was started by it, or as the machine finds it. */
export function npmCommand() {
  const script = process.env["npm_execpath"];
  if (script !== undefined && /npm-cli\.c?js$/.test(script)) {
    return { program: process.execPath, args: [script] };
  }
  return { program: "npm", args: [] };
}

/**
 * Runs this script again with the Node of the lock file when the running one is older, and ends with its exit code.
 * @returns {boolean} true when the caller must not go on
 */
export function handOver() {
  if (process.env["HELIOGRAPH_HANDED_OVER"] === "1") return false;
  const wanted = spawnSync(NODE, ["--version"], { encoding: "utf8" }).stdout?.trim();
  if (wanted === undefined || wanted === "" || wanted === process.version) return false;
  runForGood(NODE, process.argv.slice(1), { ...process.env, HELIOGRAPH_HANDED_OVER: "1" });
  return true;
}

/**
 * Runs the program in the foreground, passes signals on, and ends this process as the program ends. The program gets
 * a channel to this process, by which it notices when this process is gone without a word.
 * @param {string} program
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} env
 */
export function runForGood(program, args, env) {
  const child = spawn(program, args, { cwd: ROOT, env, stdio: ["inherit", "inherit", "inherit", "ipc"] });
  for (const signal of /** @type {const} */ (["SIGINT", "SIGTERM", "SIGHUP"])) {
    process.on(signal, () => child.kill(signal));
  }
  whenParentIsGone(() => child.kill("SIGTERM"));
  child.once("error", (error) => {
    process.stderr.write(`${program}: ${error.message}\n`);
    process.exit(127);
  });
  child.once("exit", (code, signal) =>
    process.exit(code ?? 128 + (signal === null ? 1 : constants.signals[signal])),
  );
}

/**
 * Calls `act` once when the process that started this one is gone. Only what npm or a script of ours started is tied to
 * its parent: a shell may well end before what it put into the background.
 * @param {() => void} act
 */
export function whenParentIsGone(act) {
  if (process.connected) {
    process.once("disconnect", act);
    process.channel?.unref();
  } else if (process.env["npm_lifecycle_event"] !== undefined) {
    const parent = process.ppid;
    const watch = setInterval(() => {
      if (process.ppid === parent) return;
      clearInterval(watch);
      act();
    }, 500);
  }
}

/**
 * The environment with the repository's own programs first on the path, so that `node` is the one of the lock file, and
 * with a locale of UTF-8: without one a browser cannot write the name of a Vietnamese file.
 * @param {Record<string, string>} [extra]
 * @returns {NodeJS.ProcessEnv}
 */
export function environment(extra = {}) {
  const { PATH = "", LC_ALL = "", LC_CTYPE = "", LANG = "" } = process.env;
  const characters = [LC_ALL, LC_CTYPE, LANG].find((name) => name !== "") ?? "";
  const locale = process.platform === "darwin" ? "en_US.UTF-8" : "C.UTF-8";
  return {
    ...process.env,
    PATH: `${join(ROOT, "node_modules", ".bin")}:${PATH}`,
    ...(/utf-?8/i.test(characters) ? {} : { LC_ALL: locale }),
    ...extra,
  };
}

/**
 * Hash of the names and contents of the files and folders, tests left out. Hex.
 * @param {string[]} paths
 */
export function hashOf(paths) {
  const hash = createHash("sha256");
  for (const path of paths) add(hash, path);
  return hash.digest("hex");
}

/**
 * @param {import("node:crypto").Hash} hash
 * @param {string} path
 */
function add(hash, path) {
  if (!existsSync(path)) return;
  if (statSync(path).isDirectory()) {
    for (const name of readdirSync(path).toSorted()) {
      if (!/^(node_modules|dist)$|\.test\.tsx?$/.test(name)) add(hash, join(path, name));
    }
    return;
  }
  hash.update(path.slice(ROOT.length)).update(readFileSync(path));
}

/** @param {string} file */
function readOr(file) {
  return existsSync(file) ? readFileSync(file, "utf8").trim() : "";
}

/** The hash of what the web app is built from, and the file that holds that of the last build. */
function webSources() {
  const hash = hashOf(["web", "contract/src", "package-lock.json"].map((path) => join(ROOT, path)));
  return { hash, stamp: join(ROOT, "web", "dist", ".sources") };
}

/** True when the web app that was built last is that of the present sources. */
function webIsBuilt() {
  const { hash, stamp } = webSources();
  return existsSync(join(ROOT, "web", "dist", "index.html")) && readOr(stamp) === hash;
}

/**
 * Builds the web app. Throws with the builder's words when that fails.
 */
export async function buildWeb() {
  const { hash, stamp } = webSources();
  const vite = join(ROOT, "node_modules", ".bin", "vite");
  // The app, then beside it the checker of statements in one file.
  for (const config of ["vite.config.ts", "checker.config.ts"]) {
    const { code, output } = await run(
      vite,
      ["build", "web", "--config", join(ROOT, "web", config), "--logLevel", "warn"],
      { env: environment({ NO_COLOR: "1" }) },
    );
    if (code !== 0) throw new Error(output);
  }
  await compressed(join(ROOT, "web", "dist"));
  writeFileSync(stamp, hash);
}

/**
 * Builds the web app, with progress shown, unless its sources are those of the last build; ends the process with the builder's words when that fails.
 */
export async function buildWebOrExit() {
  if (webIsBuilt()) return;
  try {
    await step("Building the web app", buildWeb);
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(1);
  }
}

/**
 * Writes each file that compresses a second and third time as .br and .gz, for the server to send as they are.
 * @param {string} folder
 */
async function compressed(folder) {
  const { brotliCompress, constants: zlib, gzip } = await import("node:zlib");
  const { promisify } = await import("node:util");
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const file = join(entry.parentPath ?? entry.path, entry.name);
    if (!entry.isFile() || !/\.(html|js|css|svg|json|geojson|txt|webmanifest)$/.test(file)) continue;
    const content = readFileSync(file);
    if (content.length < 1024) continue;
    const params = { [zlib.BROTLI_PARAM_QUALITY]: 9, [zlib.BROTLI_PARAM_SIZE_HINT]: content.length };
    writeFileSync(`${file}.br`, await promisify(brotliCompress)(content, { params }));
    writeFileSync(`${file}.gz`, await promisify(gzip)(content, { level: 9 }));
  }
}
