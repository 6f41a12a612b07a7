// Values of trackers and strings, gathered into the list that a reading carries beside its quantities.
import type { Quantity } from "@heliograph/contract";

export interface TrackerValue {
  readonly id: number;
  /** Number of the string; null: of the tracker itself. */
  readonly string: number | null;
  readonly quantity: Quantity;
  readonly value: number;
}

/** The list as readings keep it (`mppt` of readingExtras), trackers and strings in order; null: there is none. */
export function trackerList(values: readonly TrackerValue[]): string | null {
  if (values.length === 0) return null;
  const ids = [...new Set(values.map(({ id }) => id))].toSorted((a, b) => a - b);
  const mppt = ids.map((id) => {
    const own = values.filter((one) => one.id === id);
    const strings = own
      .flatMap(({ string, value }) => (string === null ? [] : [{ string_id: string, dc_current_a: value }]))
      .toSorted((a, b) => a.string_id - b.string_id);
    const quantities = own.flatMap(({ string, quantity, value }) =>
      string === null ? [[quantity, value] as const] : [],
    );
    return { mppt_id: id, ...Object.fromEntries(quantities), ...(strings.length > 0 ? { strings } : {}) };
  });
  return JSON.stringify({ mppt });
}
