// Finds the reading that a batch cannot be stored with, so that it is refused alone.
import type { Arrival } from "../arrivals/arrivals.sql.ts";
import type { Outcome, ReadingRow, RefusalRecord } from "./reading-rows.ts";

/** What one message brings to a batch. */
export interface Parcel {
  readonly gateway_id: number;
  readonly rows: readonly ReadingRow[];
  readonly refused: readonly RefusalRecord[];
  /** Given where somebody follows the gateway: its arrival is counted with what is stored. */
  readonly followed?: Pick<Arrival, "interval_s" | "clock_ahead_ms">;
}

/** What became of one row: stored, or why not. */
export type Fate = Outcome | { readonly refused: string };

/** Stores parcels in one commit, whole or not at all; answers the outcomes of all their rows, in order. */
export type Store = (parcels: readonly Parcel[]) => Promise<Outcome[]>;

interface Parts {
  readonly store: Store;
  readonly isPoison: (error: unknown) => boolean;
}

/**
 * Stores the parcels and returns the fates of the rows of each, in order. A batch that fails for what is in it is
 * halved until the row at fault stands alone; that row is refused, with a record of it, and all others are stored.
 * Throws what `store` throws for any other reason; parcels may have been stored by then and may be stored again.
 */
export async function storeIsolating(parcels: readonly Parcel[], parts: Parts): Promise<Fate[][]> {
  try {
    const outcomes = await parts.store(parcels);
    let at = 0;
    return parcels.map(({ rows }) => outcomes.slice(at, (at += rows.length)));
  } catch (error) {
    if (!parts.isPoison(error)) throw error;
    if (parcels.length > 1) {
      const middle = parcels.length >> 1;
      const first = await storeIsolating(parcels.slice(0, middle), parts);
      return [...first, ...(await storeIsolating(parcels.slice(middle), parts))];
    }
    const [parcel] = parcels;
    return parcel === undefined ? [] : [await storeAlone(parcel, error, parts)];
  }
}

async function storeAlone(parcel: Parcel, error: unknown, parts: Parts): Promise<Fate[]> {
  const { rows, refused } = parcel;
  if (refused.length > 0 && refused.length + rows.length > 1) {
    const records = refused.map((one) => ({ ...parcel, rows: [], refused: [one] }));
    return (await storeIsolating([...records, { ...parcel, refused: [] }], parts)).flat();
  }
  // A record of a refusal is for information: one that cannot be stored costs only itself.
  const [row] = rows;
  if (row === undefined) return [];
  if (rows.length > 1) {
    const middle = rows.length >> 1;
    const halves = [rows.slice(0, middle), rows.slice(middle)].map((half) => ({ ...parcel, rows: half }));
    return (await storeIsolating(halves, parts)).flat();
  }
  const detail = `the database refuses it: ${error instanceof Error ? error.message : String(error)}`.slice(
    0,
    200,
  );
  const record = {
    project_id: row.project_id,
    gateway_id: parcel.gateway_id,
    device_uid: null,
    reason: "reading.invalid" as const,
    detail,
    t: row.ts,
  };
  await storeIsolating([{ ...parcel, rows: [], refused: [record] }], parts);
  return [{ refused: detail }];
}
