import type { ImportColumn } from "@heliograph/contract/telemetry/import/import-shapes";
import { expect, test } from "vitest";
import { columnCounts, columnRows } from "./column-rows.ts";

const column = (name: string, change: Partial<ImportColumn> = {}): ImportColumn => ({
  name,
  role: "left_out",
  quantity: null,
  unit: null,
  device: null,
  scale: 1,
  is_guess: false,
  sample: null,
  why: null,
  ...change,
});
const power = (device: string) =>
  column(`${device} P`, { role: "value", quantity: "ac_power_w", unit: "kW", device });
const counter = (device: string) =>
  column(`${device} E`, { role: "value", quantity: "energy_total_wh", unit: "kWh", device });

const COLUMNS = [
  column("Note", { why: "no_quantity" }),
  column("Time", { role: "stamp" }),
  ...["INV-1", "INV-2", "INV-3"].flatMap((device) => [power(device), counter(device)]),
  column("Sun", { role: "value", quantity: "irradiance_w_m2", unit: "W/m²", device: "WS-1" }),
];
const names = (unfolded: ReadonlySet<string>) =>
  columnRows(COLUMNS, unfolded).map((row) => (row.kind === "one" ? row.column.name : row.devices.join("+")));

test("devices whose columns hold the same are one row after the first of them, and what is left out comes last", () => {
  expect(names(new Set())).toEqual(["Time", "INV-1 P", "INV-1 E", "INV-2+INV-3", "Sun", "Note"]);
  expect(columnCounts(COLUMNS)).toEqual({ used: 7, all: 9, devices: 4 });
});

test("a folded row that is opened shows each of its columns", () => {
  const folded = columnRows(COLUMNS, new Set()).find(({ kind }) => kind === "folded");
  expect(names(new Set([folded?.id ?? ""]))).toEqual([
    "Time",
    ...["INV-1", "INV-2", "INV-3"].flatMap((device) => [`${device} P`, `${device} E`]),
    "Sun",
    "Note",
  ]);
});
