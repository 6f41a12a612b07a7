// The power chart of a day (M114): every device, and sums that do not fall because a device is silent (decision 0070).
import type { Answer, powerChart } from "@heliograph/contract";
import {
  BIN_MS,
  SLOT_LABELS,
  averaged,
  loadOf,
  sunElevationDeg,
  type ChartQuantity,
  type SlottedDay,
  type Slots,
} from "../../energy/index.ts";
import { contactLimitSeconds } from "../../kpi/index.ts";
import { deviceLabelOf, drawnSlots, labelOf, type DeviceOfDay } from "./day-charts.ts";
import {
  AT_ALL_HOURS,
  elevationsOf,
  estimatedSum,
  firstTold,
  heardPart,
  needsHistory,
  provenPower,
  sumOfParts,
  type Elevations,
  type HeardPart,
  type QuarterEnergy,
} from "./power-silence.ts";

type PowerChart = Answer<typeof powerChart>;
type DeviceSeries = PowerChart["data"][number];

/** What of a device lies before the day, and what the ledger knows of the day itself. */
export interface DeviceHistory {
  /** It said something on an earlier day. */
  readonly known_before: boolean;
  /** It did so on the day before, or the ledger knows that it produced on this day. */
  readonly due: boolean;
}

/** The day of a plant's devices, in slots. */
export interface PlantPowerDay {
  readonly day: SlottedDay;
  readonly nowMs: number;
  readonly elevations: Elevations;
  readonly devices: readonly PowerDevice[];
}

interface PowerDevice extends DeviceOfDay {
  readonly series: DeviceSeries;
  /** What its sum is made of: of a battery what it gives less what it takes. Empty: it has no such quantity. */
  readonly power: Slots;
}

interface ChartPlace {
  readonly timezone: string;
  readonly latitude: number;
  readonly longitude: number;
}

/** What the devices told, in slots. */
export function powerDayOf(
  devices: readonly DeviceOfDay[],
  day: SlottedDay,
  at: ChartPlace & { readonly nowMs: number },
): PlantPowerDay {
  return {
    day,
    nowMs: at.nowMs,
    elevations: elevationsOf(day, at, sunElevationDeg),
    devices: devices.map((device) => {
      const series = seriesOf(device, day);
      const power =
        device.asset_type === "battery"
          ? batteryPower(device, day)
          : device.asset_type === "solar_inverter"
            ? series.device_data_ac
            : series.device_real_power;
      return { ...device, series, power };
    }),
  };
}

function seriesOf(device: DeviceOfDay, day: SlottedDay): DeviceSeries {
  const of = (types: readonly string[], quantity: ChartQuantity) =>
    types.includes(device.asset_type) ? drawnSlots(device, day, quantity) : [];
  return {
    label: labelOf(device),
    gateway_device: deviceLabelOf(device),
    is_radiation: device.asset_type === "sensor_radiation",
    is_grid_meter: device.asset_type === "grid_meter",
    device_real_power: of(["electric_meter", "grid_meter"], "ac_power_w"),
    device_data_ac: of(["solar_inverter"], "ac_power_w"),
    device_data_dc: of(["solar_inverter"], "dc_power_w"),
    radiation_data: of(["sensor_radiation"], "irradiance_w_m2"),
  };
}

/** Discharge minus charge. */
function batteryPower(device: DeviceOfDay, day: SlottedDay): Slots {
  const charge = drawnSlots(device, day, "charge_power_w");
  return drawnSlots(device, day, "discharge_power_w").map((out, slot) => {
    const into = charge[slot] ?? null;
    return out === null && into === null ? null : (out ?? 0) - (into ?? 0);
  });
}

/** Of which devices the total is: the inverters, of a plant without any the production meters. */
export const kindOfSum = ({ devices }: PlantPowerDay): "solar_inverter" | "electric_meter" =>
  devices.some(({ asset_type }) => asset_type === "solar_inverter") ? "solar_inverter" : "electric_meter";

/** Devices of which earlier days must be known. */
export function withHistory(of: PlantPowerDay): number[] {
  const kind = kindOfSum(of);
  return of.devices
    .filter(({ asset_type, power }) => {
      if (asset_type === "grid_meter" || asset_type === "battery") return needsHistory(power, AT_ALL_HOURS);
      return asset_type === kind && needsHistory(power, of.elevations);
    })
    .map(({ device_id }) => device_id);
}

interface PowerDeviceHeard extends PowerDevice {
  readonly part: HeardPart;
  /** Without a word for more than a day, and nothing known of it: not due. */
  readonly absent: boolean;
}

/** The devices with what is missing of them. Without a history a device was due all day: it told what it had to tell. */
export function heardDevices(
  of: PlantPowerDay,
  histories: ReadonlyMap<number, DeviceHistory>,
): PowerDeviceHeard[] {
  const end = dayEnd(of);
  return of.devices.map((device) => {
    const { asset_type, power: values, readings, removed_at } = device;
    const history = histories.get(device.device_id) ?? { known_before: true, due: true };
    const first = firstTold(values);
    // What tells other things and never its power has none.
    const isDue = first === -1 ? readings === undefined && history.due : true;
    const left = removed_at === null ? end : slotAt(of.day, removed_at.getTime());
    const limit_s = contactLimitSeconds(device.interval_s);
    const due = {
      from: first === -1 || history.known_before ? 0 : first,
      until: isDue ? Math.min(end, left) : 0,
      awaited: slotAt(of.day, of.nowMs - limit_s * 1000),
      // So many empty slots make the next value come within the limit.
      bridge: Math.ceil(limit_s / 300) - 1,
    };
    const isSun = asset_type === "solar_inverter" || asset_type === "electric_meter";
    const part = heardPart({ values, ...due }, isSun ? of.elevations : AT_ALL_HOURS);
    return {
      ...device,
      part,
      absent: first === -1 && readings === undefined && history.known_before && !history.due,
    };
  });
}

/** Of a day that is not over nothing is due after the newest value of all. */
function dayEnd({ day, nowMs, devices }: PlantPowerDay): number {
  if (nowMs >= day.to_ms) return SLOT_LABELS.length;
  return 1 + Math.max(-1, ...devices.map(({ power }) => power.findLastIndex((value) => value !== null)));
}

/** The slot that holds the instant; the first or the one after the last where it lies outside of the day. */
function slotAt(day: SlottedDay, atMs: number): number {
  if (atMs >= day.to_ms) return SLOT_LABELS.length;
  return day.slot_of_span[Math.max(0, Math.floor((atMs - day.from_ms) / 300_000))] ?? SLOT_LABELS.length;
}

/** The devices of the total that are silent at some time of the day. */
export const silentOnes = (devices: readonly PowerDeviceHeard[], kind: string): number[] =>
  devices
    .filter(({ asset_type, part }) => asset_type === kind && part.missing !== null)
    .map(({ device_id }) => device_id);

/** Quarter hours of devices by device id and by their start, ms since 1970. */
export type Quarters = ReadonlyMap<number, ReadonlyMap<number, QuarterEnergy>>;

/** The sum of the devices, with what the ledger proves of the silent ones. */
function powerSumOf(
  devices: readonly PowerDeviceHeard[],
  { day, elevations }: PlantPowerDay,
  quarters: Quarters,
) {
  const parts = devices.map(({ part }) => part);
  const { total, silent } = sumOfParts(parts);
  const byPart = new Map(devices.map(({ part, device_id }) => [part, device_id]));
  const proven = (part: HeardPart, slot: number) => {
    const at = day.from_ms + day.slot_of_span.indexOf(slot) * 300_000;
    const quarter = quarters.get(byPart.get(part) ?? -1)?.get(Math.floor(at / BIN_MS) * BIN_MS);
    return provenPower(quarter, isClosed(part.told, slot));
  };
  return {
    device_data_ac: total,
    device_data_dc: dcOf(devices, elevations),
    device_data_ac_estimated: silent.length === 0 ? [] : estimatedSum(parts, proven),
    silent,
    devices: devices.length,
    absent: devices.filter(({ absent }) => absent).length,
  };
}

/** The readings around the hole lie no more than a quarter hour apart: what lies between is measured. */
function isClosed(told: Slots, slot: number): boolean {
  let first = slot;
  while (first > 0 && told[first - 1] === null) first -= 1;
  const after = told.findIndex((value, at) => at > slot && value !== null);
  return after !== -1 && after - first < BIN_MS / 300_000;
}

/** DC of the devices that tell it. Null also where AC of one is missing. */
function dcOf(devices: readonly PowerDeviceHeard[], elevations: Elevations): Slots {
  const parts = devices.map(({ series }) => {
    const values = series.device_data_dc;
    const until = firstTold(values) === -1 ? 0 : values.length;
    return heardPart(
      { values, from: Math.max(0, firstTold(values)), until, awaited: 0, bridge: 2 },
      elevations,
    );
  });
  const isMissing = (slot: number) => devices.some(({ part }) => (part.missing?.[slot] ?? 0) !== 0);
  return sumOfParts(parts).total.map((sum, slot) => (isMissing(slot) ? null : sum));
}

/** The power chart from what was heard: every series has all slots, or is empty where the device has no such quantity. */
export function powerChartOf(
  of: PlantPowerDay,
  devices: readonly PowerDeviceHeard[],
  quarters: Quarters,
  at: { timezone: string; view_day: string; run_nze: boolean; day_data: PowerChart["day_data"] },
): PowerChart {
  const kind = kindOfSum(of);
  const counted = devices.filter(({ asset_type }) => asset_type === kind);
  const ofType = (type: string) =>
    sumOfParts(devices.filter(({ asset_type }) => asset_type === type).map(({ part }) => part)).total;
  const total = powerSumOf(counted, of, quarters);
  const grid = ofType("grid_meter");
  const battery = ofType("battery");
  const gateways = Map.groupBy(counted, ({ gateway_uid }) => gateway_uid);
  return {
    view_day: at.view_day,
    timezone: at.timezone,
    date_label: [...SLOT_LABELS],
    units: { power: "W", radiation: "W/m2" },
    data: devices.filter(({ asset_type }) => asset_type !== "battery").map(({ series }) => series),
    total_data: {
      ...total,
      sum_of: kind,
      grid_power: grid,
      battery_power: battery,
      load: loadOf({ pv: total.device_data_ac, battery, grid }, (slot) => (of.elevations[slot] ?? 0) < 0),
      radiation_data: averaged(devices.map(({ series }) => series.radiation_data)),
    },
    gateway_data: [...gateways.values()].flatMap((own) => {
      const [one] = own;
      if (one === undefined) return [];
      return { label: one.series.label, ...(gateways.size === 1 ? total : powerSumOf(own, of, quarters)) };
    }),
    day_data: at.day_data,
    run_nze: at.run_nze,
  };
}
