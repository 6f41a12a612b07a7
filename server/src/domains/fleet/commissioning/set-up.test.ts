import { expect, test } from "vitest";
import { setUpItems, stepsDone, type SetUpFacts } from "./set-up.ts";

const NEW: SetUpFacts = {
  project_type: "pv",
  latitude: 0,
  longitude: 0,
  timezone: "UTC",
  capacity_wp: 0,
  commissioned_on: null,
  tank_volume_l: null,
  collector_area_m2: null,
  has_tariff: false,
  gateway_since: null,
  has_contact: false,
  has_readings: false,
  inverters: 0,
  inverters_without_rating: 0,
  energy_since: null,
  other_members: 0,
};
const WHOLE: SetUpFacts = {
  ...NEW,
  latitude: 10.7,
  longitude: 106.7,
  timezone: "Asia/Ho_Chi_Minh",
  capacity_wp: 300_000,
  commissioned_on: "2024-03-01",
  tank_volume_l: 300,
  collector_area_m2: 4,
  has_tariff: true,
  gateway_since: "2026-11-01",
  has_contact: true,
  has_readings: true,
  inverters: 2,
  energy_since: "2025-01-01",
  other_members: 1,
};
const missing = (facts: SetUpFacts) =>
  setUpItems(facts)
    .filter(({ done }) => !done)
    .map(({ item }) => item);

test("a new project of either type lacks all that its type needs, and a whole one lacks nothing", () => {
  expect(missing(NEW)).toEqual([
    "place",
    "capacity",
    "commissioned",
    "tariff",
    "gateway",
    "contact",
    "readings",
    "ratings",
    "history",
    "people",
  ]);
  expect(missing({ ...NEW, project_type: "swh" })).toEqual([
    "place",
    "heater",
    "commissioned",
    "gateway",
    "contact",
    "readings",
    "history",
    "people",
  ]);
  expect([missing(WHOLE), missing({ ...WHOLE, project_type: "swh" })]).toEqual([[], []]);
});

test.each([
  ["place", { latitude: 0, longitude: 0 }],
  ["place", { timezone: "Etc/UTC" }],
  ["capacity", { capacity_wp: 0 }],
  ["commissioned", { commissioned_on: null }],
  ["tariff", { has_tariff: false }],
  ["contact", { has_contact: false }],
  ["readings", { has_readings: false }],
  ["ratings", { inverters: 0 }],
  ["ratings", { inverters_without_rating: 1 }],
  ["history", { energy_since: "2026-11-01" }],
  ["history", { energy_since: null }],
  ["people", { other_members: 0 }],
] as const)("%s is missed where it is missing, and nothing else is", (item, facts) => {
  expect(missing({ ...WHOLE, ...facts })).toEqual([item]);
});

test("a plant on the equator or at Greenwich has a place", () => {
  expect(missing({ ...WHOLE, latitude: 0 })).toEqual([]);
  expect(missing({ ...WHOLE, longitude: 0, timezone: "Europe/London" })).toEqual([]);
});

test("a plant that is no older than its gateway has no history to import", () => {
  const young = { ...WHOLE, energy_since: null };
  expect(missing({ ...young, commissioned_on: "2026-11-01" })).toEqual([]);
  expect(missing({ ...young, commissioned_on: "2026-10-31" })).toEqual(["history"]);
  expect(missing({ ...young, commissioned_on: null })).toEqual(["commissioned", "history"]);
});

test("a step is done when nothing that it needs is missing, that of people when there are some", () => {
  expect(stepsDone(setUpItems(NEW))).toEqual([]);
  expect(stepsDone(setUpItems(WHOLE))).toEqual(["project", "gateway", "devices", "history", "people"]);
  expect(stepsDone(setUpItems({ ...WHOLE, other_members: 0, has_contact: false }))).toEqual([
    "project",
    "devices",
    "history",
  ]);
});
