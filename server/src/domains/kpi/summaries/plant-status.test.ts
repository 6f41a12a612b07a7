import { expect, test } from "vitest";
import {
  contactLimitSeconds,
  isNight,
  plantState,
  type PlantFacts,
  type PlantPlace,
} from "./plant-status.ts";

const saigon: PlantPlace = {
  latitude: 10.7769,
  longitude: 106.7009,
  timezone: "Asia/Ho_Chi_Minh",
  night_from: null,
  night_to: null,
};
const at = (clock: string) => Date.parse(`2024-03-20T${clock}:00+07:00`);
const fine: PlantFacts = { gateways: 2, heard: 2, lost_at_ms: [], faults: 0, silent: 0 };

test("a gateway is given three intervals, and a minute at least", () => {
  expect(contactLimitSeconds(300)).toBe(900);
  expect(contactLimitSeconds(900)).toBe(2700);
  expect(contactLimitSeconds(10)).toBe(60);
});

test("a plant whose gateways were never heard of is not installed yet, and raises no alarm", () => {
  expect(plantState({ ...fine, heard: 0 }, saigon, at("12:00"))).toEqual({
    plant_status: "not_configured",
    sleeping: false,
    alert_status: "not_installed",
  });
});

test("a plant in contact is normal, by day and by night", () => {
  const normal = { plant_status: "normal", sleeping: false, alert_status: "normal" };
  expect(plantState(fine, saigon, at("12:00"))).toEqual(normal);
  expect(plantState(fine, saigon, at("23:00"))).toEqual(normal);
});

test("a gateway that was never heard of does not make the others' plant a warning", () => {
  expect(plantState({ ...fine, gateways: 3 }, saigon, at("12:00")).plant_status).toBe("normal");
});

test("one of two gateways lost by day is a warning; both are an outage", () => {
  expect(plantState({ ...fine, lost_at_ms: [at("11:00")] }, saigon, at("12:00"))).toEqual({
    plant_status: "warning",
    sleeping: false,
    alert_status: "warning",
  });
  expect(plantState({ ...fine, lost_at_ms: [at("11:00"), at("11:01")] }, saigon, at("12:00"))).toEqual({
    plant_status: "offline",
    sleeping: false,
    alert_status: "error",
  });
});

test("a plant that fell silent with the sun sleeps and raises no alarm", () => {
  const dusk = { ...fine, lost_at_ms: [at("17:55"), at("17:58")] };
  expect(plantState(dusk, saigon, at("23:00"))).toEqual({
    plant_status: "offline",
    sleeping: true,
    alert_status: "normal",
  });
  expect(plantState({ ...fine, lost_at_ms: [at("17:55")] }, saigon, at("23:00")).alert_status).toBe("normal");
});

test("a plant that fell silent by day keeps its alarm through the night", () => {
  const noon = { ...fine, lost_at_ms: [at("12:00"), at("12:00")] };
  expect(plantState(noon, saigon, at("23:00"))).toEqual({
    plant_status: "offline",
    sleeping: true,
    alert_status: "error",
  });
});

test("a plant that does not wake with the sun raises an alarm once the sun is up", () => {
  const dusk = { ...fine, lost_at_ms: [at("17:55"), at("17:58")] };
  const nextDay = (clock: string) => at(clock) + 86_400_000;
  expect(plantState(dusk, saigon, nextDay("06:05")).alert_status).toBe("normal");
  expect(plantState(dusk, saigon, nextDay("07:00"))).toEqual({
    plant_status: "offline",
    sleeping: false,
    alert_status: "error",
  });
});

test("a fault is an alarm at any hour, a silent device only by day", () => {
  expect(plantState({ ...fine, faults: 1 }, saigon, at("12:00")).alert_status).toBe("error");
  expect(plantState({ ...fine, silent: 1 }, saigon, at("12:00"))).toMatchObject({
    plant_status: "warning",
    alert_status: "warning",
  });
  expect(plantState({ ...fine, silent: 3 }, saigon, at("23:00"))).toMatchObject({
    plant_status: "normal",
    alert_status: "normal",
  });
});

test("configured night hours rule over the sun, across midnight too", () => {
  const evening: PlantPlace = { ...saigon, night_from: "19:00:00", night_to: "05:30:00" };
  expect(isNight(evening, at("18:59"))).toBe(false);
  expect(isNight(evening, at("19:00"))).toBe(true);
  expect(isNight(evening, at("05:29"))).toBe(true);
  expect(isNight(evening, at("05:30"))).toBe(false);
  expect(isNight(saigon, at("05:50"))).toBe(true);
  expect(isNight(saigon, at("06:00"))).toBe(false);
  const early: PlantPlace = { ...saigon, night_from: "01:00", night_to: "04:00" };
  expect(isNight(early, at("00:59"))).toBe(false);
  expect(isNight(early, at("01:00"))).toBe(true);
});
