// Secrets that have to be read again, sealed with AES-256-GCM: nonce and ciphertext as base64url.
import { base64url, type CryptoKey } from "jose";

const NONCE_BYTES = 12;
const bound = (owner: string) => new TextEncoder().encode(`heliograph sealed 1 ${owner}`);

/** The text sealed for an owner; under another owner's name it does not open. */
export async function seal(key: CryptoKey, owner: string, text: string): Promise<string> {
  const iv = crypto.getRandomValues(new Uint8Array(NONCE_BYTES));
  const algorithm = { name: "AES-GCM", iv, additionalData: bound(owner) };
  const sealed = await crypto.subtle.encrypt(algorithm, key, new TextEncoder().encode(text));
  return base64url.encode(Uint8Array.from([...iv, ...new Uint8Array(sealed)]));
}

/** What was sealed for the owner. Throws where it was not, or was changed since. */
export async function unseal(key: CryptoKey, owner: string, sealed: string): Promise<string> {
  const bytes = base64url.decode(sealed);
  const algorithm = { name: "AES-GCM", iv: bytes.slice(0, NONCE_BYTES), additionalData: bound(owner) };
  return new TextDecoder().decode(await crypto.subtle.decrypt(algorithm, key, bytes.slice(NONCE_BYTES)));
}
