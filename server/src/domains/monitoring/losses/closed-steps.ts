// The steps of a waterfall from the rows that are kept: closed with the energy that the ledger tells, in Wh and in VND.
import { LOSS_STEPS, roundedParts, type LossEnergies } from "@heliograph/contract";
import type { InverterStep, LossRow } from "../../kpi/index.ts";

/** What the ledger tells of the same devices and days, Wh; null: nothing. */
export interface LedgerEnergies {
  /** Of the devices of the rows, */
  readonly devices_wh: number | null;
  /** and of what counts: the same, or the meters behind them. */
  readonly measured_wh: number | null;
}

const sumOf = (rows: readonly LossRow[], of: (row: LossRow) => number): number =>
  rows.reduce((sum, row) => sum + of(row), 0);

/**
 * The steps in whole Wh. Rows are whole by day and price: by how many Wh their sum misses the ledger's goes to what is not explained.
 * What the devices gave and the meters did not count is wiring.
 */
export function closedEnergies(rows: readonly LossRow[], ledger: LedgerEnergies): LossEnergies {
  const of = (name: InverterStep | "base" | "measured") => sumOf(rows, (row) => row[`${name}_wh`]);
  const devices = Math.round(ledger.devices_wh ?? of("measured"));
  const measured = Math.round(ledger.measured_wh ?? devices);
  return {
    base: of("base"),
    temperature: of("temperature"),
    zero_export: of("zero_export"),
    clipping: of("clipping"),
    outage: of("outage"),
    communication: of("communication"),
    usual: of("usual"),
    wiring: devices - measured,
    unexplained: of("unexplained") + of("measured") - devices,
    measured,
  };
}

/**
 * The same in whole VND, at the prices of the quarter hours; wiring, and what the rows miss of the ledger, at the mean price of what the
 * devices gave. Closes as the energies do.
 */
export function closedCosts(rows: readonly LossRow[], energies: LossEnergies): LossEnergies {
  const vnd = (of: (row: LossRow) => number) =>
    sumOf(rows, (row) => (of(row) * Number(row.vnd_per_kwh)) / 1000);
  const given = sumOf(rows, (row) => row.measured_wh);
  const mean = given === 0 ? 0 : vnd((row) => row.measured_wh) / given;
  const missed = energies.unexplained - sumOf(rows, (row) => row.unexplained_wh);
  const steps: Record<(typeof LOSS_STEPS)[number], number> = {
    temperature: vnd((row) => row.temperature_wh),
    zero_export: vnd((row) => row.zero_export_wh),
    clipping: vnd((row) => row.clipping_wh),
    outage: vnd((row) => row.outage_wh),
    communication: vnd((row) => row.communication_wh),
    usual: vnd((row) => row.usual_wh),
    wiring: energies.wiring * mean,
    unexplained: vnd((row) => row.unexplained_wh) + missed * mean,
  };
  const base = Math.round(vnd((row) => row.base_wh));
  const measured = Math.round(vnd((row) => row.measured_wh) - (missed + energies.wiring) * mean);
  const parts = roundedParts(
    LOSS_STEPS.map((step) => steps[step]),
    base - measured,
  );
  const rounded = Object.fromEntries(LOSS_STEPS.map((step, at) => [step, parts[at] ?? 0])) as typeof steps; // the same names
  return { base, ...rounded, measured };
}
