// Answers of a water heater's calls for tests; the contract parses them when they are served.
import type { z } from "zod";
import { DAY_SLOTS } from "@heliograph/contract/monitoring/charts/day-charts";
import { daysBetween } from "@heliograph/contract/kernel/time";
import type { swhFigures } from "@heliograph/contract/monitoring/project-figures";
import type { swhEnergyChart, swhTemperatureChart, swhWidget } from "@heliograph/contract/monitoring/heaters";
import { fakeUid } from "../../charts/testing/key-figure-fakes.ts";

type SwhFigures = z.input<typeof swhFigures>;
type HeaterAnswer = z.input<typeof swhWidget.answer>;
const of = <U extends string>(value: number | null, unit: U) => ({ value, unit });

const CONTROLLER = { device_uid: fakeUid(81), device_serial: "SC-01", alias: "Mái B" };

/** The figures of the project, with `change` in them. */
export const heaterFigures = (change: Partial<SwhFigures> = {}): SwhFigures => ({
  tank_temperature: of(58.4, "°C"),
  collector_temperature: of(71.2, "°C"),
  ambient_temperature: of(31.3, "°C"),
  today_energy_saving: of(12.5, "kWh"),
  energy_saving: of(8400, "kWh"),
  since: "2026-01-05",
  co2_reduction: of(5.5, "t"),
  relay_list: [{ relay: "RL1", on: true }],
  active_schedule: null,
  ...change,
});

const READINGS: Pick<HeaterAnswer, "widget_swh_sensor" | "widget_swh_relay"> = {
  widget_swh_sensor: [
    {
      ...CONTROLLER,
      sensor: "S1",
      name: "collector_temperature",
      value: null,
      unit: "°C",
      status: "Critical",
      reason: "open",
    },
    {
      ...CONTROLLER,
      sensor: "S2",
      name: "tank_temperature",
      value: 58.4,
      unit: "°C",
      status: "Normal",
      reason: null,
    },
    { ...CONTROLLER, sensor: "S6", name: "flow", value: 480, unit: "L/h", status: "Normal", reason: null },
  ],
  widget_swh_relay: [
    { ...CONTROLLER, relay: "RL1", on: true, since: "2026-11-21T02:05:00.000Z", today_on: of(4.6, "h") },
    { ...CONTROLLER, relay: "RL2", on: false, since: null, today_on: of(0, "h") },
  ],
};

const ERRORS: HeaterAnswer["error_list"] = [
  {
    ...CONTROLLER,
    code: "swh_s1_error",
    level: "Critical",
    error: "S1 error",
    lines: [{ sensor: "S1", line: "open" }],
    since: "2026-11-21T02:20:00.000Z",
    until: null,
  },
  {
    ...CONTROLLER,
    code: "swh_other",
    level: "Notice",
    error: "Anode worn",
    lines: [],
    since: "2026-11-20T02:20:00.000Z",
    until: "2026-11-20T03:20:00.000Z",
  },
];

/** A controller with a broken collector line and its pump on, and nothing planned; `change` replaces parts. */
export function heaterAnswer(change: Partial<HeaterAnswer> = {}): HeaterAnswer {
  const nothing = { state: "no_schedule" as const, schedule_list: [] };
  return {
    last_reading_at: "2026-11-21T06:39:00.000Z",
    widget_swh_energy_saving: {
      today: of(12.5, "kWh"),
      month: of(310.2, "kWh"),
      total: of(8400, "kWh"),
      solar_heat: { today: of(11.9, "kWh"), total: of(7980, "kWh") },
      solar_fraction: of(76, "%"),
      source: "counter",
    },
    widget_swh_cost_saving: {
      today: of(27_551, "VND"),
      month: of(683_701, "VND"),
      total: of(18_514_150, "VND"),
    },
    ...READINGS,
    widget_swh_model: {
      tank_volume: of(3000, "L"),
      collector_area: of(40, "m2"),
      collector_type: "evacuated_tube",
      heater_power: of(18_000, "W"),
      heater_efficiency: of(95, "%"),
      controller_list: [
        { ...CONTROLLER, manufacturer: "RESOL", model: "DeltaSol BX Plus", firmware_version: "1.2" },
      ],
    },
    widget_swh_active_schedule: nothing,
    widget_swh_upcoming_schedule: nothing,
    error_list: ERRORS,
    ...change,
  };
}

const line = (sensor: "S1" | "S2", name: "collector_temperature" | "tank_temperature", value: number) => ({
  ...CONTROLLER,
  sensor,
  name,
  unit: "°C" as const,
  arr_value: Array.from({ length: DAY_SLOTS }, () => value),
});

/** Tank and collector at fixed temperatures all day. */
export function temperatureAnswer(day: string): z.input<typeof swhTemperatureChart.answer> {
  return {
    view_day: day,
    timezone: "Asia/Ho_Chi_Minh",
    date_label: [],
    data: [line("S1", "collector_temperature", 71.5), line("S2", "tank_temperature", 58.4)],
  };
}

/** 20 kWh saved a day; the last one estimated. */
export function heatAnswer(from: string, to: string): z.input<typeof swhEnergyChart.answer> {
  const labels = daysBetween(from, to);
  return {
    timezone: "Asia/Ho_Chi_Minh",
    date_label: labels,
    data: labels.map((_, index) => ({
      solar_heat: of(19, "kWh"),
      energy_saving: of(20, "kWh"),
      auxiliary: of(6, "kWh"),
      cost_saving: of(44_081, "VND"),
      solar_fraction: of(76.9, "%"),
      estimated: index === labels.length - 1,
    })),
  };
}

function showModal(this: HTMLDialogElement): void {
  this.open = true;
}

/** jsdom has the dialog element without its modal state: the list of errors opens in one. */
export function furnishDialogs(): void {
  HTMLDialogElement.prototype.showModal = showModal;
}
