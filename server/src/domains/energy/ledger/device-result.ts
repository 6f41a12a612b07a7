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

/** Rows without the device, and beside them the device of each. */
export interface LedgerRows<T> {
  readonly rows: readonly T[];
  readonly devices: readonly OfDevice[];
}

/** The rows of all results: years of quarter hours, which are not copied only to name their device. */
export function ledgerRows<K extends "bins" | "days">(
  results: readonly DeviceResult[],
  kind: K,
): LedgerRows<DeviceResult[K][number]> {
  return {
    rows: results.flatMap((result): DeviceResult[K][number][] => result[kind]),
    devices: results.flatMap((result) => result[kind].map((): OfDevice => result)),
  };
}
