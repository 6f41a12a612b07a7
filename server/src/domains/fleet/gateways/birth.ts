import type { birthMessage } from "@heliograph/contract";
import type { z } from "zod";

/** A birth as the contract has parsed it. */
export type Birth = z.output<typeof birthMessage>;

/**
 * What is wrong with a birth beyond its shape, by field ("body.devices.3.serial"); empty: nothing. A serial may be
 * listed once.
 */
export function birthFaults({ devices }: Birth): Record<string, string> {
  const faults: Record<string, string> = {};
  const seen = new Set<string>();
  for (const [index, device] of devices.entries()) {
    if (seen.has(device.serial)) faults[`body.devices.${index}.serial`] = "Is listed twice";
    seen.add(device.serial);
  }
  return faults;
}
