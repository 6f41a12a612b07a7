import { beforeAll, expect, test } from "vitest";
import { formatOf } from "../../../platform/format.ts";
import { loadAllTexts } from "../../../testing/all-texts.ts";
import { batteryContent } from "../charts/power/battery-content.ts";
import { alertOf, batteryAnswer, correctedOf, savedBy } from "../charts/testing/key-figure-fakes.ts";
import { ratioContent, type Ratios } from "../charts/production/ratio-content.ts";
import { savingContent } from "../charts/production/saving-content.ts";
import type { Words } from "../words.ts";

let words: Words;
beforeAll(async () => {
  words = { text: await loadAllTexts("en"), format: formatOf("en") };
});

const TODAY = "2026-11-21";
const ratios = (over: Partial<Ratios> = {}): Ratios => ({
  chart_date_label: ["2026-11-19", "2026-11-20", TODAY],
  pr_alert: [alertOf(84, 80, "normal"), alertOf(70, 80, "major"), alertOf(null, 80)],
  expected_prod_data: [correctedOf(null), correctedOf(82.5), correctedOf(null)],
  has_cpr: false,
  project_pvsyst: null,
  ...over,
});
const shown = (given: Ratios) => ratioContent(given, "Roof 1", TODAY, words);

test("bars are painted by their status, and the notes say it in words", () => {
  const { content, statuses } = shown(ratios());
  expect(content.series.map(({ key }) => key)).toEqual(["apr", "gpr"]);
  expect(content.series[0]?.colors).toEqual(["--pr-normal-solid", "--pr-major-solid", null]);
  expect(content.series[1]).toMatchObject({ dash: "dashed", values: [80, 80, 80] });
  expect(content.notes).toEqual(["Normal", "Major", "still running, incomplete data"]);
  expect(statuses).toEqual(["normal", "major"]);
});

test("CPR is a dotted line only where it applies", () => {
  const cpr = shown(ratios({ has_cpr: true })).content.series.find(({ key }) => key === "cpr");
  expect(cpr).toMatchObject({ dash: "dotted", values: [null, 82.5, null] });
  expect(shown(ratios()).content.series.some(({ key }) => key === "cpr")).toBe(false);
});

test("where CPR applies it is what the status judges, and the note says so", () => {
  expect(shown(ratios({ has_cpr: true })).content.notes?.slice(0, 2)).toEqual([
    "Normal by CPR",
    "Major by CPR",
  ]);
});

test("the axis ends at 100, and at 120 where a value is above", () => {
  expect(shown(ratios()).axis.max).toBe(100);
  expect(shown(ratios({ pr_alert: [alertOf(100.5), alertOf(80), alertOf(70)] })).axis.max).toBe(120);
});

test("the note on PVsyst stands under months without a simulation, and nowhere else", () => {
  const months = { chart_date_label: ["2026-09", "2026-10", "2026-11"] };
  expect(shown(ratios(months)).withoutPvsyst).toBe(true);
  const pvsyst = { year_percent: 82, month_percent: Array.from({ length: 12 }, () => 82) };
  expect(shown(ratios({ ...months, project_pvsyst: pvsyst })).withoutPvsyst).toBe(false);
  expect(shown(ratios()).withoutPvsyst).toBe(false);
});

test("a project without any ratio has a blank chart, guaranteed or not", () => {
  expect(shown(ratios({ pr_alert: [alertOf(null, 80), alertOf(null, 80), alertOf(null, 80)] })).blank).toBe(
    true,
  );
  expect(shown(ratios()).blank).toBe(false);
});

const saved = (co2: number[], vnd: number[]) => ({
  chart_date_label: ["2026-11-20", TODAY],
  co2_provisional_years: [2026],
  ...savedBy(co2, vnd),
});

test("gateways stand on each other, and the axis holds their sum by the rule of 100, 1000 and 10000", () => {
  const co2 = savingContent(saved([3, 4], [0, 0]), "co2", "Roof 1", words);
  expect(co2.content.series.map(({ name, stack }) => [name, stack])).toEqual([
    ["Mái A", "co2"],
    ["Mái B", "co2"],
  ]);
  expect(co2).toMatchObject({ total: 14, provisional: [2026], axis: { min: 0, max: 10 } });
  expect(co2.content.series.map(({ tops }) => tops)).toEqual([undefined, [null, null]]);
  const cost = savingContent(saved([0, 0], [400, 3000]), "cost", "Roof 1", words);
  expect(cost).toMatchObject({ total: 6800, provisional: [], unit: "VND", axis: { max: 10_000 } });
  expect(savingContent(saved([0, 0], [200, 400]), "cost", "Roof 1", words).axis.max).toBe(1000);
});

test("the battery's power axis ends at 110 % of the peak, and its whole day is drawn", () => {
  const { content, axis } = batteryContent(batteryAnswer("2026-11-20"), "Roof 1", words);
  expect(axis.max).toBeCloseTo(5.5, 9);
  expect(content.rowNames).toHaveLength(288);
  expect(content.series.map(({ key, mark, dash, axis: of }) => [key.split(" ")[0], mark, dash, of])).toEqual([
    ["charge", "area", undefined, undefined],
    ["discharge", "area", undefined, undefined],
    ["soc", "line", "dotted", "right"],
  ]);
});

test("several batteries are one sum of power and a line of charge each, by name", () => {
  const { content, axis } = batteryContent(batteryAnswer("2026-11-20", 2), "Roof 1", words);
  expect(axis.max).toBeCloseTo(11, 9);
  expect(content.series.map(({ name }) => name)).toEqual([
    "Charge",
    "Discharge",
    "State of charge (SoC) · Pin 1",
    "State of charge (SoC) · Pin 2",
  ]);
});
