import { expect, test } from "vitest";
import { placeIndex } from "./place-index.ts";

const find = placeIndex(
  [
    { name: "Hanoi", lat: "21.02", lng: "105.84", country: "VN", admin1: "01" },
    { name: "Hanoi", lat: "20.33", lng: "106.01", country: "VN", admin1: "02" },
    { name: "Paris", lat: "33.66", lng: "-95.56", country: "US", admin1: "TX" },
    { name: "Paris", lat: "48.85", lng: "2.35", country: "FR", admin1: "11" },
    { name: "Parista", lat: "49.85", lng: "2.35", country: "FR", admin1: "11" },
    { name: "Villeparisis", lat: "48.94", lng: "2.6", country: "FR", admin1: "11" },
    { name: "Điện Biên Phủ", lat: "21.38", lng: "103.01", country: "VN", admin1: "03" },
    { name: "Adzopé", lat: "6.1", lng: "-3.86", country: "CI", admin1: "" },
  ],
  [
    { code: "VN.01", name: "Hanoi" },
    { code: "FR.11", name: "Île-de-France" },
    { code: "VN.03", name: "Điện Biên Province" },
    { code: "VN.99", name: "Without towns" },
  ],
);
const told = (typed: string, near: Parameters<typeof find>[1] = null, most = 20) =>
  find(typed, near, most).map(({ kind, name, country }) => `${kind} ${name} ${country}`);

test("case, accents and spaces of what is typed do not matter", () => {
  expect(told("hà nội")).toEqual(["province Hanoi VN", "town Hanoi VN", "town Hanoi VN"]);
  expect(told("dien bien phu")).toEqual(["town Điện Biên Phủ VN"]);
  expect(told("ADZOPE")).toEqual(["town Adzopé CI"]);
});

test("a whole name comes before a beginning, and that before a part", () => {
  expect(told("paris")).toEqual([
    "town Paris US",
    "town Paris FR",
    "town Parista FR",
    "town Villeparisis FR",
  ]);
});

test("of names alike the nearest comes first, and no more than are asked for come", () => {
  expect(told("paris", { latitude: 50, longitude: 3 }, 1)).toEqual(["town Paris FR"]);
});

test("behind a comma the province or the country is named, in any language of the product", () => {
  for (const where of ["France", "Pháp", "法国", "fr", "ile de france"]) {
    expect(told(`Paris, ${where}`), where).toEqual([
      "town Paris FR",
      "town Parista FR",
      "town Villeparisis FR",
    ]);
  }
  expect(told("Paris, Japan")).toEqual([]);
});

test("a province stands where its towns are, and one without towns nowhere", () => {
  expect(find("ile-de-france", null, 5)).toEqual([
    {
      kind: "province",
      name: "Île-de-France",
      country: "FR",
      region: null,
      latitude: 49.2133,
      longitude: 2.4333,
    },
  ]);
  expect(told("without towns")).toEqual([]);
});

test("a single letter finds nothing", () => {
  expect([told("h"), told("…"), told(", France")]).toEqual([[], [], []]);
});
