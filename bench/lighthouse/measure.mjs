// Measures pages with Lighthouse in one browser, and prints how each fares.
import { mkdirSync, writeFileSync } from "node:fs";
import { loadavg } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import lighthouse, { desktopConfig } from "lighthouse";
import { launch } from "puppeteer-core";
import { goalsOf, median } from "./goals.mjs";
import { demoPortal, routesOf, signInAs } from "./portal.mjs";

const CATEGORIES = /** @type {const} */ (["performance", "accessibility"]);
/**
 * Lighthouse waits for the network to fall silent, 45 s at most. The stream of live values never does, so it would wait
 * that long on every page; by then whatever a page loads has long been there.
 */
const MAX_WAIT_MS = 8_000;
const FORMS = /** @type {const} */ (["desktop", "mobile"]);
const FLAGS = ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking"];
/** Shown beside the scores, in ms but for the shift. */
const METRICS = {
  FCP: "first-contentful-paint",
  LCP: "largest-contentful-paint",
  TBT: "total-blocking-time",
  CLS: "cumulative-layout-shift",
  SI: "speed-index",
};

/**
 * Measures what the arguments ask for and prints it; true when every goal is reached.
 * @param {string} chromium path
 * @param {string[]} args
 */
export async function measure(chromium, args) {
  const { values } = parseArgs({
    args,
    options: {
      runs: { type: "string", default: "5" },
      url: { type: "string" },
      only: { type: "string" },
      form: { type: "string" },
      save: { type: "string" },
      slowdown: { type: "string" },
    },
  });
  if (values.save !== undefined) mkdirSync(values.save, { recursive: true });
  const slowdown = slowdownOf(values.slowdown);
  const portal =
    values.url === undefined
      ? await demoPortal()
      : { url: values.url.replace(/\/$/, ""), env: process.env, stop: async () => {} };
  const browser = await launch({ executablePath: chromium, args: FLAGS, headless: true });
  try {
    const wanted = values.only?.split(",");
    const routes = (await routesOf(portal.url)).filter(({ page }) => wanted?.includes(page) ?? true);
    const forms = FORMS.filter((form) => values.form === undefined || values.form === form);
    let reached = routes.length > 0;
    say(["page", "form", ...CATEGORIES, ...Object.keys(METRICS), "all runs", "load average"]);
    for (const route of routes) {
      for (const form of forms) {
        const measured = () => once(browser, portal, { ...route, form, slowdown });
        if (!(await holds(route, form, measured, values))) reached = false;
      }
    }
    return reached;
  } finally {
    await browser.close();
    await portal.stop();
  }
}

/**
 * Measures a page as often as asked and prints it; true when its goals are reached. A page that cannot be measured
 * reaches none, and the others are measured all the same.
 * @param {import("./portal.mjs").Route} route
 * @param {"desktop" | "mobile"} form
 * @param {() => Promise<import("lighthouse").Result>} run
 * @param {{ runs: string, save?: string | undefined }} how save: a folder for the whole reports
 */
async function holds(route, form, run, { runs, save }) {
  const taken = [];
  try {
    for (let n = 1; n <= Number(runs); n += 1) {
      const lhr = await run();
      taken.push(lhr);
      const file = `${route.page}-${form}-${n}.json`;
      if (save !== undefined) writeFileSync(join(save, file), JSON.stringify(lhr));
    }
  } catch (error) {
    say([route.page, form, `not measured: ${error instanceof Error ? error.message : String(error)}`]);
    return false;
  }
  return report(route, form, taken);
}

/**
 * How many times slower than this machine a phone is taken to be; undefined: 4, as Lighthouse says. On a machine half as fast as
 * most, 2 is the phone that Lighthouse means: with 4 what blocks is beyond all that it tells apart.
 * @param {string | undefined} given
 */
function slowdownOf(given) {
  if (given === undefined) return undefined;
  const times = Number(given);
  if (!(times >= 1 && times <= 20)) throw new RangeError("--slowdown: must be a number from 1 to 20");
  return times;
}

/**
 * One measurement of a page that is opened for the first time: nothing of it is cached, the session is there.
 * @param {import("puppeteer-core").Browser} browser
 * @param {import("./portal.mjs").Portal} portal
 * @param {import("./portal.mjs").Route & { form: "desktop" | "mobile", slowdown: number | undefined }} route
 */
async function once(browser, portal, { form, slowdown, ...route }) {
  const page = await browser.newPage();
  try {
    await signInAs(page, portal, route.who);
    const config = form === "desktop" ? desktopConfig : undefined;
    // Local storage, where the session is, is none of what Lighthouse empties; the cache of files is.
    const flags = {
      onlyCategories: [...CATEGORIES],
      logLevel: /** @type {const} */ ("error"),
      maxWaitForLoad: MAX_WAIT_MS,
      ...(form === "mobile" && slowdown !== undefined
        ? { throttling: { cpuSlowdownMultiplier: slowdown } }
        : {}),
    };
    const result = await lighthouse(`${portal.url}${route.path}`, flags, config, page);
    if (result === undefined) throw new Error(`${route.path} was not measured`);
    const { lhr } = result;
    if (lhr.runtimeError !== undefined) throw new Error(`${route.path}: ${lhr.runtimeError.message}`);
    const at = new URL(lhr.finalDisplayedUrl).pathname;
    // Whom the portal does not know, it leads to the login.
    if (at === "/" && route.path !== "/") throw new Error(`${route.path} led to the login`);
    return lhr;
  } finally {
    await page.close();
  }
}

/**
 * Prints the medians of a page's runs, and what Lighthouse names where a goal is missed; true when none is.
 * @param {import("./portal.mjs").Route} route
 * @param {"desktop" | "mobile"} form
 * @param {import("lighthouse").Result[]} runs
 */
function report(route, form, runs) {
  const goals = goalsOf(route.page, form);
  const scores = (/** @type {(typeof CATEGORIES)[number]} */ name) =>
    runs.map((lhr) => Math.round((lhr.categories[name]?.score ?? 0) * 100));
  const missed = CATEGORIES.filter((name) => median(scores(name)) < goals[name]);
  const metrics = Object.entries(METRICS).map(([name, audit]) => {
    const value = median(runs.map((lhr) => lhr.audits[audit]?.numericValue ?? Number.NaN));
    return name === "CLS" ? value.toFixed(3) : value.toFixed(0);
  });
  say([
    route.page,
    form,
    ...CATEGORIES.map((name) => `${median(scores(name))}${missed.includes(name) ? ` < ${goals[name]}` : ""}`),
    ...metrics,
    scores("performance").join(" "),
    (loadavg()[0] ?? Number.NaN).toFixed(1),
  ]);
  const last = runs.at(-1);
  if (last !== undefined) for (const name of missed) process.stdout.write(named(last, name));
  return missed.length === 0;
}

/**
 * The audits of a category that do not pass, a line each.
 * @param {import("lighthouse").Result} lhr
 * @param {string} category
 */
function named(lhr, category) {
  const lines = (lhr.categories[category]?.auditRefs ?? []).flatMap(({ id }) => {
    const audit = lhr.audits[id];
    if (audit === undefined || audit.score === null || audit.score >= 0.9) return [];
    const places = (audit.details?.items ?? [])
      .slice(0, 3)
      .map((item) => item.node?.selector ?? item.url ?? "");
    return [`    ${audit.title}: ${audit.displayValue ?? ""} ${places.filter(Boolean).join(", ")}\n`];
  });
  return lines.join("");
}

/** @param {string[]} cells */
function say(cells) {
  const widths = [17, 7, 11, 13, 5, 5, 5, 5, 5, 20];
  process.stdout.write(`${cells.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join("  ")}\n`);
}
