import {
  birthMessage,
  LINE_CODES,
  quantityNames,
  QUANTITIES,
  readingExtras,
  startOfDay,
  type Quantity,
} from "@heliograph/contract";
import { describe, expect, test } from "vitest";
import { clearness, skyChain, stationary } from "../physics/clouds.ts";
import { random } from "../physics/random.ts";
import { sunPosition } from "../physics/sun.ts";
import { plantModel } from "../plant-model.ts";
import { silences } from "../quirks.ts";
import { report } from "../readings/report.ts";
import { devicesOf } from "./devices.ts";
import { fleet } from "./fleet.ts";
import { dayStartMs } from "./plant.ts";

const gateways = fleet.flatMap((plant) =>
  plant.gateways.map((gateway, index) => ({ plant, gateway, index })),
);
const isQuantity = (name: string): name is Quantity => (quantityNames as readonly string[]).includes(name);

const unique = (values: string[]): void => expect(new Set(values).size).toBe(values.length);
const spans = (key: string, day: string) => {
  const plant = fleet.find((candidate) => candidate.key === key);
  return plant === undefined ? [] : silences(plant, 0, day);
};

const hours = (seconds: number | undefined): number => (seconds ?? 0) / 3600;

describe("the fleet", () => {
  test("has 20 PV plants and 4 water heaters in Viet Nam, one in China and four overseas, and no name, key or serial twice", () => {
    const inVietNam = fleet.filter(({ site }) => site.timezone === "Asia/Ho_Chi_Minh");
    expect(inVietNam.filter(({ type }) => type === "pv")).toHaveLength(20);
    expect(inVietNam.filter(({ type }) => type === "swh")).toHaveLength(4);
    expect(fleet.filter((plant) => !inVietNam.includes(plant)).map(({ site }) => site.timezone)).toEqual([
      "Europe/Lisbon",
      "America/Santiago",
      "America/Los_Angeles",
      "Australia/Perth",
      "Asia/Shanghai",
    ]);
    unique(fleet.map(({ name }) => name));
    unique(fleet.map(({ key }) => key));
    unique(gateways.map(({ gateway }) => gateway.serial));
    unique(gateways.flatMap(({ plant, index }) => devicesOf(plant, index).map(({ birth }) => birth.serial)));
    for (const { site } of inVietNam) {
      expect(site.latitude > 8 && site.latitude < 23.5 && site.longitude > 102 && site.longitude < 110).toBe(
        true,
      );
    }
    for (const { capacityWp, type, commissionedOn } of fleet) {
      if (type === "pv") expect(capacityWp >= 50_000 && capacityWp <= 3_000_000).toBe(true);
      expect(commissionedOn > "2021-01-01" && commissionedOn < "2026-01-01").toBe(true);
    }
  });
});

describe("a fleet on four continents", () => {
  test("a plant's clock is that of its zone in winter, and stands near that of its sun", () => {
    for (const { site } of fleet) {
      for (const day of ["2026-01-15", "2026-07-15"]) {
        const summer = startOfDay(site.timezone, day) - dayStartMs(site, day);
        expect([0, -3_600_000]).toContain(summer);
      }
      expect(Math.abs(site.aheadMs / 3_600_000 - site.longitude / 15)).toBeLessThan(1.5);
    }
  });

  test("six plants hold I-RECs and the one in China GECs, and all were there 14 months ago", () => {
    const certified = fleet.filter(({ certificates }) => certificates !== null);
    expect(
      certified.map(({ certificates }) => certificates ?? "").toSorted((a, b) => a.localeCompare(b)),
    ).toEqual(["GEC", ...Array.from({ length: 6 }, () => "I-REC")]);
    for (const plant of certified) {
      expect(plant.commissionedOn < "2024-01-01").toBe(true);
      expect(plant.site.timezone === "Asia/Shanghai").toBe(plant.certificates === "GEC");
    }
  });

  test("at any hour of any day of the year the sun stands high over a plant", () => {
    for (let hour = 0; hour < 24 * 365; hour += 1) {
      const at = Date.parse("2026-01-01T00:30:00Z") + hour * 3_600_000;
      const lit = fleet.filter(
        ({ site, gateways: own }) =>
          own.length > 0 && sunPosition(at, site.latitude, site.longitude).zenith < 75,
      );
      expect(lit.length, new Date(at).toISOString()).toBeGreaterThan(0);
    }
  });
});

describe("its plants", () => {
  test("have one project without a gateway, and between 150 and 200 devices behind the others", () => {
    expect(fleet.filter((plant) => plant.gateways.length === 0)).toHaveLength(1);
    const devices = gateways.flatMap(({ plant, index }) => devicesOf(plant, index));
    expect(devices.length).toBeGreaterThanOrEqual(150);
    expect(devices.length).toBeLessThanOrEqual(200);
  });

  test("arrays of a plant add up to its capacity", () => {
    for (const plant of fleet) {
      if (plant.type !== "pv" || plant.gateways.length === 0) continue;
      expect(plant.inverters.reduce((sum, { dcCapacityWp }) => sum + dcCapacityWp, 0)).toBe(plant.capacityWp);
    }
  });
});

describe("its gateways", () => {
  test("every gateway's birth is one that the protocol accepts", () => {
    for (const { plant, gateway, index } of gateways) {
      expect(gateway.serial).toMatch(/^[A-Za-z0-9_-]{3,64}$/);
      const birth = {
        v: 1,
        seq: 1,
        sent_at: 0,
        devices: devicesOf(plant, index).map((device) => device.birth),
      };
      expect(birthMessage.safeParse(birth).success).toBe(true);
    }
  });

  test("every reading holds quantities of the protocol, within their range, by day and by night", () => {
    for (const { plant, index } of gateways) {
      const model = plantModel(plant);
      for (const device of devicesOf(plant, index)) {
        for (const to of [7200, 43_200, 70_000]) {
          for (const detail of ["brief", "full"] as const) {
            const got = report(model, device, { day: "2026-07-02", from: to - 10, to }, detail);
            expect(Object.keys(got?.m ?? {}).length, device.kind).toBeGreaterThan(0);
            for (const [name, value] of Object.entries(got?.m ?? {})) {
              if (!isQuantity(name)) throw new RangeError(name);
              if (typeof value === "number" && LINE_CODES.has(value)) continue;
              expect(value, name).toBeGreaterThanOrEqual(QUANTITIES[name].min);
              expect(value, name).toBeLessThanOrEqual(QUANTITIES[name].max);
            }
            expect(readingExtras.safeParse(got?.x ?? {}).success).toBe(true);
          }
        }
      }
    }
  });

  test("one gateway is silent at the same hours of each day and keeps its readings, one loses hours on most days", () => {
    expect(spans("kho-catlai", "2026-11-01")).toEqual(spans("kho-catlai", "2026-11-02"));
    expect(spans("kho-catlai", "2026-11-01").every(({ kept }) => kept)).toBe(true);
    const lost = Array.from({ length: 28 }, (_, i) =>
      spans("trangtrai-duchoa", `2026-11-${String(i + 1).padStart(2, "0")}`),
    );
    expect(lost.filter((day) => day.length > 0).length).toBeGreaterThan(20);
    expect(lost.flat().some(({ kept }) => kept)).toBe(false);
  });

  test("one gateway is dead from dusk to dawn", () => {
    const [morning, evening] = spans("nuoc-phanrang", "2026-11-01");
    expect(morning?.from).toBeLessThan(0);
    expect(hours(morning?.to) > 5 && hours(morning?.to) < 6).toBe(true);
    expect(hours(evening?.from) > 17 && hours(evening?.from) < 18).toBe(true);
    expect(evening).toMatchObject({ to: 86_400, kept: false });
  });
});

describe("clouds", () => {
  test("rows of the hourly chain add up to 1 in every season", () => {
    for (const wetness of [0, 0.3, 0.7, 1]) {
      for (const row of skyChain(wetness)) {
        expect(row.reduce((sum, share) => sum + share, 0)).toBeCloseTo(1, 12);
      }
      expect(stationary(skyChain(wetness)).reduce((sum, share) => sum + share, 0)).toBeCloseTo(1, 9);
    }
  });

  test.each([
    [0, 0.899],
    [1, 0.706],
  ])("in a season of wetness %s the mean share of the clear sky is %s, as measured", (wetness, mean) => {
    let sum = 0;
    const days = 400;
    for (let day = 0; day < days; day += 1) {
      const kc = clearness(wetness, random(`clouds ${day}`));
      for (const value of kc) {
        expect(value >= 0.05 && value <= 1.2).toBe(true);
        sum += value;
      }
    }
    expect(Math.abs(sum / (days * 288) - mean)).toBeLessThan(0.015);
  });
});
