// How an explanation's figures, sources and reasons are written.
import type { Answer } from "@heliograph/contract/kernel/endpoint";
import type { kpiExplain, KpiName, LeftOutReason } from "@heliograph/contract/monitoring/explain";
import type { TextKey } from "../../../app/texts/keys.ts";
import { MISSING, shownUnit, tonsDigits } from "../../../platform/format.ts";
import type { Words } from "../words.ts";

/** What the server says of how a figure was computed. */
export type Explanation = Answer<typeof kpiExplain>;
/** A day of it. */
export type ExplanationDay = Explanation["days"][number];

/** The texts that name the figures. */
export const KPI_WORDS: Record<KpiName, TextKey> = {
  performance_ratio: "ratio.apr",
  corrected_ratio: "ratio.cpr",
  temperature_corrected_ratio: "explain.temperatureCorrected",
  availability: "availability.title",
  energy: "explain.energy",
  grid_import: "power.import",
  grid_export: "power.export",
  self_consumption: "statistics.selfConsumed",
  insolation: "production.insolation",
  peak_power: "statistics.peak",
  completeness: "statistics.completeness",
  estimated_share: "statistics.estimated",
  integrated_share: "statistics.integrated",
  co2: "saving.co2",
  saving: "saving.cost",
  energy_saving: "heater.saving",
};

/** Sources that the server names in words. */
const SOURCE_WORDS: Readonly<Record<string, TextKey>> = {
  Computed: "explain.computed",
  "Set for this project": "explain.agreed",
  "Heat meter of the controller": "explain.heat.counter",
  "Flow and temperatures": "explain.heat.flow",
  "Estimated from the warming of the tank": "explain.heat.tank",
};

const DIGITS: Readonly<Record<string, number>> = {
  "%": 2,
  VND: 0,
  kWh: 1,
  "Wh/m2": 0,
  "": 4,
  h: 2,
  kW: 1,
  "°C": 1,
  "t/MWh": 4,
};

/** A number with as many digits as its unit bears; whole numbers stay whole. */
export function figure(value: number | null, unit: string, { format }: Words): string {
  const usual = unit === "t" ? Math.max(3, tonsDigits(value)) : (DIGITS[unit] ?? 2);
  const digits = value !== null && Number.isInteger(value) ? 0 : usual;
  return value === null ? MISSING : `${format.number(value, digits)} ${shownUnit(unit)}`.trim();
}

/** How many quarter hours were left out, by reason. */
export const leftOut = (counts: Explanation["days"][number]["left_out"]): [LeftOutReason, number][] =>
  // The contract's keys are the reasons.
  Object.entries(counts) as [LeftOutReason, number][];

/** Where an input comes from, in words. */
export function sourceText(source: string | null, { text }: Words): string {
  if (source === null) return text("explain.measured");
  const known = SOURCE_WORDS[source];
  return known === undefined ? source : text(known);
}

/** Why a day has no value, and what was left out of it. */
export function reasonsOf({ reason, left_out }: ExplanationDay, { text, format }: Words): string {
  const counts = leftOut(left_out).map(([why, count]) => `${format.number(count)} ${text(`reason.${why}`)}`);
  return [...(reason === null ? [] : [text(`reason.${reason}`)]), ...counts].join(", ");
}
