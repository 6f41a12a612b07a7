// What a fold says of one device, ready to be written.
import type { Day } from "@heliograph/contract";
import type { LedgerResult } from "../fold/ledger-job.ts";

/** What a device's ledger says now. */
export interface DeviceResult extends LedgerResult {
  readonly project_id: number;
  readonly device_id: number;
  /** Newest live reading among those just read; null: none. */
  readonly liveAt: number | null;
}

/** A device, as every row of the ledger names it. */
export interface OfDevice {
  readonly project_id: number;
  readonly device_id: number;
}

/** A local day of a device. */
export interface DeviceDay extends OfDevice {
  readonly day: Day;
}

/** The rows with the device that they are of. */
export function ofDevice<T>({ project_id, device_id }: OfDevice, rows: readonly T[]): (T & OfDevice)[] {
  return rows.map((row) => ({ ...row, project_id, device_id }));
}
