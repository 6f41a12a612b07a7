// What the life of a range of serial numbers says of the days that it was produced on (rule R35).
import { z } from "zod";
import { utcInstant } from "../../kernel/units.ts";

/** Days of a range; of the account's own certificates among those that are asked about. */
export const rangeDays = {
  /** The first and last local day on which they were produced; where the days of the batch are not known, those of all of it. */
  from_day: z.string(),
  to_day: z.string(),
  /** Wh of each local day in them; `carried`: from before the days of the batch. Null: the registry keeps no days of the batch. */
  days: z.array(z.object({ day: z.string(), wh: z.int(), carried: z.boolean() })).nullable(),
  /** Days of the batch whose readings were restated since, Wh as they were accepted and as they are; the newest 100. What others hold is not touched by it. */
  restated: z.array(z.object({ day: z.string(), at: utcInstant, was_wh: z.int(), wh: z.int() })),
};
