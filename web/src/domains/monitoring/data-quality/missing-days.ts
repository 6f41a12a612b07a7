// The days of a gap that a file may fill, and where to import them.
import { localDay } from "@heliograph/contract/kernel/time";
import type { QualityEvent } from "@heliograph/contract/monitoring/data-quality/data-quality";
import { paths } from "../../../app/paths.ts";

/** The address at which the missing days of the event are imported; null where nothing is missing. */
export function addressOfImport(event: QualityEvent, uid: string, timezone: string): string | null {
  const { kind, state, until, day, name } = event;
  if (kind !== "gap" || state !== "missing") return null;
  const to = until === null ? day : localDay(timezone, Date.parse(until));
  const wanted = new URLSearchParams({ device_name: name, from: day, to });
  return `${paths.setUp(uid, "history")}&${wanted.toString()}`;
}
