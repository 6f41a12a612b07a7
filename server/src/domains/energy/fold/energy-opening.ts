// What a lifetime counter had counted before its first reading here: the opening value of a total.
// Source: docs/decisions/0068-total-means-lifetime.md.
import type { CounterEvent, Mark } from "./energy-counter.ts";

/** Up to this count a device may only be starting: what it shows afterwards is its opening value. */
const STARTING_WH = 100;

/** Where a counter began. Instants in ms since 1970, energies in Wh. */
export interface Opening {
  readonly at: number;
  readonly wh: number;
  /** False: a reading that contradicts it would show that it was none. */
  readonly isSettled: boolean;
}

/** The opening that the first reading of a counter sets. */
export const firstOpening = (at: number, wh: number): Opening => ({ at, wh, isSettled: false });

/**
 * The opening after the counter told `kind` (with the detail of CounterSink): a first reading that nothing continued, or
 * the zeros of a device that starts, give way to what the counter showed then; a counter that came back to where it stood
 * before such a reset takes its opening back.
 */
export function openingAfter(
  opening: Opening,
  kind: CounterEvent,
  detail: Readonly<Record<string, number>>,
): Opening {
  const { since = 0, low_wh = 0, high_wh = 0 } = detail;
  if (kind === "reset") return opening.isSettled ? opening : { at: since, wh: low_wh, isSettled: false };
  // A glitch's note begins after the opening, unless it undoes the reset that moved it.
  return kind === "glitch" && since < opening.at ? { at: since, wh: high_wh, isSettled: true } : opening;
}

/** The opening once the mark stands where it does: settled as soon as a later reading went on from it. */
export function settled(opening: Opening, mark: Mark): Opening {
  return opening.isSettled || mark.at <= opening.at || mark.high <= STARTING_WH
    ? opening
    : { ...opening, isSettled: true };
}

/** True while a later reading may still move the opening, so that the state must keep it. */
export function mayMove(opening: Opening, mark: Mark): boolean {
  return !opening.isSettled || (mark.before !== null && mark.before.at < opening.at);
}
