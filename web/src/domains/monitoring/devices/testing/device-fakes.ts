// Devices of a project as the server answers them, for tests.
import type {
  DeviceDetail,
  DeviceRow,
  GatewayRow,
} from "@heliograph/contract/monitoring/devices/device-list";

export const ZONE = "Asia/Ho_Chi_Minh";
/** Saturday 21 November 2026, 13:40 at the project. */
export const CURRENT_TIME = "2026-11-21T06:40:00.000Z";

/** A uid that ends in the number. */
export const uid = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, "0")}`;

/** A gateway in contact, changed as told. */
export const fakeGatewayRow = (n: number, change: Partial<GatewayRow> = {}): GatewayRow => ({
  uid: uid(n),
  serial: `BELINK-${n}`,
  name: `Gateway ${n}`,
  alias: null,
  firmware_version: "2.4.1",
  last_contact_at: "2026-11-21T06:39:58.000Z",
  device_status: "normal",
  devices: 1,
  ...change,
});

/** An inverter that delivers 40 kW, changed as told. */
export const fakeDeviceRow = (n: number, change: Partial<DeviceRow> = {}): DeviceRow => ({
  uid: uid(100 + n),
  serial: `S-${n}`,
  name: `INV-${n}`,
  alias: null,
  asset_type: "solar_inverter",
  gateway: { uid: uid(1), serial: "BELINK-1", alias: "Hall B" },
  manufacturer: "Sungrow",
  model: "SG50CX",
  firmware_version: "1.2.3",
  device_status: "normal",
  sensor: null,
  ts: "2026-11-21T06:39:55.000Z",
  is_live: true,
  live: { value: 40_000, unit: "W" },
  today: { value: 123.4, unit: "kWh" },
  today_export: null,
  ...change,
});

const of = <U extends string>(value: number | null, unit: U) => ({ value, unit });

/** What the inverter of `fakeDeviceRow(1)` says: two trackers of two strings, and no battery. */
export const inverterSays: Extract<DeviceDetail["iot_data"], { kind: "inverter" }> = {
  kind: "inverter",
  ts: "2026-11-21T06:39:55.000Z",
  is_live: true,
  mppt_list: {
    mppt: [1, 2].map((mppt_id) => ({
      mppt_id,
      dc_voltage: of(612.34, "V"),
      dc_current: of(16.1, "A"),
      dc_power: of(9860, "W"),
      string_list: [1, 2].map((string_id) => ({ string_id, dc_current: of(8.05, "A") })),
    })),
  },
  inverter_ac: {
    ac_apparent_power: of(40_100, "VA"),
    ac_current: of(58.2, "A"),
    ac_power: of(40_000, "W"),
    ac_reactive_power: of(1200, "var"),
    ac_power_factor: of(0.998, ""),
    ac_voltage: of(400.2, "V"),
    ac_frequency: of(50.01, "Hz"),
  },
  inverter_dc: { dc_power: of(41_000, "W"), dc_voltage: of(612, "V"), dc_current: of(67, "A") },
  inverter_production: { today_production: of(123.4, "kWh"), total_production: of(98_765.4, "kWh") },
  inverter_status: { state: 4, cabinet_temperature: of(null, "°C"), error_list: [] },
  energy_storage: {
    pv_power: of(41_000, "W"),
    load_power: of(null, "W"),
    inverter_output_power: of(40_000, "W"),
    today_energy_generation: of(123.4, "kWh"),
    total_energy_generation: of(98_765.4, "kWh"),
    today_energy_export: of(null, "kWh"),
    total_energy_export: of(null, "kWh"),
    today_energy_import: of(null, "kWh"),
    total_energy_import: of(null, "kWh"),
    today_energy_consumption: of(null, "kWh"),
    total_energy_consumption: of(null, "kWh"),
  },
  battery_inverter: {
    battery_current: of(null, "A"),
    battery_voltage: of(null, "V"),
    SOC: of(null, "%"),
    charge_power: of(null, "W"),
    discharge_power: of(null, "W"),
    today_charge_energy: of(null, "kWh"),
    total_charge_energy: of(null, "kWh"),
    today_discharge_energy: of(null, "kWh"),
    total_discharge_energy: of(null, "kWh"),
  },
};

/** Everything of the inverter of `fakeDeviceRow(1)`, changed as told. */
export const fakeDeviceDetail = (change: Partial<DeviceDetail> = {}): DeviceDetail => ({
  uid: uid(101),
  serial: "S-1",
  asset_type: "solar_inverter",
  name: "INV-1",
  alias: "South roof",
  manufacturer: "Sungrow",
  model: "SG50CX",
  firmware_version: "1.2.3",
  ac_nominal_w: 50_000,
  dc_capacity_wp: 61_500,
  battery_capacity_wh: null,
  mppt_count: 2,
  warranty_begin: "2024-01-15",
  warranty_end: "2034-01-14",
  gateway: fakeGatewayRow(1),
  device_status: "normal",
  sensor: null,
  iot_data: inverterSays,
  totals: {
    measured_since: "2025-06-01",
    opened_on: "2025-06-01",
    opening: {
      production: of(60_000, "kWh"),
      import: of(null, "kWh"),
      export: of(null, "kWh"),
      charge: of(null, "kWh"),
      discharge: of(null, "kWh"),
    },
    energy_before: of(null, "kWh"),
  },
  deviating_strings: ["2.1"],
  ...change,
});
