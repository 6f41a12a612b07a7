import {
  finishProviderLink,
  finishProviderSignIn,
  getAppConfig,
  getSecurity,
  getUserInfo,
  login,
  PROVIDER_REFUSED,
  signInWithCode,
  startProviderLink,
  startProviderSignIn,
  unlinkProvider,
} from "@heliograph/contract";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { newcomer, PASSWORD, signIn, type Api } from "../../../../testing/api-kit.ts";
import { goAndReturn, openIdProvider } from "../../../../testing/sign-in/provider-kit.ts";
import {
  appCode,
  confirm,
  noted,
  signInScene,
  withSecondFactor,
} from "../../../../testing/sign-in/sign-in-kit.ts";

const LAN = { sub: "lan-at-corp", email: "Lan@Corp.example", email_verified: true, name: "Lan Tran" };

async function scene(more: { trustsEmail?: boolean; registration_open?: boolean } = {}) {
  const { trustsEmail = false, ...settings } = more;
  const provider = await openIdProvider({ ...LAN });
  const made = await signInScene({ provider: { ...provider.settings, trustsEmail } }, settings);
  return { ...made, provider };
}

/** There and back: what the browser has when it is at the portal again. */
async function back(api: Api, e: typeof startProviderSignIn, token?: string) {
  const { status, body } = await api(e, token === undefined ? {} : { token });
  expect(status).toBe(200);
  return { ...(await goAndReturn(body.url)), browser_secret: String(body.browser_secret) };
}
const signedOn = async (api: Api, change: object = {}) =>
  api(finishProviderSignIn, { body: { ...(await back(api, startProviderSignIn)), ...change } });
async function linked(api: Api, token: string) {
  await confirm(api, token);
  const told = await api(finishProviderLink, { token, body: await back(api, startProviderLink, token) });
  expect(told.status).toBe(200);
}

test("who has linked the account under Security signs in at the provider from then on, by subject and not by e-mail", async () => {
  const { api, db, who, token, provider } = await scene();
  const before = await signedOn(api);
  expect([before.status, before.body.code]).toEqual([401, "provider.unlinked"]);
  await linked(api, token);
  provider.user.email = "another@corp.example";
  const { status, body } = await signedOn(api);
  expect([status, body.user.email]).toEqual([200, who.email]);
  expect((await api(getUserInfo, { token: body.access_token })).status).toBe(200);
  const security = (await api(getSecurity, { token })).body.provider;
  expect(security).toMatchObject({ name: "Loopback", linked: { email: "lan@corp.example" } });
  expect((await noted(db, "provider.linked")).map(([, detail]) => detail)).toEqual([{ by: "session" }]);
  expect((await noted(db, "session.opened")).at(-1)?.[1]).toMatchObject({ by: "provider" });
  // The password works as before.
  expect((await api(login, { body: { username: who.email, password: PASSWORD } })).status).toBe(200);
});

test("the way to the provider carries PKCE, a state and a nonce, none of which is kept as the browser has it", async () => {
  const { api, db, provider } = await scene();
  const { body } = await api(startProviderSignIn);
  const url = new URL(body.url);
  expect(url.origin).toBe(provider.settings.issuer);
  const { state = "", nonce = "", ...asked } = Object.fromEntries(url.searchParams);
  expect(asked).toMatchObject({
    response_type: "code",
    code_challenge_method: "S256",
    scope: "openid email profile",
    redirect_uri: "http://localhost/sign-in/return",
  });
  for (const random of [state, nonce, body.browser_secret]) expect(random.length).toBeGreaterThanOrEqual(43);
  expect(body.url).not.toContain(body.browser_secret);
  const kept = JSON.stringify(await db.selectFrom("provider_visit").selectAll().execute());
  expect(kept).not.toContain(state);
  expect(kept).not.toContain(body.browser_secret);
});

test("a wrong state, another browser, a code used twice and a way that is over are refused in the same words", async () => {
  const { api, db, token } = await scene();
  await linked(api, token);
  const used = await back(api, startProviderSignIn);
  expect((await api(finishProviderSignIn, { body: used })).status).toBe(200);
  const other = await back(api, startProviderSignIn);
  const late = await back(api, startProviderSignIn);
  await db
    .updateTable("provider_visit")
    .set({ expires_at: sql<Date>`now()` })
    .where(
      "expires_at",
      "=",
      db.selectFrom("provider_visit").select((eb) => eb.fn.max("expires_at").as("last")),
    )
    .execute();
  const tries = {
    "used before": used,
    "over by now": late,
    "a state that was never given": { ...(await back(api, startProviderSignIn)), state: "x".repeat(43) },
    "the state of another way": { ...(await back(api, startProviderSignIn)), state: other.state },
    "another browser": { ...(await back(api, startProviderSignIn)), browser_secret: "x".repeat(43) },
    "a code that was never given": { ...(await back(api, startProviderSignIn)), code: "x".repeat(43) },
    "another issuer": { ...(await back(api, startProviderSignIn)), iss: "https://evil.example" },
  };
  for (const [what, body] of Object.entries(tries)) {
    const told = await api(finishProviderSignIn, { body });
    expect([what, told.status, told.body.code, told.body.message]).toEqual([
      what,
      401,
      "provider.refused",
      PROVIDER_REFUSED,
    ]);
  }
  expect(await noted(db, "provider.refused")).toHaveLength(Object.keys(tries).length);
});

test("a token that does not carry the nonce of this way is refused", async () => {
  const { api, db, token } = await scene();
  await linked(api, token);
  const body = await back(api, startProviderSignIn);
  await db.updateTable("provider_visit").set({ nonce: "another" }).execute();
  const told = await api(finishProviderSignIn, { body });
  expect([told.status, told.body.code]).toEqual([401, "provider.refused"]);
  expect((await noted(db, "provider.refused")).at(-1)?.[1]).toEqual({
    why: "OAUTH_JWT_CLAIM_COMPARISON_FAILED",
  });
});

test("a code that another browser's verifier belongs to is refused by the provider", async () => {
  const { api, db, token } = await scene();
  await linked(api, token);
  const body = await back(api, startProviderSignIn);
  await db
    .updateTable("provider_visit")
    .set({ code_verifier: "x".repeat(43) })
    .execute();
  const told = await api(finishProviderSignIn, { body });
  expect([told.status, told.body.code]).toEqual([401, "provider.refused"]);
  expect((await noted(db, "provider.refused")).at(-1)?.[1]).toEqual({ why: "invalid_grant" });
});

test("an e-mail opens no account unless the installation trusts the provider in it, and then only a verified one", async () => {
  const wary = await scene();
  await newcomer(wary.db, "lan@corp.example");
  expect((await signedOn(wary.api)).body.code).toBe("provider.unlinked");
  const { api, db, provider } = await scene({ trustsEmail: true });
  await newcomer(db, "lan@corp.example");
  for (const email_verified of [false, undefined]) {
    Object.assign(provider.user, { email_verified });
    expect((await signedOn(api)).body.code).toBe("provider.unlinked");
  }
  Object.assign(provider.user, { email_verified: true, email: "no e-mail" });
  expect((await signedOn(api)).body.code).toBe("provider.unlinked");
  expect(await db.selectFrom("provider_identity").select("subject").execute()).toEqual([]);
  provider.user.email = LAN.email;
  expect((await signedOn(api)).body.user.email).toBe("lan@corp.example");
});

test("who registered the e-mail before its owner comes from the provider has neither its password nor its session afterwards", async () => {
  const { api, db } = await scene({ trustsEmail: true });
  await newcomer(db, "lan@corp.example");
  const squatter = await signIn(api, login, "lan@corp.example");
  const { status, body } = await signedOn(api);
  expect([status, body.user.email]).toEqual([200, "lan@corp.example"]);
  expect((await api(getUserInfo, { token: squatter.access_token })).body.code).toBe("session.ended");
  expect((await api(login, { body: { username: "lan@corp.example", password: PASSWORD } })).status).toBe(401);
  expect((await noted(db, "provider.linked"))[0]?.[1]).toEqual({ by: "email", ended: 1 });
});

test("an account that more than a password guards is not opened by an e-mail, nor an administrator's, nor a disabled one", async () => {
  const { api, db } = await scene({ trustsEmail: true });
  const guarded = await newcomer(db, "lan@corp.example");
  await withSecondFactor(api, (await signIn(api, login, guarded.email)).access_token);
  const unlinked = async () => expect((await signedOn(api)).body.code).toBe("provider.unlinked");
  await unlinked();
  await db.deleteFrom("second_factor").execute();
  const account = db.updateTable("account").where("account_id", "=", guarded.account_id);
  await account.set({ kind: "admin" }).execute();
  await unlinked();
  await account.set({ kind: "user", disabled_at: new Date() }).execute();
  await unlinked();
  expect(
    (await db.selectFrom("account").select("password_hash").execute()).filter(
      (a) => a.password_hash === null,
    ),
  ).toEqual([]);
});

test("a new person gets an account of the verified e-mail where anyone may register, and none where not", async () => {
  const open = await scene({ trustsEmail: true });
  const { status, body } = await signedOn(open.api);
  expect([status, body.user]).toEqual([
    200,
    expect.objectContaining({ email: "lan@corp.example", display_name: "Lan Tran", kind: "user" }),
  ]);
  const closed = await scene({ trustsEmail: true, registration_open: false });
  expect((await signedOn(closed.api)).body.code).toBe("provider.unlinked");
});

test("a second factor of the account is asked for after the provider as after the password", async () => {
  const { api, db, token } = await scene();
  await linked(api, token);
  const { secret } = await withSecondFactor(api, token);
  const { status, body } = await signedOn(api);
  expect([status, Object.keys(body)]).toEqual([200, ["second_factor"]]);
  const told = await api(signInWithCode, {
    body: { ticket: body.second_factor.ticket, code: appCode(secret) },
  });
  expect(told.status).toBe(200);
  expect((await noted(db, "session.opened")).at(-1)?.[1]).toMatchObject({ by: "provider_code" });
});

test("an account is linked with one person, a person with one account, and only by who has just confirmed itself", async () => {
  const { api, db, token } = await scene();
  expect((await api(startProviderLink, { token })).body.code).toBe("confirmation.required");
  await linked(api, token);
  expect((await api(startProviderLink, { token })).body.code).toBe("provider.linked");
  const other = await newcomer(db);
  const theirs = (await signIn(api, login, other.email)).access_token;
  await confirm(api, theirs);
  const body = await back(api, startProviderLink, theirs);
  expect((await api(finishProviderLink, { token, body })).body.code).toBe("provider.refused");
  const told = await api(finishProviderLink, {
    token: theirs,
    body: await back(api, startProviderLink, theirs),
  });
  expect([told.status, told.body.code]).toEqual([409, "provider.linked"]);
});

test("an unlinked account is not signed in to by the provider; the only way in cannot be taken away", async () => {
  const { api, db, token, who } = await scene();
  await linked(api, token);
  const password = db.updateTable("account").where("account_id", "=", who.account_id);
  const { password_hash } = await db
    .selectFrom("account")
    .select("password_hash")
    .where("account_id", "=", who.account_id)
    .executeTakeFirstOrThrow();
  await password.set({ password_hash: null }).execute();
  expect((await api(unlinkProvider, { token })).body.code).toBe("sign_in.last_way");
  await password.set({ password_hash }).execute();
  expect((await api(unlinkProvider, { token })).status).toBe(200);
  expect((await signedOn(api)).body.code).toBe("provider.unlinked");
  expect((await api(unlinkProvider, { token })).body.code).toBe("provider.not_linked");
});

test("a provider that is down makes the sign-in unavailable, before the way and after it, and comes back by itself", async () => {
  const { api, token, provider } = await scene();
  await linked(api, token);
  const body = await back(api, startProviderSignIn);
  await provider.close();
  const after = await api(finishProviderSignIn, { body });
  expect([after.status, after.body.code]).toEqual([503, "unavailable"]);
  await provider.open();
  expect((await signedOn(api)).status).toBe(200);
  const gone = await scene();
  await gone.provider.close();
  const before = await gone.api(startProviderSignIn);
  expect([before.status, before.body.code]).toEqual([503, "unavailable"]);
});

test("where no provider is set its calls say so, and where one is the login page learns its name", async () => {
  const { api, token } = await signInScene();
  for (const e of [startProviderSignIn, startProviderLink, unlinkProvider]) {
    expect([e.name, (await api(e, { token })).body.code]).toEqual([e.name, "provider.off"]);
  }
  expect((await api(getSecurity, { token })).body.provider).toBeNull();
  expect((await api(getAppConfig)).body.sign_in_provider).toBeNull();
});

test("at an address that is not the portal's own nobody is sent to the provider", async () => {
  const { api } = await scene();
  const told = await api(startProviderSignIn, { host: "evil.example" });
  expect([told.status, told.body.code]).toEqual([409, "portal.address"]);
});
