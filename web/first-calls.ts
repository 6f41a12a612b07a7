// What the screens ask the server for first. The first script asks for it beside the code (first-script.ts), so that the
// answers are there when the screen is made: platform/first-answers.ts. What is not taken there is asked for in vain.
import { adminProjectList, adminWidgetList } from "@heliograph/contract/admin/projects";
import { listFiles } from "@heliograph/contract/fleet/files";
import { listGateways } from "@heliograph/contract/fleet/gateways";
import { getUserInfo } from "@heliograph/contract/identity/account";
import { getAppConfig } from "@heliograph/contract/identity/app-config";
import type { Call, Endpoint } from "@heliograph/contract/kernel/endpoint";
import { chartToolDevices } from "@heliograph/contract/monitoring/chart-tool";
import { projectDevices } from "@heliograph/contract/monitoring/devices/device-list";
import { esg } from "@heliograph/contract/monitoring/environment/esg";
import {
  allProjectList,
  projectInfoOnly,
  projectListDashboard,
} from "@heliograph/contract/monitoring/portfolio";
import { weatherWidget } from "@heliograph/contract/monitoring/overview/weather";
import { projectWidget } from "@heliograph/contract/monitoring/overview/widgets";
import { adminTickets, listTickets } from "@heliograph/contract/support/tickets";
import type { patterns } from "./src/app/paths.ts";
import { addressOf } from "./src/platform/http.ts";

/** Stands for the part of the screen's address that its pattern names. */
export const ID = "--id--";

const ask = <E extends Endpoint>(e: E, args: Call<E>): string => addressOf(e, args.query);
const ofProject = { query: { project_uid: ID } };
const config = ask(getAppConfig, {});
/** Of every screen of the portal. */
const portal = [
  ask(getUserInfo, {}),
  config,
  ask(allProjectList, { query: { project_type: "swh", item_num: 1 } }),
];
const project = [...portal, ask(projectInfoOnly, ofProject)];
const list = (project_type: "pv" | "swh") => [
  ...portal,
  ask(projectListDashboard, { query: { project_type } }),
];
const tickets = { query: { project_uid: ID, page: 1, items_page: 20 } };

/** Addresses by screen; `plain` are those that only an address without a query of its own asks for. */
export const FIRST_CALLS: Partial<
  Record<keyof typeof patterns, { readonly always: readonly string[]; readonly plain?: readonly string[] }>
> = {
  projects: { always: list("pv") },
  projectsMatching: { always: list("pv") },
  swhProjects: { always: list("swh") },
  showcase: { always: portal },
  project: { always: [...project, ask(projectWidget, ofProject), ask(weatherWidget, ofProject)] },
  statistics: { always: project },
  devices: { always: [...project, ask(projectDevices, ofProject)] },
  warranty: {
    always: [...project, ask(listGateways, { query: { project_uid: ID, page: 1, items_page: 100 } })],
  },
  chartTool: { always: [...project, ask(chartToolDevices, ofProject)] },
  esgOfAll: { always: portal, plain: [ask(esg, { query: { period: "lifetime" } })] },
  esg: { always: project, plain: [ask(esg, { query: { project_uid: ID, period: "lifetime" } })] },
  resources: { always: [...project, ask(listFiles, ofProject)] },
  support: { always: [...project, ask(listTickets, tickets)] },
  admin: {
    always: [config],
    plain: [ask(adminProjectList, { query: { page: 1, item_num: 10, keyword: "" } })],
  },
  adminProject: { always: [config, ask(adminWidgetList, ofProject), ask(adminTickets, tickets)] },
};
