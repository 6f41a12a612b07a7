import { randomUUID } from "node:crypto";
import { createServer } from "node:http";
import { PassThrough } from "node:stream";
import {
  addPasskey,
  appConfig,
  adminProjectList,
  getUserInfo,
  login,
  loginSid,
  logoutSid,
  passkeyOptions,
  passkeySignInOptions,
  refreshToken,
  signInWithPasskey,
} from "@heliograph/contract";
import { exportJWK, generateKeyPair, SignJWT, UnsecuredJWT, type JWTPayload } from "jose";
import { expect, onTestFinished, test } from "vitest";
import { apiOf, newcomer, PASSWORD, signIn } from "../../../testing/api-kit.ts";
import { authenticator, withSecondFactor } from "../../../testing/sign-in/sign-in-kit.ts";
import { freshDb } from "../../../testing/test-kit.ts";
import { makeLog } from "../../platform/log.ts";
import { server } from "../../platform/http.ts";
import { site } from "../../platform/site.ts";
import { webServer } from "../../platform/web-server.ts";
import { doorkeeperSession, identityRoutes, OWN_SSO, ownSigningKey, type Sso } from "./index.ts";

const EMAIL = "linh.admin@corp.example";
const seconds = () => Math.floor(Date.now() / 1000);
const good = (): JWTPayload => ({
  iss: OWN_SSO.issuer,
  aud: OWN_SSO.audience,
  jti: randomUUID(),
  email: EMAIL,
  iat: seconds(),
  exp: seconds() + 60,
});
const without = (claim: keyof JWTPayload): JWTPayload => {
  const claims = good();
  delete claims[claim];
  return claims;
};
const signed = (
  key: Parameters<SignJWT["sign"]>[0],
  claims: JWTPayload,
  header: { alg: string; kid?: string } = { alg: "EdDSA" },
) => new SignJWT(claims).setProtectedHeader(header).sign(key);

async function kit(sso: Sso = OWN_SSO) {
  const db = await freshDb();
  const settings = appConfig.parse({});
  const api = await apiOf(db, (serve) => identityRoutes(serve, db, settings, { sso }));
  const key = await ownSigningKey(db);
  const on = async (claims: JWTPayload) =>
    api(loginSid, { query: { auth_token: await signed(key, claims) } });
  return { db, api, key, on };
}

test("a token of the installation's key makes an administrator of its e-mail, who has a session of 12 hours", async () => {
  const { api, on, db } = await kit();
  const { status, body } = await on({ ...good(), name: "Linh Đỗ" });
  expect(status).toBe(200);
  expect(body.user).toMatchObject({ email: EMAIL, display_name: "Linh Đỗ", kind: "admin" });
  expect(body).toMatchObject({ user_id: body.user.uid, username: EMAIL });
  expect((Date.parse(body.session_expires_at) - Date.now()) / 3_600_000).toBeCloseTo(12, 1);
  expect((await api(getUserInfo, { token: body.access_token })).body.email).toBe(EMAIL);
  const renewed = await api(refreshToken, { body: { refresh_token: body.refresh_token } });
  expect(renewed.status).toBe(200);
  expect(renewed.body.session_expires_at).toBe(body.session_expires_at);
  const again = await on({ ...good(), name: "Linh D." });
  expect(again.body.user).toMatchObject({ uid: body.user.uid, display_name: "Linh D." });
  const accounts = await db.selectFrom("account").select(["email", "password_hash"]).execute();
  expect(accounts).toEqual([{ email: EMAIL, password_hash: null }]);
});

test("of twenty who bring the same token at once exactly one is signed in", async () => {
  const { db, api, key } = await kit();
  const auth_token = await signed(key, good());
  const told = await Promise.all(Array.from({ length: 20 }, () => api(loginSid, { query: { auth_token } })));
  expect(told.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(told.filter(({ status }) => status === 401)).toHaveLength(19);
  expect(await db.selectFrom("session").select("session_id").execute()).toHaveLength(1);
});

test("what is not vouched for is refused in the same words, and makes nobody", async () => {
  const { db, api, key, on } = await kit();
  const stranger = (await generateKeyPair("Ed25519")).privateKey;
  const now = seconds();
  const tokens: Record<string, string> = {
    garbage: "abc",
    "another key": await signed(stranger, good()),
    unsigned: new UnsecuredJWT(good()).encode(),
    "a shared secret": await signed(new TextEncoder().encode("x".repeat(32)), good(), { alg: "HS256" }),
    "another issuer": await signed(key, { ...good(), iss: "someone" }),
    "another audience": await signed(key, { ...good(), aud: "heliograph-api" }),
    expired: await signed(key, { ...good(), iat: now - 60, exp: now - 10 }),
    "a life of an hour": await signed(key, { ...good(), exp: now + 3600 }),
    "issued a minute and a half ago": await signed(key, { ...good(), iat: now - 90 }),
    "issued tomorrow": await signed(key, { ...good(), iat: now + 86_400, exp: now + 86_430 }),
    "no end": await signed(key, without("exp")),
    "no beginning": await signed(key, without("iat")),
    "no jti": await signed(key, without("jti")),
    "no e-mail": await signed(key, without("email")),
    "no e-mail address": await signed(key, { ...good(), email: "linh" }),
    "an unverified e-mail": await signed(key, { ...good(), email_verified: false }),
  };
  for (const [what, auth_token] of Object.entries(tokens)) {
    const { status, body } = await api(loginSid, { query: { auth_token } });
    expect([what, status, body.code, body.message]).toEqual([what, 401, "sso.refused", "Login faild"]);
  }
  expect((await api(loginSid)).status).toBe(400);
  expect(await db.selectFrom("account").select("email").execute()).toEqual([]);
  expect(await db.selectFrom("session").select("session_id").execute()).toEqual([]);
  expect((await on(good())).status).toBe(200);
});

test("who registered the e-mail before its owner signs on has neither its password, passkey, second factor nor its session afterwards", async () => {
  const { db, api, on } = await kit();
  await newcomer(db, EMAIL);
  const squatter = await signIn(api, login, EMAIL);
  await withSecondFactor(api, squatter.access_token);
  const key = authenticator();
  const { options } = (await api(passkeyOptions, { token: squatter.access_token })).body;
  const credential = key.make({ challenge: options.challenge, user: options.user.id });
  const added = await api(addPasskey, { token: squatter.access_token, body: { name: "Kept", credential } });
  expect(added.status).toBe(200);
  const { status, body } = await on(good());
  expect([status, body.user.kind]).toEqual([200, "admin"]);
  expect((await api(getUserInfo, { token: squatter.access_token })).body.code).toBe("session.ended");
  expect((await api(login, { body: { username: EMAIL, password: PASSWORD } })).status).toBe(401);
  const { challenge } = (await api(passkeySignInOptions)).body.options;
  const told = await api(signInWithPasskey, { body: { credential: key.sign({ challenge }) } });
  expect(told.body.code).toBe("passkey.refused");
  expect(await db.selectFrom("second_factor").select("account_id").execute()).toEqual([]);
  const events = await db.selectFrom("audit_event").select("action").where("subject", "=", EMAIL).execute();
  expect(events.map(({ action }) => action)).toContain("account.promoted");
});

test("a disabled account is not signed on, and its token is spent", async () => {
  const { db, on } = await kit();
  const claims = good();
  await newcomer(db, EMAIL);
  const disable = (disabled_at: Date | null) => db.updateTable("account").set({ disabled_at }).execute();
  await disable(new Date());
  expect((await on(claims)).status).toBe(401);
  await disable(null);
  expect((await on(claims)).status).toBe(401);
  expect((await on(good())).status).toBe(200);
});

test("signing out ends the administrator's session; a user has no such call, nor any other of the administration", async () => {
  const { db, api, on } = await kit();
  const { access_token } = (await on(good())).body;
  const who = await newcomer(db);
  const user = await signIn(api, login, who.email);
  const refused = await api(logoutSid, { token: user.access_token });
  expect([refused.status, refused.body.code]).toEqual([404, "request.no_such_address"]);
  expect((await api(getUserInfo, { token: user.access_token })).status).toBe(200);
  expect((await api(logoutSid, { token: access_token })).status).toBe(200);
  expect((await api(getUserInfo, { token: access_token })).body.code).toBe("session.ended");
  expect((await api(logoutSid)).body.code).toBe("token.required");
  // The refusal is the one of an address that leads nowhere.
  expect(
    (await api({ ...adminProjectList, path: "admin-center/nothing" }, { token: user.access_token })).status,
  ).toBe(404);
});

/** An identity provider on loopback, which counts how often its keys are asked for. */
async function provider(reply: () => { status: number; keys: unknown[] }) {
  let asked = 0;
  const web = createServer((_request, response) => {
    asked += 1;
    const { status, keys } = reply();
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify({ keys }));
  });
  await new Promise<void>((resolve) => {
    web.listen(0, "127.0.0.1", resolve);
  });
  onTestFinished(() => void web.close());
  const at = web.address();
  const port = typeof at === "object" && at !== null ? at.port : 0;
  return { jwksUrl: `http://127.0.0.1:${port}/keys`, asked: () => asked };
}

test("with a key set only the provider's keys count, and a thousand unknown keys make the server ask at most twice", async () => {
  const pair = await generateKeyPair("ES256", { extractable: true });
  const jwk = { ...(await exportJWK(pair.publicKey)), kid: "k1", alg: "ES256" };
  const idp = await provider(() => ({ status: 200, keys: [jwk] }));
  const sso = { issuer: "https://idp.example", audience: "portal", jwksUrl: idp.jwksUrl };
  const { api, key, db } = await kit(sso);
  const claims = () => ({ ...good(), iss: sso.issuer, aud: sso.audience });
  const by = async (auth_token: string, address: string) => api(loginSid, { query: { auth_token }, address });
  const own = await by(await signed(key, claims()), "10.0.0.1");
  expect(own.status).toBe(401);
  const theirs = await by(await signed(pair.privateKey, claims(), { alg: "ES256", kid: "k1" }), "10.0.0.1");
  expect(theirs.status).toBe(200);
  for (let n = 0; n < 1000; n += 50) {
    const batch = Array.from({ length: 50 }, async (_none, i) =>
      by(await signed(pair.privateKey, claims(), { alg: "ES256", kid: `u${n + i}` }), `10.1.${n / 50}.1`),
    );
    for (const { status } of await Promise.all(batch)) expect(status).toBe(401);
  }
  expect(idp.asked()).toBeLessThanOrEqual(2);
  expect(await db.selectFrom("account").select("email").execute()).toEqual([{ email: EMAIL }]);
});

test("a provider that does not answer makes the sign-on unavailable, and is not asked once per sign-on", async () => {
  const idp = await provider(() => ({ status: 500, keys: [] }));
  const { api, key } = await kit({ ...OWN_SSO, jwksUrl: idp.jwksUrl });
  for (let n = 0; n < 5; n += 1) {
    const { status, body } = await api(loginSid, { query: { auth_token: await signed(key, good()) } });
    expect([status, body.code]).toEqual([503, "unavailable"]);
  }
  expect(idp.asked()).toBe(1);
});

test("sixty refused sign-ons from an address are enough for ten minutes", async () => {
  const { api } = await kit();
  const tries = [];
  for (let n = 0; n < 61; n += 1) tries.push((await api(loginSid, { query: { auth_token: "x" } })).status);
  expect(tries.slice(0, 60)).toEqual(Array.from({ length: 60 }, () => 401));
  expect(tries[60]).toBe(429);
});

const nobody = () => Promise.reject(new RangeError("no gateway calls here"));

test("a token is in no line of the log, whatever became of it", async () => {
  const db = await freshDb();
  const lines: string[] = [];
  const sink = new PassThrough();
  sink.on("data", (piece: Buffer) => lines.push(piece.toString()));
  const app = await webServer({ log: makeLog("debug", sink) });
  const serve = server(app, { session: doorkeeperSession(db), gateway: nobody });
  identityRoutes(serve, db, appConfig.parse({}));
  await site(app, undefined);
  onTestFinished(() => app.close());
  const auth_token = await signed(await ownSigningKey(db), good());
  for (const url of ["/api/v1/admin-center/login-sid", "/api/v1/admin-center/login-sid", "/"]) {
    const { headers } = await app.inject({ url, query: { auth_token } });
    expect(headers["referrer-policy"]).toBe("no-referrer");
  }
  const written = lines.join("");
  expect(written).toContain("/api/v1/admin-center/login-sid");
  for (const part of auth_token.split(".")) expect(written).not.toContain(part);
  const events = await db.selectFrom("audit_event").selectAll().execute();
  expect(events.length).toBeGreaterThan(1);
  for (const part of auth_token.split(".")) expect(JSON.stringify(events)).not.toContain(part);
});
