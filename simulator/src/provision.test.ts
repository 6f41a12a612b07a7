import {
  getPerformanceContract,
  setPerformanceContract,
  USUAL_TERMS,
  type Endpoint,
} from "@heliograph/contract";
import { expect, test } from "vitest";
import { fleet } from "./fleet/fleet.ts";
import type { Plant, PvPlant } from "./fleet/plant.ts";
import type { PortalCall } from "./portal.ts";
import { provision } from "./provision.ts";

const pv = fleet.filter((plant): plant is PvPlant => plant.type === "pv");
const UID = "00000000-0000-4000-8000-000000000001";

/** A portal that knows the project and its terms; returns what was called of it, with the bodies. */
async function provisioned(plant: Plant, terms: object = USUAL_TERMS, times = 1) {
  const called: [string, unknown][] = [];
  const call = (async (endpoint: Endpoint, args: { body?: unknown }) => {
    called.push([endpoint.name, args.body]);
    return endpoint.name === getPerformanceContract.name ? terms : { message: "done" };
  }) as unknown as PortalCall; // answers only what a known project without gateways asks for
  const given = {
    call,
    state: { v: 1 as const, firmware_published: false, projects: {} },
    members: [],
    intervalS: 10,
  };
  const bare = { ...plant, gateways: [] };
  for (let time = 0; time < times; time += 1) await provision(given, bare, new Map([[plant.name, UID]]));
  return called.filter(([name]) => name === setPerformanceContract.name).map(([, body]) => body);
}

test("most plants are guaranteed and simulated, some only guaranteed by the year, some neither", () => {
  const kinds = pv.map(({ agreement }) =>
    agreement === null ? "none" : agreement.pvsystMonthPercent === null ? "year" : "pvsyst",
  );
  expect(kinds.filter((kind) => kind === "pvsyst").length).toBeGreaterThan(kinds.length / 2);
  expect(new Set(kinds)).toEqual(new Set(["pvsyst", "year", "none"]));
});

test("what was agreed is accepted by the portal, and believable: below the simulation, with cool months above warm ones", async () => {
  for (const plant of pv) {
    if (plant.agreement === null) continue;
    const [body] = await provisioned(plant);
    const { success, data } = setPerformanceContract.body.safeParse(body);
    expect(success).toBe(true);
    const { guaranteed_year_percent: guaranteed, pvsyst_year_percent: year } = data ?? {};
    expect(guaranteed ?? 0).toBeGreaterThan(70);
    expect(guaranteed ?? 100).toBeLessThan(year ?? 82);
    const { meanC } = plant.site.climate;
    const inMonth = (degrees: number): number =>
      (data?.pvsyst_month_percent ?? [])[meanC.indexOf(degrees)] ?? 0;
    if (plant.agreement.pvsystMonthPercent === null) continue;
    expect(inMonth(Math.min(...meanC))).toBeGreaterThan(inMonth(Math.max(...meanC)));
  }
});

test("what was agreed is told once, never to where nothing was agreed, and never over what an owner has set", async () => {
  const [agreed] = pv.filter((plant) => plant.agreement !== null);
  const [bare] = pv.filter((plant) => plant.agreement === null);
  if (agreed === undefined || bare === undefined) throw new RangeError("the fleet has both");
  expect(await provisioned(agreed, USUAL_TERMS, 2)).toHaveLength(1);
  expect(await provisioned(bare)).toEqual([]);
  expect(await provisioned(agreed, { ...USUAL_TERMS, guaranteed_year_percent: 70 })).toEqual([]);
});
