// A project's day as it is kept, and what follows from such days: ratios, guarantees and statuses of any period.
import {
  availabilityOfDay,
  downSomewhere,
  ratedDevices,
  type DayFacts,
  type DeviceAvailability,
} from "../availability/availability-day.ts";
import type { PerformanceTerms } from "@heliograph/contract";
import { INITIAL_KAPPA } from "./curtailed-energy.ts";
import { countedEnergyWh, notComparable, type DaySums } from "./day-ratio.ts";
import { dayPairs, KPI_VERSION, type DayPairs } from "./kpi-day.ts";
import type { KpiPlant } from "./kpi-plant.ts";
import {
  QUARTER_MS,
  quartersOf,
  quartersOfDevice,
  type DeviceQuarters,
  type DeviceRows,
  type KpiDaySpan,
} from "./kpi-quarters.ts";
import { unitDay, type UnitDay } from "./kpi-units.ts";
import { kappaCurve, unitKappa, type UnitSums } from "./kappa-sums.ts";
import type { Kappa } from "./kappa-curve.ts";
import type { LeftOutBecause, NoRatioBecause } from "./performance-ratio.ts";

/** Why a day has no performance ratio. */
type NoDayBecause = NoRatioBecause | "estimated";

/** A project's local day in sums, without its devices. */
export interface KpiSums {
  readonly day: string;
  readonly energy_wh: number | null;
  readonly insolation_wh_m2: number | null;
  readonly warm_energy_wh: number | null;
  readonly warm_insolation_wh_m2: number | null;
  readonly warm_insolation_c: number | null;
  readonly expected_wh: number | null;
  readonly curtailed_wh: number | null;
  readonly daylight: number;
  readonly used: number;
  readonly reason: NoDayBecause | null;
  readonly left_out: Readonly<Partial<Record<LeftOutBecause, number>>>;
  readonly units: readonly UnitDay[];
}

export interface KpiDay extends KpiSums {
  readonly version: number;
  readonly devices: readonly DeviceAvailability[];
}

/** Days before a day from which κ is learnt. */
export const KAPPA_DAYS = 30;

/** A day with its pairs, before κ is known. */
export interface PairedDay {
  readonly span: KpiDaySpan;
  readonly devices: readonly DeviceQuarters[];
  readonly pairs: DayPairs;
  /** Share of the day's energy whose day is uncertain, because a gap reaches over midnight. */
  readonly estimated_share: number;
}

/** Pairs a day of the plant. `now_ms` tells which quarter hours are over. */
export function pairedDay(
  rows: readonly DeviceRows[],
  of: { span: KpiDaySpan; plant: KpiPlant; now_ms: number; estimated_share: number },
): PairedDay {
  const devices = rows.map((row) => quartersOfDevice(row, of.span));
  const pairs = dayPairs(devices, of.span, of.plant, of.now_ms);
  return { span: of.span, devices, pairs, estimated_share: of.estimated_share };
}

/** Of each unit of the day, what κ is learnt from. */
export const freeSumsOf = (paired: PairedDay): { gateway_id: number | null; free: UnitSums }[] =>
  paired.pairs.units.map(({ gateway_id, free }) => ({ gateway_id, free }));

/** The units of earlier days that κ of the day is learnt from. */
export type Learnt = readonly Pick<UnitDay, "gateway_id" | "free">[];

/** A day settled: its sums, and which quarter hours zero export held back. */
export interface SettledDay {
  readonly kpi: Omit<KpiDay, "devices">;
  /** κ of the plant's first part by irradiance, which stands for the plant. */
  readonly kappa: Kappa;
  readonly limited: readonly boolean[];
  /** What the availability of its devices is judged by. */
  readonly facts: DayFacts;
}

/** The day in sums, with κ learnt from the 30 days before. */
export function settledDay(paired: PairedDay, learnt: Learnt, plant: KpiPlant): SettledDay {
  const { pairs, span, devices } = paired;
  const quarters = quartersOf(span);
  const rated = ratedDevices(devices);
  const until = pairs.looked_at.lastIndexOf(true) + 1;
  const units = pairs.units.map((unit) => {
    const before = learnt.filter(({ gateway_id }) => gateway_id === unit.gateway_id).map(({ free }) => free);
    const own = rated.filter((device) => unit.gateway_id === null || device.gateway_id === unit.gateway_id);
    const kappas = unitKappa(before, unit.plant, plant.rules);
    return unitDay(unit, kappas, { plant, near: pairs.near_zero, down: downSomewhere(own, quarters), until });
  });
  const limitedIn = (gateway_id: number, at: number) =>
    units.some((unit) => (unit.gateway_id ?? gateway_id) === gateway_id && unit.limited[at] === true);
  const [first] = units;
  const kappa = first === undefined ? INITIAL_KAPPA : kappaCurve(first, "counted");
  const facts: DayFacts = {
    pairs,
    span,
    plant,
    kappa,
    limited: (device, at) => limitedIn(device.gateway_id, at),
  };
  const limited = Array.from({ length: quarters }, (_, at) =>
    units.some((unit) => unit.limited[at] === true),
  );
  const kpi = {
    ...sumsOfDay(paired, plant),
    expected_wh: summed(units.map((unit) => unit.expected_wh)),
    curtailed_wh: summed(units.map((unit) => unit.curtailed_wh)),
    units: units.map(({ limited: _, ...unit }) => unit),
  };
  return { kpi, kappa, limited, facts };
}

/** The settled day with the availability of its devices, as it is kept. */
export const keptDay = ({
  kpi,
  facts,
  paired,
}: Pick<SettledDay, "kpi" | "facts"> & { readonly paired: PairedDay }): KpiDay => ({
  ...kpi,
  devices: availabilityOfDay(ratedDevices(paired.devices), facts),
});

const summed = (values: readonly (number | null)[]): number | null =>
  values.reduce<number | null>((sum, value) => (value === null ? sum : (sum ?? 0) + value), null);

function sumsOfDay({ pairs, span, estimated_share }: PairedDay, plant: KpiPlant) {
  const { ratio, warm } = pairs;
  const estimated = estimated_share > 1 - plant.rules.min_completeness;
  const { no_energy = 0, no_irradiance = 0 } = ratio.left_out;
  const used = ratio.used > 0;
  return {
    day: span.day,
    version: KPI_VERSION,
    energy_wh: used ? ratio.energy_wh : null,
    insolation_wh_m2: used ? ratio.insolation_wh_m2 : null,
    warm_energy_wh: warm?.energy_wh ?? null,
    warm_insolation_wh_m2: warm?.insolation_wh_m2 ?? null,
    warm_insolation_c: warm?.insolation_c ?? null,
    daylight: ratio.used + no_energy + no_irradiance,
    used: ratio.used,
    reason: ratio.reason ?? (estimated ? ("estimated" as const) : null),
    left_out: ratio.left_out,
  };
}

const quartersIn = (seconds: number) => Math.round((seconds * 1000) / QUARTER_MS);

/**
 * A day whose quarter hours are not kept, as if it were one of them: whole when production and irradiance are complete.
 * `expected_wh` is what the day's insolation lets expect.
 */
export function wholeDaySums(
  day: DaySums & { readonly day: string },
  terms: Pick<PerformanceTerms, "min_completeness_percent" | "min_insolation_wh_m2">,
  expected_wh: number | null,
): KpiSums {
  const reason = notComparable(day, {
    min_completeness: terms.min_completeness_percent / 100,
    min_insolation_wh_m2: terms.min_insolation_wh_m2,
  });
  return {
    day: day.day,
    energy_wh: countedEnergyWh(day),
    insolation_wh_m2: day.insolation_wh_m2,
    warm_energy_wh: null,
    warm_insolation_wh_m2: null,
    warm_insolation_c: null,
    expected_wh,
    curtailed_wh: null,
    daylight: quartersIn(day.irradiance_expected_s),
    used: quartersIn(Math.min(day.irradiance_covered_s, day.irradiance_expected_s)),
    reason,
    left_out: {},
    units: [],
  };
}

/** Sums of a period's days that have a performance ratio. Null values: none has. */
interface PeriodRatio {
  /** 0 to about 1; null with the reason of the days. */
  readonly actual: number | null;
  /** With what zero export held back. */
  readonly corrected: number | null;
  readonly reason: NoDayBecause | null;
  readonly completeness: number | null;
  readonly energy_wh: number;
  readonly insolation_wh_m2: number;
  readonly curtailed_wh: number | null;
  readonly expected_wh: number | null;
}

/** Performance ratios of the days together: sums over sums, of the days that have one. Source: IEC 61724-1:2021. */
export function periodRatio(days: readonly KpiSums[], capacity_wp: number): PeriodRatio {
  const usable = days.filter((day) => day.reason === null);
  const sum = (of: (day: KpiSums) => number | null) =>
    usable.reduce((total, day) => total + (of(day) ?? 0), 0);
  const energyWh = sum((day) => day.energy_wh);
  const insolation = sum((day) => day.insolation_wh_m2);
  const curtailed = summed(usable.map((day) => day.curtailed_wh));
  const reference = (capacity_wp * insolation) / 1000;
  const daylight = days.reduce((total, day) => total + day.daylight, 0);
  const has = reference > 0;
  return {
    actual: has ? energyWh / reference : null,
    corrected: has && curtailed !== null ? (energyWh + curtailed) / reference : null,
    reason: has ? null : (days.findLast((day) => day.reason !== null)?.reason ?? "no_data"),
    completeness: daylight === 0 ? null : days.reduce((total, day) => total + day.used, 0) / daylight,
    energy_wh: energyWh,
    insolation_wh_m2: insolation,
    curtailed_wh: summed(days.map((day) => day.curtailed_wh)),
    expected_wh: summed(days.map((day) => day.expected_wh)),
  };
}

/** Performance ratio of a period as if the modules had been at 25 °C. */
interface CorrectedPeriod {
  /** 0 to about 1; null with the reason. */
  readonly value: number | null;
  readonly reason: NoDayBecause | "no_temperature" | null;
  readonly energy_wh: number;
  readonly insolation_wh_m2: number;
  readonly reference_wh: number;
  /** Module temperature weighted by the irradiance, °C; null: none is known. */
  readonly weighted_c: number | null;
}

/**
 * The temperature-corrected ratio of the days together: of those that have a ratio, and of whose insolation at least
 * `least` (0 to 1) came with a module temperature. Source: IEC 61724-1:2021, PR′ STC.
 */
export function temperatureCorrected(
  days: readonly KpiSums[],
  { capacity_wp, gamma_per_c }: Pick<KpiPlant, "capacity_wp" | "gamma_per_c">,
  least: number,
): CorrectedPeriod {
  const compared = days.filter((day) => day.reason === null);
  const usable = compared.filter(
    (day) => (day.warm_insolation_wh_m2 ?? 0) >= least * (day.insolation_wh_m2 ?? 0),
  );
  const sum = (of: (day: KpiSums) => number | null) =>
    usable.reduce((total, day) => total + (of(day) ?? 0), 0);
  const energyWh = sum((day) => day.warm_energy_wh);
  const insolation = sum((day) => day.warm_insolation_wh_m2);
  const warm = sum((day) => day.warm_insolation_c);
  // Σ Gτ · (1 + γ (T − 25)), which is linear in γ.
  const referenceWh = (capacity_wp / 1000) * ((1 - 25 * gamma_per_c) * insolation + gamma_per_c * warm);
  const has = referenceWh > 0;
  const uncompared = days.findLast((day) => day.reason !== null)?.reason ?? "no_data";
  return {
    value: has ? energyWh / referenceWh : null,
    reason: has ? null : compared.length > 0 ? "no_temperature" : uncompared,
    energy_wh: energyWh,
    insolation_wh_m2: insolation,
    reference_wh: referenceWh,
    weighted_c: insolation > 0 ? warm / insolation : null,
  };
}
