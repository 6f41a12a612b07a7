// Signatures of certificates' keys in JavaScript: ECDSA, and RSA of PKCS #1 version 1.5 (RFC 8017, 8.2.2).
import { keyParts, type SignatureHash, type SignatureTools } from "@heliograph/contract/registry/proofs/cms";
import { p256, p384, p521 } from "@noble/curves/nist.js";
import { sha1 } from "@noble/hashes/legacy.js";
import { sha256, sha384, sha512 } from "@noble/hashes/sha2.js";

const CURVES = { "P-256": p256, "P-384": p384, "P-521": p521 } as const;
const HASHES = { sha1, sha256, sha384, sha512 } as const;

/** DigestInfo up to the digest (RFC 8017, 9.2, note 1); only the number of the hash and the lengths differ. */
const DIGEST_INFO: Readonly<Record<SignatureHash, readonly number[]>> = {
  sha256: [0x30, 0x31, 0x30, 0x0d, 6, 9, 0x60, 0x86, 0x48, 1, 0x65, 3, 4, 2, 1, 5, 0, 4, 0x20],
  sha384: [0x30, 0x41, 0x30, 0x0d, 6, 9, 0x60, 0x86, 0x48, 1, 0x65, 3, 4, 2, 2, 5, 0, 4, 0x30],
  sha512: [0x30, 0x51, 0x30, 0x0d, 6, 9, 0x60, 0x86, 0x48, 1, 0x65, 3, 4, 2, 3, 5, 0, 4, 0x40],
};

const numberOf = (bytes: Uint8Array): bigint => bytes.reduce((all, byte) => (all << 8n) | BigInt(byte), 0n);

/** base^exponent modulo the modulus. */
function power(base: bigint, exponent: bigint, modulus: bigint): bigint {
  let [result, square] = [1n, base % modulus];
  for (let rest = exponent; rest > 0n; rest >>= 1n) {
    if ((rest & 1n) === 1n) result = (result * square) % modulus;
    square = (square * square) % modulus;
  }
  return result;
}

/** Whether the signature is that of the RSA key under the digest: the whole padding is compared, so that nothing can hide in it. */
function isSignedByRsa(
  key: { readonly modulus: Uint8Array; readonly exponent: Uint8Array },
  digest: Uint8Array,
  signature: Uint8Array,
  hash: SignatureHash,
): boolean {
  const [modulus, value] = [numberOf(key.modulus), numberOf(signature)];
  const info = [...DIGEST_INFO[hash], ...digest];
  const padding = Array.from({ length: key.modulus.length - info.length - 3 }, () => 0xff);
  const expected = numberOf(Uint8Array.from([0, 1, ...padding, 0, ...info]));
  return (
    signature.length === key.modulus.length &&
    value < modulus &&
    power(value, numberOf(key.exponent), modulus) === expected
  );
}

function isSignedBytes(
  key: Uint8Array,
  bytes: Uint8Array,
  signature: Uint8Array,
  hash: SignatureHash,
): boolean {
  try {
    const parts = keyParts(key);
    if (parts === null) return false;
    const digest = HASHES[hash](bytes);
    if (parts.kind === "RSA") return isSignedByRsa(parts, digest, signature, hash);
    return CURVES[parts.kind].verify(signature, digest, parts.point, {
      format: "der",
      lowS: false,
      prehash: false,
    });
  } catch {
    return false;
  }
}

/** Hashes and signatures of `checkPdfSignature`; a key that is none has signed nothing. */
export const SIGNED_BYTES: SignatureTools = { hashes: HASHES, isSignedBytes };
