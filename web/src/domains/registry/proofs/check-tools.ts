// What the checker of statements needs in a browser: in JavaScript, as `crypto.subtle` is missing where a page came without TLS (rulings 14).
import type { CheckTools } from "@heliograph/contract/registry/proofs/check-statement";
import type { PdfTools } from "@heliograph/contract/registry/proofs/pdf-signature";
import { ed25519 } from "@noble/curves/ed25519.js";
import { p256 } from "@noble/curves/nist.js";
import { sha256 } from "@noble/hashes/sha2.js";

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

/** SubjectPublicKeyInfo of a P-256 key (RFC 5480): this, and the 65 bytes of its point. */
const P256_SPKI = [
  0x30, 0x59, 0x30, 0x13, 0x06, 0x07, 0x2a, 0x86, 0x48, 0xce, 0x3d, 0x02, 0x01, 0x06, 0x08, 0x2a, 0x86, 0x48,
  0xce, 0x3d, 0x03, 0x01, 0x07, 0x03, 0x42, 0x00,
];
const POINT_BYTES = 65;

/** Whether the ECDSA signature (DER) under the bytes is that of the P-256 key (DER); a key that is none has signed nothing. */
function isSignedBytes(public_key: Uint8Array, bytes: Uint8Array, signature: Uint8Array): boolean {
  const isOne =
    public_key.length === P256_SPKI.length + POINT_BYTES &&
    P256_SPKI.every((byte, i) => public_key[i] === byte);
  if (!isOne) return false;
  try {
    return p256.verify(signature, bytes, public_key.slice(P256_SPKI.length), { format: "der", lowS: false });
  } catch {
    return false;
  }
}

/** Hash and signatures of `checkStatement` and `checkPdfSignature`. */
export const BROWSER_TOOLS: Pick<CheckTools & PdfTools, "sha256" | "isSignedText" | "isSignedBytes"> = {
  sha256,
  isSignedText: isSigned,
  isSignedBytes,
};
