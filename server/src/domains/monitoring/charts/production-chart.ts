// The production chart: bars by day or month, with what follows from them.
import {
  productionLabels,
  type Answer,
  type PerformanceTerms,
  type productionChart,
  deviceName,
} from "@heliograph/contract";
import {
  completenessOf,
  countedEnergyWh,
  type CountedSums,
  expectedWh,
  type DaySums,
  type ProjectEnergies,
  summedEnergies,
  energyShare,
  estimatedWh,
  integratedWh,
  avoidedCo2Kg,
  isProvisional,
  type GridFactors,
  guaranteedOn,
  simulatedOn,
  simulatedYear,
  statusBy,
  weighedBySun,
  periodRatio,
  wholeDaySums,
  type KpiSums,
} from "../../kpi/index.ts";
import { dueBy, gatewayLabel, type Due, type DueOfDay } from "../data-quality/production-due.ts";
import { inDong, inKilowattHours, inPercents, inTonsOf } from "../project-figures.ts";

type Chart = Answer<typeof productionChart>;
type Bar = Chart["total_display"][number];

export interface SeriesGateway {
  readonly gateway_id: number;
  readonly gateway_uid: string;
  readonly serial: string;
  readonly name: string;
  readonly alias: string | null;
  readonly removed: boolean;
}

/** A day of the project. */
export interface ProjectDay extends DaySums {
  readonly day: string;
  readonly saving_vnd: string | null;
}

/** Energies of a gateway's devices over a day or month. */
export interface GatewayEnergy extends ProjectEnergies {
  readonly gateway_id: number;
  readonly label: string;
  readonly covered_s: number;
  /** Of a month: what of it counts for the project, day by day. */
  readonly counted_wh?: number | null;
}

interface ProductionFacts {
  readonly from: string;
  readonly to: string;
  readonly type: "day" | "month";
  readonly timezone: string;
  readonly capacity_wp: number;
  /** Null: nothing degrades. */
  readonly commissioned_on: string | null;
  readonly terms: PerformanceTerms;
  readonly factors: GridFactors;
  /** M162. */
  readonly has_cpr: boolean;
  /** Days in sums over their quarter hours, in any order. */
  readonly kpis: readonly KpiSums[];
  readonly gateways: readonly SeriesGateway[];
  readonly days: readonly ProjectDay[];
  readonly energies: readonly GatewayEnergy[];
  /** What was due of the production, day by day. */
  readonly due: readonly DueOfDay[];
  /** Of the meters and inverters of each gateway: seconds by its id and label. */
  readonly gatewaysDue: ReadonlyMap<string, number>;
}

/** What is known of one label's period for the whole project. */
interface Period {
  readonly label: string;
  readonly year: number;
  readonly days: readonly ProjectDay[];
  /** One for each of the days. */
  readonly kpis: readonly KpiSums[];
  readonly sums: Omit<GatewayEnergy, "gateway_id" | "label"> & Partial<CountedSums>;
  readonly insolation_wh_m2: number | null;
  readonly saving_vnd: number | null;
}

/**
 * The chart of M116. What a gateway avoids in CO2 and saves is its share of the project's: by the production meters where
 * the project has any in the period, else by the inverters, so that the stacks add up to the project.
 */
export function productionChartOf(facts: ProductionFacts): Chart {
  const labels = productionLabels(facts.from, facts.to, facts.type);
  const periods = periodsOf(labels, facts);
  const due = dueBy(facts.due, ({ day }) => (facts.type === "day" ? day : day.slice(0, 7)));
  const gateways = facts.gateways.map((gateway) => {
    const own = new Map(
      facts.energies.filter((row) => row.gateway_id === gateway.gateway_id).map((row) => [row.label, row]),
    );
    return { gateway, label: labelOf(gateway), own };
  });
  const shown = gateways.filter(({ gateway, own }) => !gateway.removed || own.size > 0);
  return {
    chart_date_label: labels,
    timezone: facts.timezone,
    chart_data: shown.map(({ gateway, label, own }) => ({
      label,
      data: labels.map((date) => {
        const expected_s = facts.gatewaysDue.get(gatewayLabel(gateway.gateway_id, date)) ?? 0;
        return barOf(own.get(date), { expected_s, covered_s: own.get(date)?.covered_s ?? 0 });
      }),
    })),
    total_display: periods.map((period) =>
      barOf(period.days.length === 0 ? undefined : period.sums, due.get(period.label)),
    ),
    insolation_data: periods.map((period) => ({ value: period.insolation_wh_m2, unit: "Wh/m2" })),
    expected_prod_data: periods.map((period) => expectedOf(period, facts)),
    chart_co2: shown.map(({ label, own }) => ({
      label,
      data: periods.map((period) => ({
        co2_reduction: inTonsOf(
          avoidedCo2Kg(facts.factors, countedOf(own.get(period.label), period), period.year),
        ),
      })),
    })),
    chart_saving: shown.map(({ label, own }) => ({
      label,
      data: periods.map((period) => ({ saving_cost: inDong(savingOf(own.get(period.label), period)) })),
    })),
    project_pvsyst: pvsystOf(facts.terms),
    has_cpr: facts.has_cpr,
    pr_alert: periods.map((period) => ratiosOf(period, facts)),
    pr_production_data: periods.map((period) => inKilowattHours(countedEnergyWh(period.sums))),
    co2_provisional_years: provisionalYears(periods, facts.factors),
  };
}

function periodsOf(labels: readonly string[], facts: ProductionFacts): Period[] {
  const byLabel = new Map<string, ProjectDay[]>(labels.map((label) => [label, []]));
  const kpis = new Map(facts.kpis.map((kpi) => [kpi.day, kpi]));
  for (const day of facts.days) byLabel.get(facts.type === "day" ? day.day : day.day.slice(0, 7))?.push(day);
  return labels.map((label) => {
    const days = byLabel.get(label) ?? [];
    const sum = (of: (day: ProjectDay) => number | null) => days.map(of).reduce(plus, null);
    return {
      label,
      year: Number(label.slice(0, 4)),
      days,
      kpis: days.map((day) => kpiOf(day, kpis.get(day.day), facts)),
      sums: {
        ...summedEnergies(days),
        covered_s: sum((day) => day.covered_s) ?? 0,
      },
      insolation_wh_m2: sum((day) => day.insolation_wh_m2),
      saving_vnd: sum((day) => (day.saving_vnd === null ? null : Number(day.saving_vnd))),
    };
  });
}

/** The day in sums over its quarter hours; where those are no longer kept, as a whole. */
function kpiOf(day: ProjectDay, kpi: KpiSums | undefined, { terms, capacity_wp }: ProductionFacts): KpiSums {
  if (kpi !== undefined && kpi.used > 0) return kpi;
  const whole = wholeDaySums(day, terms, expectedWh(day.insolation_wh_m2, capacity_wp));
  return kpi === undefined || whole.reason === null
    ? whole
    : { ...kpi, expected_wh: kpi.expected_wh ?? whole.expected_wh };
}

function ratiosOf(period: Period, facts: ProductionFacts): Chart["pr_alert"][number] {
  const ratio = periodRatio(period.kpis, facts.capacity_wp);
  const days =
    period.days.length > 0 ? period.days : [{ day: middleOf(period.label), insolation_wh_m2: null }];
  const guaranteed = weighedBySun(days, (day) => guaranteedOn(facts.terms, facts.commissioned_on, day));
  const measured = facts.has_cpr ? ratio.corrected : ratio.actual;
  return {
    pr_data: { ...inPercents(ratio.actual), reason: ratio.reason, completeness: ratio.completeness },
    pr_status: { status: statusBy(facts.terms.status_from_percent, measured, guaranteed) },
    pr_guaranteed: inPercents(guaranteed),
    pr_simulate: inPercents(weighedBySun(days, (day) => simulatedOn(facts.terms, day))),
  };
}

const middleOf = (label: string) => (label.length === "2026-01".length ? `${label}-15` : label);

function expectedOf(period: Period, facts: ProductionFacts): Chart["expected_prod_data"][number] {
  const ratio = periodRatio(period.kpis, facts.capacity_wp);
  const units = period.kpis.flatMap((kpi) => kpi.units);
  const ofGateways = facts.gateways.flatMap(({ gateway_id, gateway_uid, ...gateway }) => {
    const own = units.filter((unit) => unit.gateway_id === gateway_id);
    if (own.length === 0) return [];
    const sum = (of: (unit: (typeof own)[number]) => number | null) =>
      inKilowattHours(own.map(of).reduce(plus, null));
    return {
      gateway_uid,
      gateway_serial: gateway.serial,
      alias: deviceName(gateway),
      expected_prod: sum((unit) => unit.expected_wh),
      expected_export_prod: sum((unit) => unit.curtailed_wh),
    };
  });
  return {
    expected_export_prod: inKilowattHours(facts.has_cpr ? ratio.curtailed_wh : null),
    expected_prod: inKilowattHours(ratio.expected_wh),
    gateway_data: ofGateways.length === 0 ? null : ofGateways,
    cpr: inPercents(facts.has_cpr ? ratio.corrected : null),
  };
}

function pvsystOf(terms: PerformanceTerms): Chart["project_pvsyst"] {
  const year = simulatedYear(terms);
  return terms.pvsyst_month_percent === null || year === null
    ? null
    : { year_percent: year, month_percent: terms.pvsyst_month_percent };
}

const plus = (a: number | null, b: number | null) => (a === null || b === null ? (a ?? b) : a + b);

function barOf(sums: Period["sums"] | undefined, due: Due | undefined): Bar {
  const energy = sums === undefined ? null : countedEnergyWh(sums);
  return {
    metter_production_data: inKilowattHours(sums?.meter_wh ?? null),
    inverter_production_data: inKilowattHours(sums?.inverter_wh ?? null),
    should_display: energy !== null,
    completeness: due === undefined ? null : completenessOf(due.covered_s, due.expected_s),
    estimated_share: energyShare(energy, sums === undefined ? null : estimatedWh(sums)),
    integrated_share: energyShare(energy, sums === undefined ? null : integratedWh(sums)),
  };
}

/** The gateway's part of what counts for the project, Wh: null when it has none, or nothing is known. */
function countedOf(own: GatewayEnergy | undefined, period: Period): number | null {
  if (own === undefined) return null;
  if (own.counted_wh !== undefined) return own.counted_wh;
  return period.sums.meter_wh === null ? own.inverter_wh : own.meter_wh;
}

function savingOf(own: GatewayEnergy | undefined, period: Period): number | null {
  const part = countedOf(own, period);
  const whole = countedEnergyWh(period.sums);
  if (part === null || whole === null || period.saving_vnd === null) return null;
  return whole > 0 ? (part / whole) * period.saving_vnd : 0;
}

function labelOf(gateway: SeriesGateway): Chart["chart_data"][number]["label"] {
  const { gateway_uid, serial } = gateway;
  return { uid: gateway_uid, serial, gateway_uid, gateway_serial: serial, alias: deviceName(gateway) };
}

function provisionalYears(periods: readonly Period[], factors: GridFactors): number[] {
  const years = new Set(periods.filter((period) => period.days.length > 0).map((period) => period.year));
  return [...years].filter((year) => isProvisional(factors, year));
}
