// Explanations of the figures that are sums over whole days, and of what is made from such sums.
import type { KpiName } from "@heliograph/contract";
import {
  DEFAULT_PRICE,
  completenessOf,
  countedEnergyWh,
  avoidedCo2Kg,
  emissionFactor,
  energyShare,
  estimatedWh,
  integratedWh,
} from "../../kpi/index.ts";
import {
  AGREED,
  avoidedWh,
  input,
  integrated,
  kwh,
  percentOf,
  provenance,
  sumOf,
  summedOver,
  type ExplainedDay,
  type ExplainFacts,
  type Input,
  type ExplanationPart,
} from "./kpi-explanation-parts.ts";
import { heatExplained } from "./heat-explanation.ts";
import { selfConsumedWh } from "../statistics/statistics.ts";

/** The figures explained here. */
export type SumName = Exclude<
  KpiName,
  "performance_ratio" | "corrected_ratio" | "temperature_corrected_ratio" | "availability"
>;

const METER = "Energy ledger, at the meter of the grid connection";
export const SUM_RULES: Record<SumName, { formula: string; rule_source: string }> = {
  energy: {
    formula:
      "E = sum of the rises of the production meters' counters, else of the inverters'; without a counter sum(P * t)",
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
  energy_saving: {
    formula:
      "E_saved = max(0, sum(Q)) / eta; Q by the controller's heat meter, else sum(V * 1.163 * (T_out - T_in) * t), else V_tank * 1.163 * rise of the tank by day",
    rule_source:
      "ISO 24194:2022, measured collector output; an electric heater is what the sun stands in for",
  },
  grid_import: { formula: "E_import = sum of the rises of the import counter", rule_source: METER },
  grid_export: { formula: "E_export = sum of the rises of the export counter", rule_source: METER },
  self_consumption: {
    formula: "E_self = max(0, sum(E) - sum(E_export))",
    rule_source: "Production that did not leave through the grid connection",
  },
  insolation: {
    formula: "H = sum(G * t)",
    rule_source: "IEC 61724-1:2021, by the radiation sensor of each array, weighed by its P0",
  },
  peak_power: {
    formula: "P_max = max over 5 minutes of sum(mean(P))",
    rule_source: "Mean power of five minutes of the production meters together, else of the inverters",
  },
  completeness: {
    formula: "C = 100 * sum(covered) / sum(expected)",
    rule_source: "Time that readings cover over the daylight, of the devices whose energy counts",
  },
  estimated_share: {
    formula: "100 * sum(E_estimated) / sum(E)",
    rule_source: "Energy ledger: the part whose place in time is known by the counter's rise over a gap only",
  },
  integrated_share: {
    formula: "100 * sum(E_integrated) / sum(E)",
    rule_source: "Energy ledger: sum of power times time, of devices that never sent a counter",
  },
};

/** The explanation of such a figure over the days. */
export function sumExplained(kpi: SumName, facts: ExplainFacts): ExplanationPart {
  const of: Record<SumName, (given: ExplainFacts) => ExplanationPart> = {
    energy: energyExplained,
    grid_import: (given) => gridExplained(given, "imported", (day) => day.import_wh),
    grid_export: (given) => gridExplained(given, "exported", (day) => day.export_wh),
    self_consumption: selfExplained,
    insolation: insolationExplained,
    co2: co2Explained,
    saving: savingExplained,
    energy_saving: heatExplained,
    peak_power: peakExplained,
    completeness: completenessExplained,
    estimated_share: (given) => shareExplained(given, estimatedWh),
    integrated_share: (given) => shareExplained(given, integratedWh),
  };
  return of[kpi](facts);
}

function energyExplained(facts: ExplainFacts): ExplanationPart {
  return summedOver(facts, {
    unit: "kWh",
    value: (day) => kwh(countedEnergyWh(day)),
    inputs: [input("energy", kwh(sumOf(facts.days, countedEnergyWh)), "kWh"), ...provenance(facts)],
  });
}

function co2Explained(facts: ExplainFacts): ExplanationPart {
  const years = [...new Set(facts.days.map((day) => Number(day.day.slice(0, 4))))];
  const factors = years.flatMap((year) => {
    const factor = emissionFactor(facts.factors, year);
    const energy = sumOf(
      facts.days.filter((day) => Number(day.day.slice(0, 4)) === year),
      avoidedWh,
    );
    const since = String(year);
    return [
      input(facts.heater === null ? "energy" : "saved_energy", kwh(energy), "kWh", { since }),
      input("emission_factor", factor?.kg_per_kwh ?? null, "t/MWh", {
        since,
        source: factor === null ? null : `${factor.source}, ${factor.edition}`,
        provisional: factor?.provisional ?? false,
      }),
    ];
  });
  return summedOver(facts, {
    unit: "t",
    value: (day) => kwh(avoidedCo2Kg(facts.factors, avoidedWh(day), Number(day.day.slice(0, 4)))),
    inputs: [...factors, ...provenance(facts)],
  });
}

const DEFAULT_SOURCE =
  "Average retail price from 2025-05-10 before VAT, EVN decision 599/QD-EVN: the project has no tariff";

function savingExplained(facts: ExplainFacts): ExplanationPart {
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
      input(facts.heater === null ? "energy" : "saved_energy", kwh(sumOf(facts.days, avoidedWh)), "kWh"),
      input("exported", kwh(sumOf(facts.days, (day) => day.export_wh)), "kWh"),
      ...prices,
      ...provenance(facts),
    ],
  });
}

function gridExplained(
  facts: ExplainFacts,
  name: "imported" | "exported",
  wh: (day: ExplainedDay) => number | null,
): ExplanationPart {
  return summedOver(facts, {
    unit: "kWh",
    value: (day) => kwh(wh(day)),
    inputs: [input(name, kwh(sumOf(facts.days, wh)), "kWh"), ...provenance(facts)],
  });
}

function selfExplained(facts: ExplainFacts): ExplanationPart {
  const produced = sumOf(facts.days, countedEnergyWh);
  const exported = sumOf(facts.days, (day) => day.export_wh);
  return summedOver(facts, {
    unit: "kWh",
    value: (day) => kwh(selfConsumedWh(countedEnergyWh(day), day.export_wh)),
    total: kwh(selfConsumedWh(produced, exported)),
    inputs: [
      input("energy", kwh(produced), "kWh"),
      input("exported", kwh(exported), "kWh"),
      ...provenance(facts),
    ],
  });
}

const insolationExplained = (facts: ExplainFacts): ExplanationPart =>
  summedOver(facts, {
    unit: "Wh/m2",
    value: (day) => day.insolation_wh_m2,
    inputs: hours(facts, [
      ["covered", (day) => day.irradiance_covered_s],
      ["expected", (day) => day.irradiance_expected_s],
    ]),
  });

const hours = (
  facts: ExplainFacts,
  of: readonly (readonly ["covered" | "expected", (day: ExplainedDay) => number])[],
): Input[] => of.map(([name, seconds]) => input(name, (sumOf(facts.days, seconds) ?? 0) / 3600, "h"));

function completenessExplained(facts: ExplainFacts): ExplanationPart {
  const sum = (of: (day: ExplainedDay) => number) => sumOf(facts.days, of) ?? 0;
  return summedOver(facts, {
    unit: "%",
    value: (day) => percentOf(completenessOf(day.covered_s, day.expected_s)),
    total: percentOf(
      completenessOf(
        sum((day) => day.covered_s),
        sum((day) => day.expected_s),
      ),
    ),
    inputs: [
      ...hours(facts, [
        ["covered", (day) => day.covered_s],
        ["expected", (day) => day.expected_s],
      ]),
      integrated(facts.days),
    ],
  });
}

/** The share of the energy that is of a class. */
function shareExplained(facts: ExplainFacts, partWh: (day: ExplainedDay) => number | null): ExplanationPart {
  const energy = sumOf(facts.days, countedEnergyWh);
  return summedOver(facts, {
    unit: "%",
    value: (day) => percentOf(energyShare(countedEnergyWh(day), partWh(day))),
    total: percentOf(energyShare(energy, sumOf(facts.days, partWh))),
    inputs: [input("energy", kwh(energy), "kWh"), ...provenance(facts)],
  });
}

function peakExplained({ peak, ...facts }: ExplainFacts): ExplanationPart {
  const value = peak === undefined ? null : peak.power_w / 1000;
  return {
    value,
    unit: "kW",
    reason: value === null ? "no_data" : null,
    quarter_hours: null,
    days: [],
    inputs: [
      input("energy", peak === undefined ? null : peak.power_w / 12_000, "kWh", {
        since: peak?.at.toISOString() ?? null,
      }),
      ...provenance({ ...facts, peak }),
    ],
  };
}
