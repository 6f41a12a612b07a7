// The overview's figures: which of a project's values stands for what, and how it is written.
import { kilo, MISSING } from "../../../platform/format.ts";
import type { TextKey } from "../../../app/texts/keys.ts";
import type { Stat } from "../../../ui/layout/StatStrip.tsx";
import type { ListedDevice } from "../devices/device-groups.ts";
import type { KpiStat } from "../explain/explain-target.ts";
import type { ProjectValues } from "../project-values.ts";
import type { Words } from "../words.ts";

/** A figure with K, M or B; the exact value is shown when pointed at. */
function short(words: Words, label: string, value: number | null, unit: string): Stat {
  const { number, suffix } = words.format.abbreviated(value);
  return {
    label,
    number,
    suffix,
    unit,
    known: value !== null,
    exact: `${words.format.number(value, 2)} ${unit}`,
  };
}

/** A total; one that is not of all time says since when it is known. */
function total(
  words: Words,
  label: TextKey,
  [value, since]: readonly [number | null, string | null],
  unit: string,
): Stat {
  const { text, format } = words;
  const foot = value === null || since === null ? {} : { foot: text("list.since", { t: format.day(since) }) };
  const tons =
    unit === text("list.tons") ? { ...format.tons(value), exact: `${format.allTons(value)} ${unit}` } : {};
  return { ...short(words, text(label), value, unit), ...tons, ...foot };
}

/** A figure written in full. */
function plain(label: string, number: string, unit: string): Stat {
  return { label, number, unit, known: number !== MISSING };
}

/** By which devices the total is told, and since when where that is not always. */
function totalFoot({ total_by, total_since }: ProjectValues, { text, format }: Words): { foot?: string } {
  const words = [
    ...(total_by === null ? [] : [text(`by.${total_by}`)]),
    ...(total_by === null || total_since === null
      ? []
      : [text("list.since", { t: format.day(total_since) })]),
  ];
  return words.length === 0 ? {} : { foot: words.join(" · ") };
}

/** Why the power is not known: how many devices are silent, and what the others give. */
function silentFoot({ power_silent: of }: ProjectValues, { text, format }: Words): { foot?: string } {
  if (of === null) return {};
  const silent = text("list.silent", { n: of.silent, m: of.devices });
  return {
    foot:
      of.reporting_w === null
        ? silent
        : `${silent} · ${text("list.reporting", { n: format.powerKw(of.reporting_w) })}`,
  };
}

/** The seven live figures of a pv project; `narrow` gives them shorter names. */
export function pvFigures(now: ProjectValues, words: Words, narrow: boolean): KpiStat[] {
  const { text, format } = words;
  return [
    { ...plain(text("list.activePower"), format.powerKw(now.power_w), "kW"), ...silentFoot(now, words) },
    {
      ...short(words, text(narrow ? "list.today" : "list.todayTotal"), now.today_kwh, "kWh"),
      ...(now.today_by === null ? {} : { foot: text(`by.${now.today_by}`) }),
      kpi: "energy",
      over: "today",
    },
    {
      ...total(words, "list.total", [now.total_kwh, now.total_since], "kWh"),
      ...totalFoot(now, words),
      kpi: "energy",
    },
    plain(text("list.radiation"), format.number(now.irradiance_w_m2), "W/m²"),
    plain(text("list.panelTemp"), format.number(now.module_temperature_c, 1), "°C"),
    { ...total(words, "list.saved", [now.cost_saving_vnd, now.saving_since], "VND"), kpi: "saving" },
    {
      ...total(words, narrow ? "list.co2Short" : "list.co2", [now.co2_t, now.co2_since], text("list.tons")),
      kpi: "co2",
    },
  ];
}

/** The figures of a solar water heater: its temperatures, and what it has saved. */
export function heaterStats({ heater: now, ...project }: ProjectValues, words: Words): Stat[] {
  const { text, format } = words;
  const degrees = (label: string, value: number | undefined | null) =>
    plain(label, format.number(value, 1), "°C");
  return [
    degrees(text("swh.tank"), now?.tank_temperature_c),
    degrees(text("swh.collector"), now?.collector_temperature_c),
    degrees(text("swh.ambient"), now?.ambient_temperature_c),
    short(words, text("list.energySavingToday"), now?.saved_today_kwh ?? null, "kWh"),
    total(words, "list.energySaving", [now?.saved_kwh ?? null, now?.saved_since ?? null], "kWh"),
    total(words, "list.saved", [project.cost_saving_vnd, project.saving_since], "VND"),
    total(words, "list.co2", [project.co2_t, project.co2_since], text("list.tons")),
  ];
}

/** What a device says now in one figure: a number and its unit. Null: it has said nothing that one figure could hold. */
export function deviceFigure(
  device: ListedDevice,
  { format }: Words,
): { number: string; unit: string } | null {
  const data = device.iot_data;
  if (data === null) return null;
  const inKw = (watts: number | null) => ({ number: format.number(kilo(watts), 1), unit: "kW" });
  if (device.asset_type === "battery" && data.kind === "inverter") {
    return { number: format.number(data.battery_inverter.SOC.value), unit: "%" };
  }
  switch (data.kind) {
    case "inverter":
      return inKw(data.inverter_ac.ac_power.value);
    case "meter":
      return inKw(data.metter_power.total_real_power.value);
    case "grid_meter":
      return inKw(data.metter_power_grid.total_real_power.value);
    case "sensor":
      return { number: format.number(data.radiation_data.radiation_value.value), unit: "W/m²" };
    case "swh":
      return { number: format.number(data.swh_sensor.tank_temperature.value, 1), unit: "°C" };
    case "other":
    default:
      return null;
  }
}
