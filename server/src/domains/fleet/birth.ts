import type { birthMessage } from "@heliograph/contract";
import type { z } from "zod";

/** A birth as the contract has parsed it. */
export type Birth = z.output<typeof birthMessage>;

/**
 * What is wrong with a birth beyond its shape, by field ("body.devices.3.serial"); empty: nothing. A serial may be
 * listed once, texts are of one line, and warranties lie in years that a calendar of ours can hold.
 */
export function birthFaults({ firmware_version, devices }: Birth): Record<string, string> {
  const faults: Record<string, string> = {};
  const seen = new Set<string>();
  if (!onOneLine(firmware_version)) faults["body.firmware_version"] = CONTROL;
  for (const [index, device] of devices.entries()) {
    const at = (field: string) => `body.devices.${index}.${field}`;
    if (seen.has(device.serial)) faults[at("serial")] = "Is listed twice";
    seen.add(device.serial);
    for (const field of ["serial", "name", "manufacturer", "model"] as const) {
      if (!onOneLine(device[field])) faults[at(field)] = CONTROL;
    }
    for (const field of ["warranty_begin", "warranty_end"] as const) {
      const day = device[field];
      if (!onOurCalendar(day)) faults[at(field)] = "Must lie in 1970 to 2199";
    }
  }
  return faults;
}

const CONTROL = "Control characters are not allowed";
const onOurCalendar = (day: string | undefined) =>
  day === undefined || (day >= "1970-01-01" && day <= "2199-12-31");
const onOneLine = (text: string | undefined) => text === undefined || /^\P{Cc}*$/u.test(text);
