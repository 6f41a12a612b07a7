// API keys: what people's own programs call with instead of a session, for the same calls as the screen.
import { z } from "zod";
import { done } from "../kernel/answers.ts";
import { endpoint } from "../kernel/endpoint.ts";
import { someLine } from "../kernel/text.ts";

/** Beyond `perAccount` keys that may still be used a call is refused with `key.too_many`; `days` is the longest that one is good for. */
export const API_KEY_LIMITS = { perAccount: 50, projects: 100, days: 366 } as const;

/** How every API key begins, so that people and scanners of source code know one when they see it. */
export const API_KEY_PREFIX = "hgk_";

/** What a key may do: look at what its account may look at, or change it as well. */
export const apiKeyRight = z.enum(["read", "write"]);
export type ApiKeyRight = z.output<typeof apiKeyRight>;

const newApiKey = z.strictObject({
  name: someLine(100),
  right: apiKeyRight,
  /** The projects that it reaches; null: all of the account's, also those to come. */
  project_uids: z
    .array(z.uuid())
    .min(1, "Choose at least one project")
    .max(API_KEY_LIMITS.projects)
    .nullable(),
  /** Days that it is good for. */
  valid_days: z.int().min(1).max(API_KEY_LIMITS.days),
});

export const createApiKey = endpoint({
  name: "createApiKey",
  method: "POST",
  path: "fleet/api-key",
  keyRight: "none",
  summary: "Makes an API key of the account, which is shown this once",
  body: newApiKey,
  answer: z.object({
    api_key_uid: z.uuid(),
    /** Sent as `Authorization: Bearer <key>`. The server keeps only its hash. */
    key: z.string(),
    /** UTC, ISO 8601. */
    expires_at: z.iso.datetime(),
  }),
  refusals: ["project.not_found", "key.too_many"],
});

export const listApiKeys = endpoint({
  name: "listApiKeys",
  method: "GET",
  path: "fleet/api-keys",
  keyRight: "none",
  summary:
    "The account's API keys that were not revoked, the newest first; one that expired is listed for 30 days more",
  answer: z.object({
    items: z.array(
      z.object({
        api_key_uid: z.uuid(),
        name: z.string(),
        /** How the key begins, to know it by. */
        shown: z.string(),
        right: apiKeyRight,
        /** By name; of chosen projects those that the account may still see. null: all. */
        projects: z.array(z.object({ project_uid: z.uuid(), name: z.string() })).nullable(),
        created_at: z.iso.datetime(),
        /** May be past: then it is good for nothing any more. */
        expires_at: z.iso.datetime(),
        /** To the minute; null: never. */
        last_used_at: z.iso.datetime().nullable(),
        last_address: z.string().nullable(),
      }),
    ),
  }),
});

export type ApiKey = z.output<typeof listApiKeys.answer>["items"][number];

export const revokeApiKey = endpoint({
  name: "revokeApiKey",
  method: "DELETE",
  path: "fleet/api-key",
  keyRight: "none",
  summary: "Ends an API key of the account: calls with it are refused from now on",
  query: z.object({ api_key_uid: z.uuid() }),
  answer: done,
  refusals: ["key.not_found"],
});
