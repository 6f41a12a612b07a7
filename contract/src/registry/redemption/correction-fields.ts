// What calls carry of corrections of a beneficiary (rule R44).
import { z } from "zod";
import { someLine } from "../../kernel/text.ts";
import { proposal } from "../../parties/records.ts";

/** Too late; a second time; two of one class; nothing to correct; another name. */
export const CORRECTION_GUARDS = ["RED-022", "RED-023", "RED-024", "RED-025", "RED-026"] as const;

/** What the action `correct` carries: the name in another spelling, and the address. */
export const correctionWords = z.strictObject({
  beneficiary_name: someLine(200),
  beneficiary_address: someLine(300),
});

/** What a redemption shows of its correction. */
export const correctionShown = {
  /** Statements that the one in force has replaced, the oldest first. */
  replaced_statements: z.array(z.object({ key: z.string(), replaced_at: z.iso.datetime() })),
  /** Null: the beneficiary cannot be corrected (any more). */
  correction: z.object({ until: z.iso.datetime() }).nullable(),
  second_person: proposal(
    z.object({
      correction: z.object({ beneficiary_name: z.string(), beneficiary_address: z.string() }).optional(),
    }),
  ),
};
