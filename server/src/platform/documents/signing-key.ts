// A signing key that lies in a file of the data folder and not in the database: whoever can rewrite the one cannot sign for it.
import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  randomUUID,
  sign,
  verify,
} from "node:crypto";
import { link, mkdir, open, readFile, rename, rm } from "node:fs/promises";
import { join } from "node:path";

/** An Ed25519 key. */
export interface SigningKey {
  /** The first 16 bytes of the SHA-256 of the public key, hexadecimal. */
  readonly key_id: string;
  /** DER of its SubjectPublicKeyInfo, base64. */
  readonly public_key: string;
  /** 64 bytes. */
  readonly sign: (text: string) => Uint8Array;
}

const FILE = "signing-key.pem";

/** The key in the folder, for its owner only. It is made, durably and by one of all processes, when there is none. */
export async function signingKeyIn(folder: string): Promise<SigningKey> {
  const path = join(folder, FILE);
  const there = () => readFile(path, "utf8").catch(ifMissing);
  const pem = (await there()) ?? (await made(folder, path));
  const privateKey = createPrivateKey(pem);
  const der = createPublicKey(privateKey).export({ type: "spki", format: "der" });
  return {
    key_id: keyIdOf(der),
    public_key: der.toString("base64"),
    sign: (text) => sign(null, Buffer.from(text), privateKey),
  };
}

/** The public half of the key in the folder; null: there is none. */
export async function publicKeyIn(folder: string): Promise<Pick<SigningKey, "key_id" | "public_key"> | null> {
  const pem = await readFile(join(folder, FILE), "utf8").catch(ifMissing);
  if (pem === undefined) return null;
  const der = createPublicKey(createPrivateKey(pem)).export({ type: "spki", format: "der" });
  return { key_id: keyIdOf(der), public_key: der.toString("base64") };
}

const keyIdOf = (der: Uint8Array): string => createHash("sha256").update(der).digest("hex").slice(0, 32);

/** Whether the text was signed with that key; a key that is none has signed nothing. */
export function isSignedBy(public_key: string, text: string, signature: Uint8Array): boolean {
  try {
    const key = createPublicKey({ key: Buffer.from(public_key, "base64"), type: "spki", format: "der" });
    return verify(null, Buffer.from(text), key, signature);
  } catch {
    return false;
  }
}

function ifMissing(error: unknown): undefined {
  if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
  throw error;
}

/** Puts a new key into the folder in place of the one there, whose private half is gone then; returns it. */
export async function replaceSigningKey(folder: string): Promise<SigningKey> {
  const path = join(folder, FILE);
  await rename(await written(folder, path), path);
  return signingKeyIn(folder);
}

/** Makes a key; where another process was first, it is that one's. Returns its PEM. */
async function made(folder: string, path: string): Promise<string> {
  const own = await written(folder, path);
  // A link is made whole or not at all, and never over another.
  await link(own, path).catch((error: unknown) => {
    if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
  });
  await rm(own);
  return readFile(path, "utf8");
}

/** A new key in a file of its own beside the path, durably; where it lies. */
async function written(folder: string, path: string): Promise<string> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const pem = generateKeyPairSync("ed25519").privateKey.export({ type: "pkcs8", format: "pem" }).toString();
  const own = `${path}.${randomUUID()}`;
  const file = await open(own, "wx", 0o600);
  try {
    await file.writeFile(pem);
    await file.sync();
  } finally {
    await file.close();
  }
  return own;
}
