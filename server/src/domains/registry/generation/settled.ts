// Whether the energy ledger may still change what it says of a day (rule R5 of the addendum to certificates.md).
import type { Day } from "@heliograph/contract";

/** For so long the ledger may undo a counter reset (decision 0003, rule 5). */
const RESET_MS = 31 * 86_400_000;

/** A counter that was found reset or replaced: the local days that it is about, and when. */
export interface CounterReset {
  readonly from_day: Day;
  readonly to_day: Day;
  readonly at_ms: number;
  /** True: an issuer confirmed that the meter was replaced. */
  readonly is_confirmed: boolean;
}

/** What the ledger knows of a register around a day. */
export interface SettlingFacts {
  /** The newest local day that the ledger has closed for this point; null: none. */
  readonly closed_day: Day | null;
  /** The newest local day of which the register told its energy; null: none. */
  readonly counted_day: Day | null;
  /** Days with readings that wait to be counted, or that could not be: from the first of them on; null: none waits. */
  readonly waiting_from: Day | null;
  readonly resets: readonly CounterReset[];
}

/**
 * True where nothing of the day can change by itself any more: the ledger has closed it or a later day, no fault or change waits,
 * its counter has told its energy since (no gap is open over it), and no unconfirmed reset on it is younger than 31 days.
 */
export function isSettled(day: Day, facts: SettlingFacts, now_ms: number): boolean {
  const { closed_day, counted_day, waiting_from, resets } = facts;
  if (closed_day === null || closed_day < day) return false;
  if (counted_day === null || counted_day < day) return false;
  if (waiting_from !== null && waiting_from <= day) return false;
  return !resets.some(
    ({ from_day, to_day, at_ms, is_confirmed }) =>
      !is_confirmed && from_day <= day && day <= to_day && now_ms - at_ms < RESET_MS,
  );
}
