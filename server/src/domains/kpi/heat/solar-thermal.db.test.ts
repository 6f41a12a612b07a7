// Three days of a real controller's recording, and what was found in it independently. The files lie beside the repository,
// not in it.
import { addDays, swhEnergyChart, swhTemperatureChart, swhWidget } from "@heliograph/contract";
import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { apiOf } from "../../../../testing/api-kit.ts";
import { heaterApi, type Sent } from "../../../../testing/heater-kit.ts";
import { monitoringRoutes } from "../../monitoring/index.ts";

const shared = (path: string) => fileURLToPath(new URL(`../../../../../../shared/${path}`, import.meta.url));
const RECORDING = shared("data/solar_thermal/deltasol_mx_2014-02-14_16.csv");
const TRUTH = shared("truth/solar_thermal.json");
const isThere = existsSync(RECORDING) && existsSync(TRUTH);
const DAYS = ["2014-02-14", "2014-02-15", "2014-02-16"];
const NEXT_NOON = Date.parse("2014-02-17T12:00:00Z");

interface Truth {
  readonly rows: number;
  readonly heat_quantity: Record<string, { delta_wh: number }>;
  readonly days: Record<
    string,
    { rows: number; collector_S1_max: number; collector_S1_min: number; pump1_on_minutes: number }
  >;
  readonly sensor_line_broken_intervals: number;
}

/** Columns of the recording by the VBus field that names them. */
const FIELDS = {
  heat: "7E31_000",
  collector: "7E11_000_2_0",
  tank: "7E11_002_2_0",
  outlet: "7E11_004_2_0",
  outdoor: "7E11_016_2_0",
  module: "7E12_008_2_0",
  pump: "7E11_076",
  broken: "7E11_096_1_1 ",
} as const;

function recording(): Sent[] {
  const [head = "", ...lines] = readFileSync(RECORDING, "utf8").trim().split("\n");
  const names = head.split(",");
  const at = Object.fromEntries(
    Object.entries(FIELDS).map(([name, field]) => [name, names.findIndex((title) => title.includes(field))]),
  );
  return lines.map((line) => {
    const cells = line.split(",");
    const value = (name: keyof typeof FIELDS) => Number(cells[at[name] ?? -1]);
    return {
      t: Date.parse(cells[0] ?? ""),
      m: {
        energy_total_wh: value("heat"),
        collector_temperature_c: value("collector"),
        tank_temperature_c: value("tank"),
        outlet_temperature_c: value("outlet"),
        ambient_temperature_c: value("outdoor"),
        inlet_temperature_c: value("module"),
      },
      x: {
        relays: [{ relay: "RL1", on: value("pump") > 0 }],
        errors: value("broken") > 0 ? ["Sensor line broken"] : [],
      },
    };
  });
}

test.skipIf(!isThere)(
  "a real controller's three days have its heat, its collector's extremes, its pump's minutes and its broken lines (needs ../shared)",
  async () => {
    const truth = JSON.parse(readFileSync(TRUTH, "utf8")) as Truth; // the reference file's own shape
    const { db, plant, token, send } = await heaterApi(NEXT_NOON, { timezone: "UTC" });
    const sent = recording();
    expect(sent).toHaveLength(truth.rows);
    const rows = await send(sent);

    const asOf = (nowMs: number) => apiOf(db, (serve) => monitoringRoutes(serve, db, () => nowMs));
    const api = await asOf(NEXT_NOON);
    const { project_uid } = plant;
    const [from_date = "", , to_date = ""] = DAYS;
    const energy = (await api(swhEnergyChart, { token, query: { project_uid, from_date, to_date } })).body;
    const heat = energy.data.map((bar: { solar_heat: { value: number } }) => bar.solar_heat.value * 1000);
    expect(heat.reduce((a: number, b: number) => a + b, 0)).toBeCloseTo(
      truth.heat_quantity["7E31"]?.delta_wh ?? 0,
      3,
    );

    for (const day of DAYS) {
      const known = truth.days[day];
      if (known === undefined) throw new RangeError(`the truth knows nothing of ${day}`);
      const chart = (await api(swhTemperatureChart, { token, query: { project_uid, view_day: day } })).body;
      const values: number[] = chart.data[0].arr_value.filter((value: number | null) => value !== null);
      // Slots are means over five minutes, whose ends wander by seconds against the readings'.
      expect(Math.max(...values)).toBeCloseTo(known.collector_S1_max, 0);
      expect(Math.min(...values)).toBeCloseTo(known.collector_S1_min, 0);
      // The widget as it was when the day was about to end.
      const late = await asOf(Date.parse(`${addDays(day, 1)}T00:00:00Z`) - 300_000);
      const hours = (await late(swhWidget, { token, query: { project_uid } })).body.widget_swh_relay[0]
        .today_on.value;
      expect(Math.abs(hours * 60 - known.pump1_on_minutes)).toBeLessThanOrEqual(5);
    }

    const broken = rows.filter((row) => row.ext?.includes('"errors":["Sensor') === true);
    expect(broken).toHaveLength(truth.sensor_line_broken_intervals);
    const open = rows.filter((row) => row.ext?.includes("sensor_faults") === true);
    expect(open.map((row) => JSON.parse(row.ext ?? "").sensor_faults)).toEqual([
      [{ quantity: "inlet_temperature_c", line: "open" }],
    ]);
  },
  120_000,
);
