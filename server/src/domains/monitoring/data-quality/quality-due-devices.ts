// What was due of each device, which of its days are looked into, and when it was silent.
import { startOfDay, type Day } from "@heliograph/contract";
import { BIN_MS, isSunDriven, sunElevationDeg, WAKING_ELEVATION_DEG } from "../../energy/index.ts";
import type {
  LookedInto,
  QualityDay,
  QualityDeviceRow,
  QualityPlace,
  QualityQuarters,
} from "./data-quality.sql.ts";
import { silentSeconds } from "./quality-cells.ts";
import { deviceDayKey, dueBins, dueSpan, quarterDays, type DueSpan, type QuarterDay } from "./quality-due.ts";
import { outagesOf, silencesOf, type HeardDevice, type Outage } from "./quality-gaps.ts";

/** Days of devices that are looked into by quarter hours: the newest. */
const LOOKED_INTO = 4000;

/** What the database was asked and said. */
export interface AskedQuality {
  readonly place: QualityPlace;
  readonly from_date: Day;
  readonly to_date: Day;
  readonly nowMs: number;
  readonly devices: readonly QualityDeviceRow[];
  readonly days: readonly QualityDay[];
  /** Of which energy is reported and no readings are due, by `deviceDayKey`. */
  readonly reported: ReadonlySet<string>;
}

/** A device with what was due of it on each day of the range. */
export interface DueDevice {
  readonly device: QualityDeviceRow;
  readonly due: DueSpan | null;
  /** Of each day of the range. */
  readonly days: readonly {
    readonly day: QuarterDay;
    readonly bins: readonly number[];
    readonly row: QualityDay | undefined;
    readonly silent_s: number;
  }[];
}

/** The devices with what was due of them; those that were taken out only where something was. */
export function dueDevices({
  place,
  from_date,
  to_date,
  nowMs,
  devices,
  days,
  reported,
}: AskedQuality): DueDevice[] {
  const rows = new Map(days.map((row) => [deviceDayKey(row.device_id, row.day), row]));
  const firsts = devices.flatMap(({ first_at }) => first_at?.getTime() ?? []);
  const plant = {
    first_ms: firsts.length === 0 ? null : Math.min(...firsts),
    commissioned_ms:
      place.commissioned_on === null ? null : startOfDay(place.timezone, place.commissioned_on),
  };
  const calendar = quarterDays(place, from_date, to_date);
  return devices.flatMap((device) => {
    const due = dueSpan(device, plant, nowMs);
    const own = calendar.map((day) => {
      const key = deviceDayKey(device.device_id, day.day);
      const bins = reported.has(key) ? [] : dueBins(device.asset_type, day, due);
      const row = rows.get(key);
      return { day, bins, row, silent_s: silentSeconds(bins.length, row) };
    });
    const isThere = device.removed_at === null || own.some(({ bins, row }) => bins.length > 0 || row);
    return isThere ? [{ device, due, days: own }] : [];
  });
}

/** The days that quarter hours tell more of: with silence, or with energy that was spread. The newest of them. */
export function daysToLookInto(devices: readonly DueDevice[]): LookedInto[] {
  const all = devices.flatMap(({ device, days }) =>
    days.flatMap(({ day, row, silent_s }) =>
      row !== undefined && (silent_s > 0 || row.est_production_wh + row.est_export_wh > 0)
        ? [{ device_id: device.device_id, day: day.day, from_ms: day.from_ms, to_ms: day.to_ms }]
        : [],
    ),
  );
  return all.toSorted((a, b) => b.from_ms - a.from_ms).slice(0, LOOKED_INTO);
}

/** When each of the devices was silent. */
export function outagesIn(
  devices: readonly DueDevice[],
  quarters: readonly QualityQuarters[],
  place: QualityPlace,
): Outage[] {
  const looked = new Map(quarters.map((one) => [deviceDayKey(one.device_id, one.day), one]));
  const heard = devices.map((one) => heardDevice(one, looked, place));
  return outagesOf(heard, heard.flatMap(silencesOf));
}

function heardDevice(
  { device, due, days }: DueDevice,
  looked: ReadonlyMap<string, QualityQuarters>,
  place: QualityPlace,
): HeardDevice {
  const { device_id, gateway_id, asset_type } = device;
  const silent = new Set(
    days.flatMap(({ day, bins, row, silent_s }) => {
      if (silent_s === 0) return [];
      const measured = looked.get(deviceDayKey(device_id, day.day))?.measured;
      // Of a day that was not looked into only whole silence is known.
      if (measured === undefined) return row === undefined || row.covered_s === 0 ? bins : [];
      const there = new Set(measured);
      return bins.filter((bin) => !there.has((bin - day.from_ms) / BIN_MS));
    }),
  );
  const last = days.at(-1)?.day.to_ms ?? 0;
  return {
    device_id,
    gateway_id,
    due: days.flatMap(({ bins }) => bins),
    isMeasured: (bin) => !silent.has(bin),
    isAwake: (bin) =>
      !isSunDriven(asset_type) || sunElevationDeg(place, bin + BIN_MS / 2) >= WAKING_ELEVATION_DEG,
    untilNow: device.removed_at === null && due !== null && due.to_ms <= last,
  };
}
