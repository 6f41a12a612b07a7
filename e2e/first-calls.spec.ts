// What a screen asks the server first is asked while its code is still on its way, and once.
import { readFileSync } from "node:fs";
import { controlProjects } from "@heliograph/contract/control/projects";
import { listApiKeys } from "@heliograph/contract/fleet/api-keys";
import { getEscalation } from "@heliograph/contract/notices/escalation";
import { listWebhooks } from "@heliograph/contract/notices/webhooks";
import { listAlarmRules } from "@heliograph/contract/kpi/alarm-rules";
import { listRollOuts } from "@heliograph/contract/control/roll-outs";
import { ownAudit } from "@heliograph/contract/fleet/audit";
import { projectSetUp } from "@heliograph/contract/fleet/commissioning";
import { listFiles } from "@heliograph/contract/fleet/files";
import { listGateways } from "@heliograph/contract/fleet/gateways";
import { getUserInfo } from "@heliograph/contract/identity/user-info";
import { getAppConfig } from "@heliograph/contract/identity/app-config";
import { getSecurity, listSessions } from "@heliograph/contract/identity/security";
import type { Endpoint } from "@heliograph/contract/kernel/endpoint";
import { alarmDesk } from "@heliograph/contract/notices/alarm-desk/alarm-desk";
import { getNoticePreferences } from "@heliograph/contract/notices/notifications/notice-preferences";
import { projectAlarms } from "@heliograph/contract/monitoring/alarms";
import { chartToolDevices } from "@heliograph/contract/monitoring/chart-tool";
import { projectAvailability } from "@heliograph/contract/monitoring/charts/availability";
import { powerChart } from "@heliograph/contract/monitoring/charts/day-charts";
import { productionChart } from "@heliograph/contract/monitoring/charts/production-chart";
import { dataQuality } from "@heliograph/contract/monitoring/data-quality/data-quality";
import { projectDevices } from "@heliograph/contract/monitoring/devices/device-list";
import { esg } from "@heliograph/contract/monitoring/environment/esg";
import { lossWaterfall } from "@heliograph/contract/monitoring/losses";
import { weatherWidget } from "@heliograph/contract/monitoring/overview/weather";
import { projectWidget } from "@heliograph/contract/monitoring/overview/widgets";
import {
  allProjectList,
  projectInfoOnly,
  projectList,
  projectListDashboard,
} from "@heliograph/contract/monitoring/portfolio";
import { showCase, showCaseTotals } from "@heliograph/contract/monitoring/showcase";
import { statisticsSeries, statisticsTotal } from "@heliograph/contract/monitoring/statistics/statistics";
import { listComments } from "@heliograph/contract/notices/comments/comments";
import { reportProjects } from "@heliograph/contract/reports/portfolio-report";
import { allReports } from "@heliograph/contract/reports/templates/reports";
import { listRuns } from "@heliograph/contract/reports/runs";
import { listEvents } from "@heliograph/contract/notices/events";
import { listTickets } from "@heliograph/contract/support/tickets";
import { liveEvents } from "@heliograph/contract/telemetry/live";
import { expect, test } from "@playwright/test";
import { patterns } from "../web/src/app/paths.ts";
import { screens, type ScreenPage } from "../web/src/app/screens.ts";
import { open, signIn } from "./pages.ts";
import { makePlant } from "./plant.ts";

const portal: readonly Endpoint[] = [getUserInfo, getAppConfig, allProjectList];
const project: readonly Endpoint[] = [...portal, projectInfoOnly];
const list: readonly Endpoint[] = [...portal, projectList, projectListDashboard];

/** What each page of a portal's account asks first. */
const FIRST: Record<Exclude<ScreenPage, "admin" | "adminProject">, readonly Endpoint[]> = {
  projects: list,
  projectsMatching: list,
  swhProjects: list,
  showcase: [...portal, showCase, showCaseTotals],
  project: [
    ...project,
    projectWidget,
    weatherWidget,
    powerChart,
    productionChart,
    projectAvailability,
    projectAlarms,
    lossWaterfall,
  ],
  statistics: [...project, statisticsTotal, statisticsSeries],
  devices: [...project, projectDevices],
  warranty: [...project, listGateways],
  chartTool: [...project, chartToolDevices],
  dataQuality: [...project, dataQuality],
  losses: [...project, lossWaterfall],
  esgOfAll: [...portal, esg],
  esg: [...project, esg],
  resources: [...project, listFiles],
  support: [...project, listTickets],
  portfolioReport: [...portal, reportProjects, listRuns],
  alarms: [...portal, alarmDesk],
  events: [...project, listEvents, listComments],
  report: [...project, allReports],
  control: [...portal, controlProjects],
  // Without a project there is nothing to ask.
  compliance: portal,
  security: [...portal, getSecurity, listSessions],
  notifications: [...portal, getNoticePreferences],
  newProject: portal,
  audit: project,
  ownAudit: [...portal, ownAudit],
  rollOuts: [...portal, listRollOuts],
  alarmRules: [...project, listAlarmRules],
  escalation: [...project, getEscalation],
  apiKeys: [...portal, listApiKeys],
  webhooks: [...portal, listWebhooks],
  // An owner has none.
  outbox: portal,
  setUp: [...project, projectSetUp],
  recDashboard: [getUserInfo, getAppConfig],
  recProfile: [getUserInfo, getAppConfig],
  recInvitation: [getUserInfo, getAppConfig],
  recServices: [getUserInfo, getAppConfig],
  recDevices: [getUserInfo, getAppConfig],
  recNotices: [getUserInfo, getAppConfig],
  recCertificates: [getUserInfo, getAppConfig],
};

const FILE = /\.(pdf|csv|png|jpe?g|xlsx)$/;

const manifest = JSON.parse(
  readFileSync(new URL("../web/dist/.vite/manifest.json", import.meta.url), "utf8"),
) as Record<string, { file: string; name?: string }>; // as our own build writes it

test("what a screen asks first is asked while its code is on its way, and once", async ({
  page,
  context,
}) => {
  // Every page of the portal, one after the other.
  const plant = await makePlant("An early plant");
  await plant.send(40_000);
  await signIn(page);
  // The keys of a constant are its keys.
  for (const name of Object.keys(FIRST) as (keyof typeof FIRST)[]) {
    const file = manifest[`src/domains/${screens[name]}.tsx`]?.file ?? "";
    const fresh = await context.newPage();
    const code = Promise.withResolvers<void>();
    await fresh.route(`**/${file}`, async (route) => {
      await code.promise;
      await route.continue();
    });
    // What live values make a screen ask again is another matter.
    await fresh.route(`**/api/v1/${liveEvents.path}*`, () => {});
    const asked: { path: string; call: string }[] = [];
    fresh.on("request", (request) => {
      const { pathname, search } = new URL(request.url());
      if (!pathname.startsWith("/api/v1/")) return;
      const path = pathname.slice("/api/v1/".length);
      asked.push({ path, call: `${request.method()} ${path}${search} ${request.postData() ?? ""}` });
    });
    const path = patterns[name].replace(":id", plant.project_uid).replace(":query", "early");
    const chosen = name === "showcase" ? `?projects=${plant.project_uid}` : "";
    await open(fresh, path + chosen);
    const paths = () => asked.map((one) => one.path);
    const wanted = FIRST[name].map((one) => one.path);
    await expect
      .poll(paths, { message: `${name}, without its code` })
      .toEqual(expect.arrayContaining(wanted));
    code.resolve();
    await expect(fresh.locator("#main h1").first()).toBeVisible();
    await expect(fresh.locator("[aria-busy=true]")).toHaveCount(0);
    const words = (await fresh.locator("body").innerText()).split(/\s+/);
    // Names of files that other journeys handed in stand in the audit log.
    const keys = words.filter((word) => /^[a-z][A-Za-z]*(\.[a-z]\w*)+$/.test(word) && !FILE.test(word));
    expect(keys, `${name}: keys that have no text on the page`).toEqual([]);
    const calls = asked.filter((one) => wanted.includes(one.path)).map((one) => one.call);
    expect(calls, `${name}: each once`).toEqual([...new Set(calls)]);
    await fresh.close();
  }
});

test("the page names the code of its screen, for the language in use", async ({ page }) => {
  await signIn(page);
  const answer = await page.request.get(`${process.env["HELIOGRAPH_URL"]}/list-project?x=1`, {
    headers: { accept: "text/html" },
  });
  const html = await answer.text();
  const screen = manifest[`src/domains/${screens.projects}.tsx`]?.file;
  expect(html).toContain(`<link rel="modulepreload" crossorigin href="/${screen}">`);
  const texts: string[] = [];
  page.on("request", (request) => texts.push(new URL(request.url()).pathname));
  await open(page, "/list-project", { language: "zh" });
  await expect(page.locator("#main h1")).toBeVisible();
  const named = page.locator("link[data-texts][rel=modulepreload]");
  await expect(named.first()).toBeAttached();
  expect(new Set(await named.evaluateAll((links) => links.map((link) => link.dataset["texts"])))).toEqual(
    new Set(["zh"]),
  );
  for (const href of await named.evaluateAll((links) => links.map((link) => link.getAttribute("href")))) {
    expect(texts.filter((path) => path === href)).toHaveLength(1);
  }
});

test("while the portal's code is on its way its bar stands, and the portal's own takes its place unmoved", async ({
  page,
  context,
}) => {
  await signIn(page);
  const arrival = Promise.withResolvers<void>();
  const frame = Object.values(manifest).find(({ name }) => name === "frame")?.file;
  expect(frame).toBeDefined();
  const held = await context.newPage();
  await held.route(`**/${frame}`, async (route) => {
    await arrival.promise;
    await route.continue();
  });
  await open(held, "/list-project");
  const bar = held.locator("[data-first-bar]");
  await expect(bar).toBeVisible();
  const first = await bar.locator("svg").boundingBox();
  arrival.resolve();
  await expect(held.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(bar).toHaveCount(0);
  expect(await held.getByRole("banner").getByRole("link").first().locator("svg").boundingBox()).toEqual(
    first,
  );
});
