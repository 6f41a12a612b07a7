// What explanations of key figures are made of: the facts, and the parts that several figures share.
import type { Answer, HeatSource, kpiExplain, PerformanceTerms } from "@heliograph/contract";
import {
  type DeviceAvailability,
  type Price,
  countedEnergyWh,
  type CountedSums,
  estimatedWh,
  integratedWh,
  type DaySums,
  summedEnergies,
  type GridFactors,
  type KpiSums,
  type KpiPlant,
} from "../../kpi/index.ts";
import type { DueOfDay } from "../data-quality/production-due.ts";

type Explanation = Answer<typeof kpiExplain>;
export type Input = Explanation["inputs"][number];
export type ExplainedEntry = Explanation["days"][number];
/** What differs from figure to figure. */
export type Explained = Pick<
  Explanation,
  "value" | "unit" | "reason" | "formula" | "rule_source" | "inputs" | "quarter_hours" | "days"
>;

export interface ExplainedDay extends DaySums, Partial<CountedSums> {
  readonly day: string;
  readonly saving_vnd: string | null;
  readonly import_wh: number | null;
  readonly export_wh: number | null;
  /** Of a water heater. */
  readonly heat_wh: number | null;
  readonly heat_source: HeatSource | null;
  readonly auxiliary_wh: number | null;
  readonly saved_wh: number | null;
  /** The day in sums over its quarter hours. */
  readonly kpi: KpiSums;
  readonly devices: readonly DeviceAvailability[];
}

export interface ExplainFacts {
  readonly plant: KpiPlant;
  readonly terms: PerformanceTerms;
  readonly commissioned_on: string | null;
  readonly factors: GridFactors;
  /** Days of which something is known, in order. */
  readonly days: readonly ExplainedDay[];
  /** In force within the range, oldest first; empty: the project has none. */
  readonly prices: readonly (Price & { readonly valid_from: string })[];
  /** What each gateway is called, by id. */
  readonly gateways: ReadonlyMap<number, string>;
  /** The five minutes of highest power; undefined: none is known, or it was not asked for. */
  readonly peak: { readonly power_w: number; readonly at: Date } | undefined;
  /** Null: the project is no water heater. */
  readonly heater: { readonly heater_efficiency: number; readonly tank_volume_l: number | null } | null;
  readonly corrections: number;
  readonly counter_events: number;
}

/** An explanation without its rule. */
export type ExplanationPart = Omit<Explained, "formula" | "rule_source">;

/** An input of a figure: measured, of the project, and in force always, unless it says otherwise. */
export const input = (
  name: Input["name"],
  value: number | null,
  unit: string,
  more: Partial<Input> = {},
): Input => ({
  name,
  value,
  unit,
  since: null,
  source: null,
  provisional: false,
  gateway: null,
  ...more,
});
/** A share as per cent. */
export const percentOf = (share: number | null) => (share === null ? null : share * 100);
/** Wh as kWh. */
export const kwh = (wh: number | null) => (wh === null ? null : wh / 1000);
/** Sources of inputs that are not measured. */
export const AGREED = "Set for this project";
export const COMPUTED = "Computed";
/** Sum of what is known; null: nothing is. */
export const sumOf = <T>(items: readonly T[], of: (item: T) => number | null): number | null =>
  items.reduce<number | null>((sum, item) => {
    const value = of(item);
    return value === null ? sum : (sum ?? 0) + value;
  }, null);

/** Energy that counts on the day: what was produced, and for a water heater what it made unnecessary. Wh. */
export const avoidedWh = (day: ExplainedDay): number | null => countedEnergyWh(day) ?? day.saved_wh;

/** What of the days' energy is integrated from power. */
export const integrated = (days: readonly ExplainedDay[]): Input =>
  input("integrated_energy", kwh(sumOf(days, integratedWh)), "kWh", { source: COMPUTED });

/** What may stand behind any energy: estimates, integrals of power, corrections, and counters that jumped. */
export function provenance({ days, corrections, counter_events }: ExplainFacts): Input[] {
  return [
    input("estimated_energy", kwh(sumOf(days, estimatedWh)), "kWh", { source: COMPUTED }),
    integrated(days),
    input("corrections", corrections, ""),
    input("counter_events", counter_events, ""),
  ];
}

/** A figure that is made of days of something known or not; without `total` it is their sum. */
export function summedOver(
  facts: ExplainFacts,
  of: {
    unit: string;
    value: (day: ExplainedDay) => number | null;
    total?: number | null;
    inputs: Input[];
  },
): ExplanationPart {
  const value = of.total === undefined ? sumOf(facts.days, of.value) : of.total;
  return {
    value,
    unit: of.unit,
    reason: value === null ? "no_data" : null,
    quarter_hours: null,
    days: facts.days.map((day): ExplainedEntry => {
      const one = of.value(day);
      return { day: day.day, value: one, reason: one === null ? "no_data" : null, used: 0, left_out: {} };
    }),
    inputs: of.inputs,
  };
}

/** The days on which anything was due, with what it was; those of which nothing came are among them. */
export function dueDays(
  days: readonly ExplainedDay[],
  due: readonly DueOfDay[],
  kpiOf: (day: DaySums & { readonly day: string }) => KpiSums,
): ExplainedDay[] {
  const told = new Map(days.map((day) => [day.day, day]));
  return due.map((of) => {
    const day = told.get(of.day);
    return day === undefined
      ? { ...NOTHING_TOLD, ...of, kpi: kpiOf({ ...NOTHING_TOLD, ...of }) }
      : { ...day, ...of };
  });
}

const NOTHING_TOLD: Omit<ExplainedDay, "day" | "kpi"> = {
  meter_wh: null,
  inverter_wh: null,
  est_meter_wh: null,
  est_inverter_wh: null,
  int_meter_wh: null,
  int_inverter_wh: null,
  insolation_wh_m2: null,
  covered_s: 0,
  expected_s: 0,
  irradiance_covered_s: 0,
  irradiance_expected_s: 0,
  saving_vnd: null,
  import_wh: null,
  export_wh: null,
  heat_wh: null,
  heat_source: null,
  auxiliary_wh: null,
  saved_wh: null,
  devices: [],
};

/** From the strongest to the weakest. */
const HEAT_SOURCES = ["counter", "flow", "tank"] as const;

/** The days of each month as one, summed, under the first of them: for what is made of sums over whole days only. */
export function byMonth(days: readonly ExplainedDay[]): ExplainedDay[] {
  const months = Map.groupBy(days, ({ day }) => day.slice(0, 7));
  return [...months.values()].flatMap((ofMonth) => {
    const [first] = ofMonth;
    if (first === undefined) return [];
    const sum = (of: (day: ExplainedDay) => number | null) => sumOf(ofMonth, of);
    const seconds = (of: (day: ExplainedDay) => number) => sum(of) ?? 0;
    const saving = sum((day) => (day.saving_vnd === null ? null : Number(day.saving_vnd)));
    return {
      ...first,
      ...summedEnergies(ofMonth),
      heat_wh: sum((day) => day.heat_wh),
      auxiliary_wh: sum((day) => day.auxiliary_wh),
      saved_wh: sum((day) => day.saved_wh),
      heat_source:
        HEAT_SOURCES.findLast((source) => ofMonth.some((day) => day.heat_source === source)) ?? null,
      import_wh: sum((day) => day.import_wh),
      export_wh: sum((day) => day.export_wh),
      insolation_wh_m2: sum((day) => day.insolation_wh_m2),
      saving_vnd: saving === null ? null : String(saving),
      covered_s: seconds((day) => day.covered_s),
      expected_s: seconds((day) => day.expected_s),
      irradiance_covered_s: seconds((day) => day.irradiance_covered_s),
      irradiance_expected_s: seconds((day) => day.irradiance_expected_s),
      devices: [],
    };
  });
}

/** By which devices the days count, day by day; null: nothing is known of any. */
export function countedKinds(
  days: readonly Pick<ExplainedDay, "meter_wh" | "inverter_wh">[],
): "electric_meter" | "solar_inverter" | "mixed" | null {
  const metered = days.some(({ meter_wh }) => meter_wh !== null);
  const inverted = days.some(({ meter_wh, inverter_wh }) => meter_wh === null && inverter_wh !== null);
  if (metered && inverted) return "mixed";
  return metered ? "electric_meter" : inverted ? "solar_inverter" : null;
}
