// The fold of a trial: readings as they come, with days kept no longer than they may change.
import { fold } from "../fold/energy-ledger.ts";
import { dayRows, type DayRow } from "../fold/energy-rows.ts";
import {
  COUNTED,
  emptyLedger,
  type Counted,
  type DeviceFacts,
  type LedgerEvent,
} from "../fold/energy-sheet.ts";
import { isOpenDay } from "../fold/energy-state.ts";
import type { LedgerReading } from "../fold/ledger-reading.ts";

type Energies = { [C in Counted]?: number };

/** A run of one device's readings in the order of time. */
export interface TrialFold {
  /** True: readings of that span come after all of this run. */
  readonly goesOnWith: (first: number, last: number) => boolean;
  /** True: readings of that span are before or after all of this run. */
  readonly isApartFrom: (first: number, last: number) => boolean;
  /** Folds readings in, in order of time; of several of one instant the first counts. */
  readonly fold: (readings: readonly LedgerReading[]) => void;
  /** Ends the run and returns what it has noticed. */
  readonly end: () => readonly LedgerEvent[];
}

/** A run that begins with nothing; `told` hears of each day's energies, in Wh, once or several times: they add up. */
export function trialFold(facts: DeviceFacts, told: (day: string, energies: Energies) => void): TrialFold {
  const ledger = emptyLedger(facts, -Infinity);
  let begun = Infinity;
  const tell = (row: DayRow) =>
    told(
      row.day,
      Object.fromEntries(
        COUNTED.flatMap((name) => {
          const wh = row[`${name}_wh`];
          return wh === null ? [] : [[name, wh]];
        }),
      ),
    );
  const settle = () => {
    const settled = [...ledger.days.values()].filter((day) => !isOpenDay(ledger, day));
    if (settled.length === 0) return;
    for (const row of dayRows(ledger, "settled")) tell(row);
    const gone = new Set(settled);
    for (const { day } of settled) ledger.days.delete(day);
    for (const [bin, sheet] of ledger.bins) if (gone.has(sheet.day)) ledger.bins.delete(bin);
  };
  const at = () => ledger.at ?? -Infinity;
  return {
    goesOnWith: (first) => first > at(),
    isApartFrom: (first, last) => first > at() || last < begun,
    fold: (readings) => {
      begun = Math.min(begun, readings[0]?.at ?? Infinity);
      fold(
        ledger,
        readings.filter((one, index) => one.at !== readings[index - 1]?.at),
      );
      settle();
    },
    end: () => {
      for (const row of dayRows(ledger, "all")) tell(row);
      return ledger.events;
    },
  };
}
