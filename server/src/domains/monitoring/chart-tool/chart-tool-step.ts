// How fine a chart may be: never finer than the devices send.
import { BIN_MINUTES, isDerivedEnergy, type ChartBin, type ChartToolQuantity } from "@heliograph/contract";

/** How far apart the values of a quantity come. */
export interface SendingInterval {
  readonly quantity: ChartToolQuantity;
  /** s. */
  readonly every_s: number;
}

/** Lengths of rows that divide a day, s. */
const STEPS = [60, 120, 300, 600, 900, 1200, 1800, 3600, 7200, 14_400, 21_600, 43_200, 86_400] as const;
const QUARTER_S = 900;
/** Clocks of devices are not exact: what comes every 301 s is drawn by 300. */
const TOLERANCE = 0.95;

/**
 * The bin and, for detail, the length of a row in s, with which each series has a value in each row: at least as long as the
 * furthest apart of its values come, and as a quarter hour for energies, of which the ledger has nothing shorter.
 */
export function fittingStep(
  bin: ChartBin,
  sent: readonly SendingInterval[],
): { bin: ChartBin; step_s: number } {
  const least_s = Math.max(
    STEPS[0],
    ...sent.map(({ quantity, every_s }) => (isDerivedEnergy(quantity) ? QUARTER_S : every_s * TOLERANCE)),
  );
  const step_s = STEPS.find((step) => step >= least_s) ?? STEPS.at(-1) ?? least_s;
  return { bin: longEnough(bin, least_s), step_s };
}

/** The bin, or the shortest longer one that is at least so many seconds long. Months hold whatever a day does. */
function longEnough(bin: ChartBin, least_s: number): ChartBin {
  if (bin === "detail" || bin === "1_days" || bin === "1_months") return bin;
  const longer = (["15_minutes", "30_minutes", "1_hours"] as const).find(
    (one) => BIN_MINUTES[one] >= BIN_MINUTES[bin] && BIN_MINUTES[one] * 60 >= least_s,
  );
  return longer ?? "1_days";
}
