import { expect, test } from "vitest";
import { FUEL_GROUPS, formatTicker, fuelGroupOf } from "./tickers.ts";

test.each([
  ["ES100", "SOL"],
  ["ES200", "WND"],
  ["ES300", "HYD"],
  ["ES410", "MAR"],
  ["ES500", "BIO"],
  ["ES620", "BIO"],
  ["ES710", "BIO"],
  ["ES810", "GEO"],
  ["ES820", "OTH"],
  ["XX100", "OTH"],
])("the fuel code %s belongs to %s", (code, group) => {
  expect(fuelGroupOf(code)).toBe(group);
  expect(FUEL_GROUPS).toContain(group);
});

test("a ticker names registry, country, fuel and vintage", () => {
  expect(formatTicker({ registry: "IREC", country: "VN", fuel: "SOL", vintage: 2025 })).toBe(
    "IREC-VN-SOL-2025",
  );
});
