// The audit log as people read it: what was done in a project, for its owners, and what an account did itself.
import { z } from "zod";
import { endpoint } from "../kernel/endpoint.ts";
import { pageNumber } from "../kernel/paging.ts";
import { line } from "../kernel/text.ts";

/** Rows that travel at once at most, and rows that a file of them holds at most. */
export const AUDIT_LIMITS = { rows: 500, exported: 20_000 } as const;

/** A noun or an action, as entries have them: `tariff`, `tariff.set`. */
const word = z
  .string()
  .max(80)
  .regex(/^[a-z_]+(\.[a-z_]+)?$/, "Must be a word like tariff or tariff.set");

/** UTC, of a year that the database knows. */
const instant = z.iso.datetime().refine((at) => at >= "1970" && at < "2200", "Must lie in 1970 to 2199");

const filters = {
  /** A noun as `tariff`: everything that was done to one; or one action, as `tariff.set`. */
  action: word.optional(),
  /** What the thing's name, uid or serial contains, whatever its case. */
  keyword: line(100).optional(),
  /** From this instant on, and before that one. */
  from: instant.optional(),
  to: instant.optional(),
  page: pageNumber,
  items_page: z.coerce.number().int().min(1).max(AUDIT_LIMITS.rows).default(20),
};

/** Values by field, as they were and as they were then. */
const values = z.record(z.string(), z.json()).nullable();

const entry = z.object({
  audit_id: z.int(),
  at: z.iso.datetime(),
  /** Who did it; null: nobody who was signed in. */
  person: z.object({ email: z.string(), name: z.string() }).nullable(),
  /** By a person on the screen, by a program with an API key, by the product itself, or by somebody who did not sign in. */
  by: z.enum(["session", "key", "system", "nobody"]),
  /** The key that it was done with. */
  key: z.object({ name: z.string(), shown: z.string() }).nullable(),
  /** Where it came from. */
  address: z.string().nullable(),
  /** `<noun>.<past participle>`. */
  action: z.string(),
  /** A uid, serial, or address: what it was done to. */
  subject: z.string().nullable(),
  /** What the thing is called now; null: it has no name, or is gone. */
  subject_name: z.string().nullable(),
  /** Of a change the fields that differ; of what was added or removed all. */
  before: values,
  after: values,
  /** What else is known of it. */
  detail: z.record(z.string(), z.json()),
  /** The project that it was done in, where the account may see it. */
  project: z.object({ project_uid: z.uuid(), name: z.string() }).nullable(),
});

export type AuditEntry = z.output<typeof entry>;

const log = z.object({
  /** The newest first. */
  items: z.array(entry),
  total_items: z.int(),
  /** What there is to choose among, whatever is chosen. */
  people: z.array(z.object({ email: z.string(), name: z.string() })),
  actions: z.array(z.string()),
});

export const projectAudit = endpoint({
  name: "projectAudit",
  method: "GET",
  path: "fleet/audit",
  summary:
    "What was done in a project, by whom, when and from where, with the values before and after; for its owners",
  query: z.object({
    project_uid: z.uuid(),
    /** E-mail of the one person whose entries are wanted. */
    person: line(254).optional(),
    ...filters,
  }),
  answer: log,
  refusals: ["project.not_found", "project.owner_only"],
});

export const ownAudit = endpoint({
  name: "ownAudit",
  method: "GET",
  path: "fleet/audit/own",
  keyRight: "none",
  summary: "What the account did itself, on the screen and with its API keys, and what was tried on it",
  query: z.object({
    /** With this key alone. */
    api_key_uid: z.uuid().optional(),
    ...filters,
  }),
  answer: log,
  refusals: ["key.not_found"],
});
