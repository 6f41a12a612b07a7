import fc from "fast-check";
import { expect, test } from "vitest";
import { anyWarranty, warrantyCounts, warrantyGroups, type WarrantySort } from "./warranty-rows.ts";

type Gateways = Parameters<typeof warrantyGroups>[0];
type Device = Gateways[number]["devices"][number];

const device = (
  serial: string,
  begin: string | null,
  end: string | null,
  more: Partial<Device> = {},
): Device => ({
  device_uid: serial,
  serial,
  asset_type: "solar_inverter",
  name: "",
  alias: null,
  manufacturer: null,
  model: null,
  ac_nominal_w: null,
  dc_capacity_wp: null,
  battery_capacity_wh: null,
  mppt_count: null,
  announced_ac_nominal_w: null,
  announced_dc_capacity_wp: null,
  ratings_confirmed_at: null,
  replaces: null,
  warranty_begin: begin,
  warranty_end: end,
  ...more,
});
const gateway = (serial: string, devices: Device[]): Gateways[number] => ({
  gateway_uid: serial,
  serial,
  name: "",
  alias: null,
  capacity_wp: null,
  interval_s: 300,
  firmware_version: null,
  connected: true,
  last_contact_at: null,
  devices,
});
const TODAY = "2026-03-01";
const first = (one: Device) => warrantyGroups([gateway("G", [one])], TODAY, "device")[0]?.rows[0];
const state = (end: string) => {
  const row = first(device("I", "2016-03-01", end));
  return [row?.state, row?.remainingDays];
};

test("the last day still counts, the day after has expired, and fewer than 90 days are marked", () => {
  expect(state("2026-05-30")).toEqual(["valid", 90]);
  expect(state("2026-05-29")).toEqual(["ending", 89]);
  expect(state("2026-03-01")).toEqual(["ending", 0]);
  expect(state("2026-02-28")).toEqual(["expired", -1]);
});

test("what is left is a part of the whole term, and unknown without its beginning or end", () => {
  expect(first(device("I", "2025-03-01", "2027-03-01"))?.share).toBeCloseTo(0.5, 2);
  expect(first(device("I", "2027-01-01", "2037-01-01"))?.share).toBe(1);
  expect(first(device("I", "2010-01-01", "2020-01-01"))?.share).toBe(0);
  expect(first(device("I", "2026-03-01", "2026-03-01"))?.share).toBe(1);
  expect(first(device("I", null, "2027-03-01"))).toMatchObject({ share: null, state: "valid" });
  expect(first(device("I", "2020-01-01", null))).toMatchObject({ share: null, state: "unknown" });
});

test("a device is called by its alias, else its name, else its serial", () => {
  expect(first(device("I", null, null))?.name).toBe("I");
  expect(first(device("I", null, null, { name: "Roof" }))?.name).toBe("Roof");
  expect(first(device("I", null, null, { name: "Roof", alias: "South" }))?.name).toBe("South");
});

test("sorted by what is left, the soonest end comes first in its gateway and among gateways, none last", () => {
  const groups = warrantyGroups(
    [
      gateway("A", [device("a1", null, null), device("a2", null, "2030-01-01")]),
      gateway("B", []),
      gateway("C", [device("c1", null, "2031-01-01"), device("c2", null, "2025-01-01")]),
    ],
    TODAY,
    "soonest",
  );
  expect(groups.map(({ serial, rows }) => [serial, ...rows.map((row) => row.serial)])).toEqual([
    ["C", "c2", "c1"],
    ["A", "a2", "a1"],
    ["B"],
  ]);
  expect(anyWarranty(groups)).toBe(true);
  expect(anyWarranty(warrantyGroups([gateway("A", [device("a", null, null)])], TODAY, "soonest"))).toBe(
    false,
  );
});

test("no order loses or doubles a device", () => {
  const days = fc.option(fc.constantFrom("2024-01-01", "2026-03-01", "2030-12-31"), { nil: null });
  const fleets = fc.array(fc.array(days, { maxLength: 6 }), { maxLength: 5 });
  fc.assert(
    fc.property(fleets, fc.constantFrom<WarrantySort>("device", "soonest", "latest"), (fleet, sort) => {
      const gateways = fleet.map((ends, g) =>
        gateway(
          `G${g}`,
          ends.map((end, d) => device(`${g}.${d}`, null, end)),
        ),
      );
      const serials = warrantyGroups(gateways, TODAY, sort).flatMap(({ rows }) =>
        rows.map((row) => row.serial),
      );
      const given = gateways.flatMap(({ devices }) => devices.map((one) => one.serial));
      expect(serials.toSorted()).toEqual(given.toSorted());
    }),
  );
});

test("devices are counted by what is left of their warranties, each once", () => {
  const groups = warrantyGroups(
    [
      gateway("A", [device("a", null, "2026-02-28"), device("b", null, "2026-03-01")]),
      gateway("B", [
        device("c", null, "2036-03-01"),
        device("d", null, "2036-03-01"),
        device("e", null, null),
      ]),
    ],
    TODAY,
    "device",
  );
  expect(warrantyCounts(groups)).toEqual({ valid: 2, ending: 1, expired: 1, unknown: 1 });
});
