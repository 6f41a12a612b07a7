// What the references of the journal lead to.
import { z } from "zod";

/** The record behind a reference, for accounts that may open it. */
export const recordBehind = z.object({
  kind: z.enum(["issuance", "import", "redemption", "gec_redemption"]),
  record_uid: z.uuid(),
  /** Key of the redemption's statement that is in force; null: there is none. */
  statement: z.string().nullable(),
});
export type RecordBehind = z.output<typeof recordBehind>;
