// What a device says now, in sections of labelled values: which of its readings stand where.
import type { IotData } from "@heliograph/contract/monitoring/devices/device-data";
import type { DeviceDetail } from "@heliograph/contract/monitoring/devices/device-list";
import type { TextKey } from "../../../app/texts/keys.ts";
import type { Words } from "../words.ts";
import { formatReading, type Item, type Reading } from "./device-reading.ts";

/** Labelled values under a title. */
export interface Section {
  readonly title: string;
  /** False: nothing of it is known, and one line says so. */
  readonly known: boolean;
  readonly items: readonly Item[];
}

/** `since`: the day from which on a total is known; null, and left out: of all its time, or no total. */
type LabelledReading = readonly [label: TextKey, reading: Reading, since?: string | null];

function section(title: TextKey, labelled: readonly LabelledReading[], words: Words): Section {
  return {
    title: words.text(title),
    known: labelled.some(([, reading]) => reading.value !== null),
    items: labelled.map(([label, reading, since = null]) => ({
      label:
        since === null
          ? words.text(label)
          : words.text("use.labelSince", { label: words.text(label), t: words.format.day(since) }),
      value: formatReading(reading, words),
    })),
  };
}

type Totals = DeviceDetail["totals"];

/** Since when each total of the device is known: where there is no counter, since its first reading. */
function sincesOf({ opening, energy_before, measured_since }: Totals) {
  const of = (...counted: readonly (keyof Totals["opening"])[]) =>
    counted.every((name) => opening[name].value !== null) ? null : measured_since;
  return {
    production: energy_before.value === null ? of("production") : null,
    // A production meter that counts no total counts what it exports.
    metered: opening.export.value === null && energy_before.value === null ? of("production") : null,
    import: of("import"),
    export: of("export"),
    charge: of("charge"),
    discharge: of("discharge"),
    consumption: of("production", "import", "export"),
  };
}
type Sinces = ReturnType<typeof sincesOf>;

type Of<Kind extends IotData["kind"]> = Extract<IotData, { kind: Kind }>;

function inverter(data: Of<"inverter">, since: Sinces, words: Words): Section[] {
  const { inverter_ac: ac, inverter_dc: dc, inverter_production: production, inverter_status: state } = data;
  const { energy_storage: storage, battery_inverter: battery } = data;
  return [
    section(
      "use.ac",
      [
        ["use.activePower", ac.ac_power],
        ["use.apparentPower", ac.ac_apparent_power],
        ["use.reactivePower", ac.ac_reactive_power],
        ["use.powerFactor", ac.ac_power_factor],
        ["use.voltage", ac.ac_voltage],
        ["use.current", ac.ac_current],
        ["use.frequency", ac.ac_frequency],
      ],
      words,
    ),
    section(
      "use.production",
      [
        ["use.today", production.today_production],
        ["use.total", production.total_production, since.production],
      ],
      words,
    ),
    section(
      "use.dc",
      [
        ["use.power", dc.dc_power],
        ["use.voltage", dc.dc_voltage],
        ["use.current", dc.dc_current],
        ["use.cabinet", state.cabinet_temperature],
      ],
      words,
    ),
    section(
      "use.storage",
      [
        ["use.pvPower", storage.pv_power],
        ["use.loadPower", storage.load_power],
        ["use.outputPower", storage.inverter_output_power],
        ["use.todayGeneration", storage.today_energy_generation],
        ["use.totalGeneration", storage.total_energy_generation, since.production],
        ["use.todayExport", storage.today_energy_export],
        ["use.totalExport", storage.total_energy_export, since.export],
        ["use.todayImport", storage.today_energy_import],
        ["use.totalImport", storage.total_energy_import, since.import],
        ["use.todayConsumption", storage.today_energy_consumption],
        ["use.totalConsumption", storage.total_energy_consumption, since.consumption],
      ],
      words,
    ),
    batteryOf(battery, since, words),
  ];
}

function batteryOf(battery: Of<"inverter">["battery_inverter"], since: Sinces, words: Words): Section {
  return section(
    "use.battery",
    [
      ["use.soc", battery.SOC],
      ["use.voltage", battery.battery_voltage],
      ["use.current", battery.battery_current],
      ["use.chargePower", battery.charge_power],
      ["use.dischargePower", battery.discharge_power],
      ["use.todayCharge", battery.today_charge_energy],
      ["use.totalCharge", battery.total_charge_energy, since.charge],
      ["use.todayDischarge", battery.today_discharge_energy],
      ["use.totalDischarge", battery.total_discharge_energy, since.discharge],
    ],
    words,
  );
}

interface MeterParts {
  readonly energy: Of<"meter">["metter_energy"];
  readonly power: Of<"meter">["metter_power"];
  readonly grid: Of<"meter">["metter_grid"];
}

function meterParts({ energy, power, grid }: MeterParts, words: Words): Section[] {
  return [
    section(
      "use.power",
      [
        ["use.activePower", power.total_real_power],
        ["use.apparentPower", power.ac_apparent_power],
        ["use.frequency", grid.frequency],
        ["use.powerFactor", grid.power_factor],
      ],
      words,
    ),
    section(
      "use.energy",
      [
        ["use.importCounter", energy.total_watt_hours_import],
        ["use.exportCounter", energy.total_watt_hours_export],
      ],
      words,
    ),
  ];
}

function meter(data: Of<"meter">, since: Sinces, words: Words): Section[] {
  const {
    metter_energy: energy,
    metter_power: power,
    metter_grid: grid,
    metter_production: production,
  } = data;
  return [
    ...meterParts({ energy, power, grid }, words),
    section(
      "use.production",
      [
        ["use.today", production.today_production],
        ["use.total", production.total_production, since.metered],
      ],
      words,
    ),
    section(
      "use.registers",
      [
        ["use.t1", production.total_production_t1],
        ["use.t2", production.total_production_t2],
        ["use.t3", production.total_production_t3],
      ],
      words,
    ),
  ];
}

function gridMeter(data: Of<"grid_meter">, words: Words): Section[] {
  const { metter_energy_grid: energy, metter_power_grid: power, metter_data_grid: grid } = data;
  const today: readonly LabelledReading[] = [
    ["use.todayImport", data.today_import],
    ["use.todayExport", data.today_export],
  ];
  return [...meterParts({ energy, power, grid }, words), section("use.today", today, words)];
}

function sensor({ radiation_data: readings }: Of<"sensor">, words: Words): Section[] {
  return [
    section(
      "use.weather",
      [
        ["use.irradiance", readings.radiation_value],
        ["use.insolation", readings.today_insolation],
        ["use.panelTemp", readings.panel_temperature],
        ["use.ambientTemp", readings.ambient_temperature],
        ["use.wind", readings.wind_speed],
      ],
      words,
    ),
  ];
}

function waterHeater({ swh_sensor: readings, swh_relay: relays }: Of<"swh">, words: Words): Section[] {
  const { text } = words;
  return [
    section(
      "use.tank",
      [
        ["swh.tank", readings.tank_temperature],
        ["swh.collector", readings.collector_temperature],
        ["swh.inlet", readings.inlet_temperature],
        ["swh.outlet", readings.outlet_temperature],
        ["swh.ambient", readings.ambient_temperature],
        ["swh.flow", readings.flow],
      ],
      words,
    ),
    {
      title: text("use.relays"),
      known: relays.length > 0,
      items: relays.map(({ relay, on }) => ({ label: relay, value: text(on ? "use.on" : "use.off") })),
    },
  ];
}

/** The sections of a device's live values (M72, M111, M112); empty for what reports nothing of its own. */
export function sectionsOf(
  device: Pick<DeviceDetail, "asset_type" | "iot_data" | "totals">,
  words: Words,
): Section[] {
  const { asset_type, iot_data: data } = device;
  const since = sincesOf(device.totals);
  switch (data.kind) {
    case "inverter":
      return asset_type === "battery"
        ? [batteryOf(data.battery_inverter, since, words)]
        : inverter(data, since, words);
    case "meter":
      return meter(data, since, words);
    case "grid_meter":
      return gridMeter(data, words);
    case "sensor":
      return sensor(data, words);
    case "swh":
      return waterHeater(data, words);
    case "other":
      return [];
    default:
      return data satisfies never;
  }
}
