// What the checker of statements needs in a browser: in JavaScript, as `crypto.subtle` is missing where a page came without TLS (rulings 14).
import type { CheckTools } from "@heliograph/contract/registry/proofs/check-statement";
import type { SignatureTools } from "@heliograph/contract/registry/proofs/cms";
import { ed25519 } from "@noble/curves/ed25519.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { SIGNED_BYTES } from "./signed-bytes.ts";

/** SubjectPublicKeyInfo of an Ed25519 key (RFC 8410): this, and the 32 bytes of the key. */
const SPKI = [0x30, 0x2a, 0x30, 0x05, 0x06, 0x03, 0x2b, 0x65, 0x70, 0x03, 0x21, 0x00];
const KEY_BYTES = 32;

/** The raw key in a DER of base64; null: it is no Ed25519 key. */
function rawKey(public_key: string): Uint8Array | null {
  const der = Uint8Array.from(atob(public_key), (char) => char.charCodeAt(0));
  const isOne = der.length === SPKI.length + KEY_BYTES && SPKI.every((byte, i) => der[i] === byte);
  return isOne ? der.slice(SPKI.length) : null;
}

/** Whether the Ed25519 signature, hexadecimal, under the text is that of the key (DER, base64); a key that is none has signed nothing. */
function isSigned(public_key: string, text: string, signature: string): boolean {
  try {
    const key = rawKey(public_key);
    const bytes = Uint8Array.from(signature.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
    return key !== null && ed25519.verify(bytes, new TextEncoder().encode(text), key, { zip215: false });
  } catch {
    return false;
  }
}

/** Hash and signatures of `checkStatement` and `checkPdfSignature`. */
export const BROWSER_TOOLS: Pick<CheckTools, "sha256" | "isSignedText"> & SignatureTools = {
  sha256,
  isSignedText: isSigned,
  ...SIGNED_BYTES,
};
