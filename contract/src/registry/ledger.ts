// The certificate ledger as both ends know it: registries, where certificates may be, which postings there are, and serial numbers as text.
import { z } from "zod";

/** Registries whose certificates are held here. One certificate is one MWh. */
export const CERTIFICATE_REGISTRIES = ["IREC", "TIGR", "GEC"] as const;
export type CertificateRegistry = (typeof CERTIFICATE_REGISTRIES)[number];

const REGISTRY_NAMES: Readonly<Record<string, string>> = { IREC: "I-REC" } satisfies Partial<
  Record<CertificateRegistry, string>
>;

/** A registry as people read it; one without a name of its own goes by its letters. */
export const registryName = (registry: string): string => REGISTRY_NAMES[registry] ?? registry;

/** Where certificates of a business account may be. All but the first are reserved for a record and name it. */
const HELD_SUB_ACCOUNTS = [
  "available",
  "on_sale",
  "in_settlement",
  "redemption_pending",
  "export_pending",
  "frozen",
] as const;

/** Where certificates are that nobody holds: redeemed, withdrawn (both for good), or at another registry. */
const SYSTEM_SUB_ACCOUNTS = ["retired", "withdrawn", "external"] as const;

/** Where certificates may be. */
export type SubAccount = (typeof HELD_SUB_ACCOUNTS)[number] | (typeof SYSTEM_SUB_ACCOUNTS)[number];

/** How a lot of certificates came to its holder. Fees of a redemption depend on it. */
export const LOT_CHANNELS = ["issued", "exchange", "off_exchange", "import", "transfer"] as const;
export type LotChannel = (typeof LOT_CHANNELS)[number];

/** What a posting does to the holder: keeps it, changes it to another, ends it, or begins it. */
export type OwnerChange = "same" | "other" | "ends" | "begins";

/** One move that a type of entry allows. From `issue`: certificates that have not been before. */
interface PostingRule {
  readonly type: EntryType;
  readonly from: SubAccount | "issue";
  readonly to: SubAccount;
  readonly owner: OwnerChange;
}

/** Every type of journal entry. Two move nothing: `key` makes a signing key of the log known, `correction` words of a retirement (rule R44). */
export const ENTRY_TYPES = [
  "issue",
  "import",
  "transfer",
  "split",
  "place_sale",
  "match",
  "settle",
  "request_redemption",
  "retire",
  "request_export",
  "export",
  "freeze",
  "release",
  "withdraw",
  "reversal",
  "key",
  "correction",
] as const;
export type EntryType = (typeof ENTRY_TYPES)[number];

const rule = (
  type: EntryType,
  from: PostingRule["from"],
  to: SubAccount,
  owner: OwnerChange,
): PostingRule => ({ type, from, to, owner });

/**
 * All moves that may be posted; the database holds the same table and refuses any other. Out of `retired` and `withdrawn`
 * leads none.
 */
export const POSTING_RULES: readonly PostingRule[] = [
  rule("issue", "issue", "available", "begins"),
  rule("import", "issue", "available", "begins"),
  // What was exported from here comes back as the same certificates.
  rule("import", "external", "available", "begins"),
  rule("transfer", "available", "available", "other"),
  rule("split", "available", "available", "same"),
  rule("place_sale", "available", "on_sale", "same"),
  rule("match", "on_sale", "in_settlement", "same"),
  rule("settle", "in_settlement", "available", "other"),
  rule("request_redemption", "available", "redemption_pending", "same"),
  rule("retire", "redemption_pending", "retired", "ends"),
  rule("request_export", "available", "export_pending", "same"),
  rule("export", "export_pending", "external", "ends"),
  rule("freeze", "available", "frozen", "same"),
  rule("release", "on_sale", "available", "same"),
  rule("release", "in_settlement", "available", "same"),
  rule("release", "redemption_pending", "available", "same"),
  rule("release", "export_pending", "available", "same"),
  rule("release", "frozen", "available", "same"),
  rule("withdraw", "available", "withdrawn", "ends"),
  rule("withdraw", "frozen", "withdrawn", "ends"),
  rule("reversal", "available", "available", "other"),
];

/**
 * Channels of the lots that a type of entry makes. A split changes the label of a lot alone, a reversal restores the lots of before, and what is
 * not named here leaves lots as they are.
 */
export const CHANNELS_OF: Readonly<Partial<Record<EntryType, readonly LotChannel[]>>> = {
  issue: ["issued"],
  import: ["import"],
  transfer: ["transfer"],
  settle: ["exchange", "off_exchange"],
};

/** Serial numbers from `first` up to but not including `until`, both whole, `first` < `until`. */
export interface SerialRange {
  readonly first: number;
  readonly until: number;
}

/** What the code of a batch says: `IREC-VN-D000123-202510-0001`. */
export interface BatchCode {
  /** Made from simulated readings: the code begins with DEMO-. */
  readonly demonstration: boolean;
  readonly registry: CertificateRegistry;
  /** ISO 3166-1 alpha-2. */
  readonly country: string;
  readonly device: string;
  /** Month of production, YYYY-MM. */
  readonly month: string;
  /** The system that an imported batch comes from, 2 to 10 letters; null: issued here. */
  readonly origin: string | null;
  /** Number of the batch among those of the device and month, 1 to 9999. */
  readonly batch: number;
}

const CODE = new RegExp(
  `^(DEMO-)?(${CERTIFICATE_REGISTRIES.join("|")})-([A-Z]{2})-([A-Z0-9]{1,20})-(\\d{4})(0[1-9]|1[0-2])-(?:X([A-Z]{2,10}))?(\\d{4})$`,
);

/** The code as text. Imported batches have an X and the system of origin before their number. */
export function formatBatchCode(code: BatchCode): string {
  const { demonstration, registry, country, device, month, origin, batch } = code;
  const number = `${origin === null ? "" : `X${origin}`}${String(batch).padStart(4, "0")}`;
  return `${demonstration ? "DEMO-" : ""}${registry}-${country}-${device}-${month.replace("-", "")}-${number}`;
}

/** The code that the text states; null when it is none. Exactly what `formatBatchCode` writes is one. */
export function parseBatchCode(text: string): BatchCode | null {
  const found = CODE.exec(text);
  if (found === null || Number(found[8]) === 0) return null;
  const [, demo, registry, country = "", device = "", year, month, origin, batch] = found;
  return {
    demonstration: demo !== undefined,
    registry: z.enum(CERTIFICATE_REGISTRIES).parse(registry),
    country,
    device,
    month: `${year}-${month}`,
    origin: origin ?? null,
    batch: Number(batch),
  };
}

/** Serial numbers as people read them, both ends included: `IREC-VN-D000123-202510-0001 : 1–850`. */
export function formatSerials(code: string, { first, until }: SerialRange): string {
  return `${code} : ${first}–${until - 1}`;
}

/** The batch and range that the text states; null when it states none. A hyphen does for the dash, and one number for a range of one. */
export function parseSerials(text: string): { code: string; range: SerialRange } | null {
  const found = /^\s*(\S+)\s*:\s*([1-9]\d{0,14})(?:\s*[–-]\s*([1-9]\d{0,14}))?\s*$/.exec(text);
  const [, code = "", first = "", last = first] = found ?? [];
  if (found === null || parseBatchCode(code) === null || Number(last) < Number(first)) return null;
  return { code, range: { first: Number(first), until: Number(last) + 1 } };
}
