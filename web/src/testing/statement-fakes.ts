// For the tests: a redemption statement that holds, signed as the server does it, by a key of the test.
import { createHash, generateKeyPairSync, sign } from "node:crypto";
import { canonicalText } from "@heliograph/contract/registry/proofs/canonical";
import { signedText } from "@heliograph/contract/registry/proofs/check-statement";
import { headText } from "@heliograph/contract/registry/proofs/head";
import type { LogKey } from "@heliograph/contract/registry/proofs/log";
import { leafHash, nodeHash } from "@heliograph/contract/registry/proofs/merkle";
import {
  redemptionStatement,
  type RedemptionStatement,
} from "@heliograph/contract/registry/proofs/statement";

export const STATEMENT_KEY = "7QH4K2MD9XPT4C6N0123456789";
const AT = "2026-07-10T07:20:44.000Z";
const CODE = "IREC-VN-D000123-202601-0001";
const UID = "00000000-0000-4000-8000-00000000000";

const sha256 = (bytes: Uint8Array): Uint8Array => new Uint8Array(createHash("sha256").update(bytes).digest());
const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString("hex");

/** A pair of keys, and what the log says of the public one. */
function keyOf(use: LogKey["use"]) {
  const { privateKey, publicKey } = generateKeyPairSync("ed25519");
  const public_key = publicKey.export({ type: "spki", format: "der" }).toString("base64");
  const key_id = hex(sha256(Buffer.from(public_key))).slice(0, 32);
  const known: LogKey = { key_id, algorithm: "Ed25519", public_key, use, since: AT, revoked: null };
  return { known, sign: (text: string) => sign(null, Buffer.from(text), privateKey).toString("hex") };
}

const batch = {
  code: CODE,
  device: "VN-D000123",
  from_day: "2026-01-01",
  manifest_root: "",
  quantity: "88",
  source_reference: "",
  to_day: "2026-01-31",
};

/** The entries of a log of two: how the batch was issued, and how 60 of its certificates were retired for a company. */
function entriesOf(demonstration: string, days: boolean) {
  const facts = { ...batch, country: "VN", demonstration, fuel: "ES100", month: "2026-01", registry: "IREC" };
  const leg = { batch: CODE, first: "1", until: "89", from: "issue", to: "available" };
  const frame = { at: AT, reverses: "", v: "1" };
  const issue = { ...frame, entry: `${UID}1`, batches: [facts], legs: [leg], record: {}, type: "issue" };
  const name = "Bao Bi Nhon Trach Co., Ltd";
  const device = {
    capacity_w: "765000",
    code: "VN-D000123",
    name: "Nhon Trach Packaging Rooftop",
    operating_since: "2022-10-14",
    place: "Dong Nai",
    technology: "TC110",
  };
  const record = {
    amount: "60",
    batches: [batch],
    beneficiary: { country: "VN", kind: "company", name, registration_number: "3600123456" },
    country: "VN",
    demonstration,
    devices: [device],
    fuel: "ES100",
    key: STATEMENT_KEY,
    kind: "redemption",
    number: "RD-2026-000041",
    period: { from: "2026-01-01", to: "2026-06-30" },
    ...(days
      ? { produced: [{ batch: CODE, first: "1", from_day: "2026-01-01", to_day: "2026-01-21", until: "61" }] }
      : {}),
    purpose: "Scope 2, packaging plant",
    redeems_for: "own_consumption",
    registry: "IREC",
    replaces: "",
    vintage: "2026",
  };
  const legs = [{ ...leg, until: "61", from: "redemption_pending", to: "retired" }];
  return { issue, entry: { ...frame, entry: `${UID}2`, batches: [], legs, record, type: "retire" } };
}

/** The statement of that retirement, and the keys that the log made known. Without `days` it is one of those that said of no range when it was produced. */
export function signedStatement(
  use: LogKey["use"] = "log",
  days = true,
): {
  statement: RedemptionStatement;
  keys: LogKey[];
} {
  const log = keyOf("log");
  const signer = use === "log" ? log : keyOf(use);
  const { issue, entry } = entriesOf(String(use === "demonstration"), days);
  const hidden = "ab".repeat(32);
  const leaf = (of: Parameters<typeof canonicalText>[0]) =>
    leafHash(sha256, Buffer.concat([sha256(Buffer.from(canonicalText(of))), Buffer.from(hidden, "hex")]));
  const [made, retired] = [leaf(issue), leaf(entry)];
  const root = hex(nodeHash(sha256, made, retired));
  const of = { size: 2, root, previous: "", at: Date.parse(AT), key_id: log.known.key_id };
  const head = { at: AT, key: of.key_id, previous: "", root, size: "2", v: "1" };
  const proven = { private_hash: hidden };
  const content = {
    v: days ? "3" : "1",
    entry,
    ...proven,
    index: "1",
    path: [hex(made)],
    head: { ...head, signature: log.sign(headText(of)) },
    issues: [{ entry: issue, ...proven, index: "0", path: [hex(retired)] }],
  };
  const unsigned = redemptionStatement.omit({ signature: true }).parse(content);
  const signature = { key_id: signer.known.key_id, value: signer.sign(signedText(unsigned)) };
  const statement = redemptionStatement.parse({ ...unsigned, signature });
  return { statement, keys: [...new Set([log.known, signer.known])] };
}
