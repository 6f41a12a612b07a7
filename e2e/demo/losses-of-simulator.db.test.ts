// Losses that the portal finds in what gateways report, against what the simulator knows to have taken away.
import { addDays, daysBetween, instantAt } from "@heliograph/contract";
import { expect, test } from "vitest";
import { freshPools } from "../../server/testing/test-kit.ts";
import { sql } from "kysely";
import { fleet } from "../../simulator/src/fleet/fleet.ts";
import type { PvPlant } from "../../simulator/src/fleet/plant.ts";
import type { Order } from "../../simulator/src/orders.ts";
import { takenAway, type TAKERS } from "../../simulator/src/taken-away.ts";
import { demoPlant, settledAt } from "./demo-kit.ts";
import { deliveredByDay, foldedPlant, lossesOfPlant } from "./loss-kit.ts";

const LAST = "2026-11-19";
/** κ learns from the 30 days before. */
const LEARNT = 30;
const DAYS = 60;
const PRICE = {
  vnd_per_kwh: "1899",
  export_vnd_per_kwh: "671",
  bands: [
    { from: "00:00", to: "06:00", days: [1, 2, 3, 4, 5, 6, 7], vnd_per_kwh: "1234" },
    { from: "17:30", to: "22:30", days: [1, 2, 3, 4, 5, 6], vnd_per_kwh: "3508" },
  ],
};

const plants = fleet.filter((plant): plant is PvPlant => plant.type === "pv" && plant.gateways.length > 0);
const keysOf = (some: readonly PvPlant[]) => some.map(({ key }) => key);
const plantOf = (key: string): PvPlant => plants.find((plant) => plant.key === key) ?? raise(key);
function raise(key: string): never {
  throw new RangeError(key);
}
const sum = (of: readonly number[]): number => of.reduce((a, b) => a + b, 0);

const CAUSES = ["outage", "zero_export", "clipping", "communication"] as const;
const STEPS = [...CAUSES, "temperature", "usual", "unexplained"] as const;

/** What the simulator took from the plant over the days, Wh, by the steps of the waterfall. */
function truthOf(plant: PvPlant, days: readonly string[], orders: readonly Order[] = []) {
  const all = days.flatMap((day) => takenAway(plant, day, orders));
  const of = (name: (typeof TAKERS)[number]) => sum(all.map(({ taken_wh }) => taken_wh[name]));
  return {
    base: sum(all.map(({ base_wh }) => base_wh)),
    temperature: of("temperature"),
    // What commands take stands with it.
    zero_export: of("zero_export") + of("orders"),
    commanded: of("orders"),
    clipping: of("clipping"),
    outage: of("outage"),
    // A lost line hides energy and takes none.
    communication: 0,
    residual: sum(
      (["optics", "soiling", "ageing", "wiring", "strings", "conversion"] as const).map((name) => of(name)),
    ),
    measured: sum(all.map(({ delivered_wh }) => delivered_wh)),
  };
}

/** The days that are measured, with the rows of their losses, each of which closes, and every day of every inverter with the ledger. */
function closedDays(plant: PvPlant, orders: readonly Order[] = []) {
  const days = daysBetween(addDays(LAST, 1 - DAYS - LEARNT), LAST);
  const folded = foldedPlant(plant, days, orders);
  const found = lossesOfPlant(plant, folded, { days, price: PRICE });
  const delivered = deliveredByDay(folded);
  const measured = days.slice(LEARNT);
  const rows = measured.flatMap((day) => found.get(day) ?? []);
  for (const row of rows) {
    const taken = sum(STEPS.map((step) => row[`${step}_wh`]));
    expect(row.base_wh - taken).toBe(row.measured_wh);
    const quarters = sum(CAUSES.map((cause) => row[`${cause}_quarters`]));
    expect(quarters).toBeLessThanOrEqual(row.daylight_quarters);
  }
  for (const day of measured) {
    for (const index of plant.inverters.keys()) {
      const own = (found.get(day) ?? []).filter(({ device_id }) => device_id === index + 1);
      const known = delivered.get(`${day} ${index + 1}`) ?? 0;
      const off = sum(own.map(({ measured_wh }) => measured_wh)) - known;
      // A row of each price is whole.
      expect(Math.abs(off)).toBeLessThanOrEqual(own.length / 2);
    }
  }
  return { measured, rows };
}

/** What was found of the rows, by the names of the truth. */
function shownOf(rows: ReturnType<typeof closedDays>["rows"]) {
  const of = (name: `${(typeof STEPS)[number] | "base" | "measured" | "commanded"}_wh`) =>
    sum(rows.map((row) => row[name]));
  return {
    base: of("base_wh"),
    temperature: of("temperature_wh"),
    zero_export: of("zero_export_wh"),
    commanded: of("commanded_wh"),
    clipping: of("clipping_wh"),
    outage: of("outage_wh"),
    communication: of("communication_wh"),
    residual: of("usual_wh") + of("unexplained_wh"),
    measured: of("measured_wh"),
  };
}

/** Each within 5 percent of the truth, or half a percent of the light. */
function expectNear(shown: ReturnType<typeof shownOf>, truth: ReturnType<typeof truthOf>) {
  for (const step of Object.keys(shown) as (keyof typeof shown)[]) {
    const room = Math.max(0.05 * Math.abs(truth[step]), 0.005 * truth.base);
    const off = Math.abs(shown[step] - truth[step]);
    expect(off, `${step}: ${shown[step]} Wh of ${truth[step]} Wh`).toBeLessThanOrEqual(room);
  }
}

/** Every third day all inverters may give half of their rating for four hours, every fifth the first is disconnected for three. */
function ordersOf(plant: PvPlant): Order[] {
  const at = (day: string, hour: number) => instantAt(plant.site.timezone, day, 60 * hour);
  const days = daysBetween(addDays(LAST, 1 - DAYS - LEARNT), LAST);
  const limited = days
    .filter((_, index) => index % 3 === 0)
    .flatMap((day): Order[] => [
      { atMs: at(day, 9.25), kind: "power_limit", value: 50 },
      { atMs: at(day, 13.3), kind: "power_limit", value: 100, by: "own" },
    ]);
  const switched = days
    .filter((_, index) => index % 5 === 0)
    .flatMap((day): Order[] => [
      { atMs: at(day, 10.1), kind: "connect", value: 0, inverter: 0 },
      { atMs: at(day, 13), kind: "connect", value: 1, inverter: 0 },
    ]);
  return [...limited, ...switched];
}

const SEEN = plants.filter(({ irradianceSensor }) => irradianceSensor !== null);
const COMMANDED = [
  ...SEEN.filter(({ runNze }) => runNze).slice(0, 1),
  ...SEEN.filter(({ runNze }) => !runNze).slice(0, 2),
];

test.each(keysOf(COMMANDED))(
  "what limits and disconnections by command take stands with zero export, within 5 percent of what the simulator took or half a percent of the light, and is no outage: %s",
  (key) => {
    const plant = plantOf(key);
    const orders = ordersOf(plant);
    const { measured, rows } = closedDays(plant, orders);
    const truth = truthOf(plant, measured, orders);
    expect(truth.commanded).toBeGreaterThan(0.02 * truth.base);
    expectNear(shownOf(rows), truth);
  },
);

test.each(keysOf(SEEN))(
  "every day of every inverter closes to the Wh, and over sixty days each step is within 5 percent of what was taken, or half a percent of the light: %s",
  (key) => {
    const plant = plantOf(key);
    const { measured, rows } = closedDays(plant);
    const truth = truthOf(plant, measured);
    expectNear(shownOf(rows), truth);
  },
);

test.each(keysOf(plants.filter(({ irradianceSensor }) => irradianceSensor === null)))(
  "without a sensor every day closes too, all of its light is estimated, and nothing is said to be lost to zero export or communication: %s",
  (key) => {
    const { rows } = closedDays(plantOf(key));
    for (const row of rows) {
      expect(row.estimated_base_wh).toBe(row.base_wh);
      expect([row.zero_export_wh, row.communication_wh]).toEqual([0, 0]);
    }
  },
);

test("in the database a plant's days close with the energy that every other screen shows, also those that came late", async () => {
  const nowMs = Date.parse("2026-11-20T20:10:00Z");
  const pools = await freshPools();
  const demo = await demoPlant(pools, "bv-anphuc", { count: 8, nowMs });
  const late = demo.days[3] ?? "";
  await demo.send(demo.days.filter((day) => day !== late));
  await settledAt(pools, nowMs);
  await demo.send([late]);
  await settledAt(pools, nowMs);
  const { rows } = await sql<{ day: string; lost: number; ledger: number; base: number; sun: number }>`
    select l.day::text as day, sum(l.measured_wh)::float8 as lost, min(p.inverter_wh) as ledger, sum(l.base_wh)::float8 as base,
      min(p.insolation_wh_m2) as sun
    from loss_day l join project_day p using (project_id, day) group by 1 order by 1`.execute(pools.db);
  expect(rows.map(({ day }) => day)).toEqual(demo.days.slice(0, -1));
  for (const { lost, ledger, base, sun } of rows) {
    expect(Math.abs(lost - ledger)).toBeLessThanOrEqual(3);
    expect(base / (sun * 210)).toBeCloseTo(1, 1);
  }
});
