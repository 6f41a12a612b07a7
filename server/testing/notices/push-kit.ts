// A browser and its push service: keys of its own, an endpoint on loopback, and the message as it is decrypted (RFC 8188, RFC 8291).
import { createDecipheriv, createECDH, hkdfSync, randomBytes } from "node:crypto";
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";

interface PushReceived {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** What the service answers to the next pushes; the last answer stays. */
interface PushAnswer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A push service on loopback that keeps what it is sent. */
export async function pushService(...answers: PushAnswer[]) {
  const received: PushReceived[] = [];
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on("data", (part: Buffer) => parts.push(part));
    request.on("end", () => {
      received.push({ path: request.url ?? "", headers: request.headers, body: Buffer.concat(parts) });
      const { status, headers } = (answers.length > 1 ? answers.shift() : answers[0]) ?? { status: 201 };
      response.writeHead(status, headers).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())));
  // A server that listens on a port has an address.
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { received, host, endpoint: (path = "/one") => `http://${host}${path}` };
}

/** A browser's keys: its subscription at the endpoint, and how it reads what it is sent. */
export function pushBrowser(endpoint: string) {
  const key = createECDH("prime256v1");
  key.generateKeys();
  const auth = randomBytes(16);
  const token = JSON.stringify({
    endpoint,
    keys: { p256dh: key.getPublicKey("base64url"), auth: auth.toString("base64url") },
  });
  const read = (body: Buffer): unknown => {
    const salt = body.subarray(0, 16);
    const idLength = body.readUInt8(20);
    const sender = body.subarray(21, 21 + idLength);
    const sealed = body.subarray(21 + idLength);
    const info = Buffer.concat([Buffer.from("WebPush: info\0"), key.getPublicKey(), sender]);
    const secret = hkdf(key.computeSecret(sender), { salt: auth, info, bytes: 32 });
    const sealing = hkdf(secret, { salt, info: Buffer.from("Content-Encoding: aes128gcm\0"), bytes: 16 });
    const nonce = hkdf(secret, { salt, info: Buffer.from("Content-Encoding: nonce\0"), bytes: 12 });
    const open = createDecipheriv("aes-128-gcm", sealing, nonce);
    open.setAuthTag(sealed.subarray(-16));
    const plain = Buffer.concat([open.update(sealed.subarray(0, -16)), open.final()]);
    // One record: what follows the byte 2 is padding.
    return JSON.parse(plain.subarray(0, plain.lastIndexOf(2)).toString());
  };
  return { token, read };
}

const hkdf = (secret: Buffer, of: { salt: Buffer; info: Buffer; bytes: number }): Buffer =>
  Buffer.from(hkdfSync("sha256", secret, of.salt, of.info, of.bytes));
