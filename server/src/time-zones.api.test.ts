// What is a time zone is one rule, wherever somebody names one.
import {
  createProject,
  esg,
  listForSelect,
  projectList,
  timeZone,
  updateProject,
} from "@heliograph/contract";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { apiOf } from "../testing/api-kit.ts";
import { tokenFor } from "../testing/fleet-kit.ts";
import { freshDb, scene } from "../testing/test-kit.ts";
import { fleetRoutes } from "./domains/fleet/index.ts";
import { monitoringRoutes } from "./domains/monitoring/index.ts";
import { readMapping } from "./domains/telemetry/index.ts";

async function scenery() {
  const db = await freshDb();
  const ask = await apiOf(db, (serve) => {
    fleetRoutes(serve, db);
    monitoringRoutes(serve, db);
  });
  const plant = await scene(db);
  return { db, ask, project_uid: plant.project_uid, token: await tokenFor(db, plant) };
}

const roof = { name: "Roof", latitude: 10, longitude: 106, capacity_wp: 1, project_type: "pv" };
/** Where a mapping with the zone is at fault. */
const mappingFaults = (timezone: string) => {
  const read = readMapping(JSON.stringify(mappingIn(timezone)));
  return "faults" in read ? read.faults.map((fault) => fault.split(":")[0]) : [];
};
const mappingIn = (timezone: string) => ({
  time: { column: "t", format: "ISO", timezone, stamp: "start" },
  interval_s: 60,
  device: { serial: "INV-1" },
  columns: { P: { quantity: "ac_power_w", unit: "W" } },
});

test.each(["+07:00", "-0700", "GMT+7", "UTC+7", "Asia/Atlantis", "Mars/Olympus", "7", "U".repeat(65)])(
  "%j is refused as the zone of a project, of an import's clocks and of a caller alike",
  async (timezone) => {
    const { ask, token, project_uid } = await scenery();
    const made = await ask(createProject, { token, body: { ...roof, timezone } });
    const changed = await ask(updateProject, { token, body: { project_uid, timezone } });
    expect([made, changed].map(({ status, body }) => [status, Object.keys(body.fields ?? {})])).toEqual([
      [400, ["body.timezone"]],
      [400, ["body.timezone"]],
    ]);
    for (const e of [projectList, esg]) {
      const told = await ask(e, { token, timezone, ...(e === projectList ? { body: {} } : {}) });
      expect([e.name, told.status, Object.keys(told.body.fields ?? {})]).toEqual([
        e.name,
        400,
        ["header.timezone"],
      ]);
    }
    expect(mappingFaults(timezone)).toEqual(["time.timezone"]);
  },
);

test.each(["Asia/Ho_Chi_Minh", "UTC", "Etc/GMT-7", "America/Argentina/Buenos_Aires", "CET"])(
  "%s is taken everywhere",
  async (timezone) => {
    const { ask, token, project_uid } = await scenery();
    expect((await ask(createProject, { token, body: { ...roof, timezone } })).status).toBe(200);
    expect((await ask(updateProject, { token, body: { project_uid, timezone } })).status).toBe(200);
    expect((await ask(projectList, { token, timezone, body: {} })).status).toBe(200);
    expect(mappingFaults(timezone)).toEqual([]);
  },
);

test("the database knows every zone that the contract takes", async () => {
  const { db } = await scenery();
  const { rows } = await sql<{ name: string }>`select lower(name) as name from pg_timezone_names`.execute(db);
  const known = new Set(rows.map(({ name }) => name));
  const taken = Intl.supportedValuesOf("timeZone").filter((name) => timeZone.safeParse(name).success);
  expect(taken.filter((name) => !known.has(name.toLowerCase()))).toEqual([]);
  expect(taken.length).toBeGreaterThan(400);
});

test("an empty filter of projects is all of them", async () => {
  const { ask, token } = await scenery();
  const counted = async (filter?: string) => {
    const told = await ask(listForSelect, { token, query: filter === undefined ? {} : { filter } });
    return [told.status, told.body.paginate_info?.total_item];
  };
  expect(await counted("")).toEqual([200, 1]);
  expect(await counted()).toEqual(await counted("all"));
  expect(await counted("swh")).toEqual([200, 0]);
  expect((await counted("wind"))[0]).toBe(400);
});
