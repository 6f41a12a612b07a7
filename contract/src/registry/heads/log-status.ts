// How the certificate ledger is, for those who operate it: whether it is held, what its last check found, and which heads are not where they should be.
import { z } from "zod";
import { endpoint } from "../../kernel/endpoint.ts";
import { RECORD_READ_REFUSALS } from "../../parties/records.ts";

export const readLogStatus = endpoint({
  name: "readLogStatus",
  method: "GET",
  path: "rehash/log/status",
  keyRight: "none",
  summary:
    "Whether the certificate ledger is held, what its last check found, and heads of its log that were not published; for platform operators",
  answer: z.object({
    /** A head of the log was published that the database does not have (rule R24): nothing is posted; null: the ledger is not held. */
    hold: z
      .object({ since: z.iso.datetime(), size: z.number(), root: z.string(), log_size: z.number() })
      .nullable(),
    /** The last run of the checker; null: it has not run yet. */
    check: z
      .object({ at: z.iso.datetime(), entries: z.number(), faults: z.number(), checker: z.string() })
      .nullable(),
    /** Heads of days that should have been published and were not, and why; null: it was not tried (rule R41). */
    late: z.array(
      z.object({ day: z.iso.date(), place: z.enum(["file", "webhook"]), error: z.string().nullable() }),
    ),
  }),
  refusals: [...RECORD_READ_REFUSALS],
});
