// What readings say of days of which certificates were made already.
import { z } from "zod";
import { utcInstant } from "../../kernel/units.ts";

/** Why a day that was restated is not compared yet. */
const RESTATED_WAITS = ["binding", "settling", "correction", "comparison"] as const;

/** What the readings say since certificates were made. Energies of days are totals, Wh: as accepted, and as the readings are now. */
export const restated = z.object({
  /** Days that wait: for the issuer's look at the binding, until nothing changes them any more, for a correction to be decided, for the next run. */
  waiting: z.array(
    z.object({
      day: z.string(),
      was_wh: z.int(),
      wh: z.int().nullable(),
      because: z.enum(RESTATED_WAITS),
    }),
  ),
  /**
   * What became of days: certificates withdrawn, change of what is carried, what is owed since, or the request that made more of them. Of days
   * that were restated at one instant it stands with the last and is of all of them together.
   */
  done: z.array(
    z.object({
      day: z.string(),
      at: utcInstant,
      was_wh: z.int(),
      wh: z.int(),
      withdrawn: z.int(),
      carry_wh: z.int(),
      debt_wh: z.int(),
      correction: z.string().nullable(),
    }),
  ),
  /** Requests for what is more. */
  corrections: z.array(
    z.object({
      record_uid: z.uuid(),
      number: z.string(),
      status: z.string(),
      quantity: z.int(),
      wh: z.int(),
    }),
  ),
});
