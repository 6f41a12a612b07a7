// What a person waits for in Chromium: the first load, the way from the list to a project, a switch of the chart, and the
// first frame of a day of two hundred inverters. Each against an empty page or bare lines in the same browser.
import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { addDays, powerChart } from "@heliograph/contract";
import { chromium, type Browser, type BrowserContext, type Page } from "@playwright/test";
import { testTools } from "../scripts/browser.mjs";
import { figure, percentile, type Line } from "./measure.ts";
import { seedPlant, seedReadings, type BenchPlant } from "./plant.ts";
import { BENCH_EMAIL, BENCH_PASSWORD, type RunningServer, type Stage } from "./stage.ts";

const RUNS = 5;
const INVERTERS = 200;
/** LCP and interaction as Core Web Vitals call good; a second keeps the flow of thought. */
const GOAL_MS = { lcp: 2500, route: 1000, interaction: 200, frame: 150 } as const;
const ARGS = ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking"];
const IN_PAGE = fileURLToPath(new URL("in-page.js", import.meta.url));

/** Starts Chromium, signs in, and gives `work` the function that opens an address as who has just come. */
export async function inBrowser<T>(url: string, work: (visit: Visit) => Promise<T>): Promise<T> {
  const executablePath = await testTools(true);
  const browser = await chromium.launch({
    ...(executablePath === undefined ? {} : { executablePath }),
    args: ARGS,
  });
  try {
    return await work(await visits(browser, url));
  } finally {
    await browser.close();
  }
}

interface BrowserStage {
  readonly plant: BenchPlant;
  readonly day: string;
}

/** Builds the web app and makes the plant. Before the server is started: it serves what is built by then. */
export async function seedBrowser(stage: Stage, say: (text: string) => void): Promise<BrowserStage> {
  say(`browser: a day of ${INVERTERS} inverters`);
  await promisify(execFile)(process.execPath, ["scripts/build.mjs"], { cwd: new URL("..", import.meta.url) });
  const plant = await seedPlant(stage, "Browser", INVERTERS);
  return { plant, day: await seedReadings(stage, plant, 300) };
}

/** Measures the five waits, each as often as RUNS with an empty cache but for the session. */
export async function benchBrowser(
  { plant, day }: BrowserStage,
  server: RunningServer,
  say: (text: string) => void,
): Promise<Line[]> {
  say("browser: five waits in Chromium");
  return inBrowser(server.url, async (visit) => {
    const list = "/list-project/Browser";
    const project = `/detail/${plant.project_uid}`;
    const chart = `${project}?group=device&day=${day}`;
    const dayBefore = `${project}?group=device&day=${addDays(day, -1)}`;
    const floor = await repeated(() => visit("/healthz", floorOf));
    const first = await repeated(() => visit(list, firstLoad));
    const route = await repeated(() => visit(list, (page) => follow(page, project)));
    const cold = await repeated(() => visit(chart, firstFrame));
    const frame = await repeated(() => visit(dayBefore, nextFrame));
    const choice = await repeated(() => visit(chart, switched));
    const line = (what: string, samples: readonly number[], goalMs: number, of: Against): Line => ({
      what: `browser: ${what}`,
      reached: `${figure(median(samples), "ms")}${of.more ?? ""}`,
      goal: `${goalMs} ms`,
      met: median(samples) <= goalMs,
      against: `${figure(median(samples) / of.ms, "×")} ${of.floor} (${figure(of.ms, "ms")})`,
    });
    const kb = figure(median(pick(first, "bytes")) / 1000, "kB");
    const drawn = figure(median(pick(choice, "drawn")), "ms");
    const empty = { floor: "an empty page", ms: median(pick(floor, "lcp")) };
    const still = { floor: "an empty frame", ms: median(pick(floor, "frame")) };
    const bare = { floor: `${INVERTERS} bare lines`, ms: median(pick(floor, "lines")) };
    return [
      line("first load of the list, LCP", pick(first, "lcp"), GOAL_MS.lcp, {
        ...empty,
        more: ` (${kb} sent)`,
      }),
      line("from the list to a project's chart", pick(route, "ms"), GOAL_MS.route, empty),
      line("switching the chart, interaction", pick(choice, "interaction"), GOAL_MS.interaction, {
        ...still,
        more: ` (drawn after ${drawn})`,
      }),
      line(`answer to first frame of ${INVERTERS} lines`, pick(frame, "ms"), GOAL_MS.frame, bare),
      line("the same while the page itself still loads", pick(cold, "ms"), GOAL_MS.route, bare),
    ];
  });
}

interface Against {
  readonly floor: string;
  readonly ms: number;
  readonly more?: string;
}

const median = (samples: readonly number[]) => percentile(samples, 0.5);
const pick = <Name extends string>(taken: readonly Record<Name, number>[], name: Name): number[] =>
  taken.map((one) => one[name]);

/** What RUNS runs measure, after one that does not count. */
export async function repeated<T>(run: () => Promise<T>): Promise<T[]> {
  await run();
  const taken: T[] = [];
  for (let n = 0; n < RUNS; n += 1) taken.push(await run());
  return taken;
}

/** Opens an address in a browser that knows the session and nothing else, and measures there. */
type Visit = <T>(path: string, measure: (page: Page) => Promise<T>) => Promise<T>;

/** Signs in once; the function opens an address in a browser that knows the session and nothing else. */
async function visits(browser: Browser, url: string): Promise<Visit> {
  const context = await fresh(browser);
  const page = await context.newPage();
  await page.goto(url);
  await page.locator("input[autocomplete=username]").fill(BENCH_EMAIL);
  await page.locator("input[autocomplete=current-password]").fill(BENCH_PASSWORD);
  await page.locator("button[type=submit]").click();
  await page.waitForURL(/list-project/);
  const storageState = await context.storageState();
  await context.close();
  return async (path, measure) => {
    const known = await fresh(browser, storageState);
    try {
      await known.addInitScript({ path: IN_PAGE });
      const opened = await known.newPage();
      await opened.goto(`${url}${path}`);
      return await measure(opened);
    } finally {
      await known.close();
    }
  };
}

function fresh(
  browser: Browser,
  storageState?: Awaited<ReturnType<BrowserContext["storageState"]>>,
): Promise<BrowserContext> {
  return browser.newContext({
    viewport: { width: 1440, height: 900 },
    ...(storageState === undefined ? {} : { storageState }),
  });
}

async function floorOf(page: Page) {
  return {
    lines: await page.evaluate<number>(`bench.bareLines(${INVERTERS}, 288)`),
    frame: await page.evaluate<number>("bench.frame()"),
    lcp: await page.evaluate<number>("bench.lcp()"),
  };
}

/** Waits until nothing on the page is on its way. */
export async function settled(page: Page): Promise<void> {
  await page.waitForLoadState("load");
  await page.evaluate("bench.settled()");
}

async function firstLoad(page: Page) {
  await page.locator("a[href^='/detail/']").first().waitFor();
  await settled(page);
  return {
    lcp: await page.evaluate<number>("bench.lcp()"),
    bytes: await page.evaluate<number>("bench.bytes()"),
  };
}

async function follow(page: Page, project: string) {
  const link = `a[href^='${project}']`;
  await page.locator(link).first().waitFor();
  await settled(page);
  return { ms: await page.evaluate<number>(`bench.follow(${JSON.stringify(link)})`) };
}

async function firstFrame(page: Page) {
  return { ms: await page.evaluate<number>(`bench.firstFrame(${JSON.stringify(powerChart.path)})`) };
}

/** From a day without readings to the day of the two hundred lines, on a page that stands: nothing of its loading is in it. */
async function nextFrame(page: Page) {
  await page.evaluate(`bench.firstFrame(${JSON.stringify(powerChart.path)})`);
  await settled(page);
  const drawn = page.evaluate<number>(`bench.nextFrame(${JSON.stringify(powerChart.path)})`);
  await page.locator("[data-day-picker] button").last().click();
  return { ms: await drawn };
}

/** To the radiation, and back to the two hundred lines: the slower of both, and when those lines stood there again. */
async function switched(page: Page) {
  await page.evaluate(`bench.firstFrame(${JSON.stringify(powerChart.path)})`);
  await settled(page);
  const modes = page.locator("[data-power-modes] label");
  let drawn = 0;
  for (const mode of [modes.last(), modes.first()]) {
    const redrawn = page.evaluate<number>("bench.redrawn()");
    await mode.click();
    drawn = await redrawn;
  }
  return { drawn, interaction: await page.evaluate<number>("bench.interaction()") };
}
