import type { z } from "zod";
import { Problem } from "./problem.ts";

/** What is sent as a part of a call, as its schema has it. Throws 400 `request.invalid` with the rule by field. */
export function parsed<S extends z.ZodType>(part: string, schema: S, value: unknown): z.output<S> {
  const result = schema.safeParse(schema.type === "undefined" ? undefined : value);
  if (result.success) return result.data;
  const fields = Object.fromEntries(
    result.error.issues.flatMap((issue) => faultsOf(part, issue)).slice(0, 50),
  );
  throw new Problem(400, "request.invalid", "The request is not valid", fields);
}

/** What an issue says, by field; each field that the call does not have is named by itself. */
function faultsOf(part: string, issue: z.core.$ZodIssue): [field: string, rule: string][] {
  const at = (...path: readonly PropertyKey[]) => [part, ...path].join(".");
  if (issue.code !== "unrecognized_keys") return [[at(...issue.path), issue.message]];
  return issue.keys.map((key) => [at(...issue.path, key), "Is no field of this call"]);
}
