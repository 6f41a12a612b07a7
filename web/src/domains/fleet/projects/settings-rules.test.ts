import { USUAL_TERMS } from "@heliograph/contract/kpi/contract-terms";
import fc from "fast-check";
import { expect, test } from "vitest";
import { fieldText, numberIn, twelveOf } from "./settings-number.ts";
import { tariffDraft, tariffOf, tariffOn } from "../tariffs/settings-tariff.ts";
import { draftOf, termsOf } from "../../kpi/contract-terms/settings-terms.ts";

const LANGS = ["vi", "en", "zh"] as const;
const read = (texts: string[], lang: (typeof LANGS)[number]) => texts.map((text) => numberIn(text, lang));

test("a number is read as its language writes it, and 82.5 as 82,5 where nothing else can be meant", () => {
  expect(read(["2.204,07", "2.204", "82,5", "82.5", "−0,35", "98 %"], "vi")).toEqual([
    2204.07, 2204, 82.5, 82.5, -0.35, 98,
  ]);
  expect(read(["2,204.07", "2,204", "82.5", "82,5", ".5", "  "], "en")).toEqual([
    2204.07,
    2204,
    82.5,
    82.5,
    0.5,
    null,
  ]);
  expect(read(["abc", "1,2,3", "-", "1.2.3", ","], "en")).toEqual(
    Array.from({ length: 5 }, () => Number.NaN),
  );
});

test("what a field shows of a number is read as that number, in every language", () => {
  fc.assert(
    fc.property(fc.integer({ min: -10_000_000, max: 10_000_000 }), fc.constantFrom(...LANGS), (n, lang) => {
      // Three decimals of a small number look like a group of thousands to another language, not to its own.
      expect(numberIn(fieldText(n / 10_000, lang), lang)).toBe(n / 10_000);
    }),
  );
});

test("twelve cells of a row or a column are taken apart, another number of them is not", () => {
  const twelve = Array.from({ length: 12 }, (_, month) => `8${month % 10},5`);
  expect(twelveOf(`${twelve.join("\t")}\r\n`)).toEqual(twelve);
  expect(twelveOf(twelve.join("\n"))).toEqual(twelve);
  expect(twelveOf("81,5")).toBeNull();
  expect(twelveOf(twelve.slice(1).join("\t"))).toBeNull();
});

test("terms go through their fields unchanged, in every language", () => {
  const months = Array.from({ length: 12 }, (_, month) => 78 + month / 4);
  const terms = {
    ...USUAL_TERMS,
    starts_on: "2024-02-29",
    guaranteed_year_percent: 80.5,
    pvsyst_month_percent: months,
  };
  for (const lang of LANGS) expect(termsOf(draftOf(terms, lang), lang)).toEqual({ terms, faults: null });
});

test("each field that is wrong is named with its rule, and nothing else is", () => {
  const usual = draftOf(USUAL_TERMS, "en");
  const draft = {
    ...usual,
    fields: {
      ...usual.fields,
      guaranteed_year_percent: "121",
      degradation_percent_per_year: "",
      minor: "96",
    },
    months: { ...usual.months, pvsyst_month_percent: usual.months.pvsyst_month_percent.with(3, "x") },
  };
  expect(termsOf(draft, "en").faults).toEqual({
    guaranteed_year_percent: { rule: "range", least: 1, most: 120 },
    degradation_percent_per_year: { rule: "range", least: 0, most: 10 },
    minor: { rule: "falling" },
    pvsyst_month_percent: { rule: "whole" },
    "pvsyst_month_percent.3": { rule: "range", least: 1, most: 120 },
  });
});

const BAND = { from: "17:00", to: "24:00", days: [1, 2], vnd_per_kwh: "3640.5" };
const ITEM = {
  valid_from: "2026-05-10",
  vnd_per_kwh: "2204.0700",
  export_vnd_per_kwh: "0.0000",
  bands: [BAND],
};

test("a tariff goes through its fields unchanged, and a band that ends at midnight ends the day", () => {
  for (const lang of LANGS) {
    const draft = tariffDraft(ITEM, lang);
    expect(draft.bands[0]?.to).toBe("00:00");
    expect(tariffOf(draft, lang)).toEqual({
      tariff: { valid_from: "2026-05-10", vnd_per_kwh: "2204.07", export_vnd_per_kwh: "0", bands: [BAND] },
    });
  }
});

test("a tariff without a price, with hours that end before they begin or hold on no day is wrong there", () => {
  const draft = {
    ...tariffDraft("2026-05-10", "en"),
    exported: "-1",
    bands: [
      { from: "18:00", to: "17:00", days: [1], price: "1" },
      { from: "17:00", to: "18:00", days: [], price: "1" },
      { from: "17:00", to: "18:00", days: [1], price: "" },
      { from: "17:00", to: "18:00", days: [1], price: "0" },
    ],
  };
  expect(tariffOf(draft, "en")).toEqual({
    faults: { price: "price", exported: "price", "band.0": "order", "band.1": "days", "band.2": "price" },
  });
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
