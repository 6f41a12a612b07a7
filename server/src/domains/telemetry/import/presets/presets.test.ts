import { expect, test } from "vitest";
import { columnsByDevice } from "../import-columns.ts";
import { cellsOfLine } from "../import-csv.ts";
import { rowReader } from "../import-row.ts";
import type { Draft } from "./preset.ts";
import { PRESETS, presetMapping } from "./presets.ts";

const PLACE = { timezone: "Asia/Ho_Chi_Minh", gateway: "HISTORY-1", site: "S" };
const NOW = Date.parse("2026-11-20T00:00:00Z");

const EXPLORER = `sep=;
Version CSV1|Tool SE|Linebreaks CR/LF|Delimiter semicolon|Decimalpoint comma|Precision 3

;SN: 2100123456;SN: 2100123456;SN: 2100123457;SN: 2100123457
;STP 10000TL-20;STP 10000TL-20;STP 10000TL-20;STP 10000TL-20
;2100123456;2100123456;2100123457;2100123457
;Total yield;Power;Total yield;Power
;Counter;Analog;Counter;Analog
dd.MM.yyyy HH:mm:ss;kWh;kW;kWh;kW
05.01.2024 09:00:00;12345,678;1,500;9000,000;1,250
05.01.2024 09:05:00;12345,803;1,512;9000,104;1,300`;

const ENNEXOS = `Name der Anlage;Dach Süd
Id der Anlage;4711

Zeitraum;Direktverbrauch [kWh];Batteriesystem-Ladung [kWh];Batteriesystem-Entladung [kWh];Netzbezug [kWh];Netzeinspeisung [kWh];Gesamterzeugung [kWh]
05.01.2024;10,5;1,5;2,25;3,5;1.040,125;1.062,75
06.01.2024;11;1;2;3;40;53`;

const FRONIUS = `Date and time,PV production,Energy to grid,Energy from grid,Energy into battery
[dd.MM.yyyy HH:mm],[Wh],[Wh],[Wh],[Wh]
05.01.2024 09:00,125.5,20,3,1
05.01.2024 09:05,130,25,0,`;

const FRONIUS_INVERTERS = `Datum und Uhrzeit;Energie | Symo 10.0 (1);Energie | Symo 10.0 (2);PV-Erzeugung
[dd.MM.yyyy HH:mm];[Wh];[Wh];[Wh]
05.01.2024 09:00;60,5;65;125,5
05.01.2024 09:05;70;60;130`;

const SOLAREDGE = `Time,System Production (W),Consumption (W),Export (W),Import (W),Self Consumption (W)
01/05/2024 09:00,"2500.5",900,1600.5,0,900
01/05/2024 09:15,"2600",900,0,100,900`;

const SOLAREDGE_DAYS = `Time,System Production (Wh),Import (Wh)
01/13/2024,12500,300
01/14/2024,13500,200`;

const FUSION_REPORT = `Plant Report
Statistical Period,Global Irradiation (kWh/㎡),PV Yield (kWh),Inverter Yield (kWh),Export (kWh),Import (kWh),Charge (kWh),Discharge (kWh)
2024-01-05 08:00:00,0.2,21,20.5,5,1,0.5,0.25
2024-01-05 09:00:00,0.3,31,30.5,6,0,0,0`;

const FUSION_HISTORY = `Time range: 2024-01-05
Export date/time: 2024-01-06
Note
Site Name,Management Domain,Device name,Start Time,Active power(kW),Total input power(kW),Total yield(kWh),Internal temperature(℃),PV1 input voltage(V),PV1 input current(A)
Roof,Domain,INV-A,2024-01-05 09:00:00,1.5,1.6,12345.6,41.5,610.5,2.5
Roof,Domain,INV-B,2024-01-05 09:00:00,2.5,2.6,22345.6,42.5,600,4
Roof,Domain,INV-A,2024-01-05 09:05:00,1.6,1.7,12345.7,41.6,611,2.6
Roof,Domain,INV-B,2024-01-05 09:05:00,2.6,2.7,22345.8,42.6,601,4.1`;

const SUNGROW = `Time,PV(kWh),Purchased Energy(kWh),Feed-in(kWh),Load(kWh)
2024-01-05,56.25,7,44.75,18.5
2024-01-06,56.75,6.25,47.75,15.25`;

const PVOUTPUT = `20240105,09:05,1250,0.25,1500,1490,0.3,,,31.5,231.5
20240105,09:00,1125,0.22,1450,1440,0.29,,,31,231`;

const PVOUTPUT_DAYS = `20240105,12936,2.587,0,0,2340,12:40,Fine,20,31,0,0,0,0
20240106,13105,2.621,0,0,2400,12:10,Fine,21,32,0,0,0,0`;

function rowsOf(text: string, entries: Draft = {}, timezone = PLACE.timezone) {
  const { preset, mapping } = presetMapping(head(text), {
    preset: null,
    entries,
    place: { ...PLACE, timezone },
  });
  const { csv } = mapping;
  const lines = text
    .split("\n")
    .slice(csv.skip_lines)
    .filter((line) => line !== "")
    .map((line) => cellsOfLine(line, csv.delimiter) ?? []);
  const first = lines[0] ?? [];
  const header = csv.header ? first.map((cell) => cell.trim()) : first.map((_, at) => String(at + 1));
  const found = columnsByDevice(mapping, header);
  if ("fault" in found) throw new Error(found.fault);
  const serials: string[] = [];
  const deviceOf = (serial: string) => {
    if (!serials.includes(serial)) serials.push(serial);
    return { project_id: 1, device_id: serials.indexOf(serial) };
  };
  const read = rowReader(mapping, { header, name: "export.csv", devices: found.devices }, deviceOf, NOW);
  const rows = lines.slice(csv.header ? 1 + csv.skip_after_header : 0).flatMap((cells) =>
    read(cells).map((one) => {
      if ("reason" in one) throw new Error(`${one.reason}: ${one.detail}`);
      const { row } = one;
      return [
        serials[row.device_id],
        new Date(row.ts).toISOString().slice(0, 16),
        row.m,
        ...(row.ext === null ? [] : [JSON.parse(row.ext)]),
      ];
    }),
  );
  const span = mapping.period ?? mapping.interval_s;
  return { preset: preset.name, span, rows, types: mapping.create?.devices };
}

test("SMA: a day file of Sunny Explorer is of two inverters, each with its counter and power", () => {
  expect(rowsOf(EXPLORER)).toMatchObject({
    preset: "sma",
    span: 300,
    rows: [
      ["2100123456", "2024-01-05T02:00", { energy_total_wh: 12_345_678, ac_power_w: 1500 }],
      ["2100123457", "2024-01-05T02:00", { energy_total_wh: 9_000_000, ac_power_w: 1250 }],
      ["2100123456", "2024-01-05T02:05", { energy_total_wh: 12_345_803, ac_power_w: 1512 }],
      ["2100123457", "2024-01-05T02:05", { energy_total_wh: 9_000_104, ac_power_w: 1300 }],
    ],
  });
});

test("SMA: an energy balance of days is a site's production, grid and battery, kept as days", () => {
  const { rows, ...rest } = rowsOf(ENNEXOS);
  expect(rest).toMatchObject({
    preset: "sma",
    span: "day",
    types: {
      "S-PV": { asset_type: "solar_inverter" },
      "S-GRID": { asset_type: "grid_meter" },
      "S-BATTERY": { asset_type: "battery" },
    },
  });
  expect(rows.slice(0, 3)).toEqual([
    ["S-BATTERY", "2024-01-05T00:00", { interval_charge_wh: 1500, interval_discharge_wh: 2250 }],
    ["S-GRID", "2024-01-05T00:00", { interval_import_wh: 3500, interval_export_wh: 1_040_125 }],
    ["S-PV", "2024-01-05T00:00", { interval_production_wh: 1_062_750 }],
  ]);
});

test("Fronius: units stand in a row of their own, energies are of five minutes and begin at their stamp", () => {
  expect(rowsOf(FRONIUS)).toMatchObject({
    preset: "fronius",
    span: 300,
    rows: [
      ["S-PV", "2024-01-05T02:05", { interval_production_wh: 125.5 }],
      ["S-GRID", "2024-01-05T02:05", { interval_export_wh: 20, interval_import_wh: 3 }],
      ["S-BATTERY", "2024-01-05T02:05", { interval_charge_wh: 1 }],
      ["S-PV", "2024-01-05T02:10", { interval_production_wh: 130 }],
      ["S-GRID", "2024-01-05T02:10", { interval_export_wh: 25, interval_import_wh: 0 }],
    ],
  });
});

test("Fronius: single inverters go before the site's production, which would count them twice", () => {
  expect(rowsOf(FRONIUS_INVERTERS).rows).toEqual([
    ["Symo 10.0 (1)", "2024-01-05T02:05", { interval_production_wh: 60.5 }],
    ["Symo 10.0 (2)", "2024-01-05T02:05", { interval_production_wh: 65 }],
    ["Symo 10.0 (1)", "2024-01-05T02:10", { interval_production_wh: 70 }],
    ["Symo 10.0 (2)", "2024-01-05T02:10", { interval_production_wh: 60 }],
  ]);
});

test("SolarEdge: powers of quarter hours, at the grid import less export; energies of days in the American order", () => {
  expect(rowsOf(SOLAREDGE)).toMatchObject({
    preset: "solaredge",
    span: 900,
    rows: [
      ["S-PV", "2024-01-05T02:15", { ac_power_w: 2500.5 }],
      ["S-GRID", "2024-01-05T02:15", { ac_power_w: -1600.5 }],
      ["S-PV", "2024-01-05T02:30", { ac_power_w: 2600 }],
      ["S-GRID", "2024-01-05T02:30", { ac_power_w: 100 }],
    ],
  });
  expect(rowsOf(SOLAREDGE_DAYS)).toMatchObject({
    span: "day",
    rows: [
      ["S-PV", "2024-01-13T00:00", { interval_production_wh: 12_500 }],
      ["S-GRID", "2024-01-13T00:00", { interval_import_wh: 300 }],
      ["S-PV", "2024-01-14T00:00", { interval_production_wh: 13_500 }],
      ["S-GRID", "2024-01-14T00:00", { interval_import_wh: 200 }],
    ],
  });
});

test("FusionSolar: the report's hours are what the inverters gave; the history has counters, powers and inputs", () => {
  expect(rowsOf(FUSION_REPORT)).toMatchObject({ preset: "fusionsolar", span: 3600 });
  expect(rowsOf(FUSION_REPORT).rows.slice(0, 3)).toEqual([
    ["S-PV", "2024-01-05T02:00", { interval_production_wh: 20_500 }],
    ["S-GRID", "2024-01-05T02:00", { interval_export_wh: 5000, interval_import_wh: 1000 }],
    ["S-BATTERY", "2024-01-05T02:00", { interval_charge_wh: 500, interval_discharge_wh: 250 }],
  ]);
  const history = rowsOf(FUSION_HISTORY);
  expect(history).toMatchObject({ preset: "fusionsolar", span: 300 });
  expect(history.rows).toHaveLength(4);
  expect(history.rows[0]).toEqual([
    "INV-A",
    "2024-01-05T02:00",
    { ac_power_w: 1500, dc_power_w: 1600, energy_total_wh: 12_345_600, cabinet_temperature_c: 41.5 },
    { mppt: [{ mppt_id: 1, dc_voltage_v: 610.5, dc_current_a: 2.5 }] },
  ]);
});

test("Sungrow: a monthly report is production and grid by day", () => {
  expect(rowsOf(SUNGROW)).toMatchObject({ preset: "sungrow", span: "day" });
  expect(rowsOf(SUNGROW).rows.slice(0, 2)).toEqual([
    ["S-PV", "2024-01-05T00:00", { interval_production_wh: 56_250 }],
    ["S-GRID", "2024-01-05T00:00", { interval_import_wh: 7000, interval_export_wh: 44_750 }],
  ]);
});

test("PVOutput: status rows in reverse have the day's counter and power, output rows are days", () => {
  expect(rowsOf(PVOUTPUT)).toMatchObject({
    preset: "pvoutput",
    span: 300,
    rows: [
      ["S-PV", "2024-01-05T02:05", { energy_total_wh: 1250, ac_power_w: 1500, ac_voltage_v: 231.5 }],
      ["S-PV", "2024-01-05T02:00", { energy_total_wh: 1125, ac_power_w: 1450, ac_voltage_v: 231 }],
    ],
  });
  expect(rowsOf(PVOUTPUT_DAYS)).toMatchObject({
    span: "day",
    rows: [
      ["S-PV", "2024-01-05T00:00", { interval_production_wh: 12_936 }],
      ["S-PV", "2024-01-06T00:00", { interval_production_wh: 13_105 }],
    ],
  });
});

const FILES = [
  ["sma", EXPLORER],
  ["sma", ENNEXOS],
  ["fronius", FRONIUS],
  ["fronius", FRONIUS_INVERTERS],
  ["solaredge", SOLAREDGE],
  ["solaredge", SOLAREDGE_DAYS],
  ["fusionsolar", FUSION_REPORT],
  ["fusionsolar", FUSION_HISTORY],
  ["sungrow", SUNGROW],
  ["pvoutput", PVOUTPUT],
  ["pvoutput", PVOUTPUT_DAYS],
] as const;

test("each file is known by one preset alone, so that their order does not matter", () => {
  for (const [name, text] of FILES) {
    expect(
      PRESETS.filter((preset) => preset.draft(head(text), PLACE) !== null).map((one) => one.name),
    ).toEqual([name]);
  }
});

test("what a person says goes before what a preset knows", () => {
  const changed = rowsOf(SOLAREDGE, { time: { stamp: "end" }, columns: {} }, "UTC");
  expect(changed.rows[0]).toEqual(["S-PV", "2024-01-05T09:00", { ac_power_w: 2500.5 }]);
});

const head = (text: string) => ({ name: "x.csv", lines: text.split("\n"), encoding: "utf8" as const });

test("a file that nobody knows, a preset that is none, and stamps that tell no interval are said in words", () => {
  const wish = { preset: null, entries: {}, place: PLACE };
  expect(() => presetMapping(head("a,b\n1,2"), wish)).toThrow(/Its first lines are not those of SolarEdge/);
  expect(() => presetMapping(head(SUNGROW), { ...wish, preset: "enphase" })).toThrow(
    /There is no preset enphase: /,
  );
  expect(() => presetMapping(head(SUNGROW), { ...wish, preset: "sma" })).toThrow(/not those of SMA/);
  expect(() => presetMapping(head("Time,PV(kWh)\nyesterday,1"), wish)).toThrow(/"yesterday".*time\.format/);
  expect(() => presetMapping(head("Time,PV(W)\n2024-01-05 09:00,1"), wish)).toThrow(/interval_s/);
});
