// PUT changes what is named and nothing else, over every such call that the contract states: one that is added fails here until
// the table below says how its thing is read.
import { api, appConfig, type Endpoint } from "@heliograph/contract";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { z } from "zod";
import { apiOf } from "../testing/api-kit.ts";
import { tokenFor } from "../testing/fleet-kit.ts";
import { idleSchedule } from "../testing/control/schedule-kit.ts";
import { freshDb, scene } from "../testing/test-kit.ts";
import { controlRoutes } from "./domains/control/index.ts";
import { fleetRoutes } from "./domains/fleet/index.ts";
import { identityRoutes } from "./domains/identity/index.ts";
import { kpiRoutes } from "./domains/kpi/index.ts";
import type { Db } from "./platform/db.ts";

type Body = Readonly<Record<string, unknown>>;

interface Thing {
  /** What names the thing; no field of it. */
  readonly names: readonly string[];
  /** Fields that are only given together. */
  readonly together?: readonly (readonly string[])[];
  /** Fields without which there is no call, beside the names. */
  readonly always?: readonly string[];
  /** A value of every field, none of them what the server itself would put there, and another value of each. */
  readonly first: Body;
  readonly second: Body;
  /** The table that holds it, a row a thing, and the columns of a field where they are not called as it is. */
  readonly table: string;
  readonly columns?: Readonly<Record<string, string>>;
}

const months = (percent: number) => Array.from({ length: 12 }, (_, month) => percent + month / 10);
const band = (from: string) => ({ from, to: "20:00", days: [1], vnd_per_kwh: "3000" });

const THINGS: Readonly<Record<string, Thing>> = {
  updateSchedule: {
    names: [
      "schedule_id",
      "gateway_uid",
      "device_serial",
      "schedule_type_id",
      "schedule_timeline_type_id",
      "relay",
    ],
    first: {
      from_date: "2100-01-01",
      to_date: "2100-06-30",
      from_time: "08:00",
      to_time: "10:00",
      day: [1],
      state: "ON",
      operation_type: "FIX_VALUE",
      value: 20,
      available: false,
      option_overwrite: false,
    },
    second: {
      from_date: "2100-01-02",
      to_date: "2100-07-01",
      from_time: "09:00",
      to_time: "11:00",
      day: [2, 3],
      state: "OFF",
      operation_type: "PERCENT",
      value: 30,
      available: true,
      option_overwrite: true,
    },
    table: "schedule",
  },
  changePreferences: {
    names: [],
    first: {
      display_name: "First Person",
      street: "1 Equator Road",
      city: "Pontianak",
      country: "Indonesia",
      phone: "+62 561 730 000",
      mode: "dark",
      default_project_type: "swh",
    },
    second: {
      display_name: "Second Person",
      street: "2 Polar Road",
      city: "Tromsø",
      country: "Norway",
      phone: "+47 77 64 40 00",
      mode: "light",
      default_project_type: "pv",
    },
    table: "account",
    columns: { mode: "color_mode" },
  },
  updateProject: {
    names: ["project_uid"],
    together: [["night_from", "night_to"]],
    first: {
      name: "First",
      address: "1 Equator Road",
      latitude: 11,
      longitude: 107,
      tilt_deg: 12,
      azimuth_deg: 180,
      timezone: "Asia/Tokyo",
      capacity_wp: 70_000,
      run_nze: true,
      calculate_expected_data_by: "other",
      tank_volume_l: 300,
      collector_area_m2: 4.5,
      collector_type: "flat_plate",
      heater_power_w: 2_000,
      heater_efficiency: 0.9,
      commissioned_on: "2024-01-01",
      night_from: "19:00",
      night_to: "05:00",
    },
    second: {
      name: "Second",
      address: "",
      latitude: 12,
      longitude: 108,
      tilt_deg: null,
      azimuth_deg: null,
      timezone: "Asia/Seoul",
      capacity_wp: 80_000,
      run_nze: false,
      calculate_expected_data_by: "gateway",
      tank_volume_l: null,
      collector_area_m2: null,
      collector_type: null,
      heater_power_w: null,
      heater_efficiency: 0.8,
      commissioned_on: null,
      night_from: null,
      night_to: null,
    },
    table: "project",
  },
  putChecklistAway: {
    names: ["project_uid"],
    always: ["put_away"],
    first: { put_away: true },
    second: { put_away: false },
    table: "project_member",
    columns: { put_away: "checklist_away_at" },
  },
  setTariff: {
    names: ["project_uid", "valid_from"],
    always: ["vnd_per_kwh"],
    first: { vnd_per_kwh: "2000", export_vnd_per_kwh: "700", bands: [band("17:00")] },
    second: { vnd_per_kwh: "2100", export_vnd_per_kwh: "800", bands: [band("18:00")] },
    table: "tariff",
  },
  changeDevice: {
    names: ["project_uid", "device_uid"],
    first: { name: "Roof east", warranty_begin: "2024-01-01", warranty_end: "2034-01-01" },
    second: { name: "Roof west", warranty_begin: null, warranty_end: null },
    table: "device",
  },
  setEnergyBefore: {
    names: ["project_uid", "device_uid"],
    first: { energy_before_kwh: 1_000 },
    second: { energy_before_kwh: 2_000 },
    table: "device",
    columns: { energy_before_kwh: "energy_before_wh" },
  },
  setPerformanceContract: {
    names: ["project_uid"],
    first: {
      starts_on: "2024-01-01",
      degradation_percent_per_year: 0.5,
      guaranteed_year_percent: 80,
      guaranteed_month_percent: months(80),
      pvsyst_year_percent: 84,
      pvsyst_month_percent: months(84),
      gamma_percent_per_c: -0.4,
      rated_from_w_m2: 60,
      pair_from_w_m2: 30,
      min_completeness_percent: 80,
      min_insolation_wh_m2: 600,
      status_from_percent: { normal: 97, warning: 94, minor: 89, major: 79 },
    },
    second: {
      starts_on: null,
      degradation_percent_per_year: 0.7,
      guaranteed_year_percent: null,
      guaranteed_month_percent: null,
      pvsyst_year_percent: null,
      pvsyst_month_percent: null,
      gamma_percent_per_c: -0.3,
      rated_from_w_m2: 70,
      pair_from_w_m2: 40,
      min_completeness_percent: 70,
      min_insolation_wh_m2: 700,
      status_from_percent: { normal: 96, warning: 93, minor: 88, major: 78 },
    },
    table: "performance_contract",
    columns: {
      degradation_percent_per_year: "degradation_per_year",
      guaranteed_year_percent: "guaranteed_year",
      guaranteed_month_percent: "guaranteed_month",
      pvsyst_year_percent: "simulated_year",
      pvsyst_month_percent: "simulated_month",
      gamma_percent_per_c: "gamma_per_c",
      min_completeness_percent: "min_completeness",
      status_from_percent: "status_from",
    },
  },
};

/** When something was changed, and by whom, is no field of it; nor is when a schedule runs next. */
const OF_THE_CHANGE = new Set([
  "changed_at",
  "changed_by",
  "search_text",
  "revision",
  "rank",
  "handled_until",
  "next_run_at",
]);
const puts = api.filter(({ method }) => method === "PUT");

const thingOf = (e: Endpoint): Thing => {
  const thing = THINGS[e.name];
  if (thing === undefined) throw new RangeError(`${e.name}: say in THINGS how what it changes is read`);
  return thing;
};
const fieldsOf = (e: Endpoint): string[] => {
  if (!(e.body instanceof z.ZodObject)) throw new RangeError(`${e.name}: its body is no object`);
  return Object.keys(e.body.shape);
};

async function scenery() {
  const db = await freshDb();
  const asked = await apiOf(db, (serve) => {
    identityRoutes(serve, db, appConfig.parse({}));
    fleetRoutes(serve, db);
    kpiRoutes(serve, db);
    controlRoutes(serve, db);
  });
  const plant = await scene(db);
  const token = await tokenFor(db, plant);
  const { project_uid, device_uid } = plant;
  const schedule_id = await idleSchedule(db, plant);
  const named: Body = { project_uid, device_uid, valid_from: "2025-01-01", schedule_id };
  return { db, ask: asked, token, named, query: { schedule_id } };
}

const pick = (body: Body, keys: readonly string[]): Body =>
  Object.fromEntries(keys.filter((key) => key in body).map((key) => [key, body[key]]));

/** The rows of the table as text by column, without what tells of the change itself. */
async function rowsOf(db: Db, table: string): Promise<Record<string, string>[]> {
  const { rows } = await sql<{ row: Record<string, unknown> }>`
    select to_jsonb(t) as row from ${sql.table(table)} t`.execute(db);
  return rows.map(({ row }) =>
    Object.fromEntries(
      Object.entries(row)
        .filter(([column]) => !OF_THE_CHANGE.has(column))
        .map(([column, value]) => [column, JSON.stringify(value)]),
    ),
  );
}

const put = async (at: Awaited<ReturnType<typeof scenery>>, e: Endpoint, body: Body) => {
  const query = e.query instanceof z.ZodObject ? { query: at.query } : {};
  const told = await at.ask(e, { token: at.token, body, ...query });
  return { status: told.status, fields: Object.keys(told.body.fields ?? {}) };
};

test.each(puts.map((e) => [e.name, e] as const))(
  "%s refuses a field that it does not have, by the field's name, and changes nothing",
  async (_, e) => {
    const at = await scenery();
    const { names, first, table } = thingOf(e);
    const before = await rowsOf(at.db, table);
    const told = await put(at, e, { ...pick(at.named, names), ...first, surprise: 1 });
    expect(told).toEqual({ status: 400, fields: ["body.surprise"] });
    expect(await rowsOf(at.db, table)).toEqual(before);
  },
);

test.each(puts.map((e) => [e.name, e] as const))(
  "%s changes the fields that it names, each by itself, and leaves all others as they are",
  async (_, e) => {
    const at = await scenery();
    const { names, together = [], always = [], first, second, table, columns = {} } = thingOf(e);
    const fields = fieldsOf(e).filter((field) => !names.includes(field));
    expect(Object.keys(first).toSorted()).toEqual(fields.toSorted());
    expect(Object.keys(second).toSorted()).toEqual(fields.toSorted());
    const name = pick(at.named, names);
    const steps = new Map(
      fields.map((field) => {
        const step = together.find((some) => some.includes(field)) ?? [field];
        return [step.join(), step];
      }),
    );
    for (const step of steps.values()) {
      expect((await put(at, e, { ...name, ...first })).status).toBe(200);
      const [before = {}] = await rowsOf(at.db, table);
      const only = { ...name, ...pick(first, always), ...pick(second, step) };
      expect([step, await put(at, e, only)]).toEqual([step, { status: 200, fields: [] }]);
      const [after = {}] = await rowsOf(at.db, table);
      const changed = Object.keys(after).filter((column) => after[column] !== before[column]);
      expect([e.name, changed.toSorted()]).toEqual([
        e.name,
        step.map((field) => columns[field] ?? field).toSorted(),
      ]);
    }
  },
);
