// What the checker of signatures and time stamps needs on the server and the command line.
import { createHash, createPublicKey, verify } from "node:crypto";
import { keyParts, type SignatureHash, type SignatureTools } from "@heliograph/contract";

const hashOf =
  (name: string) =>
  (bytes: Uint8Array): Uint8Array =>
    createHash(name).update(bytes).digest();

/** Whether the signature under the hash of the bytes is that of the key (DER); a key that is none has signed nothing. */
function isSignedBytes(
  key: Uint8Array,
  bytes: Uint8Array,
  signature: Uint8Array,
  hash: SignatureHash,
): boolean {
  try {
    if (keyParts(key) === null) return false;
    const known = createPublicKey({ key: Buffer.from(key), type: "spki", format: "der" });
    return verify(hash, bytes, { key: known, dsaEncoding: "der" }, signature);
  } catch {
    return false;
  }
}

/** Hashes and signatures of `checkPdfSignature` and `checkTimeStamp`, by OpenSSL. */
export const SERVER_TOOLS: SignatureTools = {
  hashes: {
    sha1: hashOf("sha1"),
    sha256: hashOf("sha256"),
    sha384: hashOf("sha384"),
    sha512: hashOf("sha512"),
  },
  isSignedBytes,
};
