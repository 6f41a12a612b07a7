// A browser that is pushed to: keys of its own, and the message as it is decrypted (RFC 8188, RFC 8291).
import { createDecipheriv, createECDH, hkdfSync, randomBytes } from "node:crypto";

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
