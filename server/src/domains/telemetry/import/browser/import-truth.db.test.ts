// Real plants by the browser's calls. The files lie beside the repository, not in it; history-data.db.test.ts says when they do not.
import { sql } from "kysely";
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { importsApi } from "../../../../../testing/import-kit.ts";
import {
  expectPlant,
  isThere,
  PLANT,
  shared,
  truth,
  type PlantTruth,
} from "../../../../../testing/real-plants-kit.ts";

/** The size and place that the figures are known for. */
const sized = (api: Awaited<ReturnType<typeof importsApi>>) =>
  api.db
    .updateTable("project")
    .set({ capacity_wp: 30_000_000, latitude: 20.5, longitude: 77.1 })
    .where("project_id", "=", api.plant.project_id)
    .execute();

test.skipIf(!isThere(...PLANT, "truth/plant_1.json"))(
  "both files of the plant of 22 inverters, dropped together and guessed but for two words, give the known energy to the digit (needs ../shared)",
  async () => {
    const api = await importsApi({ timezone: "Asia/Kolkata" });
    await sized(api);
    const wish = {
      time: { stamp: "start" },
      columns: { DC_POWER: { quantity: "dc_power_w", unit: "kW", device: null, scale: 0.1 } },
    };
    const { trial, item } = await api.imported(PLANT.map(shared), wish);
    expect(trial).toMatchObject({
      rows: 71_960,
      found: 71_960,
      fresh: 71_960,
      refused: 0,
      days: 34,
      is_partial: false,
    });
    expect(trial?.sum_wh).toBe(5_381_113_000);
    expect(trial?.months).toEqual([
      { month: "2020-05", wh: 2_757_838_000 },
      { month: "2020-06", wh: 2_623_275_000 },
    ]);
    expect(item).toMatchObject({
      state: "done",
      stored: 71_960,
      there: 0,
      refused: 0,
      days: 34,
      energy_wh: 5_381_113_000,
    });
    await expectPlant(api.db, truth("plant_1") as PlantTruth); // the reference file's own shape
  },
  180_000,
);

const HEATER = "data/solar_thermal/deltasol_mx_2014-02-14_16.csv";

test.skipIf(!isThere(HEATER, "truth/solar_thermal.json"))(
  "heat counters of a solar thermal system, mapped by a person, give the known heat (needs ../shared)",
  async () => {
    const api = await importsApi({ timezone: "UTC", project_type: "swh" });
    const header = readFileSync(shared(HEATER), "utf8").split("\n")[0] ?? "";
    const names = header
      .trim()
      .split(",")
      .map((name) => name.replaceAll('"', ""));
    const counters = { total: "000_4_0 Heat quantity [Wh]", today: "008_4_0 Heat quantity today [Wh]" };
    const meters = ["7E31", "7E32", "7E33"];
    const wanted = Object.fromEntries(
      meters.flatMap((meter) =>
        Object.entries(counters).map(([name, column]) => [
          `01_0010_${meter}_${column}`,
          { quantity: "energy_total_wh", unit: "Wh", device: `${meter} ${name}` },
        ]),
      ),
    );
    const { item } = await api.imported([shared(HEATER)], {
      interval_s: 300,
      types: Object.fromEntries(Object.values(wanted).map(({ device }) => [device, "swh_controller"])),
      columns: { ...Object.fromEntries(names.slice(1).map((name) => [name, null])), ...wanted },
    });
    expect(item).toMatchObject({ state: "done", stored: 6 * 864, refused: 0 });
    const known = truth("solar_thermal") as { heat_quantity: Record<string, { delta_wh: number }> }; // its own shape
    const { rows } = await sql<{ serial: string; wh: number }>`
      select d.serial, sum(r.production_wh) as wh from energy_day r join device d using (device_id) group by 1`.execute(
      api.db,
    );
    const heat = Object.fromEntries(rows.map(({ serial, wh }) => [serial, wh]));
    for (const meter of meters) {
      expect(heat[`${meter} total`]).toBe(known.heat_quantity[meter]?.delta_wh);
      expect(heat[`${meter} today`]).toBe(known.heat_quantity[meter]?.delta_wh);
    }
  },
  120_000,
);

const HOME = "data/home_load_pv/customer12_data_2011-2012.csv";

test.skipIf(!isThere(HOME, "truth/home_load_pv.json"))(
  "a year of half-hour means of a home, mapped by a person, gives the known energy of each month (needs ../shared)",
  async () => {
    const api = await importsApi({ timezone: "Etc/GMT-10" });
    await sized(api);
    const { item, trial } = await api.imported([shared(HOME)], {
      time: { stamp: "start" },
      types: { GC: "grid_meter" },
      columns: {
        GG: { quantity: "ac_power_w", unit: "kW", device: "GG" },
        GC: { quantity: "ac_power_w", unit: "kW", device: "GC" },
      },
    });
    expect(item).toMatchObject({ state: "done", stored: 2 * 17_568, refused: 0 });
    const known = truth("home_load_pv") as { months: Record<string, { pv: number; load: number }> }; // its own shape
    const { rows } = await sql<{ month: string; serial: string; power: number }>`
      select left(month::text, 7) as month, d.serial, power_wh as power from energy_month join device d using (device_id)
      where d.serial in ('GG', 'GC')`.execute(api.db);
    expect(rows).toHaveLength(24);
    for (const { month, serial, power } of rows) {
      const expected = known.months[month];
      expect(power / 1000).toBeCloseTo((serial === "GG" ? expected?.pv : expected?.load) ?? NaN, 3);
    }
    for (const { month, wh } of trial?.months ?? []) {
      expect(wh / 1000).toBeCloseTo(known.months[month]?.pv ?? NaN, 3);
    }
  },
  120_000,
);
