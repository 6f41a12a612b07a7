// Answers of the power chart for the overview's tests.
import { DAY_SLOTS, type powerChart } from "@heliograph/contract/monitoring/charts/day-charts";
import type { z } from "zod";
import { fakeUid } from "./key-figure-fakes.ts";

type PowerDay = z.input<typeof powerChart.answer>;

/** A whole day at one value. */
export const flat = (value: number | null): (number | null)[] =>
  Array.from({ length: DAY_SLOTS }, () => value);

/** One inverter of a power chart, with its AC power. */
export function inverterOf(n: number, gateway: number, ac: (number | null)[]): PowerDay["data"][number] {
  return {
    label: { gateway_uid: fakeUid(gateway), gateway_serial: `G${gateway}`, alias: `Gateway ${gateway}` },
    gateway_device: {
      device_uid: fakeUid(n),
      device_serial: `S${n}`,
      alias: `INV-${n}`,
      asset_type: "solar_inverter",
    },
    is_radiation: false,
    is_grid_meter: false,
    device_real_power: [],
    device_data_ac: ac,
    device_data_dc: [],
    radiation_data: [],
  };
}

const clock = (slot: number) =>
  `${String(Math.floor(slot / 12)).padStart(2, "0")}:${String((slot % 12) * 5).padStart(2, "0")}`;

const noKwh = { value: null, unit: "kWh" } as const;
const NO_DAY: PowerDay["day_data"] = {
  peak_power: { value: null, unit: "W", at: null, by: null },
  production: { ...noKwh, by: null },
  import_energy: noKwh,
  export_energy: noKwh,
  load_energy: noKwh,
  insolation: { value: null, unit: "Wh/m2" },
};

/** Sums of no device. */
export const noSum = () => ({
  device_data_ac: [],
  device_data_dc: [],
  device_data_ac_estimated: [],
  silent: [],
  devices: 0,
  absent: 0,
});

/** A day of power; what is not given is not there. */
export function powerAnswer(
  day: string,
  total: Partial<PowerDay["total_data"]>,
  {
    day_data = {},
    ...over
  }: Partial<Omit<PowerDay, "day_data">> & { day_data?: Partial<PowerDay["day_data"]> } = {},
): PowerDay {
  const none = { ...noSum(), sum_of: "solar_inverter" as const, grid_power: [], battery_power: [], load: [] };
  return {
    view_day: day,
    timezone: "Asia/Ho_Chi_Minh",
    date_label: Array.from({ length: DAY_SLOTS }, (_, slot) => clock(slot)),
    units: { power: "W", radiation: "W/m2" },
    data: [],
    total_data: { ...none, radiation_data: [], ...total },
    gateway_data: [],
    day_data: { ...NO_DAY, ...day_data },
    run_nze: false,
    ...over,
  };
}
