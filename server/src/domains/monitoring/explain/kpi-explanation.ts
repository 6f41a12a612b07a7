// "How was this computed?": the explanation of each key figure from the facts it was made of.
import type { KpiName, LeftOutReason } from "@heliograph/contract";
import {
  availabilitiesOf,
  excludedOf,
  type DeviceAvailability,
  guaranteedOn,
  simulatedOn,
  weighedBySun,
  periodRatio,
  temperatureCorrected,
  type KpiSums,
  KPI_VERSION,
  showsCorrected,
} from "../../kpi/index.ts";
import {
  AGREED,
  COMPUTED,
  input,
  kwh,
  percentOf,
  provenance,
  type Explained,
  type ExplainedEntry,
  type ExplainFacts,
  type Input,
  type ExplanationPart,
} from "./kpi-explanation-parts.ts";
import { SUM_RULES, sumExplained, type SumName } from "./kpi-explanation-sums.ts";

/** Names the rules an explanation speaks of. */
export const RULES_VERSION = `key-figures/${KPI_VERSION}`;

const IEC =
  "IEC 61724-1:2021, performance ratio: sums over complete pairs of energy and irradiance; of several arrays P0 * G is the sum over each by its own sensor";
const RULES: Record<KpiName, { formula: string; rule_source: string }> = {
  ...SUM_RULES,
  performance_ratio: { formula: "PR = 100 * sum(E) / sum(P0 * G * t / 1000)", rule_source: IEC },
  corrected_ratio: {
    formula:
      "CPR = 100 * (sum(E) + E_curt) / sum(P0 * G * t / 1000); E_curt = sum over limited quarter hours of max(0, min(P_AC, kappa * P0 * G / 1000 * (1 + gamma * (T - 25))) * t - E)",
    rule_source: `${IEC}, with what zero export held back; kappa is the temperature-corrected ratio of the free quarter hours of the 30 days before, and where they show how it bends with the light kappa_level + kappa_slope * G / 1000 + kappa_weak_light * 100 / G, between 0.5 and 1.12 times kappa`,
  },
  temperature_corrected_ratio: {
    formula:
      "PR_STC = 100 * sum(E) / sum(P0 * G * t / 1000 * (1 + gamma * (T - 25))), over the quarter hours with a module temperature",
    rule_source: "IEC 61724-1:2021, performance ratio corrected to 25 °C",
  },
  availability: {
    formula:
      "A = 100 * sum(P_device * up) / sum(P_device * rated), without the quarter hours of planned outages",
    rule_source:
      "IEC TS 63019:2019, time-based technical availability; gaps by the counter's rise over them, after RdTools (NREL)",
  },
};

/** The explanation of the figure over the days. */
export function explained(kpi: KpiName, facts: ExplainFacts): Explained {
  return { ...RULES[kpi], ...partOf(kpi, facts) };
}

type RatioName = Exclude<KpiName, SumName>;

const isRatio = (kpi: KpiName): kpi is RatioName => !(kpi in SUM_RULES);

function partOf(kpi: KpiName, facts: ExplainFacts): ExplanationPart {
  if (!isRatio(kpi)) return sumExplained(kpi, facts);
  if (kpi === "availability") return availabilityExplained(facts);
  return kpi === "temperature_corrected_ratio" ? temperatureExplained(facts) : ratioExplained(facts, kpi);
}

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

function ratioExplained(facts: ExplainFacts, kpi: KpiName): ExplanationPart {
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
    days: days.map((day): ExplainedEntry => {
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
      ...limitsOf(facts),
      ...provenance(facts),
    ],
  };
}

/** What of a ratio's limits was set for the project. */
const limitsOf = ({ terms }: ExplainFacts): Input[] => [
  input("pair_from", terms.pair_from_w_m2, "W/m2", { source: AGREED }),
  input("min_completeness", terms.min_completeness_percent, "%", { source: AGREED }),
  input("min_insolation", terms.min_insolation_wh_m2, "Wh/m2", { source: AGREED }),
];

function temperatureExplained(facts: ExplainFacts): ExplanationPart {
  const { plant, terms } = facts;
  const days = facts.days.map((day) => day.kpi);
  const least = terms.min_completeness_percent / 100;
  const whole = temperatureCorrected(days, plant, least);
  return {
    value: percentOf(whole.value),
    unit: "%",
    reason: whole.reason,
    quarter_hours: counted(days),
    days: days.map((day): ExplainedEntry => {
      const one = temperatureCorrected([day], plant, least);
      return { day: day.day, value: percentOf(one.value), reason: one.reason, ...counted([day]) };
    }),
    inputs: [
      input("energy", kwh(whole.energy_wh), "kWh"),
      input("insolation", whole.insolation_wh_m2, "Wh/m2"),
      input("weighted_temperature", whole.weighted_c, "°C"),
      input("capacity", plant.capacity_wp / 1000, "kWp", { source: AGREED }),
      input("gamma", terms.gamma_percent_per_c, "%/°C", { source: AGREED }),
      input("reference_energy", kwh(whole.reference_wh), "kWh", { source: COMPUTED }),
      ...limitsOf(facts),
      ...provenance(facts),
    ],
  };
}

const availabilityPercent = (devices: readonly DeviceAvailability[]) =>
  percentOf(availabilitiesOf(devices).technical);

function ratedOf(devices: readonly DeviceAvailability[]) {
  const pending = devices.reduce((sum, device) => sum + device.pending, 0);
  const rated = devices.reduce((sum, device) => sum + device.rated, 0);
  const planned = excludedOf(devices);
  return {
    used: rated,
    left_out: {
      ...(pending === 0 ? {} : { pending }),
      ...(planned === 0 ? {} : { planned_outage: planned }),
    },
  };
}

/** κ of the last day that has one, of each gateway where each is calculated for itself. */
function kappas({ days, gateways }: ExplainFacts): Input[] {
  const last = days.findLast(({ kpi }) => kpi.units.length > 0);
  return (last?.kpi.units ?? []).flatMap(({ gateway_id, kappa, kappa_at_inverters, curve }) => {
    const of = {
      since: last?.day ?? null,
      source: COMPUTED,
      gateway: gateway_id === null ? null : (gateways.get(gateway_id) ?? null),
    };
    const names = ["kappa_level", "kappa_slope", "kappa_weak_light"] as const;
    return [
      input("kappa", kappa, "", of),
      ...(curve ?? []).map((value, at) =>
        input(names[at] ?? "kappa_level", (kappa * value) / kappa_at_inverters, "", of),
      ),
    ];
  });
}

function availabilityExplained(facts: ExplainFacts): ExplanationPart {
  const all = facts.days.flatMap((day) => day.devices);
  const value = availabilityPercent(all);
  return {
    value,
    unit: "%",
    reason: value === null ? "not_rated" : null,
    quarter_hours: ratedOf(all),
    days: facts.days.map(({ day, devices }): ExplainedEntry => {
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
