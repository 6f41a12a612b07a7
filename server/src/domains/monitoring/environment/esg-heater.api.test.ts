import { esg } from "@heliograph/contract";
import { expect, test } from "vitest";
import { performanceApi } from "../../../../testing/performance-kit.ts";

test("what a water heater saved counts by the factor of its year and is no production", async () => {
  const { db, api, plant, token } = await performanceApi({ project_type: "swh" });
  const { project_id, project_uid } = plant;
  await db
    .insertInto("project_month")
    .values([
      { project_id, month: "2020-05-01", saved_wh: 100_000 },
      { project_id, month: "2023-05-01", saved_wh: 200_000 },
    ])
    .execute();
  const { body } = await api(esg, { token, query: { project_uid } });
  expect(body).toMatchObject({
    known_from: "2020-05",
    projects: { metter: 0, inverter: 0, heater: 1, unknown: 0 },
    production: { metter: { value: null }, inverter: { value: null }, counted: { value: null } },
    energy_saving: { value: 300 },
    co2_reduction: { metter_co2_reduction: { value: null }, inverter_co2_reduction: { value: null } },
    years: [
      { year: 2020, production: { value: null }, energy_saving: { value: 100 }, factor: { value: 0.8041 } },
      { year: 2023, production: { value: null }, energy_saving: { value: 200 }, factor: { value: 0.6592 } },
    ],
  });
  const tons = 0.1 * 0.8041 + 0.2 * 0.6592;
  expect(body.co2_reduction.co2_reduction.value).toBeCloseTo(tons, 12);
  expect(body.co2_reduction.heater_co2_reduction.value).toBeCloseTo(tons, 12);
});
