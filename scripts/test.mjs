// npm test: everything that must hold, in order, with the time of each step. The last line is "N passed, N failed";
// each check counts as one, and so does each test. --no-browser leaves the browser journeys out.
import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { testTools } from "./browser.mjs";
import { buildWeb, endOnSignals, environment, handOver, install, NODE, ROOT, run, say } from "./steps.mjs";

/** @typedef {{ passed: number, failed: number, skipped: number, words: string }} Outcome */

const RESULTS = join(ROOT, "e2e", ".results");
/** What steps print is shown indented and only when something is wrong, so without colours. */
const QUIET = environment({ NO_COLOR: "1", FORCE_COLOR: "0" });
const withBrowser = !process.argv.includes("--no-browser");
const bin = (/** @type {string} */ name) => join(ROOT, "node_modules", ".bin", name);

/**
 * A check of one program: one passed or one failed.
 * @param {string} program
 * @param {string[]} args
 * @returns {() => Promise<Outcome>}
 */
function check(program, ...args) {
  return async () => {
    const { code, output } = await run(program, args, { env: QUIET });
    return {
      passed: code === 0 ? 1 : 0,
      failed: code === 0 ? 0 : 1,
      skipped: 0,
      words: code === 0 ? "" : output,
    };
  };
}

/**
 * A run of Vitest, counted from its JSON report.
 * @param {string} name of the report
 * @param {string[]} args
 * @returns {() => Promise<Outcome>}
 */
function vitest(name, ...args) {
  return async () => {
    const report = join(RESULTS, `${name}.json`);
    rmSync(report, { force: true });
    // The JSON report names the tests; what goes wrong outside any of them only the default one does.
    const flags = ["run", "--reporter=json", `--outputFile.json=${report}`, "--reporter=default", ...args];
    const { code, output } = await run(bin("vitest"), flags, { env: QUIET });
    const read = readReport(report);
    if (read === undefined) return { passed: 0, failed: 1, skipped: 0, words: output };
    const words = [];
    // A file that cannot be loaded has no tests to count: it counts as one that failed.
    let broken = 0;
    for (const file of read.testResults) {
      const failures = file.assertionResults.filter((test) => test.status === "failed");
      for (const test of failures) {
        words.push(`${file.name}\n  ${test.fullName}\n  ${test.failureMessages.join("\n  ")}`);
      }
      if (file.status === "failed" && failures.length === 0) {
        broken += 1;
        words.push(`${file.name}\n  ${file.message}`);
      }
      for (const test of file.assertionResults) {
        if (test.status !== "passed" && test.status !== "failed") words.push(`skipped: ${test.fullName}`);
      }
    }
    // An error outside any test (an unhandled rejection, a connection that dies after its test) shows in the exit code.
    if (code !== 0 && broken + read.numFailedTests === 0) {
      broken += 1;
      words.push(`All tests passed, but Vitest ended with ${code}:`, outsideTests(output));
    }
    return {
      passed: read.numPassedTests,
      failed: read.numFailedTests + broken,
      skipped: read.numPendingTests + read.numTodoTests,
      words: words.join("\n"),
    };
  };
}

/**
 * What the default report says of errors outside any test; its end when it names none.
 * @param {string} output
 */
function outsideTests(output) {
  const at = output.search(/^.*Unhandled (Errors?|Rejections?)\b/m);
  return at === -1 ? output.split("\n").slice(-40).join("\n") : output.slice(at);
}

/** @param {string | undefined} chromium */
function journeys(chromium) {
  return async () => {
    const report = join(RESULTS, "report.json");
    rmSync(report, { force: true });
    const env = { ...QUIET, ...(chromium === undefined ? {} : { CHROMIUM_PATH: chromium }) };
    const { code, output } = await run(bin("playwright"), ["test", "-c", "e2e/playwright.config.ts"], {
      env,
    });
    const stats = readReport(report)?.stats;
    if (stats === undefined) return { passed: 0, failed: 1, skipped: 0, words: output };
    const failed = stats.unexpected + stats.flaky;
    return {
      passed: stats.expected,
      failed: failed === 0 && code !== 0 ? 1 : failed,
      skipped: stats.skipped,
      words: code === 0 ? "" : output,
    };
  };
}

/**
 * The report a test runner wrote; undefined when it wrote none.
 * @param {string} file
 */
function readReport(file) {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    return undefined;
  }
}

/**
 * A step that passes unless it throws.
 * @param {() => Promise<unknown>} work
 * @returns {() => Promise<Outcome>}
 */
function attempt(work) {
  return async () => {
    try {
      await work();
      return { passed: 1, failed: 0, skipped: 0, words: "" };
    } catch (error) {
      return {
        passed: 0,
        failed: 1,
        skipped: 0,
        words: error instanceof Error ? error.message : String(error),
      };
    }
  };
}

/**
 * All steps in order.
 * @returns {[string, () => Promise<Outcome>][]}
 */
function steps() {
  /** @type {string | undefined} */
  let chromium;
  const tools = async () => {
    chromium = await testTools(withBrowser);
  };
  const folders = ["contract", "server", "web", "simulator"];
  /** @type {[string, () => Promise<Outcome>][]} */
  const journey = withBrowser ? [["browser journeys", () => journeys(chromium)()]] : [];
  return [
    [withBrowser ? "browser and MQTT clients" : "MQTT clients", attempt(tools)],
    ["format", check(bin("oxfmt"), "--check", ".")],
    ["lint", check(bin("oxlint"), "--type-aware")],
    ["types", check(bin("tsc"), "-p", "tsconfig.json")],
    ["types of the web app", check(bin("tsc"), "-p", "web/tsconfig.json")],
    ["types of the journeys", check(bin("tsc"), "-p", "e2e/tsconfig.json")],
    ["import rule", check(bin("depcruise"), "--config", ".dependency-cruiser.cjs", ...folders)],
    ["contract drift", check(NODE, "server/src/openapi-dump.ts", "--check")],
    ["schema drift", check(NODE, "server/src/db-dump.ts", "--check")],
    ["unit, database, API, protocol and screen tests", vitest("unit")],
    ["web build", attempt(buildWeb)],
    ...journey,
    ["faults", vitest("faults", "--config", "e2e/faults/vitest.config.ts")],
  ];
}

async function all() {
  mkdirSync(RESULTS, { recursive: true });
  const total = { passed: 0, failed: 0 };
  for (const [name, work] of steps()) {
    const since = Date.now();
    process.stdout.write(`${name} … `);
    const dots = setInterval(() => process.stdout.write("."), 10_000);
    const outcome = await work();
    clearInterval(dots);
    say(`${inWords(outcome)} (${((Date.now() - since) / 1000).toFixed(1)} s)`);
    if (outcome.words !== "") say(outcome.words.trimEnd().replace(/^/gm, "    "));
    total.passed += outcome.passed;
    total.failed += outcome.failed;
  }
  process.exitCode = total.failed === 0 ? 0 : 1;
  say(`${total.passed} passed, ${total.failed} failed`);
}

/** @param {Outcome} outcome */
function inWords({ passed, failed, skipped }) {
  if (passed + failed + skipped === 1) return failed > 0 ? "FAILED" : "ok";
  const counts = [`${passed} passed`];
  if (failed > 0) counts.push(`${failed} FAILED`);
  if (skipped > 0) counts.push(`${skipped} skipped`);
  return counts.join(", ");
}

await install();
if (!handOver()) {
  endOnSignals();
  await all();
}
