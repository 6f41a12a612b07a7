// What entries of the journal say of signing keys (rule R43).
import { z } from "zod";

const announced = z.object({
  record: z.object({
    key_id: z.string(),
    public_key: z.string(),
    use: z.literal("demonstration").optional(),
  }),
});

/** A key that an entry makes known. */
interface AnnouncedKey {
  readonly key_id: string;
  /** DER of its SubjectPublicKeyInfo, base64. */
  readonly public_key: string;
  /** What it signs: heads of the log and statements, or statements of demonstrations alone. */
  readonly use: "log" | "demonstration";
}

/** The key in the public part of an entry; null: it makes none known. */
export function announcedKeyIn(public_part: string): AnnouncedKey | null {
  const read = announced.safeParse(keyJson(public_part));
  if (!read.success) return null;
  const { use = "log", ...key } = read.data.record;
  return { ...key, use };
}

/** The value that a text of the journal states; null: it is no JSON any more. */
export function keyJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
