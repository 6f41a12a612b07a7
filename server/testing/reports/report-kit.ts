// What tests of portfolio reports share: two plants of one owner, and what is asked of them.
import {
  makePortfolioReport,
  projectReport,
  runDetails,
  runFileOf,
  type ProjectReportData,
} from "@heliograph/contract";
import { refreshSummaries } from "../../src/domains/kpi/summaries/project-summary.sql.ts";
import { monitoringRoutes } from "../../src/domains/monitoring/index.ts";
import { reportsRoutes, reportsWork } from "../../src/domains/reports/index.ts";
import type { Db } from "../../src/platform/db.ts";
import { apiOf } from "../api-kit.ts";
import { freshStore } from "../file-kit.ts";
import { tokenFor } from "../fleet-kit.ts";
import { jobsDone, runner } from "../jobs-kit.ts";
import { addDay, addDevice, NOON } from "../performance-kit.ts";
import { freshPools, scene } from "../test-kit.ts";

const quarter = (
  db: Db,
  { project_id, device_id }: { project_id: number; device_id: number },
  at: string,
  production_wh: number,
) =>
  db
    .insertInto("energy_quarter")
    .values({ project_id, device_id, bin_utc: at, covered_s: 900, production_wh })
    .execute();

/** Two plants of one owner, named as nobody should name a sheet, on two sides of the world; the second has no meter. */
export async function portfolio() {
  const pools = await freshPools();
  const { db } = pools;
  const { store } = await freshStore();
  const api = await apiOf(db, (serve) => {
    reportsRoutes(serve, db, store, () => NOON);
    monitoringRoutes(serve, db, () => NOON);
  });
  const one = await scene(db);
  const other = await scene(db, "owner", { timezone: "America/New_York" });
  const name = (project_id: number, text: string) =>
    db.updateTable("project").set({ name: text }).where("project_id", "=", project_id).execute();
  await name(one.project_id, "=Roof: Lan's 1/2 with a name that is longer than a sheet's");
  await name(other.project_id, "Roof 2");
  await db
    .insertInto("project_member")
    .values({ project_id: other.project_id, account_id: one.account_id, role: "read_only" })
    .execute();
  const meter = await addDevice(db, one, { asset_type: "electric_meter", serial: "M-1" });
  for (const [day, inverter, metered] of [
    ["2026-01-31", 9000, 8000],
    ["2026-02-01", 3000, 2900],
    ["2026-02-02", 1234, 1001],
    ["2026-02-03", 1700, 1500],
  ] as const) {
    await addDay(db, one, day, { production_wh: inverter });
    await addDay(db, meter, day, { production_wh: metered });
  }
  await addDay(db, other, "2026-02-02", { production_wh: 700 });
  await quarter(db, one, "2026-02-03T09:00:00+07:00", 1100);
  await quarter(db, one, "2026-02-03T09:15:00+07:00", 600);
  await quarter(db, meter, "2026-02-03T09:15:00+07:00", 1500);
  await db.transaction().execute((tx) => refreshSummaries(tx, [one.project_id, other.project_id], NOON));
  const token = await tokenFor(db, one);
  const body = {
    project_uid: [one.project_uid, other.project_uid],
    from_date: "2026-02-02",
    to_date: "2026-02-03",
    binsize: "1_days",
  };
  const rows = async (more: object = {}): Promise<ProjectReportData[]> =>
    (await api(projectReport, { token, body: { ...body, ...more } })).body.items;
  /** Makes all that waits: the run, its file, and what failed. */
  const finished = async (run_uid: string) => {
    const { failures, stop } = runner(
      pools,
      reportsWork({ documents: store, files: store, product: "Heliograph" }),
    );
    await jobsDone(db);
    await stop();
    const query = { run_uid };
    const { body: run } = await api(runDetails, { token, query });
    return { failures, run, file: await api(runFileOf, { token, query }) };
  };
  const made = async (more: object = {}) => {
    const { body: added } = await api(makePortfolioReport, { token, body: { ...body, ...more } });
    return { added, ...(await finished(added.run.run_uid)) };
  };
  return { db, api, token, one, other, body, rows, made, finished };
}
