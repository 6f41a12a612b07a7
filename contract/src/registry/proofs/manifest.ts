// The manifest of a batch: which days its certificates were made of, in the order of their numbers (certificates.md §3.2, rule R35).
import type { Day } from "../../kernel/time.ts";
import { WH_PER_CERTIFICATE } from "../issuance/certificate.ts";
import type { SerialRange } from "../ledger.ts";
import { canonicalText } from "./canonical.ts";
import { grown, leafHash, NO_PEAKS, rootOf, type Hash } from "./merkle.ts";

/** Energy of a local day, whole Wh above 0. */
export interface ManifestLeaf {
  readonly day: Day;
  readonly wh: number;
}

/**
 * The days that the certificates of the range were made of, each once, the first day first: certificate n is the energy from
 * (n − 1) · 10⁶ Wh to n · 10⁶ Wh of the leaves. Their Wh are exactly those of the certificates, as long as the batch has so many.
 */
export function daysOfRange(
  leaves: readonly ManifestLeaf[],
  { first, until }: SerialRange,
): readonly ManifestLeaf[] {
  const from = (first - 1) * WH_PER_CERTIFICATE;
  const to = (until - 1) * WH_PER_CERTIFICATE;
  const days = new Map<Day, number>();
  let at = 0;
  for (const { day, wh } of leaves) {
    const here = Math.min(at + wh, to) - Math.max(at, from);
    if (here > 0) days.set(day, (days.get(day) ?? 0) + here);
    at += wh;
  }
  return [...days].map(([day, wh]) => ({ day, wh })).toSorted((a, b) => (a.day < b.day ? -1 : 1));
}

/** The Merkle root (RFC 6962) over the leaves as canonical texts {"day", "wh"}. */
export function manifestRoot(sha256: Hash, leaves: readonly ManifestLeaf[]): Uint8Array {
  const text = new TextEncoder();
  const hashes = leaves.map(({ day, wh }) =>
    leafHash(sha256, text.encode(canonicalText({ day, wh: String(wh) }))),
  );
  return rootOf(sha256, grown(sha256, NO_PEAKS, hashes));
}
