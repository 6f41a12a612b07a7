// A redemption statement: what a retirement is proven by, with everything that a check without connection needs (rules R39, R43).
import { z } from "zod";
import { endpoint } from "../../kernel/endpoint.ts";
import { correctableUntil } from "../redemption/correction.ts";

const digits = z.string().regex(/^(0|[1-9]\d{0,15})$/);
const hash = z.string().regex(/^[0-9a-f]{64}$/);
const signature = z.string().regex(/^[0-9a-f]{128}$/);
const text = z.string().max(2000);
/** Fingerprints of a path: a log of 2^64 entries needs 64. */
const path = z.array(hash).max(64);
const MOST = 10_000;

const leg = z.strictObject({ batch: text, first: digits, from: text, to: text, until: digits });
const batchFacts = z.strictObject({
  code: text,
  country: text,
  demonstration: text,
  device: text,
  from_day: text,
  fuel: text,
  manifest_root: text,
  month: text,
  quantity: digits,
  registry: text,
  source_reference: text,
  to_day: text,
});
const frame = { at: z.iso.datetime(), entry: z.uuid(), reverses: text, v: text };

const retirementRecord = z.strictObject({
  amount: digits,
  batches: z
    .array(
      z.strictObject({
        code: text,
        device: text,
        from_day: text,
        manifest_root: text,
        quantity: digits,
        source_reference: text,
        to_day: text,
      }),
    )
    .max(MOST),
  beneficiary: z.union([
    z.strictObject({ country: text, kind: z.literal("company"), name: text, registration_number: text }),
    z.strictObject({ country: text, hash, kind: z.literal("person") }),
  ]),
  country: text,
  demonstration: z.enum(["true", "false"]),
  devices: z
    .array(
      z.strictObject({
        capacity_w: text,
        code: text,
        name: text,
        operating_since: text,
        place: text,
        technology: text,
      }),
    )
    .max(MOST),
  fuel: text,
  key: z.string().regex(/^[0-9A-HJKMNP-TV-Z]{26}$/),
  kind: z.literal("redemption"),
  number: text,
  period: z.strictObject({ from: text, to: text }),
  /** The first and last local day on which the certificates of each range were produced; missing of what was retired before that was said. */
  produced: z
    .array(z.strictObject({ batch: text, first: digits, from_day: text, to_day: text, until: digits }))
    .max(MOST)
    .optional(),
  purpose: text,
  redeems_for: text,
  registry: text,
  replaces: text,
  vintage: text,
});

/** The public part of the entry that retired them. */
const retireEntry = z.strictObject({
  ...frame,
  batches: z.array(batchFacts).max(0),
  legs: z.array(leg).max(MOST),
  record: retirementRecord,
  type: z.literal("retire"),
});

/** The public part of an entry that made a batch, whatever its record says. */
const issueEntry = z.strictObject({
  ...frame,
  batches: z.array(batchFacts).max(MOST),
  legs: z.array(leg).max(MOST),
  record: z.json(),
  type: z.enum(["issue", "import"]),
});

/** The public part of the entry that corrected the words of a retirement: its record is that of the retirement but for them (rule R44). */
const correctionEntry = retireEntry.extend({ legs: z.array(leg).max(0), type: z.literal("correction") });

const proven = { private_hash: hash, index: digits, path };

/** Versions of statements: of a retirement, and of what replaces it; since the third they also say on which days each range was produced. */
export const STATEMENT_VERSIONS = {
  "1": { replaces: false, days: false },
  "2": { replaces: true, days: false },
  "3": { replaces: false, days: true },
  "4": { replaces: true, days: true },
} as const;
type StatementVersion = keyof typeof STATEMENT_VERSIONS;

/** The statement, all of texts: RFC 8785 writes it alike everywhere. */
export const redemptionStatement = z.strictObject({
  v: z.enum(Object.keys(STATEMENT_VERSIONS) as [StatementVersion, ...StatementVersion[]]),
  entry: z.union([retireEntry, correctionEntry]),
  ...proven,
  /** Of one that replaces another alone: the entry that retired them, which the correction names by its leaf hash. */
  retirement: z.strictObject({ entry: retireEntry, ...proven }).optional(),
  head: z.strictObject({ at: text, key: text, previous: text, root: hash, signature, size: digits, v: text }),
  /** Entries that made the batches, each with its proof under the same head. */
  issues: z.array(z.strictObject({ entry: issueEntry, ...proven })).max(MOST),
  /** Ed25519 over all else, RFC 8785. */
  signature: z.strictObject({ key_id: text, value: signature }),
});
export type RedemptionStatement = z.output<typeof redemptionStatement>;

/** The entry that retired the certificates of the statement, with its proof. */
export const retirementIn = ({ retirement, entry, private_hash, index, path: way }: RedemptionStatement) =>
  retirement ?? { entry, private_hash, index, path: way };

/** Until when another statement may replace this one; null: this one is a correction, of which there is one at most (rule R44). */
export const replaceableUntil = ({ v, entry }: RedemptionStatement): Date | null =>
  STATEMENT_VERSIONS[v].replaces ? null : correctableUntil(entry.at);

/** The first and last local day on which the certificates of the range were produced, as the statement says; "": it does not. */
export function producedDays(
  statement: RedemptionStatement,
  { batch, first, until }: Readonly<Record<"batch" | "first" | "until", string>>,
): { readonly from_day: string; readonly to_day: string } {
  const { batches, produced } = retirementIn(statement).entry.record;
  const parts = (produced ?? []).filter(
    (one) => one.batch === batch && BigInt(one.first) < BigInt(until) && BigInt(first) < BigInt(one.until),
  );
  // Before that was said of each range it was said of each batch.
  const days = parts.length > 0 ? parts : batches.filter(({ code }) => code === batch);
  return {
    from_day: days.map(({ from_day }) => from_day).toSorted()[0] ?? "",
    to_day:
      days
        .map(({ to_day }) => to_day)
        .toSorted()
        .at(-1) ?? "",
  };
}

/** Crockford's base 32 without what looks alike; hyphens and spaces are for people. */
const statementKey = z
  .string()
  .max(60)
  .transform((typed) =>
    typed.toUpperCase().replaceAll(/[\s-]/g, "").replaceAll(/[IL]/g, "1").replaceAll("O", "0"),
  )
  .pipe(z.string().regex(/^[0-9A-HJKMNP-TV-Z]{26}$/, "Must be the 26 characters of a statement's key"));

/** Alike for a key that never was and one that is nobody's to know. */
const UNKNOWN = "statement.not_found";

export const verifyStatement = endpoint({
  name: "verifyStatement",
  method: "GET",
  path: "rehash/verify",
  access: "public",
  summary:
    "The statement of a key as it is in force, and where its certificates are now; for anybody who has the key",
  query: z.object({ key: statementKey }),
  answer: z.object({
    /** Null: its proof is pending. */
    statement: redemptionStatement.nullable(),
    /** Certificates of it that the ledger has retired by this redemption, and by nobody else. */
    retired: z.int(),
    /** The statement of the same redemption that is in force in its place, and since when (rule R44); null: this one is. */
    replaced: z.object({ key: z.string(), at: z.iso.datetime() }).nullable(),
  }),
  refusals: [UNKNOWN, "too_many_attempts"],
});

export const downloadStatement = endpoint({
  name: "downloadStatement",
  method: "GET",
  path: "rehash/verify/file",
  access: "public",
  summary: "The statement of a key as a file, RFC 8785",
  query: z.object({ key: statementKey }),
  answer: z.file(),
  refusals: [UNKNOWN, "too_many_attempts"],
});

/** Languages that a statement is printed in. */
const PRINTED_IN = ["en", "vi", "zh"] as const;
export type StatementLanguage = (typeof PRINTED_IN)[number];

export const downloadStatementPdf = endpoint({
  name: "downloadStatementPdf",
  method: "GET",
  path: "rehash/verify/pdf",
  access: "public",
  summary: "The statement of a key as a signed PDF (PAdES) with the statement itself inside",
  query: z.object({ key: statementKey, lang: z.enum(PRINTED_IN).default("en") }),
  answer: z.file(),
  refusals: [UNKNOWN, "statement.pdf_pending", "statement.pdf_failed", "too_many_attempts"],
});
