// "How was this computed?": the explanation of each key figure from the facts it was made of.
import type { Answer, KpiName, kpiExplain, LeftOutReason, PerformanceTerms } from "@heliograph/contract";
import { availabilitiesOf, type DeviceAvailability } from "./availability-day.ts";
import { DEFAULT_PRICE, type Price } from "./cost-saving.ts";
import { countedEnergyWh, type DaySums } from "./day-ratio.ts";
import { avoidedCo2Kg, emissionFactor } from "./emission-factors.ts";
import { guaranteedOn, simulatedOn, weighedBySun } from "./guarantee.ts";
import { periodRatio, type KpiSums } from "./key-figures.ts";
import { KPI_VERSION, showsCorrected, type KpiPlant } from "./kpi-day.ts";

type Explanation = Answer<typeof kpiExplain>;
type Input = Explanation["inputs"][number];
type Day = Explanation["days"][number];
/** What differs from figure to figure. */
export type Explained = Pick<
  Explanation,
  "value" | "unit" | "reason" | "formula" | "rule_source" | "inputs" | "quarter_hours" | "days"
>;

export interface ExplainedDay extends DaySums {
  readonly day: string;
  readonly saving_vnd: string | null;
  readonly export_wh: number | null;
  /** The day in sums over its quarter hours. */
  readonly kpi: KpiSums;
  readonly devices: readonly DeviceAvailability[];
}

export interface ExplainFacts {
  readonly plant: KpiPlant;
  readonly terms: PerformanceTerms;
  readonly commissioned_on: string | null;
  /** Days of which something is known, in order. */
  readonly days: readonly ExplainedDay[];
  /** In force within the range, oldest first; empty: the project has none. */
  readonly prices: readonly (Price & { readonly valid_from: string })[];
  /** What each gateway is called, by id. */
  readonly gateways: ReadonlyMap<number, string>;
  readonly corrections: number;
  readonly counter_events: number;
}

/** Names the rules an explanation speaks of. */
export const RULES_VERSION = `key-figures/${KPI_VERSION}`;

const IEC = "IEC 61724-1:2021, performance ratio: sums over complete pairs of energy and irradiance";
const RULES: Record<KpiName, { formula: string; rule_source: string }> = {
  performance_ratio: { formula: "PR = 100 * sum(E) / sum(P0 * G * t / 1000)", rule_source: IEC },
  corrected_ratio: {
    formula:
      "CPR = 100 * (sum(E) + E_curt) / sum(P0 * G * t / 1000); E_curt = sum over limited quarter hours of max(0, min(P_AC, kappa * P0 * G / 1000 * (1 + gamma * (T - 25))) * t - E)",
    rule_source: `${IEC}, with what zero export held back; kappa is the temperature-corrected ratio of the free quarter hours of the 30 days before`,
  },
  availability: {
    formula: "A = 100 * sum(P_device * up) / sum(P_device * rated)",
    rule_source:
      "IEC TS 63019:2019, time-based technical availability; gaps by the counter's rise over them, after RdTools (NREL)",
  },
  energy: {
    formula: "E = sum of the rises of the production meters' counters, else of the inverters'",
    rule_source:
      "Energy ledger: resets, glitches and spikes are not counted; gaps are spread by clear-sky irradiance",
  },
  co2: {
    formula: "CO2 = sum(E * EF(year))",
    rule_source: "Official grid emission factor of the production's year",
  },
  saving: {
    formula: "S = sum((E - E_export) * price(t) + E_export * export_price)",
    rule_source: "The project's tariff at each quarter hour",
  },
};

const input = (
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
const percentOf = (share: number | null) => (share === null ? null : share * 100);
const kwh = (wh: number | null) => (wh === null ? null : wh / 1000);
const AGREED = "Set for this project";
const COMPUTED = "Computed";
const sumOf = <T>(items: readonly T[], of: (item: T) => number | null): number | null =>
  items.reduce<number | null>((sum, item) => {
    const value = of(item);
    return value === null ? sum : (sum ?? 0) + value;
  }, null);

/** The explanation of the figure over the days. */
export function explained(kpi: KpiName, facts: ExplainFacts): Explained {
  const of = {
    performance_ratio: ratioExplained,
    corrected_ratio: ratioExplained,
    availability: availabilityExplained,
    energy: energyExplained,
    co2: co2Explained,
    saving: savingExplained,
  }[kpi];
  return { ...RULES[kpi], ...of(facts, kpi) };
}

type Part = Omit<Explained, "formula" | "rule_source">;

function counted(days: readonly KpiSums[]): NonNullable<Explained["quarter_hours"]> {
  const left_out: Partial<Record<LeftOutReason, number>> = {};
  for (const day of days) {
    for (const reason of ["no_energy", "no_irradiance", "dark"] as const) {
      const count = day.left_out[reason] ?? 0;
      if (count > 0) left_out[reason] = (left_out[reason] ?? 0) + count;
    }
  }
  return { used: days.reduce((sum, day) => sum + day.used, 0), left_out };
}

function ratioExplained(facts: ExplainFacts, kpi: KpiName): Part {
  const { plant, terms } = facts;
  const corrected = kpi === "corrected_ratio";
  const applies = !corrected || showsCorrected(plant);
  const days = facts.days.map((day) => day.kpi);
  const ratio = periodRatio(days, plant.capacity_wp);
  const shareOf = (of: ReturnType<typeof periodRatio>) => (corrected ? of.corrected : of.actual);
  const share = applies ? shareOf(ratio) : null;
  const sunny = facts.days.map(({ day, insolation_wh_m2 }) => ({ day, insolation_wh_m2 }));
  return {
    value: percentOf(share),
    unit: "%",
    reason: applies ? (share === null ? (ratio.reason ?? "no_data") : null) : "not_applicable",
    quarter_hours: counted(days),
    days: days.map((day): Day => {
      const one = periodRatio([day], plant.capacity_wp);
      const value = applies ? percentOf(shareOf(one)) : null;
      return {
        day: day.day,
        value,
        reason: value === null ? (day.reason ?? "not_applicable") : null,
        ...counted([day]),
      };
    }),
    inputs: [
      input("energy", kwh(ratio.energy_wh), "kWh"),
      input("insolation", ratio.insolation_wh_m2, "Wh/m2"),
      input("capacity", plant.capacity_wp / 1000, "kWp", { source: AGREED }),
      input("reference_energy", (plant.capacity_wp * ratio.insolation_wh_m2) / 1e6, "kWh", {
        source: COMPUTED,
      }),
      ...(corrected
        ? [
            input("curtailed_energy", kwh(ratio.curtailed_wh), "kWh", { source: COMPUTED }),
            ...kappas(facts),
            input("gamma", terms.gamma_percent_per_c, "%/°C", { source: AGREED }),
          ]
        : []),
      input(
        "guaranteed",
        percentOf(weighedBySun(sunny, (day) => guaranteedOn(terms, facts.commissioned_on, day))),
        "%",
        { source: AGREED },
      ),
      input("simulated", percentOf(weighedBySun(sunny, (day) => simulatedOn(terms, day))), "%", {
        source: AGREED,
      }),
      input("pair_from", terms.pair_from_w_m2, "W/m2", { source: AGREED }),
      input("min_completeness", terms.min_completeness_percent, "%", { source: AGREED }),
      input("min_insolation", terms.min_insolation_wh_m2, "Wh/m2", { source: AGREED }),
      ...provenance(facts),
    ],
  };
}

const availabilityPercent = (devices: readonly DeviceAvailability[]) =>
  percentOf(availabilitiesOf(devices).technical);

function ratedOf(devices: readonly DeviceAvailability[]) {
  const pending = devices.reduce((sum, device) => sum + device.pending, 0);
  const rated = devices.reduce((sum, device) => sum + device.rated, 0);
  return { used: rated, left_out: pending === 0 ? {} : { pending } };
}

/** κ of the last day that has one, of each gateway where each is calculated for itself. */
function kappas({ days, gateways }: ExplainFacts): Input[] {
  const last = days.findLast(({ kpi }) => kpi.units.length > 0);
  return (last?.kpi.units ?? []).map(({ gateway_id, kappa }) =>
    input("kappa", kappa, "", {
      since: last?.day ?? null,
      source: COMPUTED,
      gateway: gateway_id === null ? null : (gateways.get(gateway_id) ?? null),
    }),
  );
}

function availabilityExplained(facts: ExplainFacts): Part {
  const all = facts.days.flatMap((day) => day.devices);
  const value = availabilityPercent(all);
  return {
    value,
    unit: "%",
    reason: value === null ? "not_rated" : null,
    quarter_hours: ratedOf(all),
    days: facts.days.map(({ day, devices }): Day => {
      const one = availabilityPercent(devices);
      return { day, value: one, reason: one === null ? "not_rated" : null, ...ratedOf(devices) };
    }),
    inputs: [
      input("rated_from", facts.terms.rated_from_w_m2, "W/m2", { source: AGREED }),
      input("rated", all.reduce((sum, device) => sum + device.rated, 0) / 4, "h"),
      input("up", all.reduce((sum, device) => sum + device.up, 0) / 4, "h"),
      ...provenance(facts),
    ],
  };
}

/** What may stand behind any energy: estimates, corrections, and counters that jumped. */
function provenance({ days, corrections, counter_events }: ExplainFacts): Input[] {
  const estimated = sumOf(days, (day) => (day.meter_wh === null ? day.est_inverter_wh : day.est_meter_wh));
  return [
    input("estimated_energy", kwh(estimated), "kWh", { source: COMPUTED }),
    input("corrections", corrections, ""),
    input("counter_events", counter_events, ""),
  ];
}

/** A figure that is a sum over days of something known or not. */
function summedOver(
  facts: ExplainFacts,
  of: { unit: string; value: (day: ExplainedDay) => number | null; inputs: Input[] },
): Part {
  const value = sumOf(facts.days, of.value);
  return {
    value,
    unit: of.unit,
    reason: value === null ? "no_data" : null,
    quarter_hours: null,
    days: facts.days.map((day): Day => {
      const one = of.value(day);
      return { day: day.day, value: one, reason: one === null ? "no_data" : null, used: 0, left_out: {} };
    }),
    inputs: of.inputs,
  };
}

function energyExplained(facts: ExplainFacts): Part {
  return summedOver(facts, {
    unit: "kWh",
    value: (day) => kwh(countedEnergyWh(day)),
    inputs: [input("energy", kwh(sumOf(facts.days, countedEnergyWh)), "kWh"), ...provenance(facts)],
  });
}

function co2Explained(facts: ExplainFacts): Part {
  const years = [...new Set(facts.days.map((day) => Number(day.day.slice(0, 4))))];
  const factors = years.flatMap((year) => {
    const factor = emissionFactor(year);
    const energy = sumOf(
      facts.days.filter((day) => Number(day.day.slice(0, 4)) === year),
      countedEnergyWh,
    );
    const since = String(year);
    return [
      input("energy", kwh(energy), "kWh", { since }),
      input("emission_factor", factor.kg_per_kwh, "t/MWh", {
        since,
        source: factor.source,
        provisional: factor.provisional,
      }),
    ];
  });
  return summedOver(facts, {
    unit: "t",
    value: (day) => kwh(avoidedCo2Kg(countedEnergyWh(day), Number(day.day.slice(0, 4)))),
    inputs: [...factors, ...provenance(facts)],
  });
}

const DEFAULT_SOURCE =
  "Average retail price from 2025-05-10 before VAT, EVN decision 599/QD-EVN: the project has no tariff";

function savingExplained(facts: ExplainFacts): Part {
  const [first] = facts.days;
  const uncovered =
    facts.prices[0] === undefined || (first !== undefined && facts.prices[0].valid_from > first.day);
  const prices = [...(uncovered ? [{ ...DEFAULT_PRICE, valid_from: null }] : []), ...facts.prices].flatMap(
    (price) => {
      const more = { since: price.valid_from, source: price.valid_from === null ? DEFAULT_SOURCE : AGREED };
      return [
        input("price", Number(price.vnd_per_kwh), "VND/kWh", more),
        input("export_price", Number(price.export_vnd_per_kwh), "VND/kWh", more),
        input("price_bands", price.bands.length, "", more),
      ];
    },
  );
  return summedOver(facts, {
    unit: "VND",
    value: (day) => (day.saving_vnd === null ? null : Number(day.saving_vnd)),
    inputs: [
      input("energy", kwh(sumOf(facts.days, countedEnergyWh)), "kWh"),
      input("exported", kwh(sumOf(facts.days, (day) => day.export_wh)), "kWh"),
      ...prices,
      ...provenance(facts),
    ],
  });
}
