import { exportJWK, generateKeyPair, importJWK, type CryptoKey } from "jose";
import type { Db } from "../../platform/db.ts";
import { secretOf } from "../../platform/secrets.sql.ts";
import type { Keys } from "./tokens.ts";

const remembered = new WeakMap<Db, Promise<Keys>>();

/**
 * The keys that sign and check the tokens of this installation. The first server that asks makes them; all others,
 * and every later start, use the same. Read once per connection pool; a failure is tried again at the next call.
 */
export function keysOf(db: Db): Promise<Keys> {
  let keys = remembered.get(db);
  if (keys === undefined) {
    keys = loadKeys(db).catch((error: unknown) => {
      remembered.delete(db);
      throw error;
    });
    remembered.set(db, keys);
  }
  return keys;
}

/**
 * The Ed25519 key pair that is kept under the name, the same for every server of the installation; made when there is
 * none yet.
 */
export async function keyPairOf(db: Db, name: string): Promise<Pick<Keys, "signing" | "verifying">> {
  const { privateKey } = await generateKeyPair("Ed25519", { extractable: true });
  const jwk: unknown = JSON.parse(await secretOf(db, name, JSON.stringify(await exportJWK(privateKey))));
  if (!isPrivateKey(jwk)) throw new RangeError(`The secret ${name} is no Ed25519 key`);
  return {
    signing: await asCryptoKey(jwk),
    verifying: await asCryptoKey({ kty: jwk.kty, crv: jwk.crv, x: jwk.x }),
  };
}

/**
 * The AES-256-GCM key that secrets of accounts are sealed with, the same for every server of the installation; made when there is
 * none yet.
 */
export async function sealingKeyOf(db: Db): Promise<CryptoKey> {
  const key = await secretOf(db, "sealing_key", randomKey());
  return crypto.subtle.importKey("raw", Buffer.from(key, "base64url"), { name: "AES-GCM" }, false, [
    "encrypt",
    "decrypt",
  ]);
}

/** 256 random bits as base64url. */
const randomKey = () => Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString("base64url");

async function loadKeys(db: Db): Promise<Keys> {
  const pair = await keyPairOf(db, "access_token_key");
  const mac = await secretOf(db, "refresh_token_key", randomKey());
  return {
    ...pair,
    refreshing: await crypto.subtle.importKey(
      "raw",
      Buffer.from(mac, "base64url"),
      { name: "HMAC", hash: "SHA-256" },
      false,
      ["sign", "verify"],
    ),
  };
}

interface PrivateKey {
  readonly kty: "OKP";
  readonly crv: "Ed25519";
  readonly x: string;
  readonly d: string;
}
function isPrivateKey(jwk: unknown): jwk is PrivateKey {
  return (
    typeof jwk === "object" &&
    jwk !== null &&
    "crv" in jwk &&
    jwk.crv === "Ed25519" &&
    "d" in jwk &&
    "x" in jwk
  );
}

async function asCryptoKey(jwk: Omit<PrivateKey, "d"> & { d?: string }): Promise<CryptoKey> {
  const key = await importJWK({ ...jwk }, "EdDSA");
  if (key instanceof Uint8Array) throw new RangeError("A kept key is no Ed25519 key");
  return key;
}
