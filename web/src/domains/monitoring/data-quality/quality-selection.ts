// Which event and which cells belong to what is looked at.
import type { QualityEvent } from "@heliograph/contract/monitoring/data-quality/data-quality";
import type { Quality } from "./quality-content.ts";
import type { QualityView } from "./quality-view.ts";

/** The number of the column that holds the day; null: none does. */
export function columnAt({ columns }: Quality, day: string | null): number | null {
  if (day === null) return null;
  const at = columns.findIndex(({ from, to }) => from <= day && day <= to);
  return at < 0 ? null : at;
}

/** True for an event of the device (or, of a gateway, of its devices) in the column of the day that is looked at. */
export function isEventAt(event: QualityEvent, quality: Quality, view: QualityView): boolean {
  const column = columnAt(quality, view.day);
  if (column === null || event.column !== column || view.device === null) return false;
  if (event.device_uid !== null) return event.device_uid === view.device;
  const device = quality.devices.find((one) => one.device_uid === view.device);
  return event.gateway_uid === view.device || event.gateway_uid === device?.gateway_uid;
}
