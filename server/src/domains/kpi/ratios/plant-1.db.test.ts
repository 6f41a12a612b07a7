// A real plant of 22 inverters, and what independent programs found of its availability and its days. The files lie beside
// the repository, not in it.
import {
  daysBetween,
  productionChart,
  projectAvailability,
  setPerformanceContract,
} from "@heliograph/contract";
import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { apiOf } from "../../../../testing/api-kit.ts";
import { tokenFor } from "../../../../testing/fleet-kit.ts";
import { account, freshPools } from "../../../../testing/test-kit.ts";
import { importFiles, readMapping } from "../../telemetry/index.ts";
import { startLedger } from "../../energy/index.ts";
import { monitoringRoutes } from "../../monitoring/index.ts";
import { kpiRoutes, refreshKeyFigures, refreshSummaries } from "../../kpi/index.ts";

const shared = (path: string) => fileURLToPath(new URL(`../../../../../../shared/${path}`, import.meta.url));
const EXAMPLES = new URL("../../../../../docs/examples/", import.meta.url);
const GENERATION = "data/plant_1/Plant_1_Generation_Data.csv.gz";
const WEATHER = "data/plant_1/Plant_1_Weather_Sensor_Data.csv";
const TRUTHS = ["truth/plant_1.json", "truth/plant_1_events.json"] as const;
const isThere = [GENERATION, WEATHER, ...TRUTHS].every((path) => existsSync(shared(path)));
const FROM = "2020-05-15";
const TO = "2020-06-17";
const NEXT_NOON = Date.parse("2020-06-18T12:00:00+05:30");

interface Days {
  readonly days: Record<string, { insolation_kwh_m2: number; total_counter_kwh: number }>;
}
interface Events {
  readonly inverters: Record<string, { availability_strict: number; availability_reported: number }>;
  readonly days: Record<string, { availability_strict: number }>;
}
const truth = (path: string): unknown => JSON.parse(readFileSync(shared(path), "utf8"));

function mapping(name: string) {
  const read = readMapping(readFileSync(new URL(name, EXAMPLES), "utf8"));
  if ("faults" in read) throw new Error(read.faults.join("; "));
  return read.mapping;
}

/** The plant with all its readings rolled up, and the calls of performance on the day after. */
async function importedPlant() {
  const pools = await freshPools();
  const { db } = pools;
  const who = await account(db);
  const place = { latitude: 20.5, longitude: 77.1, timezone: "Asia/Kolkata", project_type: "pv" } as const;
  const { project_id, project_uid } = await db
    .insertInto("project")
    .values({ name: "Real", capacity_wp: 30_000_000, ...place })
    .returning(["project_id", "project_uid"])
    .executeTakeFirstOrThrow();
  await db
    .insertInto("project_member")
    .values({ project_id, account_id: who.account_id, role: "owner" })
    .execute();
  await db.insertInto("project_summary").values({ project_id }).execute();
  const token = await tokenFor(db, who);
  const api = await apiOf(db, (serve) => {
    kpiRoutes(serve, db);
    monitoringRoutes(serve, db, () => NEXT_NOON);
  });
  const contract = await api(setPerformanceContract, { token, body: { project_uid, rated_from_w_m2: 100 } });
  expect(contract.status).toBe(200);
  const working = startLedger(pools);
  onTestFinished(working.stop);
  for (const [name, path] of [
    ["import-inverters.json", GENERATION],
    ["import-weather.json", WEATHER],
  ] as const) {
    await importFiles({ pools, projectId: project_id, mapping: mapping(name) }, [shared(path)]);
  }
  await working.idle();
  await db.transaction().execute((tx) => refreshSummaries(tx, [project_id], NEXT_NOON));
  // A round ends after its time, however many days it computed.
  let days = 0;
  for (let round = -1; round !== 0; days += round) round = await refreshKeyFigures(db, NEXT_NOON);
  expect(days).toBe(34);
  return { api, token, project_uid };
}

test.skipIf(!isThere)(
  "the plant of 22 inverters has the known availabilities, energies of its days and insolation (needs ../shared)",
  async () => {
    const { api, token, project_uid } = await importedPlant();
    const known = truth(TRUTHS[0]) as Days; // the reference files' own shapes
    const events = truth(TRUTHS[1]) as Events;

    const days = daysBetween(FROM, TO);
    const asked = { project_uid, date: days.join(","), report_type: "date" };
    const availability = (await api(projectAvailability, { token, query: asked })).body;
    expect(availability.total.project_variants.strict).toBeCloseTo(99.743, 3);
    expect(availability.total.project_variants.reported).toBeCloseTo(99.795, 3);
    const strictly = availability.data.filter(
      ({ date, project_variants }: { date: string; project_variants: { strict: number } }) =>
        Math.abs(project_variants.strict / 100 - (events.days[date]?.availability_strict ?? 0)) > 6e-6,
    );
    expect(strictly).toEqual([]);
    // Four inverters fell silent before dusk on one day; in the morning their counters had gained a seventh of the rest.
    const silent = availability.data.flatMap((day: { date: string; silence: Record<string, number> }) =>
      Object.entries(day.silence).flatMap(([verdict, count]) =>
        count > 0 ? [[day.date, verdict, count]] : [],
      ),
    );
    expect(silent).toEqual([["2020-05-19", "partial", 16]]);

    const query = { project_uid, from_date: FROM, to_date: TO, get_type: "day" };
    const chart = (await api(productionChart, { token, query })).body;
    const energies = chart.pr_production_data.map((one: { value: number }) => one.value);
    expect(energies.reduce((a: number, b: number) => a + b, 0)).toBe(5_381_113);
    const sun = chart.insolation_data.map((one: { value: number }) => one.value);
    expect(sun.reduce((a: number, b: number) => a + b, 0) / 1000).toBeCloseTo(181.62, 2);
    const off = days.filter(
      (day, index) => Math.abs(sun[index] / 1000 - (known.days[day]?.insolation_kwh_m2 ?? 0)) > 1e-4,
    );
    expect(off).toEqual([]);
    // Only where a hole reaches over midnight may a day differ, by what the hole's energy moves to its neighbour.
    const moved = days.filter(
      (day, index) => Math.abs(energies[index] - (known.days[day]?.total_counter_kwh ?? 0)) > 25,
    );
    expect(moved).toEqual([]);
  },
  180_000,
);
