// Answers about key figures for the overview's tests.
import { daysBetween } from "@heliograph/contract/kernel/time";
import type { projectAlarms } from "@heliograph/contract/monitoring/alarms";
import type { projectAvailability } from "@heliograph/contract/monitoring/charts/availability";
import { DAY_SLOTS, type batteryChart } from "@heliograph/contract/monitoring/charts/day-charts";
import type { kpiExplain } from "@heliograph/contract/monitoring/explain";
import type { productionChart } from "@heliograph/contract/monitoring/charts/production-chart";
import type { z } from "zod";

type Production = z.input<typeof productionChart.answer>;
type Availability = z.input<typeof projectAvailability.answer>;
type Alarms = z.input<typeof projectAlarms.answer>;
type Explanation = z.input<typeof kpiExplain.answer>;
type Battery = z.input<typeof batteryChart.answer>;

/** A uid that a test knows by a number. */
export const fakeUid = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, "0")}`;
const percent = (value: number | null) => ({ value, unit: "%" as const });

/** A period's ratios: actual, guaranteed, and its status. */
export const alertOf = (
  actual: number | null,
  guaranteed: number | null = null,
  status: Production["pr_alert"][number]["pr_status"]["status"] = null,
): Production["pr_alert"][number] => ({
  pr_data: { ...percent(actual), reason: actual === null ? "incomplete" : null, completeness: 1 },
  pr_status: { status },
  pr_guaranteed: percent(guaranteed),
  pr_simulate: percent(null),
});

/** A project's newest ratio, actual and judged, with its status and what was guaranteed. */
export const projectRatio = (
  status: Production["pr_alert"][number]["pr_status"]["status"],
  ratio: number,
  guaranteed: number | null = null,
) => ({
  pr_data: { ...percent(ratio), day: "2026-11-20" },
  pr_alert: {
    pr_status: { status },
    pr_judged: { ...percent(ratio), corrected: false },
    pr_guaranteed: percent(guaranteed),
    pr_simulate: percent(null),
  },
});

/** What a period would have given without zero export. */
export const correctedOf = (cpr: number | null): Production["expected_prod_data"][number] => ({
  expected_export_prod: { value: cpr === null ? null : 10, unit: "kWh" },
  expected_prod: { value: null, unit: "kWh" },
  gateway_data: null,
  cpr: percent(cpr),
});

const label = (n: number, alias: string) => ({
  uid: fakeUid(n),
  serial: `G${n}`,
  gateway_uid: fakeUid(n),
  gateway_serial: `G${n}`,
  alias,
});

/** Two gateways' CO2 and savings, one value a label. */
export function savedBy(
  co2: readonly number[],
  vnd: readonly number[],
): Pick<Production, "chart_co2" | "chart_saving"> {
  const gateways = [label(71, "Mái A"), label(72, "Mái B")];
  return {
    chart_co2: gateways.map((one) => ({
      label: one,
      data: co2.map((value) => ({ co2_reduction: { value, unit: "t" as const } })),
    })),
    chart_saving: gateways.map((one) => ({
      label: one,
      data: vnd.map((value) => ({ saving_cost: { value, unit: "VND" as const } })),
    })),
  };
}

const NO_SILENCE = { communication: 0, outage: 0, partial: 0, pending: 0 };

/** The days asked for, all at 100 % but the last, on which one of two inverters was silent for a time. */
export function availabilityAnswer(query: URLSearchParams): Availability {
  const dates = (query.get("date") ?? "").split(",");
  const silence = { ...NO_SILENCE, outage: 4, communication: 3 };
  const device = (n: number, value: number, of = NO_SILENCE) => ({
    device_uid: fakeUid(n),
    device_serial: `S${n}`,
    alias: `INV-${n}`,
    value,
    silence: of,
  });
  return {
    timezone: "Asia/Ho_Chi_Minh",
    rated_from_w_m2: 50,
    data: dates.map((date, index) => {
      const last = index === dates.length - 1;
      return {
        date,
        project_availability: last ? 95.5 : 100,
        project_variants: { strict: 93, reported: 98, energy: 97 },
        rated: 40,
        planned_outage: last ? 6 : 0,
        silence: last ? silence : NO_SILENCE,
        gateway_availability: [
          {
            gateway_uid: fakeUid(71),
            gateway_serial: "G71",
            alias: "Mái A",
            value: last ? 95.5 : 100,
            gateway_devices: [device(1, 100), device(2, last ? 91 : 100, last ? silence : NO_SILENCE)],
          },
        ],
      };
    }),
    total: { project_availability: 99.55, project_variants: { strict: 99.3, reported: 99.8, energy: 99.7 } },
  };
}

/** No alarm at all. */
export const noAlarms: Alarms = { items: [], total_items: 0, open: { critical: 0, warning: 0, minor: 0 } };

/** A silent gateway since 09:10, and a string that deviated two days ago. */
export const someAlarms: Alarms = {
  items: [
    {
      alarm_uid: fakeUid(91),
      kind: "gateway_silent",
      severity: "critical",
      started_at: "2026-11-21T02:10:00Z",
      ended_at: null,
      gateway: { uid: fakeUid(71), serial: "G71", alias: "Mái A" },
      device: null,
      cause: {},
    },
    {
      alarm_uid: fakeUid(92),
      kind: "string_deviation",
      severity: "warning",
      started_at: "2026-11-19T03:00:00Z",
      ended_at: "2026-11-19T05:30:00Z",
      gateway: { uid: fakeUid(71), serial: "G71", alias: "Mái A" },
      device: { uid: fakeUid(1), serial: "S1", alias: "INV-1", asset_type: "solar_inverter" },
      cause: { strings: ["2.1", "2.3"] },
    },
  ],
  total_items: 9,
  open: { critical: 1, warning: 0, minor: 0 },
};

const OUTAGE = {
  from_at: "2026-11-20T01:00:00Z",
  to_at: "2026-11-20T02:30:00Z",
  reason: "Bảo trì biến áp",
  gateway: "Mái A",
};

/** The explanation of whatever is asked, 82.46 %. */
export function explanationAnswer(query: URLSearchParams): Explanation {
  const from = query.get("from_date") ?? "";
  const to = query.get("to_date") ?? "";
  return {
    // The test asks as the screen does, by the contract's names.
    kpi: query.get("kpi") as Explanation["kpi"],
    from_date: from,
    to_date: to,
    timezone: "Asia/Ho_Chi_Minh",
    value: 82.46,
    unit: "%",
    by: "solar_inverter",
    reason: null,
    lifetime: null,
    formula: "PR = 100 * sum(E) / sum(P0 * G * t / 1000)",
    version: "key-figures/1",
    rule_source: "IEC 61724-1:2021",
    inputs: [
      {
        name: "capacity",
        value: 100,
        unit: "kWp",
        since: null,
        source: "Set for this project",
        provisional: false,
        gateway: null,
      },
      {
        name: "emission_factor",
        value: 0.6592,
        unit: "t/MWh",
        since: "2026",
        source: "DCC 2023",
        provisional: true,
        gateway: null,
      },
      {
        name: "corrections",
        value: 3,
        unit: "",
        since: null,
        source: null,
        provisional: false,
        gateway: null,
      },
    ],
    quarter_hours: { used: 40, left_out: { dark: 8 } },
    planned_outages: query.get("kpi") === "availability" ? [OUTAGE] : [],
    days: daysBetween(from, to).map((day) => ({
      day,
      value: null,
      reason: "little_sun",
      used: 40,
      left_out: { dark: 8 },
    })),
    intervals: [],
  };
}

const slots = (value: number) => Array.from({ length: DAY_SLOTS }, () => value);

/** A battery that charges at 5 kW all day, or none. */
export function batteryAnswer(day: string, batteries = 1): Battery {
  return {
    view_day: day,
    timezone: "Asia/Ho_Chi_Minh",
    date_label: [],
    data: Array.from({ length: batteries }, (_, index) => ({
      label: {
        gateway_uid: fakeUid(71),
        gateway_serial: "G71",
        alias: "Mái A",
        gateway_device: {
          device_uid: fakeUid(60 + index),
          device_serial: `B${index}`,
          alias: `Pin ${index + 1}`,
          asset_type: "battery",
        },
      },
      device_soc: { arr_value: slots(55) },
      device_battery_charge_power: { arr_value: slots(5000) },
      device_battery_dis_charge_power: { arr_value: slots(0) },
    })),
  };
}
