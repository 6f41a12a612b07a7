import { setTariff } from "@heliograph/contract/fleet/projects";
import { setPerformanceContract, USUAL_TERMS } from "@heliograph/contract/kpi/contract-terms";
import { expect, test } from "vitest";
import type { z } from "zod";
import { fieldText, numberIn } from "../../../ui/controls/typed-number.ts";
import { tariffBody, tariffFields, tariffOn } from "../tariffs/settings-tariff.ts";
import {
  monthFault,
  tableFault,
  TERM_RANGES,
  termFault,
  termsBody,
  termsFields,
  twelveOf,
  type TermField,
} from "../../kpi/contract-terms/settings-terms.ts";

const UID = "00000000-0000-4000-8000-000000000001";
const LANGS = ["vi", "en", "zh"] as const;

test("twelve cells of a row or a column are taken apart, another number of them is not", () => {
  const twelve = Array.from({ length: 12 }, (_, month) => `8${month % 10},5`);
  expect(twelveOf(`${twelve.join("\t")}\r\n`)).toEqual(twelve);
  expect(twelveOf(twelve.join("\n"))).toEqual(twelve);
  expect(twelveOf("81,5")).toBeNull();
  expect(twelveOf(twelve.slice(1).join("\t"))).toBeNull();
});

/** What the contract finds wrong with a body, by path. */
const faultsIn = (schema: z.ZodType, body: unknown) => {
  const found = schema.safeParse(body).error?.issues ?? [];
  const byPath = new Map(found.map(({ path, message }) => [path.join("."), message]));
  return (path: string) => byPath.get(path);
};

test("terms go through their fields unchanged, in every language", () => {
  const months = Array.from({ length: 12 }, (_, month) => 78 + month / 4);
  const terms = {
    ...USUAL_TERMS,
    starts_on: "2024-02-29",
    guaranteed_year_percent: 80.5,
    pvsyst_month_percent: months,
  };
  const { project_uid, ...body } = setPerformanceContract.body.parse(termsBody(UID, termsFields(terms)));
  expect([project_uid, body]).toEqual([UID, terms]);
  for (const lang of LANGS) {
    const through = months.map((month) => numberIn(fieldText(month, lang), lang));
    expect(through).toEqual(months);
  }
});

test("each field that is wrong is named with its rule, and nothing else is", () => {
  const usual = termsFields(USUAL_TERMS);
  const values = {
    ...usual,
    guaranteed_year_percent: 121,
    degradation_percent_per_year: null,
    status_from_percent: { ...usual.status_from_percent, minor: 96 },
    pvsyst_month_percent: usual.pvsyst_month_percent.with(3, Number.NaN),
  };
  const judged = { values, faultOf: faultsIn(setPerformanceContract.body, termsBody(UID, values)) };
  // The paths of the table are its keys.
  const fields = (Object.keys(TERM_RANGES) as TermField[]).map((name) => [name, termFault(judged, name)]);
  expect(Object.fromEntries(fields.filter(([, fault]) => fault !== undefined))).toEqual({
    guaranteed_year_percent: { rule: "range", least: 1, most: 120 },
    degradation_percent_per_year: { rule: "range", least: 0, most: 10 },
    "status_from_percent.minor": { rule: "falling" },
  });
  expect([
    tableFault(judged, "pvsyst_month_percent"),
    tableFault(judged, "guaranteed_month_percent"),
  ]).toEqual([{ rule: "whole" }, undefined]);
  const months = values.pvsyst_month_percent.map((_, at) => monthFault(judged, "pvsyst_month_percent", at));
  expect(months.flatMap((fault, at) => (fault === undefined ? [] : [[at, fault]]))).toEqual([
    [3, { rule: "range", least: 1, most: 120 }],
  ]);
});

test("the limits that a field names are those of the contract", () => {
  for (const [path, { least, most }] of Object.entries(TERM_RANGES)) {
    const keys = path.split(".");
    const at = (value: number) => {
      const body: Record<string, unknown> = keys.length === 1 ? { [path]: value } : {};
      if (keys.length === 2) {
        body["status_from_percent"] = { ...USUAL_TERMS.status_from_percent, [keys[1] ?? ""]: value };
      }
      return faultsIn(setPerformanceContract.body, { project_uid: UID, ...body })(path);
    };
    expect([at(least), at(most)]).toEqual([undefined, undefined]);
    expect([at(least - 0.1), at(most + 0.1)], path).not.toContain(undefined);
  }
});

const BAND = { from: "17:00", to: "24:00", days: [1, 2], vnd_per_kwh: "3640.5" };
const ITEM = {
  valid_from: "2026-05-10",
  vnd_per_kwh: "2204.0700",
  export_vnd_per_kwh: "0.0000",
  bands: [BAND],
};

test("a tariff goes through its fields unchanged, and a band that ends at midnight ends the day", () => {
  const fields = tariffFields(ITEM);
  expect(fields.bands[0]?.to).toBe("00:00");
  expect(setTariff.body.parse(tariffBody(UID, fields))).toEqual({
    project_uid: UID,
    valid_from: "2026-05-10",
    vnd_per_kwh: "2204.07",
    export_vnd_per_kwh: "0",
    bands: [BAND],
  });
});

test("a tariff without a price, with hours that end before they begin or hold on no day is wrong there", () => {
  const fields = {
    ...tariffFields("2026-05-10"),
    export_vnd_per_kwh: -1,
    bands: [
      { from: "18:00", to: "17:00", days: [1], vnd_per_kwh: 1 },
      { from: "17:00", to: "18:00", days: [], vnd_per_kwh: 1 },
      { from: "17:00", to: "18:00", days: [1], vnd_per_kwh: null },
      { from: "17:00", to: "18:00", days: [1], vnd_per_kwh: 0 },
      { from: null, to: "18:00", days: [1], vnd_per_kwh: 0 },
    ],
  };
  const found = setTariff.body.safeParse(tariffBody(UID, fields)).error?.issues ?? [];
  expect(found.map(({ path }) => path.join(".")).toSorted()).toEqual([
    "bands.0.to",
    "bands.1.days",
    "bands.2.vnd_per_kwh",
    "bands.4.from",
    "export_vnd_per_kwh",
    "vnd_per_kwh",
  ]);
});

test("the tariff in force is the latest that has begun", () => {
  const items = [
    { ...ITEM, valid_from: "2026-12-01" },
    { ...ITEM, valid_from: "2026-05-10" },
    { ...ITEM, valid_from: "1970-01-01" },
  ];
  expect(tariffOn(items, "2026-05-10")).toBe(items[1]);
  expect(tariffOn(items, "2026-05-09")).toBe(items[2]);
  expect(tariffOn(items.slice(0, 1), "2026-05-09")).toBeUndefined();
});
