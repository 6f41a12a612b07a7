import { randomUUID } from "node:crypto";
import {
  addPasskey,
  getSecurity,
  getUserInfo,
  login,
  PASSKEY_REFUSED,
  passkeyOptions,
  passkeySignInOptions,
  removePasskey,
  signInWithPasskey,
} from "@heliograph/contract";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { newcomer, signIn, type Api } from "../../../../testing/api-kit.ts";
import {
  authenticator,
  confirm,
  noted,
  signInScene,
  withSecondFactor,
} from "../../../../testing/sign-in/sign-in-kit.ts";
import type { SignInWays } from "../index.ts";

async function scene(ways: SignInWays = {}) {
  const made = await signInScene(ways);
  await confirm(made.api, made.token);
  return made;
}

/** Adds a passkey of the authenticator to the account of the token. */
async function added(api: Api, token: string, key = authenticator(), name = "Laptop") {
  const { options } = (await api(passkeyOptions, { token })).body;
  const credential = key.make({ challenge: options.challenge, user: options.user.id });
  const told = await api(addPasskey, { token, body: { name, credential } });
  return { ...told, key, options, credential };
}

const challengeOf = async (api: Api): Promise<string> =>
  (await api(passkeySignInOptions)).body.options.challenge;
const signedBy = async (api: Api, key: ReturnType<typeof authenticator>, more: object = {}) =>
  api(signInWithPasskey, { body: { credential: key.sign({ challenge: await challengeOf(api), ...more }) } });

test("a passkey is added with its name, signs in without an e-mail, and tells when it was last used", async () => {
  const { api, db, token, who } = await scene();
  const { status, key, options } = await added(api, token);
  expect(status).toBe(200);
  expect(options).toMatchObject({
    rp: { id: "localhost", name: "Heliograph" },
    pubKeyCredParams: [-8, -7, -257].map((alg) => ({ type: "public-key", alg })),
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
    excludeCredentials: [],
  });
  const before = (await api(getSecurity, { token })).body;
  expect(before).toMatchObject({ passkey_origin: "http://localhost" });
  expect(before.passkeys).toEqual([expect.objectContaining({ name: "Laptop", last_used_at: null })]);
  const signed = await signedBy(api, key);
  expect([signed.status, signed.body.user.email]).toEqual([200, who.email]);
  expect((await api(getUserInfo, { token: signed.body.access_token })).status).toBe(200);
  const after = (await api(getSecurity, { token })).body.passkeys[0];
  expect(Date.now() - Date.parse(after.last_used_at)).toBeLessThan(60_000);
  expect((await noted(db, "session.opened")).at(-1)?.[1]).toMatchObject({ by: "passkey" });
  expect((await noted(db, "passkey.added"))[0]?.[1]).toEqual({ name: "Laptop" });
});

test("a passkey stands for password and second factor together: no code is asked for", async () => {
  const { api, token } = await scene();
  const { key } = await added(api, token);
  await withSecondFactor(api, token);
  expect((await signedBy(api, key)).body.access_token).toBeDefined();
});

test("what is not signed as asked is refused in the same words, and signs nobody in", async () => {
  const { api, db, token } = await scene();
  const { key } = await added(api, token);
  const unknown = authenticator();
  const replayed = await challengeOf(api);
  const sent = key.sign({ challenge: replayed });
  expect((await api(signInWithPasskey, { body: { credential: sent } })).status).toBe(200);
  const late = await challengeOf(api);
  await db
    .updateTable("passkey_challenge")
    .set({ expires_at: sql<Date>`now()` })
    .execute();
  const forged = key.sign({ challenge: await challengeOf(api) });
  const other = authenticator().sign({ challenge: await challengeOf(api) });
  const foreign = key.sign({ challenge: await challengeOf(api) });
  const tries: Record<string, object> = {
    "a challenge used before": sent,
    "a challenge of nobody's": key.sign({ challenge: "AAAA" }),
    "a challenge that is over": key.sign({ challenge: late }),
    "an unknown credential": unknown.sign({ challenge: await challengeOf(api) }),
    "another key's signature": {
      ...forged,
      response: { ...forged.response, signature: other.response.signature },
    },
    "another origin": key.sign({ challenge: await challengeOf(api), origin: "https://evil.example" }),
    "another portal": key.sign({ challenge: await challengeOf(api), rpId: "evil.example" }),
    "a touch alone": key.sign({ challenge: await challengeOf(api), verified: false }),
    "another's handle": { ...foreign, response: { ...foreign.response, userHandle: "AAAA" } },
  };
  const count = async () => (await db.selectFrom("session").select("session_id").execute()).length;
  const sessions = await count();
  for (const [what, credential] of Object.entries(tries)) {
    // From an address each: five in a minute are limited.
    const address = `203.0.113.${Object.keys(tries).indexOf(what)}`;
    const { status, body } = await api(signInWithPasskey, { body: { credential }, address });
    expect([what, status, body.code, body.message]).toEqual([what, 401, "passkey.refused", PASSKEY_REFUSED]);
  }
  expect(await count()).toBe(sessions);
  expect(await noted(db, "passkey.refused")).toHaveLength(Object.keys(tries).length);
});

test("a count of signatures that has not grown is a copy: it is refused, also of two at once", async () => {
  const { api, token } = await scene();
  const { key } = await added(api, token);
  expect((await signedBy(api, key)).status).toBe(200);
  key.state.count = 1;
  expect((await signedBy(api, key)).status).toBe(401);
  key.state.count = 50;
  const one = key.sign({ challenge: await challengeOf(api) });
  key.state.count = 50;
  const two = key.sign({ challenge: await challengeOf(api) });
  const told = await Promise.all(
    [one, two].map((credential) => api(signInWithPasskey, { body: { credential } })),
  );
  expect(told.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 401]);
});

test("refused passkeys count with refused passwords: sixty from an address are enough for five minutes", async () => {
  const { api, token, who } = await scene();
  const { key } = await added(api, token);
  for (let n = 0; n < 60; n += 1) {
    const credential = authenticator().sign({ challenge: "AAAA" });
    expect((await api(signInWithPasskey, { body: { credential } })).status).toBe(401);
  }
  const credential = key.sign({ challenge: "AAAA" });
  expect((await api(signInWithPasskey, { body: { credential } })).status).toBe(429);
  const password = await api(login, { body: { username: who.email, password: "moon over hills" } });
  expect(password.status).toBe(429);
});

test("a passkey is not added without a confirmation, for another challenge, twice, or for somebody else's challenge", async () => {
  const { api, db, token } = await scene();
  const { credential, key } = await added(api, token);
  const refused = async (body: object, of = token) => {
    const told = await api(addPasskey, { token: of, body });
    expect([told.status, told.body.code]).toEqual([400, "passkey.refused"]);
  };
  await refused({ name: "Again", credential });
  const there = (await api(passkeyOptions, { token })).body.options;
  expect(there.excludeCredentials).toEqual([{ id: key.id, type: "public-key", transports: ["internal"] }]);
  await refused({ name: "Twice", credential: key.make({ challenge: there.challenge, user: there.user.id }) });
  const other = await newcomer(db);
  const theirs = (await signIn(api, login, other.email)).access_token;
  await confirm(api, theirs);
  const mine = (await api(passkeyOptions, { token })).body.options;
  const made = authenticator().make({ challenge: mine.challenge, user: mine.user.id });
  await refused({ name: "Theirs", credential: made }, theirs);
  await db.updateTable("session").set({ confirmed_at: null }).execute();
  for (const [e, more] of [
    [passkeyOptions, {}],
    [addPasskey, { body: { name: "No", credential: made } }],
  ] as const) {
    expect((await api(e, { token, ...more })).body.code).toBe("confirmation.required");
  }
  expect(
    (await api(addPasskey, { token, body: { name: " ", credential: made } })).body.fields,
  ).toHaveProperty(["body.name"]);
});

test("a removed passkey signs nobody in; another account's cannot be removed, nor the only way in", async () => {
  const { api, db, token } = await scene();
  const { key, body } = await added(api, token);
  const other = await newcomer(db);
  const theirs = (await signIn(api, login, other.email)).access_token;
  await confirm(api, theirs);
  const remove = (passkey_uid: string, of = token) =>
    api(removePasskey, { token: of, query: { passkey_uid } });
  for (const told of [await remove(body.passkey_uid, theirs), await remove(randomUUID(), theirs)]) {
    expect([told.status, told.body.code]).toEqual([404, "passkey.not_found"]);
  }
  const hash = await db.selectFrom("account").select(["account_id", "password_hash"]).execute();
  await db.updateTable("account").set({ password_hash: null }).execute();
  expect((await remove(body.passkey_uid)).body.code).toBe("sign_in.last_way");
  for (const { account_id, password_hash } of hash) {
    await db.updateTable("account").set({ password_hash }).where("account_id", "=", account_id).execute();
  }
  expect((await remove(body.passkey_uid)).status).toBe(200);
  expect((await signedBy(api, key)).status).toBe(401);
  expect((await noted(db, "passkey.removed"))[0]?.[1]).toEqual({ name: "Laptop" });
});

test("at an address where passkeys cannot work they are refused with the reason, and PUBLIC_URL decides which it is", async () => {
  const { api, token } = await scene({ publicUrl: "https://solar.example.com" });
  const { options } = (await api(passkeyOptions, { token, host: "evil.example" })).body;
  expect(options.rp.id).toBe("solar.example.com");
  const key = authenticator();
  const made = (origin: string) =>
    key.make({ challenge: options.challenge, user: options.user.id, origin, rpId: "solar.example.com" });
  const told = await api(addPasskey, {
    token,
    body: { name: "Laptop", credential: made("https://solar.example.com") },
  });
  expect(told.status).toBe(200);
  const plain = await scene();
  const off = await plain.api(passkeySignInOptions, { host: "192.168.1.10:8080" });
  expect([off.status, off.body.code]).toEqual([409, "passkey.address"]);
  const security = await plain.api(getSecurity, { token: plain.token, host: "192.168.1.10:8080" });
  expect(security.body.passkey_origin).toBeNull();
});

test("a disabled account's passkey is as one that never was", async () => {
  const { api, db, token } = await scene();
  const { key } = await added(api, token);
  await db.updateTable("account").set({ disabled_at: new Date() }).execute();
  expect((await signedBy(api, key)).body.message).toBe(PASSKEY_REFUSED);
});
