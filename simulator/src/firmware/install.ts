// What a gateway does before it writes a version: it fetches the file and believes nothing that is said of it.
import { createHash, createPublicKey, verify } from "node:crypto";
import type { CommandMessage } from "@heliograph/contract";
import { MAKER_KEY } from "./maker.ts";

/** A command that brings a version. */
export type FirmwareCommand = Extract<CommandMessage, { name: "firmware" }>;

const MAKER = createPublicKey({ key: { kty: "OKP", crv: "Ed25519", x: MAKER_KEY }, format: "jwk" });
const FETCH_WITHIN_MS = 120_000;

/** Fetches the file and checks it. Returns why the gateway will not write it; null: it is whole and its maker's. Never rejects. */
export async function faultOfFile(command: FirmwareCommand, base: string): Promise<string | null> {
  const { url, size_bytes, sha256, signature } = command;
  const bytes = await fetchFile(new URL(url, base), size_bytes).catch(() => null);
  if (bytes === null) return "The file could not be fetched";
  if (bytes.length !== size_bytes) return "The file has another size";
  if (createHash("sha256").update(bytes).digest("hex") !== sha256) return "The file has another checksum";
  const isSigned = verify(null, bytes, MAKER, Buffer.from(signature, "base64url"));
  return isSigned ? null : "The file is not signed by this gateway's maker";
}

/** The bytes at the address, of a longer file only so many that it is seen to be longer. */
async function fetchFile(url: URL, atMost: number): Promise<Uint8Array> {
  const answer = await fetch(url, { signal: AbortSignal.timeout(FETCH_WITHIN_MS) });
  if (!answer.ok || answer.body === null) throw new Error(`status ${answer.status}`);
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of answer.body) {
    parts.push(part);
    length += part.length;
    if (length > atMost) break;
  }
  return Buffer.concat(parts);
}
