// What entries of the journal say of signing keys (rule R43).
import type { LogKey } from "@heliograph/contract";
import { z } from "zod";

/** A key that an entry makes known. */
interface AnnouncedKey {
  readonly kind: "announced";
  readonly key_id: string;
  /** DER of its SubjectPublicKeyInfo, base64. */
  readonly public_key: string;
  /** What it signs: heads of the log and statements, statements of demonstrations alone, or PDFs. */
  readonly use: LogKey["use"];
  readonly algorithm: LogKey["algorithm"];
}

/** A key that an entry revokes. */
interface RevokedKey {
  readonly kind: "revoked";
  readonly key_id: string;
  /** The last head up to which it counts. */
  readonly last_size: number;
}

const announced = z.object({
  at: z.iso.datetime(),
  record: z.object({
    key_id: z.string(),
    public_key: z.string(),
    use: z.enum(["demonstration", "document"]).optional(),
    algorithm: z.enum(["Ed25519", "P-256"]).default("Ed25519"),
  }),
});
const revoked = z.object({
  at: z.iso.datetime(),
  record: z.object({ revokes: z.string(), last_size: z.string().regex(/^\d{1,15}$/) }),
});

/** What the public part of an entry says of a key, and when (ISO 8601); null: nothing. */
export function keyIn(public_part: string): ((AnnouncedKey | RevokedKey) & { readonly at: string }) | null {
  const value = keyJson(public_part);
  const made = announced.safeParse(value);
  if (made.success) {
    const { use = "log", ...key } = made.data.record;
    return { kind: "announced", ...key, use, at: made.data.at };
  }
  const gone = revoked.safeParse(value);
  if (!gone.success) return null;
  const { revokes, last_size } = gone.data.record;
  return { kind: "revoked", key_id: revokes, last_size: Number(last_size), at: gone.data.at };
}

/** The value that a text of the journal states; null: it is no JSON any more. */
export function keyJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
