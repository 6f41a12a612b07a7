// The figures of a 100 kWp plant under zero export, whose values are known to the digits, through the calls.
import {
  kpiExplain,
  productionChart,
  projectAvailability,
  setPerformanceContract,
} from "@heliograph/contract";
import { expect, test } from "vitest";
import { NOON } from "../../../../testing/performance-kit.ts";
import { knownUntil, vectorDay, vectorPlant } from "../../../../testing/vector-plant-kit.ts";
import { refreshKeyFigures, refreshSummaries } from "../../kpi/index.ts";

const FREE_DAY = "2026-02-02";
const DAY = "2026-02-03";

/** The plant with a free day, from which κ is learnt, and the next as given. */
async function twoDays(given: Parameters<typeof vectorDay>[2]) {
  const plant = await vectorPlant();
  await vectorDay(plant, FREE_DAY);
  await vectorDay(plant, DAY, given);
  await knownUntil(plant.db, plant, "2026-02-04T12:00:00+07:00");
  await settle(plant);
  return plant;
}

async function settle({ db, plant }: Awaited<ReturnType<typeof vectorPlant>>) {
  await db.transaction().execute((tx) => refreshSummaries(tx, [plant.project_id], NOON));
  expect(await refreshKeyFigures(db, NOON)).toBeGreaterThan(0);
  expect(await refreshKeyFigures(db, NOON)).toBe(0);
}

const chartOf = async ({ api, plant, token }: Awaited<ReturnType<typeof twoDays>>, get_type = "day") => {
  const query = { project_uid: plant.project_uid, from_date: DAY, to_date: DAY, get_type };
  const { status, body } = await api(productionChart, { token, query });
  expect(status).toBe(200);
  return body;
};

test("under zero export APR is 70.00 %, 65.5442 kWh were held back, and with them CPR is 82.46 %", async () => {
  const plant = await twoDays({ held: true });
  const body = await chartOf(plant);
  expect(body.has_cpr).toBe(true);
  expect(body.pr_alert[0].pr_data).toEqual({
    value: expect.closeTo(70, 2),
    unit: "%",
    reason: null,
    completeness: 1,
  });
  expect(body.expected_prod_data[0].expected_export_prod.value).toBeCloseTo(65.5442, 3);
  expect(body.expected_prod_data[0].cpr.value).toBeCloseTo(82.46, 2);
  expect(body.expected_prod_data[0].expected_prod.value).toBeCloseTo(433.7384, 3);
  expect(body.expected_prod_data[0].gateway_data).toEqual([
    {
      gateway_uid: plant.plant.gateway_uid,
      gateway_serial: plant.plant.gateway_serial,
      alias: plant.plant.gateway_serial,
      expected_prod: { value: expect.closeTo(433.7384, 3), unit: "kWh" },
      expected_export_prod: { value: expect.closeTo(65.5442, 3), unit: "kWh" },
    },
  ]);
});

test("the same is shown whether the day was computed before or is computed for the answer", async () => {
  const plant = await twoDays({ held: true });
  const before = await chartOf(plant);
  await plant.db.updateTable("project_kpi_day").set({ outdated: true }).execute();
  expect(await chartOf(plant)).toEqual(before);
});

test("calculated as a whole the figures are the same where one gateway is the whole, and no gateway is named", async () => {
  const plant = await twoDays({ held: true });
  await plant.db.updateTable("project").set({ calculate_expected_data_by: "other" }).execute();
  await settle(plant);
  const body = await chartOf(plant);
  expect(body.expected_prod_data[0].cpr.value).toBeCloseTo(82.46, 2);
  expect(body.expected_prod_data[0].gateway_data).toBeNull();
});

test.each([
  [
    "the project does not limit its export",
    (plant: Awaited<ReturnType<typeof twoDays>>) => plant.db.updateTable("project").set({ run_nze: false }),
  ],
  [
    "a gateway does not state its capacity",
    (plant: Awaited<ReturnType<typeof twoDays>>) =>
      plant.db.updateTable("gateway").set({ capacity_wp: null }),
  ],
])("CPR is not computed when %s", async (_why, change) => {
  const plant = await twoDays({ held: true });
  await change(plant).execute();
  await settle(plant);
  const body = await chartOf(plant);
  expect(body.has_cpr).toBe(false);
  expect(body.expected_prod_data[0].cpr.value).toBeNull();
  expect(body.expected_prod_data[0].expected_export_prod.value).toBeNull();
  expect(body.pr_alert[0].pr_data.value).toBeCloseTo(70, 2);
});

test("against a guarantee of 80 % the corrected ratio is normal, and the actual one alone a major fault", async () => {
  const plant = await twoDays({ held: true });
  const { api, db, token } = plant;
  const body = { project_uid: plant.plant.project_uid, guaranteed_year_percent: 80 };
  expect((await api(setPerformanceContract, { token, body })).status).toBe(200);
  await settle(plant);
  const [alert] = (await chartOf(plant)).pr_alert;
  expect(alert.pr_guaranteed.value).toBeCloseTo(80, 9);
  expect(alert.pr_status.status).toBe("normal");
  await db.updateTable("project").set({ run_nze: false }).execute();
  await settle(plant);
  expect((await chartOf(plant)).pr_alert[0].pr_status.status).toBe("major");
});

test("a guarantee of the year is shaped by PVsyst's months and degrades from contract year to contract year", async () => {
  const plant = await twoDays({ held: true });
  const { api, token } = plant;
  const pvsyst = [84, 84, 82, 82, 80, 80, 80, 80, 82, 82, 84, 84];
  const body = {
    project_uid: plant.plant.project_uid,
    starts_on: "2024-02-03",
    degradation_percent_per_year: 0.5,
    guaranteed_year_percent: 80,
    pvsyst_year_percent: 82,
    pvsyst_month_percent: pvsyst,
  };
  await api(setPerformanceContract, { token, body });
  await settle(plant);
  const chart = await chartOf(plant, "month");
  expect(chart.project_pvsyst).toEqual({ year_percent: 82, month_percent: pvsyst });
  expect(chart.pr_alert[0].pr_simulate.value).toBeCloseTo(84, 9);
  const first = (80 * 84) / 82;
  // The second is in contract year 2, the third in year 3; both had the same sun.
  expect(chart.pr_alert[0].pr_guaranteed.value).toBeCloseTo((first * (0.995 + 0.995 ** 2)) / 2, 9);
});

test("a fifth of the daylight without energy leaves no ratio, and says why", async () => {
  const plant = await twoDays({ silent: [4, 5] });
  await plant.db
    .updateTable("latest")
    .set({ frontier_at: new Date("2026-02-03T10:00:00+07:00") })
    .execute();
  await plant.db.updateTable("project_kpi_day").set({ outdated: true }).execute();
  const [alert] = (await chartOf(plant)).pr_alert;
  expect(alert.pr_data).toEqual({ value: null, unit: "%", reason: "incomplete", completeness: 0.8 });
});

const availabilityOf = async ({ api, plant, token }: Awaited<ReturnType<typeof twoDays>>) => {
  const query = { project_uid: plant.project_uid, date: DAY, report_type: "date" };
  const { status, body } = await api(projectAvailability, { token, query });
  expect(status).toBe(200);
  return body.data[0];
};
const values = (day: { gateway_availability: { gateway_devices: { value: number | null }[] }[] }) =>
  day.gateway_availability[0]?.gateway_devices.map((device) => device.value);

test("two of nine rated hours down are 77.78 % of the device and, by rated power, 93.33 % of the project", async () => {
  const day = await availabilityOf(await twoDays({ down: [5, 6] }));
  expect(values(day)).toEqual([100, expect.closeTo(77.78, 2), 100]);
  expect(day.project_availability).toBeCloseTo(93.33, 2);
  expect(day.gateway_availability[0].value).toBeCloseTo(93.33, 2);
  expect(day.rated).toBe(36);
  expect(day.project_variants.energy).toBeCloseTo(89.71, 2);
});

test.each([
  [33_000, 100, "communication"],
  [0, 66.67, "outage"],
  [12_000, 79.54, "partial"],
] as const)(
  "three silent hours in which the counter gained %i Wh make %d percent: %s",
  async (gainedWh, percent, verdict) => {
    const day = await availabilityOf(await twoDays({ silent: [2, 3, 4], gainedWh }));
    expect(values(day)?.[2]).toBeCloseTo(percent, 2);
    expect(day.silence).toEqual({ communication: 0, outage: 0, partial: 0, pending: 0, [verdict]: 12 });
    expect(day.project_variants.strict).toBeCloseTo(100 * (0.8 + 0.2 * (6 / 9)), 6);
    expect(day.project_variants.reported).toBeCloseTo(100, 9);
  },
);

test("silent hours whose counter is not back count neither way, until it is", async () => {
  const plant = await twoDays({ silent: [2, 3, 4] });
  const c = plant.inverters[2];
  await plant.db
    .updateTable("latest")
    .set({ frontier_at: new Date("2026-02-03T08:00:00+07:00") })
    .where("device_id", "=", c?.device_id ?? 0)
    .execute();
  await plant.db.updateTable("project_kpi_day").set({ outdated: true }).execute();
  const day = await availabilityOf(plant);
  expect(values(day)).toEqual([100, 100, 100]);
  expect(day.silence.pending).toBe(12);
});

test("left out, the days are the last ten; a day of which nothing is known has no availability", async () => {
  const { api, plant, token } = await twoDays({});
  const { body } = await api(projectAvailability, { token, query: { project_uid: plant.project_uid } });
  expect(body.data.map((day: { date: string }) => day.date)).toHaveLength(10);
  expect(body.data[0]).toMatchObject({
    date: "2026-01-26",
    project_availability: null,
    gateway_availability: [],
  });
  expect(body.data[8]).toMatchObject({ date: DAY, project_availability: 100 });
  expect(body.total.project_availability).toBe(100);
});

test("the explanation of the corrected ratio gives what it takes to compute it again", async () => {
  const { api, plant, token } = await twoDays({ held: true });
  const query = { project_uid: plant.project_uid, kpi: "corrected_ratio", from_date: DAY, to_date: DAY };
  const { body } = await api(kpiExplain, { token, query });
  const input = (name: string) => body.inputs.find((one: { name: string }) => one.name === name)?.value;
  expect(body.value).toBeCloseTo(82.46, 2);
  expect(input("kappa")).toBeCloseTo(0.9, 5);
  expect(input("energy")).toBeCloseTo(368.1942, 3);
  expect(input("insolation")).toBeCloseTo(5260, 6);
  expect((100 * (input("energy") + input("curtailed_energy"))) / input("reference_energy")).toBeCloseTo(
    body.value,
    9,
  );
  expect(body.quarter_hours.used).toBe(40);
  const held = body.intervals.filter((one: { limited: boolean }) => one.limited);
  expect(held).toHaveLength(12);
  const lost = held.reduce(
    (sum: number, one: { expected_wh: number; energy_wh: number }) => sum + one.expected_wh - one.energy_wh,
    0,
  );
  expect(lost).toBeCloseTo(65_544.2, 0);
  expect(body).toMatchObject({ reason: null, version: "key-figures/5" });
  expect(body.formula).toContain("kappa");
});

const percent = (guaranteed_year_percent: number | null) => ({ guaranteed_year_percent });

test("whoever sets the performance contract is on record, with each term as it was and as it is now", async () => {
  const { api, db, plant, token } = await vectorPlant();
  const body = { project_uid: plant.project_uid, guaranteed_year_percent: 80 };
  for (const guaranteed_year_percent of [80, 78.5]) {
    const set = await api(setPerformanceContract, { token, body: { ...body, guaranteed_year_percent } });
    expect(set.status).toBe(200);
  }
  const events = await db
    .selectFrom("audit_event")
    .select(["account_id", "project_id", "before", "after"])
    .where("action", "=", "performance_contract.set")
    .orderBy("audit_id")
    .execute();
  const by = { account_id: plant.account_id, project_id: plant.project_id };
  expect(events).toEqual([
    { ...by, before: percent(null), after: percent(80) },
    { ...by, before: percent(80), after: percent(78.5) },
  ]);
});
