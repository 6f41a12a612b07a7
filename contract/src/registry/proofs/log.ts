// The public side of the log of the certificate ledger: its signed heads, its keys, and proofs, for anybody and without sign-in.
import { z } from "zod";
import { endpoint } from "../../kernel/endpoint.ts";

/** A SHA-256, hexadecimal. */
const sha256Text = z.string().regex(/^[0-9a-f]{64}$/, "Must be 64 hexadecimal digits");

/** Heads that one call lists at most. */
const HEADS_AT_ONCE = 100;
/** As large as a log may become. */
const MOST_ENTRIES = Number.MAX_SAFE_INTEGER;
/** An address has asked more than 120 times in a minute. */
const TOO_MANY = "calls.too_many";
const size = z.coerce.number().int().min(1).max(MOST_ENTRIES);

/** A signed head: so many entries, and the root of the tree over them. */
export const logHead = z.object({
  size: z.number(),
  root: z.string(),
  /** The root of the head before; "": it is the first. */
  previous: z.string(),
  /** UTC, ISO 8601 with ms. */
  at: z.iso.datetime(),
  key_id: z.string(),
  /** Ed25519 over `headText`, hexadecimal. */
  signature: z.string(),
});
export type LogHead = z.output<typeof logHead>;

/** What a key of the installation signs: heads of the log and statements, statements of demonstrations alone, or PDFs. */
const LOG_KEY_USES = ["log", "demonstration", "document"] as const;

/** A key that the log itself has made known. */
const logKey = z.object({
  key_id: z.string(),
  /** PDFs are signed by ECDSA with P-256 (PAdES), all else by Ed25519. */
  algorithm: z.enum(["Ed25519", "P-256"]),
  /** DER of its SubjectPublicKeyInfo, base64. */
  public_key: z.string(),
  use: z.enum(LOG_KEY_USES),
  /** When the log made it known. */
  since: z.iso.datetime(),
  /** When the log revoked it, and the size of the last head up to which it counts (rule R43); null: it is not revoked. */
  revoked: z.object({ at: z.iso.datetime(), size: z.number() }).nullable(),
});
export type LogKey = z.output<typeof logKey>;

export const readLogHead = endpoint({
  name: "readLogHead",
  method: "GET",
  path: "rehash/log/head",
  access: "public",
  summary: "A signed head of the certificate log: the newest, or that of a size",
  query: z.object({ size: size.optional() }),
  answer: logHead,
  refusals: ["log.not_found", TOO_MANY],
});

export const listLogHeads = endpoint({
  name: "listLogHeads",
  method: "GET",
  path: "rehash/log/heads",
  access: "public",
  summary: "Signed heads of the certificate log, the newest first, those below a size where one is given",
  query: z.object({
    below: size.optional(),
    limit: z.coerce.number().int().min(1).max(HEADS_AT_ONCE).default(20),
  }),
  answer: z.object({ items: z.array(logHead) }),
  refusals: [TOO_MANY],
});

export const listLogKeys = endpoint({
  name: "listLogKeys",
  method: "GET",
  path: "rehash/log/keys",
  access: "public",
  summary:
    "Keys that sign the certificate log and its statements, as the log made them known, the oldest first",
  answer: z.object({ items: z.array(logKey) }),
  refusals: [TOO_MANY],
});

export const readLogProof = endpoint({
  name: "readLogProof",
  method: "GET",
  path: "rehash/log/proof",
  access: "public",
  summary: "The proof that an entry stands in the certificate log, asked for by its leaf hash",
  query: z.object({ leaf: sha256Text, size: size.optional() }),
  answer: z.object({
    /** From 0. */
    index: z.number(),
    head: logHead,
    /** From the leaf up (RFC 6962, 2.1.1), hexadecimal. */
    path: z.array(z.string()),
  }),
  refusals: ["log.not_found", "too_many_attempts"],
});

export const readLogConsistency = endpoint({
  name: "readLogConsistency",
  method: "GET",
  path: "rehash/log/consistency",
  access: "public",
  summary: "The proof that the certificate log of one signed head begins with that of an earlier one",
  query: z
    .object({ from: size, to: size })
    .refine(({ from, to }) => from <= to, { path: ["from"], message: "Must not be more than `to`" }),
  answer: z.object({
    earlier: logHead,
    later: logHead,
    /** RFC 6962, 2.1.2, hexadecimal. */
    path: z.array(z.string()),
  }),
  refusals: ["log.not_found", TOO_MANY],
});
