// The charts of a water heater from what its controllers said and what its days gave (M118, M210).
import {
  daysBetween,
  SWH_SENSORS,
  type Answer,
  type swhEnergyChart,
  type swhTemperatureChart,
} from "@heliograph/contract";
import type { ChartDevice } from "../charts/day-chart.sql.ts";
import { SLOT_LABELS, slotted, type DayReadings, type SlottedDay } from "../../energy/index.ts";
import { heatFigures, sunShare } from "./heat-figures.ts";
import { inDegrees, inDong, inKilowattHours, inPercents } from "../project-figures.ts";
import { controllerLabel } from "./water-heater.ts";
import type { HeatOfDay } from "./water-heater.sql.ts";

/** Lines of the day's temperatures, of sensors that said something. */
export function temperatureChartOf(
  devices: readonly ChartDevice[],
  readings: ReadonlyMap<number, DayReadings>,
  day: SlottedDay,
  at: { readonly timezone: string; readonly view_day: string },
): Answer<typeof swhTemperatureChart> {
  const data = devices.flatMap((device) => {
    const own = readings.get(device.device_id);
    if (own === undefined) return [];
    return SWH_SENSORS.flatMap(({ sensor, name, quantity }) => {
      const values = quantity === "flow_l_h" ? undefined : own[quantity];
      if (values === undefined) return [];
      const arr_value = slotted(day, own, values, 0.1);
      return { ...controllerLabel(device), sensor, name, unit: inDegrees(null).unit, arr_value };
    });
  });
  return { ...at, date_label: [...SLOT_LABELS], data };
}

/** Bars of the range, one a day or month; days without a word are null. */
export function energyChartOf(
  days: readonly HeatOfDay[],
  of: {
    readonly from: string;
    readonly to: string;
    readonly type: "day" | "month";
    readonly timezone: string;
    readonly heater_efficiency: number;
  },
): Answer<typeof swhEnergyChart> {
  const labelOf = (day: string) => (of.type === "day" ? day : day.slice(0, 7));
  const labels = [...new Set(daysBetween(of.from, of.to).map(labelOf))];
  const groups = Map.groupBy(days, ({ day }) => labelOf(day));
  return {
    timezone: of.timezone,
    date_label: labels,
    data: labels.map((label) => {
      const own = groups.get(label) ?? [];
      const sums = heatFigures(own);
      return {
        solar_heat: inKilowattHours(sums.heat_wh),
        energy_saving: inKilowattHours(sums.saved_wh),
        auxiliary: inKilowattHours(sums.auxiliary_wh),
        cost_saving: inDong(sums.saving_vnd),
        solar_fraction: inPercents(sunShare(own, of.heater_efficiency)),
        estimated: own.some((day) => day.heat_source === "tank"),
      };
    }),
  };
}
