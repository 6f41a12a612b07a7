// What is kept of an inverter's day: its quarter hours as sums that close.
import { roundedParts } from "@heliograph/contract";
import { QUARTER_MS } from "../ratios/kpi-quarters.ts";
import type { SunQuarter } from "./light-without-holes.ts";
import { INVERTER_STEPS, type Losses, type Shortfall } from "./loss-quarter.ts";

/** What is kept of one inverter, local day and price; energies in whole Wh: `base_wh` less all steps is `measured_wh`. */
export interface LossRow {
  readonly day: string;
  readonly device_id: number;
  /** Price of the quarter hours in it, decimal text. */
  readonly vnd_per_kwh: string;
  readonly base_wh: number;
  readonly temperature_wh: number;
  readonly zero_export_wh: number;
  readonly clipping_wh: number;
  readonly outage_wh: number;
  readonly communication_wh: number;
  readonly usual_wh: number;
  readonly unexplained_wh: number;
  readonly measured_wh: number;
  /** Of base_wh, what no sensor measured: it follows from the energy of the inverters. */
  readonly estimated_base_wh: number;
  /** Of communication_wh, what may still prove to be produced: the counter is not back. */
  readonly pending_wh: number;
  /** Of zero_export_wh, what power limits and disconnections took that the portal commanded. */
  readonly commanded_wh: number;
  /** What was expected over the gaps of communication. */
  readonly gap_expected_wh: number;
  /** Quarter hours of each cause. */
  readonly zero_export_quarters: number;
  /** Of zero_export_quarters, those of commands. */
  readonly commanded_quarters: number;
  readonly clipping_quarters: number;
  readonly outage_quarters: number;
  readonly communication_quarters: number;
  /** Quarter hours by day, and those of them of which light and energy are known. */
  readonly daylight_quarters: number;
  readonly known_quarters: number;
  /** Stretches of outage: from and to in ms since 1970, and what was lost, Wh. */
  readonly outages: readonly (readonly [from_ms: number, to_ms: number, wh: number])[];
}

/** A quarter hour of a device with what took its light. */
export interface QuarterOfPart extends Losses {
  readonly at: number;
  readonly shortfall: Shortfall;
  readonly light: SunQuarter;
  readonly is_pending: boolean;
  readonly expected: number;
  readonly is_day: boolean;
  readonly is_known: boolean;
}

const isCommanded = ({ shortfall }: QuarterOfPart): boolean =>
  shortfall?.cause === "zero_export" && shortfall.by_command === true;

/** Nothing is known of the day at that price. */
export const isNothing = (row: LossRow) =>
  row.base_wh === 0 && row.measured_wh === 0 && row.daylight_quarters === 0;

/** The row of the quarter hours, which are those of one inverter, day and price. */
export function lossRowOf(
  quarters: readonly QuarterOfPart[],
  of: { day: string; from_ms: number; device_id: number; vnd_per_kwh: string },
): LossRow {
  const sum = (value: (quarter: QuarterOfPart) => number) =>
    quarters.reduce((total, quarter) => total + value(quarter), 0);
  const count = (isSo: (quarter: QuarterOfPart) => boolean) => quarters.filter(isSo).length;
  const base_wh = Math.round(sum(({ base }) => base));
  const measured_wh = Math.round(sum(({ measured }) => measured));
  const parts = roundedParts(
    INVERTER_STEPS.map((step) => sum(({ taken }) => taken[step])),
    base_wh - measured_wh,
  );
  const part = (step: (typeof INVERTER_STEPS)[number]) => parts[INVERTER_STEPS.indexOf(step)] ?? 0;
  const because = (cause: string) => (quarter: QuarterOfPart) => quarter.shortfall?.cause === cause;
  const commanded = sum((quarter) => (isCommanded(quarter) ? quarter.taken.zero_export : 0));
  return {
    day: of.day,
    device_id: of.device_id,
    vnd_per_kwh: of.vnd_per_kwh,
    base_wh,
    temperature_wh: part("temperature"),
    zero_export_wh: part("zero_export"),
    clipping_wh: part("clipping"),
    outage_wh: part("outage"),
    communication_wh: part("communication"),
    usual_wh: part("usual"),
    unexplained_wh: part("unexplained"),
    measured_wh,
    estimated_base_wh: Math.round(sum(({ base, light }) => (light.is_measured ? 0 : base))),
    pending_wh: Math.round(sum(({ taken, is_pending }) => (is_pending ? taken.communication : 0))),
    commanded_wh: Math.min(Math.round(commanded), part("zero_export")),
    gap_expected_wh: Math.round(sum((quarter) => (because("communication")(quarter) ? quarter.expected : 0))),
    zero_export_quarters: count(because("zero_export")),
    commanded_quarters: count(isCommanded),
    clipping_quarters: count(because("clipping")),
    outage_quarters: count(because("outage")),
    communication_quarters: count(because("communication")),
    daylight_quarters: count(({ is_day }) => is_day),
    known_quarters: count(({ is_known }) => is_known),
    outages: stretches(quarters.filter(because("outage")), of.from_ms),
  };
}

/** Quarter hours in order as stretches without holes. */
function stretches(quarters: readonly QuarterOfPart[], fromMs: number): LossRow["outages"] {
  const found: { from: number; to: number; wh: number }[] = [];
  for (const { at, taken } of quarters) {
    const last = found.at(-1);
    if (last?.to === at) Object.assign(last, { to: at + 1, wh: last.wh + taken.outage });
    else found.push({ from: at, to: at + 1, wh: taken.outage });
  }
  return found.map(({ from, to, wh }) => [
    fromMs + from * QUARTER_MS,
    fromMs + to * QUARTER_MS,
    Math.round(wh),
  ]);
}
