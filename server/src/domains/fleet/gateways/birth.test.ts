import { birthMessage, type BirthMessage } from "@heliograph/contract";
import { expect, test } from "vitest";
import { birthFaults } from "./birth.ts";

const birth = (devices: Partial<BirthMessage["devices"][number]>[]) => ({
  v: 1,
  seq: 1,
  sent_at: 0,
  devices: devices.map((device, index) => ({ serial: `S${index}`, asset_type: "battery", ...device })),
});
const faults = (devices: Partial<BirthMessage["devices"][number]>[]) =>
  birthFaults(birthMessage.parse(birth(devices)));

test("a birth that lists each device once has no faults", () => {
  expect(faults([])).toEqual({});
  expect(
    faults([{}, { name: "Biến tần số 1", warranty_begin: "2024-01-01", warranty_end: "2034-01-01" }]),
  ).toEqual({});
});

test("a serial listed twice is named where it is listed again", () => {
  expect(faults([{ serial: "A" }, { serial: "B" }, { serial: "A" }])).toEqual({
    "body.devices.2.serial": "Is listed twice",
  });
});

test("days that PostgreSQL has not are named by their field", () => {
  const { error } = birthMessage.safeParse(
    birth([{ warranty_begin: "0000-01-01" }, { warranty_end: "9999-12-31" }]),
  );
  expect(error?.issues.map(({ path, message }) => [path.join("."), message])).toEqual([
    ["devices.0.warranty_begin", "Must lie in 1970 to 2199"],
    ["devices.1.warranty_end", "Must lie in 1970 to 2199"],
  ]);
});
