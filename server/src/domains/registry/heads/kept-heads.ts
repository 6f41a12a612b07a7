// Heads of the log as somebody has kept them: the lines of a file of published heads, a list, or what a mail says.
import { z } from "zod";
import type { KeptHead } from "../ledger/verify-log.sql.ts";

const head = z.object({
  size: z.coerce.number().int().min(1),
  root: z.string().regex(/^[0-9a-f]{64}$/),
});
const heads = z.union([z.array(head), z.object({ items: z.array(head) }).transform(({ items }) => items)]);

/** The heads in the text: a list of them as JSON, what `rehash/log/heads` answers, or one in each line. Throws where it is none of these. */
export function keptHeadsIn(text: string): KeptHead[] {
  const whole = heads.safeParse(parsed(text));
  if (whole.success) return whole.data;
  return text
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map((line) => head.parse(JSON.parse(line)));
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
