import { expect, test } from "vitest";
import { deviceName } from "./device-name.ts";

test("a device is called by its alias, else its name, else its serial", () => {
  expect(deviceName({ alias: "Roof", name: "INV-01", serial: "S1" })).toBe("Roof");
  expect(deviceName({ alias: null, name: "INV-01", serial: "S1" })).toBe("INV-01");
  expect(deviceName({ alias: "", name: "INV-01", serial: "S1" })).toBe("INV-01");
  expect(deviceName({ alias: "", name: "", serial: "S1" })).toBe("S1");
});
