import type { birthMessage } from "@heliograph/contract";
import type { z } from "zod";

/** A birth as the contract has parsed it. */
export type Birth = z.output<typeof birthMessage>;

/**
 * What is wrong with a birth beyond its shape, by field ("body.devices.3.serial"); empty: nothing. A serial may be
 * listed once, and warranties lie in years that a plant of today can see.
 */
export function birthFaults({ devices }: Birth): Record<string, string> {
  const faults: Record<string, string> = {};
  const seen = new Set<string>();
  for (const [index, device] of devices.entries()) {
    const at = (field: string) => `body.devices.${index}.${field}`;
    if (seen.has(device.serial)) faults[at("serial")] = "Is listed twice";
    seen.add(device.serial);
    for (const field of ["warranty_begin", "warranty_end"] as const) {
      if (!onOurCalendar(device[field])) faults[at(field)] = "Must lie in 1970 to 2199";
    }
  }
  return faults;
}

// PostgreSQL has no year 0, which ISO 8601 has.
const onOurCalendar = (day: string | undefined) =>
  day === undefined || (day >= "1970-01-01" && day <= "2199-12-31");
