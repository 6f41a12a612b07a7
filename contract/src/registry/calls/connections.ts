// Connections to other registries: where each is asked, and with which secret. Two platform operators change one (rule R23).
import { z } from "zod";
import { endpoint } from "../../kernel/endpoint.ts";
import { RECORD_READ_REFUSALS } from "../../parties/records.ts";
import { IMPORT_ORIGIN_CODES } from "../imports/import-rules.ts";

const origin = z.enum(IMPORT_ORIGIN_CODES);

/** Characters of a secret. */
export const CONNECTION_SECRET = { least: 16, most: 200 } as const;

const baseUrl = z
  .url({ protocol: /^https?$/, error: "Must be an address that begins with https://" })
  .max(300)
  .refine((url) => !/[?#]/.test(url), "Must be an address without ? and #");

const stated = z.object({
  base_url: z.string(),
  is_on: z.boolean(),
  /** Whether it has a secret; it is never shown. */
  has_secret: z.boolean(),
  /** UTC. */
  at: z.iso.datetime(),
});

const connection = z.object({
  origin,
  name: z.string(),
  /** What holds; null: there is none, and calls to this registry are made by hand. */
  current: stated.nullable(),
  /** What a first operator asks for; null: nothing waits. */
  asked: stated
    .extend({ record_uid: z.uuid(), by_you: z.boolean(), replaces_secret: z.boolean() })
    .nullable(),
});
export type RegistryConnection = z.output<typeof connection>;

export const listRegistryConnections = endpoint({
  name: "listRegistryConnections",
  method: "GET",
  path: "rehash/registry-connections",
  keyRight: "none",
  summary:
    "Connections to other registries and changes that wait for a second operator; for platform operators",
  answer: z.object({ items: z.array(connection) }),
  refusals: [...RECORD_READ_REFUSALS],
});

export const askRegistryConnection = endpoint({
  name: "askRegistryConnection",
  method: "POST",
  path: "rehash/registry-connections/asked",
  keyRight: "none",
  summary: "A platform operator asks for a connection to be as stated; it is, once a second one confirms it",
  body: z.strictObject({
    origin,
    base_url: baseUrl,
    /** Null: as it is. */
    secret: z
      .string()
      .regex(/^[\x21-\x7e]+$/, "Must be letters, digits and signs without spaces")
      .min(CONNECTION_SECRET.least)
      .max(CONNECTION_SECRET.most)
      .nullable(),
    is_on: z.boolean(),
  }),
  answer: z.object({ message: z.string() }),
  refusals: [
    ...RECORD_READ_REFUSALS,
    "confirmation.required",
    "connection.address_refused",
    "connection.no_secret",
  ],
});

export const confirmRegistryConnection = endpoint({
  name: "confirmRegistryConnection",
  method: "POST",
  path: "rehash/registry-connections/confirmed",
  keyRight: "none",
  summary: "A second platform operator confirms what the first asked for",
  body: z.strictObject({ record_uid: z.uuid() }),
  answer: z.object({ message: z.string() }),
  refusals: [...RECORD_READ_REFUSALS, "AUTH-006", "confirmation.required"],
});

export const tryRegistryConnection = endpoint({
  name: "tryRegistryConnection",
  method: "POST",
  path: "rehash/registry-connections/try",
  keyRight: "none",
  summary:
    "Asks the other registry for a number that was never sent: whether it is there, knows the signature and speaks as it should",
  body: z.strictObject({
    origin,
    /** Whether what is asked for is tried, instead of what holds. */
    asked: z.boolean(),
  }),
  answer: z.object({
    ok: z.boolean(),
    /** HTTP status; null: there was no answer. */
    status: z.int().nullable(),
    /** What was heard, in the system's words. */
    detail: z.string(),
    duration_ms: z.int(),
  }),
  refusals: [...RECORD_READ_REFUSALS, "connection.too_many_tries"],
});
