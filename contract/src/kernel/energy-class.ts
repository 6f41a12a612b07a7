// How energy is known. The words of the ledger, its figures and its explanations.
import { z } from "zod";

/**
 * measured: the rise of a counter · integrated: the integral of a power, where no counter is sent · estimated: measured over a gap,
 * its place in time inside the gap is not known. Each Wh is of one class; ratios, alarms and completeness take all three, and a day that
 * is mostly estimated has no ratio.
 */
const ENERGY_CLASSES = ["measured", "integrated", "estimated"] as const;
export const energyClass = z.enum(ENERGY_CLASSES);
export type EnergyClass = z.output<typeof energyClass>;
