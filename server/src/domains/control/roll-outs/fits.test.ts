import fc from "fast-check";
import { expect, test } from "vitest";
import { fits, isAtLeast } from "./fits.ts";

const version = fc.array(fc.nat(40), { minLength: 1, maxLength: 4 });

test("versions are ordered by their numbers from the left, and a missing number is 0", () => {
  fc.assert(
    fc.property(version, version, (one, other) => {
      const [a, b] = [one.join("."), other.join(".")];
      expect(isAtLeast(a, b) || isAtLeast(b, a)).toBe(true);
      expect(isAtLeast(`${a}.0`, a) && isAtLeast(a, `${a}.0`)).toBe(true);
      expect(isAtLeast(`${a}.1`, a)).toBe(true);
      expect(isAtLeast(a, `${a}.1`)).toBe(false);
    }),
  );
  expect([isAtLeast("1.10.0", "1.9.5"), isAtLeast("v1.9", "v1.10")]).toEqual([true, false]);
});

test("a version is for gateways of its type and hardware from the version that it asks for, and for none that names nothing", () => {
  const gateway = { gateway_type: "HG-1", hardware_version: "B", firmware_version: "1.4.0" };
  const needs = { gateway_type: "HG-1", hardware_version: "", least_version: "" };
  expect(fits(gateway, needs)).toBe(true);
  expect(fits({ ...gateway, gateway_type: null }, needs)).toBe(false);
  expect(fits(gateway, { ...needs, hardware_version: "A" })).toBe(false);
  expect(fits(gateway, { ...needs, hardware_version: "B", least_version: "1.4" })).toBe(true);
  expect(fits(gateway, { ...needs, least_version: "1.5" })).toBe(false);
  expect(fits({ ...gateway, firmware_version: null }, { ...needs, least_version: "1" })).toBe(false);
});
