// The checker of redemption statements: the same in the browser, on the command line and on the server. It never guesses (rule R45).
import { canonicalText, type CanonicalValue } from "./canonical.ts";
import type { LogKey } from "./log.ts";
import { leafHash, type Hash } from "./merkle.ts";
import {
  redemptionStatement,
  retirementIn,
  STATEMENT_VERSIONS,
  type RedemptionStatement,
} from "./statement.ts";
import { rootByPath } from "./tree-proofs.ts";

/** What a check found. `changed`: do not accept it. */
type StatementVerdict =
  | "genuine"
  | "demonstration"
  | "changed"
  /** Signed by a key after its last head (rule R43): do not accept it. */
  | "revoked"
  | "unknown_key"
  | "unknown_version"
  | "unreadable";

/** Steps of a check, in their order. */
const CHECK_STEPS = ["unchanged", "retired", "in_the_log", "nobody_else", "issued"] as const;
type CheckStep = (typeof CHECK_STEPS)[number];

export interface CheckedStep {
  readonly step: CheckStep;
  readonly state: "passed" | "failed" | "not_made";
}

export interface StatementCheck {
  readonly verdict: StatementVerdict;
  readonly steps: readonly CheckedStep[];
  /** What the statement says; null: it could not be read. */
  readonly statement: RedemptionStatement | null;
  /** Leaf hash of the retirement, hexadecimal; "": not computed. */
  readonly leaf: string;
  /** Its key was revoked later, at this instant (ISO 8601), and counts for it; null: it was not. */
  readonly key_revoked_at: string | null;
}

/** A key as the checker needs it; whether it was revoked is not known of those that were kept before that was said. */
export type CheckKey = Pick<LogKey, "key_id" | "public_key" | "use"> & {
  readonly revoked?: LogKey["revoked"] | undefined;
};

/** What a checker brings along. */
export interface CheckTools {
  readonly sha256: Hash;
  /** Whether the Ed25519 signature (hexadecimal) under the text is that of the key (DER, base64). */
  readonly isSignedText: (public_key: string, text: string, signature: string) => boolean;
  /** Keys that the checker knows from elsewhere than the statement. */
  readonly keys: readonly CheckKey[];
  /** Certificates that the ledger says are retired by it; null: it was not asked. */
  readonly retired: number | null;
}

const none = (verdict: StatementVerdict, statement: RedemptionStatement | null = null): StatementCheck => ({
  verdict,
  steps: CHECK_STEPS.map((step) => ({ step, state: "not_made" })),
  statement,
  leaf: "",
  key_revoked_at: null,
});

/** Checks what claims to be a statement, as it was read from JSON. */
export function checkStatement(given: unknown, tools: CheckTools): StatementCheck {
  if (typeof given !== "object" || given === null || !("v" in given)) return none("unreadable");
  const isKnown = typeof given.v === "string" && Object.hasOwn(STATEMENT_VERSIONS, given.v);
  if (!isKnown) return none("unknown_version");
  const read = redemptionStatement.safeParse(given);
  if (!read.success) return none("unreadable");
  const statement = read.data;
  const signer = tools.keys.find(
    ({ key_id, use }) => key_id === statement.signature.key_id && use !== "document",
  );
  const header = tools.keys.find(({ key_id, use }) => key_id === statement.head.key && use === "log");
  if (signer === undefined || header === undefined) return none("unknown_key", statement);
  const isDemonstration = signer.use === "demonstration";
  const leaf = leafOf(statement.entry, statement.private_hash, tools.sha256);
  const retirement = retirementIn(statement);
  const results: Record<CheckStep, boolean | null> = {
    unchanged:
      tools.isSignedText(signer.public_key, signedText(statement), statement.signature.value) &&
      statement.entry.record.demonstration === String(isDemonstration) &&
      isOfItsVersion(statement, tools.sha256),
    retired: isRetirement(statement),
    in_the_log:
      tools.isSignedText(header.public_key, headOf(statement), statement.head.signature) &&
      leadsToRoot(statement, statement, leaf, tools.sha256) &&
      leadsToRoot(statement, retirement, retirementLeaf(retirement, tools.sha256), tools.sha256),
    nobody_else: tools.retired === null ? null : String(tools.retired) === statement.entry.record.amount,
    issued: isIssued(statement, tools.sha256),
  };
  const steps = CHECK_STEPS.map((step): CheckedStep => {
    const result = results[step];
    return { step, state: result === null ? "not_made" : result ? "passed" : "failed" };
  });
  const revoked = [signer, header].flatMap((key) => key.revoked ?? []);
  const isLate = revoked.some(({ size }) => Number(statement.head.size) > size);
  const holds = steps.every(({ state }) => state !== "failed");
  const good = isDemonstration ? "demonstration" : "genuine";
  const verdict = !holds ? "changed" : isLate ? "revoked" : good;
  return { verdict, steps, statement, leaf: hex(leaf), key_revoked_at: revoked[0]?.at ?? null };
}

/** The statement as it is kept and given out. */
export const statementText = (statement: RedemptionStatement): string =>
  canonicalText(asCanonical(statement));

/** The text that a statement's signature is under. */
export function signedText({
  signature: _own,
  ...content
}: Omit<RedemptionStatement, "signature"> & { signature?: unknown }): string {
  return canonicalText(asCanonical(content));
}

/** Statements hold texts alone; what does not is refused by `canonicalText`. */
// oxlint-disable-next-line no-unsafe-type-assertion -- see above
const asCanonical = (value: unknown): CanonicalValue => value as CanonicalValue;

function headOf({ head: { signature: _own, ...head } }: RedemptionStatement): string {
  return canonicalText(head);
}

/** SHA-256(0x00 ‖ SHA-256(public part) ‖ hash of the private part). */
function leafOf(entry: unknown, private_hash: string, sha256: Hash): Uint8Array {
  const open = sha256(new TextEncoder().encode(canonicalText(asCanonical(entry))));
  const both = new Uint8Array(64);
  both.set(open, 0);
  both.set(bytes(private_hash), 32);
  return leafHash(sha256, both);
}

function leadsToRoot(
  { head }: RedemptionStatement,
  { index, path }: { index: string; path: readonly string[] },
  leaf: Uint8Array,
  sha256: Hash,
): boolean {
  const at = { index: Number(index), size: Number(head.size) };
  const root = rootByPath(sha256, at, { leaf, path: path.map(bytes) });
  return root !== null && hex(root) === head.root;
}

const retirementLeaf = ({ entry, private_hash }: ReturnType<typeof retirementIn>, sha256: Hash): Uint8Array =>
  leafOf(entry, private_hash, sha256);

/** A first statement is of a retirement that replaces nothing; one that replaces it says the same but for words of its beneficiary, and names its leaf. */
function isOfItsVersion({ v, entry, retirement }: RedemptionStatement, sha256: Hash): boolean {
  const { replaces, days } = STATEMENT_VERSIONS[v];
  if ((entry.record.produced !== undefined) !== days) return false;
  if (!replaces) {
    return entry.type === "retire" && retirement === undefined && entry.record.replaces === "";
  }
  if (entry.type !== "correction" || retirement === undefined) return false;
  const { record } = retirement.entry;
  return (
    record.replaces === "" &&
    entry.record.replaces === hex(retirementLeaf(retirement, sha256)) &&
    canonicalText(asCanonical(withoutWords(entry.record))) ===
      canonicalText(asCanonical(withoutWords(record)))
  );
}

/** The record without what a correction may change: the beneficiary's name or its hash, and the statement's own key. */
const withoutWords = ({ beneficiary, ...record }: RedemptionStatement["entry"]["record"]) => ({
  ...record,
  key: "",
  replaces: "",
  beneficiary: beneficiary.kind === "company" ? { ...beneficiary, name: "" } : { ...beneficiary, hash: "" },
});

/** The entry moves exactly the certificates that it speaks of to "retired", none twice. */
function isRetirement(statement: RedemptionStatement): boolean {
  const { legs, record } = retirementIn(statement).entry;
  const ranges = legs.map(({ batch, first, until, from, to }) => ({
    batch,
    first: BigInt(first),
    until: BigInt(until),
    isOne: from === "redemption_pending" && to === "retired",
  }));
  const sum = ranges.reduce((all, { first, until }) => all + until - first, 0n);
  const isSound =
    ranges.every(({ isOne, first, until }) => isOne && first >= 1n && first < until) && !overlap(ranges);
  const quantities = new Map(record.batches.map(({ code, quantity }) => [code, BigInt(quantity)]));
  const isNamed = ranges.every(({ batch, until }) => until <= (quantities.get(batch) ?? 0n) + 1n);
  return (
    ranges.length > 0 && isSound && isNamed && sum === BigInt(record.amount) && areProduced(legs, record)
  );
}

/** Whether two ranges of a batch share a serial number: in order, a range overlaps the next one or none. */
function overlap(
  ranges: readonly { readonly batch: string; readonly first: bigint; readonly until: bigint }[],
): boolean {
  const ordered = ranges.toSorted((a, b) =>
    a.batch === b.batch ? (a.first < b.first ? -1 : 1) : a.batch < b.batch ? -1 : 1,
  );
  return ordered.some((one, i) => {
    const next = ordered[i + 1];
    return next !== undefined && next.batch === one.batch && next.first < one.until;
  });
}

interface StatedRange {
  readonly batch: string;
  readonly first: string;
  readonly until: string;
}

/** What is said to have been produced on which days is what was retired, each certificate once. */
function areProduced(
  legs: readonly StatedRange[],
  { produced }: RedemptionStatement["entry"]["record"],
): boolean {
  if (produced === undefined) return true;
  const isOrdered = produced.every(
    ({ first, until, from_day, to_day }) => BigInt(first) < BigInt(until) && from_day <= to_day,
  );
  return isOrdered && edgesOf(legs) === edgesOf(produced);
}

/** Where ranges begin and end, in one order; alike of ranges that hold each certificate as often. Where one ends and the next of its batch begins is no edge. */
function edgesOf(ranges: readonly StatedRange[]): string {
  const steps = new Map<string, number>();
  const step = (edge: string, by: number) => steps.set(edge, (steps.get(edge) ?? 0) + by);
  for (const { batch, first, until } of ranges) {
    step(`${batch} ${first}`, 1);
    step(`${batch} ${until}`, -1);
  }
  return [...steps]
    .filter(([, by]) => by !== 0)
    .map(([edge, by]) => `${edge} ${by}`)
    .toSorted()
    .join();
}

/** Each batch was made by an entry of the same log, which says of it what the statement says. */
function isIssued(statement: RedemptionStatement, sha256: Hash): boolean {
  const made = statement.issues
    .filter(({ entry, private_hash, ...proof }) =>
      leadsToRoot(statement, proof, leafOf(entry, private_hash, sha256), sha256),
    )
    .flatMap(({ entry }) => entry.batches);
  const byCode = new Map(made.map((one) => [one.code, one]));
  return statement.entry.record.batches.every((batch) => {
    const one = byCode.get(batch.code);
    return (
      one !== undefined &&
      one.quantity === batch.quantity &&
      one.manifest_root === batch.manifest_root &&
      one.from_day === batch.from_day &&
      one.to_day === batch.to_day &&
      one.device === batch.device
    );
  });
}

const hex = (all: Uint8Array): string =>
  Array.from(all, (byte) => byte.toString(16).padStart(2, "0")).join("");

const bytes = (text: string): Uint8Array =>
  Uint8Array.from({ length: text.length / 2 }, (_, i) => Number.parseInt(text.slice(2 * i, 2 * i + 2), 16));
