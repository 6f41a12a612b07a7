import { createPublicKey, generateKeyPairSync, randomUUID } from "node:crypto";
import fc from "fast-check";
import { SignJWT, UnsecuredJWT, exportJWK, generateKeyPair, type JWTHeaderParameters } from "jose";
import { expect, test } from "vitest";
import { freshDb, freshPools } from "../../../testing/test-kit.ts";
import { connect } from "../../platform/db.ts";
import { keysOf } from "./secrets.sql.ts";
import { ACCESS_S, signAccessToken, readAccessToken, readRefreshToken, refreshTokenOf } from "./tokens.ts";

const NOW = Date.parse("2026-03-01T05:00:00Z");
const session = { session_id: "7d2f4a9c-0f3e-4d0e-9d7a-1c2b3a4d5e6f", account_uid: randomUUID() };

test("an access token is good for fifteen minutes, then expired, and not yet good long before", async () => {
  const keys = await keysOf(await freshDb());
  const token = await signAccessToken(keys, session, NOW);
  const good = { is: "good", session_id: session.session_id };
  expect(await readAccessToken(keys, token, NOW)).toEqual(good);
  expect(await readAccessToken(keys, token, NOW + (ACCESS_S - 1) * 1000)).toEqual(good);
  expect(await readAccessToken(keys, token, NOW + (ACCESS_S + 1) * 1000)).toEqual({ is: "expired" });
  // A server whose clock is a little behind the one that signed still takes it.
  expect(await readAccessToken(keys, token, NOW - 20_000)).toEqual(good);
  expect(await readAccessToken(keys, token, NOW - 60_000)).toEqual({ is: "invalid" });
});

/** A token right in all but what `wrong` changes. */
async function forged(
  key: Parameters<SignJWT["sign"]>[0],
  wrong: { header?: Partial<JWTHeaderParameters>; claims?: Record<string, unknown> },
) {
  const now = NOW / 1000;
  const claims = {
    sid: session.session_id,
    sub: session.account_uid,
    iss: "heliograph",
    aud: "heliograph-api",
    iat: now,
    nbf: now,
    exp: now + 600,
    ...wrong.claims,
  };
  return new SignJWT(claims).setProtectedHeader({ alg: "EdDSA", typ: "at+jwt", ...wrong.header }).sign(key);
}

test("what is forged with our own key but one thing wrong is invalid, never good and never merely expired", async () => {
  const keys = await keysOf(await freshDb());
  expect(await readAccessToken(keys, await forged(keys.signing, {}), NOW)).toMatchObject({ is: "good" });
  const wrongs = [
    { claims: { aud: "another" } },
    { claims: { iss: "another" } },
    { claims: { sid: undefined } },
    { claims: { sid: "not a uuid" } },
    { claims: { sid: ["7d2f4a9c-0f3e-4d0e-9d7a-1c2b3a4d5e6f"] } },
    { claims: { sub: undefined } },
    { claims: { exp: undefined } },
    { claims: { nbf: undefined } },
    { claims: { nbf: NOW / 1000 + 300 } },
    { claims: { aud: "another", exp: NOW / 1000 - 600 } },
    { header: { typ: "JWT" } },
    { header: { typ: "rt+jwt" } },
  ];
  for (const wrong of wrongs) {
    const token = await forged(keys.signing, wrong);
    expect([wrong, await readAccessToken(keys, token, NOW)]).toEqual([wrong, { is: "invalid" }]);
  }
  // Only here is everything right but the time.
  const late = await forged(keys.signing, { claims: { exp: NOW / 1000 - 1 } });
  expect(await readAccessToken(keys, late, NOW)).toEqual({ is: "expired" });
});

test("no other key, algorithm or header makes a token good, expired or not", async () => {
  const keys = await keysOf(await freshDb());
  const other = await generateKeyPair("Ed25519", { extractable: true });
  const jwk = await exportJWK(other.publicKey);
  const publicKey = new TextEncoder().encode(JSON.stringify(await exportJWK(keys.verifying)));
  const pem = createPublicKey(await pemOf(keys.verifying)).export({ type: "spki", format: "pem" });
  const rsa = generateKeyPairSync("rsa", { modulusLength: 2048 }).privateKey;
  for (const exp of [NOW / 1000 + 600, NOW / 1000 - 600]) {
    const claims = { exp };
    const own = { sid: session.session_id, sub: session.account_uid, nbf: NOW / 1000, exp };
    const tokens = [
      await forged(other.privateKey, { claims }),
      await forged(other.privateKey, { claims, header: { jwk } }),
      await forged(other.privateKey, {
        claims,
        header: { jku: "http://127.0.0.1:9/keys", kid: "../../etc/passwd" },
      }),
      await forged(other.privateKey, { claims, header: { x5u: "http://127.0.0.1:9/cert" } }),
      await forged(publicKey, { claims, header: { alg: "HS256" } }),
      await forged(new TextEncoder().encode(String(pem)), { claims, header: { alg: "HS256" } }),
      await forged(rsa, { claims, header: { alg: "RS256" } }),
      new UnsecuredJWT(own).setIssuer("heliograph").setAudience("heliograph-api").encode(),
    ];
    for (const token of tokens) expect(await readAccessToken(keys, token, NOW)).toEqual({ is: "invalid" });
  }
});

async function pemOf(key: CryptoKeyLike): Promise<string> {
  const der = Buffer.from(await crypto.subtle.exportKey("spki", key)).toString("base64");
  return `-----BEGIN PUBLIC KEY-----\n${der}\n-----END PUBLIC KEY-----\n`;
}
type CryptoKeyLike = Parameters<typeof crypto.subtle.exportKey>[1];

test("a kid that names a path is read by nobody", async () => {
  const keys = await keysOf(await freshDb());
  const token = await forged(keys.signing, { header: { kid: "../../../../dev/null" } });
  expect(await readAccessToken(keys, token, NOW)).toEqual({ is: "good", session_id: session.session_id });
});

test("changing any character of a token spoils it, and no text makes reading fail", async () => {
  const keys = await keysOf(await freshDb());
  const access = await signAccessToken(keys, session, NOW);
  const refresh = await refreshTokenOf(keys, session.session_id, 3);
  await fc.assert(
    fc.asyncProperty(fc.nat({ max: access.length - 2 }), async (at) => {
      const other = access[at] === "A" ? "B" : "A";
      const spoilt = access.slice(0, at) + other + access.slice(at + 1);
      expect(await readAccessToken(keys, spoilt, NOW)).toEqual({ is: "invalid" });
    }),
  );
  await fc.assert(
    fc.asyncProperty(fc.string(), async (text) => {
      expect(await readAccessToken(keys, text, NOW)).toEqual({ is: "invalid" });
      expect(await readRefreshToken(keys, text)).toBeNull();
      expect(await readRefreshToken(keys, access)).toBeNull();
      expect(await readAccessToken(keys, refresh, NOW)).toEqual({ is: "invalid" });
    }),
  );
});

test("a refresh token tells its session and generation, and cannot be moved to another of either", async () => {
  const keys = await keysOf(await freshDb());
  const token = await refreshTokenOf(keys, session.session_id, 3);
  expect(await refreshTokenOf(keys, session.session_id, 3)).toBe(token);
  expect(await readRefreshToken(keys, token)).toEqual({ session_id: session.session_id, generation: 3 });
  const [, generation, mac] = token.split(".");
  expect(await readRefreshToken(keys, `${session.session_id}.4.${mac}`)).toBeNull();
  expect(await readRefreshToken(keys, `${randomUUID()}.${generation}.${mac}`)).toBeNull();
});

test("servers that start together agree on the keys, another installation has its own", async () => {
  const { db, url } = await freshPools();
  const second = connect(url, 2);
  const [ours, theirs] = await Promise.all([keysOf(db), keysOf(second.db)]);
  await second.close();
  const token = await signAccessToken(ours, session, NOW);
  expect(await readAccessToken(theirs, token, NOW)).toMatchObject({ is: "good" });
  expect(await refreshTokenOf(theirs, session.session_id, 1)).toBe(
    await refreshTokenOf(ours, session.session_id, 1),
  );
  const strangers = await keysOf(await freshDb());
  expect(await readAccessToken(strangers, token, NOW)).toEqual({ is: "invalid" });
  expect(await readRefreshToken(strangers, await refreshTokenOf(ours, session.session_id, 1))).toBeNull();
});
