// The explanation of the electricity that a water heater saves.
import type { HeatSource } from "@heliograph/contract";
import {
  AGREED,
  input,
  kwh,
  provenance,
  summedOver,
  sumOf,
  type ExplainFacts,
  type ExplanationPart,
} from "./kpi-explanation-parts.ts";

const SOURCES: Record<HeatSource, string> = {
  counter: "Heat meter of the controller",
  flow: "Flow and temperatures",
  tank: "Estimated from the warming of the tank",
};

/** What was saved over the days, and which heat was known how. A project that is no water heater saves none. */
export function heatExplained(facts: ExplainFacts): ExplanationPart {
  const { days, heater } = facts;
  const heats = (["counter", "flow", "tank"] as const).flatMap((source) => {
    const known = days.filter((day) => day.heat_source === source);
    if (known.length === 0) return [];
    return input("solar_heat", kwh(sumOf(known, (day) => day.heat_wh)), "kWh", { source: SOURCES[source] });
  });
  const explanation = summedOver(facts, {
    unit: "kWh",
    value: (day) => kwh(day.saved_wh),
    inputs: [
      ...heats,
      input("heater_efficiency", heater === null ? null : heater.heater_efficiency * 100, "%", {
        source: AGREED,
      }),
      ...(days.some((day) => day.heat_source === "tank")
        ? [input("tank_volume", heater?.tank_volume_l ?? null, "L", { source: AGREED })]
        : []),
      input("auxiliary_energy", kwh(sumOf(days, (day) => day.auxiliary_wh)), "kWh"),
      ...provenance(facts),
    ],
  });
  return heater === null ? { ...explanation, value: null, reason: "not_applicable" } : explanation;
}
