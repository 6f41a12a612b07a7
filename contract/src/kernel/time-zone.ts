import { z } from "zod";
import { isTimezone } from "./time.ts";

const RULE = "Must be an IANA time zone like Asia/Ho_Chi_Minh";

/**
 * The name of a time zone of the IANA data base, wherever one is given: of a project, of an import's clocks, of a caller.
 * Offsets like +07:00 are refused, since PostgreSQL reads their sign the other way; Etc/GMT-7 says the same.
 */
export const timeZone = z
  .string()
  .max(64, { error: RULE, abort: true })
  .regex(/^[A-Za-z][A-Za-z0-9_+-]*(?:\/[A-Za-z0-9_+-]+)*$/, { error: RULE, abort: true })
  .refine(isTimezone, RULE);
