// From a device's newest reading and its ledger to the nested shapes of M111 and M112.
import type { IotData, Quantity, ReadingExtras } from "@heliograph/contract";
import { contactLimitSeconds } from "../kpi/index.ts";

/** A device with what it last said and what the ledger has of it. */
export interface DeviceRecord {
  readonly device_id: number;
  readonly device_uid: string;
  readonly asset_type: AssetType;
  readonly serial: string;
  readonly name: string;
  readonly alias: string | null;
  readonly manufacturer: string | null;
  readonly model: string | null;
  readonly ac_nominal_w: number | null;
  readonly dc_capacity_wp: number | null;
  readonly battery_capacity_wh: number | null;
  readonly mppt_count: number | null;
  /** Calendar days. */
  readonly warranty_begin: string | null;
  readonly warranty_end: string | null;
  readonly firmware_version: string | null;
  /** An alarm of it is open that is more than minor. */
  readonly alarmed: boolean;
  readonly gateway_id: number;
  readonly gateway_uid: string;
  readonly gateway_serial: string;
  readonly gateway_name: string;
  readonly gateway_alias: string | null;
  readonly interval_s: number;
  /** Null: no reading yet. */
  readonly ts: Date | null;
  /** Quantities by their wire names; what was not measured is missing. */
  readonly m: ({ readonly [Q in Quantity]?: number } & { readonly ext?: ReadingExtras }) | null;
  readonly today: Energies;
  /** All that its counters counted, what they had counted before their first readings with it. */
  readonly total: Energies;
  /** What its counters had counted before; null: no such counter. Insolation is never counted. */
  readonly opening: Energies;
  /** Local days of those first readings. */
  readonly opened_on: string | null;
  /** First local day of which anything is known; null: nothing is. */
  readonly measured_since: string | null;
  /** What a device that this one replaced had produced, Wh; null: not told. */
  readonly energy_before_wh: number | null;
}

export type AssetType =
  | "solar_inverter"
  | "electric_meter"
  | "grid_meter"
  | "sensor_radiation"
  | "solar_panel"
  | "battery"
  | "swh_controller";

/** Of the ledger, Wh; null: nothing known. */
interface Energies {
  readonly production_wh: number | null;
  readonly import_wh: number | null;
  readonly export_wh: number | null;
  readonly charge_wh: number | null;
  readonly discharge_wh: number | null;
  readonly insolation_wh_m2: number | null;
}

/** The value with its unit; null where it is missing. */
export const unit = <U extends string>(value: number | null | undefined, name: U) => ({
  value: value ?? null,
  unit: name,
});
/** Wh as kWh; null where it is missing. */
export const kwhReading = (wh: number | null | undefined) =>
  unit(wh === null || wh === undefined ? null : wh / 1000, "kWh");

/** True when the device's newest reading is new enough at the instant (ms since 1970) to be shown as now. */
export function isLive(row: Pick<DeviceRecord, "ts" | "interval_s">, nowMs: number): boolean {
  return row.ts !== null && nowMs - row.ts.getTime() <= contactLimitSeconds(row.interval_s) * 1000;
}

/** The device's newest values at the instant (ms since 1970). */
export function iotDataOf(row: DeviceRecord, nowMs: number): IotData {
  const common = { ts: row.ts?.toISOString() ?? null, is_live: isLive(row, nowMs) };
  return SHAPES[row.asset_type](row, common);
}

const SHAPES: Record<AssetType, (row: DeviceRecord, common: Common) => IotData> = {
  solar_inverter: inverter,
  electric_meter: productionMeter,
  grid_meter: gridMeter,
  sensor_radiation: sensor,
  swh_controller: waterHeater,
  // A battery of its own answers what a battery behind an inverter does, with the rest empty.
  battery: inverter,
  solar_panel: (_row, common) => ({ kind: "other", ...common }),
};

interface Common {
  readonly ts: string | null;
  readonly is_live: boolean;
}

function inverter({ m, today, total }: DeviceRecord, common: Common): IotData {
  return {
    kind: "inverter",
    ...common,
    mppt_list: {
      mppt: (m?.ext?.mppt ?? []).map((tracker) => ({
        mppt_id: tracker.mppt_id,
        dc_voltage: unit(tracker.dc_voltage_v, "V"),
        dc_current: unit(tracker.dc_current_a, "A"),
        dc_power: unit(tracker.dc_power_w, "W"),
        string_list: (tracker.strings ?? []).map((string) => ({
          string_id: string.string_id,
          dc_current: unit(string.dc_current_a, "A"),
        })),
      })),
    },
    inverter_ac: {
      ac_apparent_power: unit(m?.ac_apparent_power_va, "VA"),
      ac_current: unit(m?.ac_current_a, "A"),
      ac_power: unit(m?.ac_power_w, "W"),
      ac_reactive_power: unit(m?.ac_reactive_power_var, "var"),
      ac_power_factor: unit(m?.ac_power_factor, ""),
      ac_voltage: unit(m?.ac_voltage_v, "V"),
      ac_frequency: unit(m?.ac_frequency_hz, "Hz"),
    },
    inverter_dc: {
      dc_power: unit(m?.dc_power_w, "W"),
      dc_voltage: unit(m?.dc_voltage_v, "V"),
      dc_current: unit(m?.dc_current_a, "A"),
    },
    inverter_production: {
      today_production: kwhReading(today.production_wh),
      total_production: kwhReading(total.production_wh),
    },
    inverter_status: {
      state: m?.state ?? null,
      cabinet_temperature: unit(m?.cabinet_temperature_c, "°C"),
      error_list: m?.ext?.errors ?? [],
    },
    energy_storage: storage(m, today, total),
    battery_inverter: {
      battery_current: unit(m?.battery_current_a, "A"),
      battery_voltage: unit(m?.battery_voltage_v, "V"),
      SOC: unit(m?.soc_percent, "%"),
      charge_power: unit(m?.charge_power_w, "W"),
      discharge_power: unit(m?.discharge_power_w, "W"),
      today_charge_energy: kwhReading(today.charge_wh),
      total_charge_energy: kwhReading(total.charge_wh),
      today_discharge_energy: kwhReading(today.discharge_wh),
      total_discharge_energy: kwhReading(total.discharge_wh),
    },
  };
}

function storage(m: DeviceRecord["m"], today: Energies, total: Energies) {
  return {
    pv_power: unit(m?.dc_power_w, "W"),
    load_power: unit(m?.load_power_w, "W"),
    inverter_output_power: unit(m?.ac_power_w, "W"),
    today_energy_generation: kwhReading(today.production_wh),
    total_energy_generation: kwhReading(total.production_wh),
    today_energy_export: kwhReading(today.export_wh),
    total_energy_export: kwhReading(total.export_wh),
    today_energy_import: kwhReading(today.import_wh),
    total_energy_import: kwhReading(total.import_wh),
    today_energy_consumption: kwhReading(consumptionWh(today)),
    total_energy_consumption: kwhReading(consumptionWh(total)),
  };
}

/** Generation + import − export + discharge − charge, Wh; null unless the device counts generation, import and export. */
function consumptionWh(of: Energies): number | null {
  if (of.production_wh === null || of.import_wh === null || of.export_wh === null) return null;
  return of.production_wh + of.import_wh - of.export_wh + (of.discharge_wh ?? 0) - (of.charge_wh ?? 0);
}

function meterParts(m: DeviceRecord["m"]) {
  const phase = (name: "a" | "b" | "c") => m?.ext?.phases?.find((one) => one.phase === name);
  return {
    energy: {
      total_watt_hours_import: unit(m?.energy_import_wh, "Wh"),
      total_watt_hours_export: unit(m?.energy_export_wh, "Wh"),
    },
    power: {
      total_real_power: unit(m?.ac_power_w, "W"),
      ac_apparent_power: unit(m?.ac_apparent_power_va, "VA"),
    },
    grid: {
      phase_a_current: unit(phase("a")?.current_a, "A"),
      phase_b_current: unit(phase("b")?.current_a, "A"),
      phase_c_current: unit(phase("c")?.current_a, "A"),
      phase_a_voltage: unit(phase("a")?.voltage_v, "V"),
      phase_b_voltage: unit(phase("b")?.voltage_v, "V"),
      phase_c_voltage: unit(phase("c")?.voltage_v, "V"),
      frequency: unit(m?.ac_frequency_hz, "Hz"),
      power_factor: unit(m?.ac_power_factor, ""),
    },
  };
}

function productionMeter({ m, today, total }: DeviceRecord, common: Common): IotData {
  const { energy, power, grid } = meterParts(m);
  const [t1, t2, t3] = m?.ext?.production_by_tariff_wh ?? [];
  return {
    kind: "meter",
    ...common,
    metter_energy: energy,
    metter_power: power,
    metter_grid: grid,
    metter_production: {
      // A production meter that counts no total counts what it exports.
      today_production: kwhReading(today.production_wh ?? today.export_wh),
      total_production: kwhReading(total.production_wh ?? total.export_wh),
      total_production_t1: kwhReading(t1),
      total_production_t2: kwhReading(t2),
      total_production_t3: kwhReading(t3),
    },
  };
}

function gridMeter({ m, today }: DeviceRecord, common: Common): IotData {
  const { energy, power, grid } = meterParts(m);
  return {
    kind: "grid_meter",
    ...common,
    metter_energy_grid: energy,
    metter_power_grid: power,
    metter_data_grid: grid,
    today_import: kwhReading(today.import_wh),
    today_export: kwhReading(today.export_wh),
  };
}

function sensor({ m, today }: DeviceRecord, common: Common): IotData {
  return {
    kind: "sensor",
    ...common,
    radiation_data: {
      radiation_value: unit(m?.irradiance_w_m2, "W/m2"),
      panel_temperature: unit(m?.module_temperature_c, "°C"),
      ambient_temperature: unit(m?.ambient_temperature_c, "°C"),
      wind_speed: unit(m?.wind_speed_m_s, "m/s"),
      today_insolation: unit(today.insolation_wh_m2, "Wh/m2"),
    },
  };
}

function waterHeater({ m }: DeviceRecord, common: Common): IotData {
  return {
    kind: "swh",
    ...common,
    swh_sensor: {
      tank_temperature: unit(m?.tank_temperature_c, "°C"),
      collector_temperature: unit(m?.collector_temperature_c, "°C"),
      inlet_temperature: unit(m?.inlet_temperature_c, "°C"),
      outlet_temperature: unit(m?.outlet_temperature_c, "°C"),
      ambient_temperature: unit(m?.ambient_temperature_c, "°C"),
      flow: unit(m?.flow_l_h, "L/h"),
    },
    swh_relay: m?.ext?.relays ?? [],
  };
}
