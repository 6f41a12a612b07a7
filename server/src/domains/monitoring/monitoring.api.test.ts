// What holds for every call of performance alike.
import {
  addPlannedOutage,
  allProjectData,
  allProjectList,
  apiByDomain,
  batteryChart,
  binsizeExport,
  chartTool,
  chartToolDevices,
  dataQuality,
  esg,
  esgFactors,
  getPerformanceContract,
  kpiExplain,
  lossWaterfall,
  listForSelect,
  listPlannedOutages,
  mapData,
  mapRadiation,
  powerChart,
  productionChart,
  projectAlarms,
  projectAvailability,
  projectDetail,
  projectDevice,
  projectDevices,
  projectInfoOnly,
  projectList,
  projectListDashboard,
  projectListRows,
  projectWidget,
  qualityMarks,
  removePlannedOutage,
  setPerformanceContract,
  showCase,
  showCaseTotals,
  statisticsDevices,
  statisticsSeries,
  statisticsTotal,
  swhEnergyChart,
  swhTemperatureChart,
  swhWidget,
  weatherWidget,
  widgetList,
  type Endpoint,
} from "@heliograph/contract";
import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import type { Api, Asking } from "../../../testing/api-kit.ts";
import { accountOn } from "../../../testing/fleet-kit.ts";
import { performanceApi } from "../../../testing/performance-kit.ts";
import type { Db } from "../../platform/db.ts";

const range = { from_date: "2026-02-01", to_date: "2026-02-04" };

/** Every call that names a project, or with it a device. */
const ofProject = (project_uid: string, device_uid: string = randomUUID()): [Endpoint, Asking][] => [
  [projectInfoOnly, { query: { project_uid } }],
  [projectDetail, { query: { project_uid } }],
  [widgetList, { query: { project_uid } }],
  [projectWidget, { query: { project_uid } }],
  [weatherWidget, { query: { project_uid } }],
  [esg, { query: { project_uid } }],
  [powerChart, { query: { project_uid, view_day: "2026-02-04" } }],
  [batteryChart, { query: { project_uid, view_day: "2026-02-04" } }],
  [productionChart, { query: { project_uid, ...range } }],
  [projectAvailability, { query: { project_uid } }],
  [projectAlarms, { query: { project_uid } }],
  [listPlannedOutages, { query: { project_uid } }],
  [lossWaterfall, { query: { project_uid, ...range } }],
  [kpiExplain, { query: { project_uid, ...range, kpi: "performance_ratio" } }],
  [getPerformanceContract, { query: { project_uid } }],
  [statisticsTotal, { query: { project_uid, ...range } }],
  [statisticsSeries, { query: { project_uid, ...range } }],
  [statisticsDevices, { query: { project_uid, ...range } }],
  [binsizeExport, { query: { project_uid, ...range } }],
  [swhWidget, { query: { project_uid } }],
  [swhTemperatureChart, { query: { project_uid, view_day: "2026-02-04" } }],
  [swhEnergyChart, { query: { project_uid, ...range } }],
  [projectDevices, { query: { project_uid } }],
  [projectDevice, { query: { project_uid, device_uid } }],
  [showCase, { body: { project_uid_list: [project_uid] } }],
  [showCaseTotals, { query: { project_uid_list: project_uid } }],
  [chartToolDevices, { query: { project_uid } }],
  [dataQuality, { query: { project_uid, ...range } }],
  [qualityMarks, { body: { project_uids: [project_uid], ...range } }],
  [chartTool, { query: { project_uid, ...range, series: `${device_uid}:ac_power_w` } }],
];
const OUTAGE = { from_at: "2026-02-04T03:00:00Z", to_at: "2026-02-04T05:00:00Z", reason: "Cleaning" };
const OUTAGE_UID = randomUUID();
/** An outage that can be taken away, whoever did so before. */
const someOutage = (db: Db, project_id: number) =>
  db
    .insertInto("planned_outage")
    .values({ project_id, outage_uid: OUTAGE_UID, ...OUTAGE })
    .onConflict((row) => row.column("outage_uid").doNothing())
    .execute();
/** Calls that change a project. */
const changes = (project_uid: string): [Endpoint, Asking][] => [
  [setPerformanceContract, { body: { project_uid } }],
  [addPlannedOutage, { body: { project_uid, ...OUTAGE } }],
  [removePlannedOutage, { query: { project_uid, outage_uid: OUTAGE_UID } }],
];
const ofAccount: [Endpoint, Asking][] = [
  [projectList, { body: {} }],
  [projectListRows, { body: {} }],
  [projectListDashboard, {}],
  [allProjectList, {}],
  [allProjectData, {}],
  [esgFactors, {}],
  [mapData, {}],
  [mapRadiation, {}],
  [listForSelect, {}],
];

async function refusedByField(api: Api, token: string, rows: readonly [Endpoint, Asking, string][]) {
  for (const [e, asking, field] of rows) {
    const told = await api(e, { ...asking, token });
    expect([e.name, told.status, told.body.code, Object.keys(told.body.fields ?? {})]).toEqual([
      e.name,
      400,
      "request.invalid",
      [field],
    ]);
  }
}

test("every call of key figures and monitoring is tried here, and none is answered without a token", async () => {
  const { api, plant } = await performanceApi();
  const tried = [...ofProject(plant.project_uid), ...changes(plant.project_uid), ...ofAccount];
  // Those of alarm rules are tried in alarm-rules.api.test.ts, each with a rule of its own.
  const all = [...(apiByDomain["kpi"] ?? []), ...(apiByDomain["monitoring"] ?? [])].filter(
    ({ path }) => !path.startsWith("alarm-rules"),
  );
  expect(new Set(tried.map(([e]) => e.name))).toEqual(new Set(all.map(({ name }) => name)));
  for (const [e, asking] of tried) {
    const told = await api(e, asking);
    expect([e.name, told.status, told.body.message]).toEqual([e.name, 403, "Token is required"]);
  }
});

test("whoever has a role on a project reads all of it; to strangers it is as if it were not there", async () => {
  const { db, api, plant } = await performanceApi();
  const readOnly = await accountOn(db, { project_id: plant.project_id, role: "read_only" });
  const stranger = await accountOn(db, null);
  const nowhere = ofProject(randomUUID());
  for (const [index, [e, asking]] of ofProject(plant.project_uid, plant.device_uid).entries()) {
    expect([e.name, (await api(e, { ...asking, token: readOnly.token })).status]).toEqual([e.name, 200]);
    const refused = await api(e, { ...asking, token: stranger.token });
    expect([e.name, refused.status, refused.body.code]).toEqual([e.name, 404, "project.not_found"]);
    const missing = await api(e, { ...nowhere[index]?.[1], token: stranger.token });
    expect({ ...missing.body, request_id: "" }).toEqual({ ...refused.body, request_id: "" });
  }
});

test("owner and managed may change a project; who only looks is told so, and a stranger that there is none", async () => {
  const { db, api, plant, token } = await performanceApi();
  const managed = await accountOn(db, { project_id: plant.project_id, role: "managed" });
  const readOnly = await accountOn(db, { project_id: plant.project_id, role: "read_only" });
  const stranger = await accountOn(db, null);
  for (const [e, asking] of changes(plant.project_uid)) {
    for (const may of [token, managed.token]) {
      await someOutage(db, plant.project_id);
      expect([e.name, (await api(e, { ...asking, token: may })).status]).toEqual([e.name, 200]);
    }
    const told = [];
    for (const who of [readOnly, stranger]) {
      const { status, body } = await api(e, { ...asking, token: who.token });
      told.push([e.name, status, body.code]);
    }
    expect(told).toEqual([
      [e.name, 403, "project.read_only"],
      [e.name, 404, "project.not_found"],
    ]);
  }
});

test("an input that is not valid is refused by the name of its field", async () => {
  const { api, plant, token } = await performanceApi();
  const { project_uid } = plant;
  const rows: [Endpoint, Asking, string][] = [
    [projectInfoOnly, { query: { project_uid: "roof" } }, "query.project_uid"],
    [projectWidget, {}, "query.project_uid"],
    [powerChart, { query: { project_uid, view_day: "2026-02-30" } }, "query.view_day"],
    [powerChart, { query: { project_uid, view_day: "04-02-2026" } }, "query.view_day"],
    [batteryChart, { query: { project_uid } }, "query.view_day"],
    [
      productionChart,
      { query: { project_uid, from_date: "2026-02-04", to_date: "2026-02-03" } },
      "query.to_date",
    ],
    [
      productionChart,
      { query: { project_uid, from_date: "2025-01-01", to_date: "2026-02-05" } },
      "query.to_date",
    ],
    [productionChart, { query: { project_uid, ...range, get_type: "year" } }, "query.get_type"],
    [
      productionChart,
      { query: { project_uid, from_date: "2016-01-01", to_date: "2026-01-31", get_type: "month" } },
      "query.to_date",
    ],
    [projectList, { body: {}, query: { items_page: 101 } }, "query.items_page"],
    [projectList, { body: {}, query: { page: 0 } }, "query.page"],
    [projectList, { body: {}, query: { status: "normal,asleep" } }, "query.status.1"],
    [projectList, { body: {}, query: { sort: "password" } }, "query.sort"],
    [projectList, { body: { keyword: "x".repeat(101) } }, "body.keyword"],
    [projectList, { body: { project_type: "wind" } }, "body.project_type"],
    [projectList, { body: {}, timezone: "Asia/Atlantis" }, "header.timezone"],
    [projectListDashboard, { query: { project_type: "admin" } }, "query.project_type"],
    [allProjectList, { query: { item_num: 0 } }, "query.item_num"],
    [allProjectData, { query: { item_num: 101 } }, "query.item_num"],
    [weatherWidget, {}, "query.project_uid"],
    [esg, { query: { period: "week" } }, "query.period"],
    [esg, { query: { period: "month", at: "2026" } }, "query.at"],
    [esg, { query: { period: "year", at: "1969" } }, "query.at"],
    [esg, { query: { at: "2026" } }, "query.at"],
    [esg, { timezone: "Asia/Atlantis" }, "header.timezone"],
  ];
  await refusedByField(api, token, rows);
});

test("an input of a key figure that is not valid is refused by the name of its field", async () => {
  const { api, plant, token } = await performanceApi();
  const { project_uid } = plant;
  await refusedByField(api, token, [
    [projectAvailability, { query: { project_uid, date: "2026-02-04,yesterday" } }, "query.date.1"],
    [projectAvailability, { query: { project_uid, report_type: "month" } }, "query.report_type"],
    [projectAlarms, { query: { project_uid, days: 367 } }, "query.days"],
    [kpiExplain, { query: { project_uid, kpi: "mood", ...range } }, "query.kpi"],
    [
      kpiExplain,
      { query: { project_uid, kpi: "performance_ratio", from_date: "2024-12-31", to_date: "2026-02-04" } },
      "query.to_date",
    ],
    [
      kpiExplain,
      { query: { project_uid, kpi: "energy", from_date: "1990-12-31", to_date: "2026-02-04" } },
      "query.to_date",
    ],
    [
      setPerformanceContract,
      { body: { project_uid, pvsyst_month_percent: [80] } },
      "body.pvsyst_month_percent",
    ],
    [
      setPerformanceContract,
      { body: { project_uid, guaranteed_year_percent: 130 } },
      "body.guaranteed_year_percent",
    ],
    [
      setPerformanceContract,
      { body: { project_uid, status_from_percent: { normal: 90, warning: 95, minor: 85, major: 80 } } },
      "body.status_from_percent",
    ],
  ]);
});
