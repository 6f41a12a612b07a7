import { appConfig, clearAccessToken, getUserInfo, login, logout, refreshToken } from "@heliograph/contract";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { apiOf, newcomer, PASSWORD, signIn } from "../../../testing/api-kit.ts";
import { freshDb } from "../../../testing/test-kit.ts";
import { doorkeeperSession, identityRoutes } from "./index.ts";
import { keysOf } from "./secrets.sql.ts";
import { signAccessToken, refreshTokenOf } from "./tokens.ts";

async function scene() {
  const db = await freshDb();
  const api = await apiOf(db, (serve) => identityRoutes(serve, db, appConfig.parse({})));
  return { db, api, who: await newcomer(db) };
}
const noGateway = () => Promise.reject(new RangeError("no gateway calls here"));
const later = () => Date.now() + 16 * 60_000;
const ENDED = { status: 403, code: "session.ended", message: "Refresh token is expired, please re-login" };
const REQUIRED = { status: 403, code: "token.required", message: "Token is required" };

test("signing in answers both tokens, when they end, and the account as M99 lists it", async () => {
  const { db, api, who } = await scene();
  await db
    .updateTable("account")
    .set({
      city: "Đà Nẵng",
      country: "Viet Nam",
      street: "12 Bạch Đằng",
      phone: "+84 236 000",
      color_mode: "dark",
    })
    .where("account_id", "=", who.account_id)
    .execute();
  const before = Date.now();
  const { status, body } = await api(login, {
    body: { username: ` ${who.email.toUpperCase()} `, password: PASSWORD },
  });
  expect(status).toBe(200);
  expect(body).toMatchObject({ token_type: "Bearer", expires_in: 900 });
  expect(body.user).toEqual({
    uid: who.account_uid,
    display_name: "Lan Tran",
    email: who.email,
    username_login: who.email,
    state_id: { name: "Đà Nẵng" },
    street: "12 Bạch Đằng",
    phone: "+84 236 000",
    country_id: { name: "Viet Nam" },
    default_project_type: "pv",
    mode: "dark",
    kind: "user",
  });
  const days = (Date.parse(body.session_expires_at) - before) / 86_400_000;
  expect(days).toBeCloseTo(89, 2);
  expect(Math.abs(body.start_time - before)).toBeLessThan(60_000);
  const info = await api(getUserInfo, { token: body.access_token });
  expect(info.body).toEqual(body.user);
  const bare = await api(getUserInfo, { authorization: body.access_token });
  expect(bare.body).toEqual(body.user);
});

test("nothing is kept of a session that would let its reader take it over", async () => {
  const { db, api, who } = await scene();
  const signedIn = await signIn(api, login, who.email);
  const rows = await db.selectFrom("session").selectAll().execute();
  const events = await db.selectFrom("audit_event").selectAll().execute();
  const kept = JSON.stringify([rows, events]);
  expect(rows).toHaveLength(1);
  const [, , mac = "-"] = signedIn.refresh_token.split(".");
  const secrets = [signedIn.access_token, signedIn.refresh_token, mac, PASSWORD];
  for (const secret of secrets) expect(kept).not.toContain(secret);
  expect(events.map(({ action }) => action)).toEqual(["account.created", "session.opened"]);
});

test("an empty form is told what is missing in the words of M164", async () => {
  const { api } = await scene();
  const empty = await api(login, { body: {} });
  expect(empty.status).toBe(400);
  expect(empty.body).toMatchObject({
    code: "request.invalid",
    status: 400,
    fields: { "body.username": "Please enter your account!", "body.password": "Please enter your password!" },
  });
  const blank = await api(login, { body: { username: "", password: "" } });
  expect(blank.body.fields).toEqual(empty.body.fields);
  const noMail = await api(login, { body: { username: "lan", password: "x" } });
  expect(noMail.body.fields).toEqual({ "body.username": "Please enter a valid email address" });
});

test("a wrong password, an unknown account and a disabled one are refused alike", async () => {
  const { db, api, who } = await scene();
  const disabled = await newcomer(db);
  await db
    .updateTable("account")
    .set({ disabled_at: new Date() })
    .where("email", "=", disabled.email)
    .execute();
  const tries = [
    { username: who.email, password: "wrong" },
    { username: "nobody@test.example", password: PASSWORD },
    { username: disabled.email, password: PASSWORD },
  ];
  for (const body of tries) {
    const told = await api(login, { body });
    expect(told.body).toEqual({
      request_id: told.headers["x-request-id"],
      type: "/problems/sign_in.wrong",
      title: "The account or the password is not correct",
      status: 401,
      message: "The account or the password is not correct",
      code: "sign_in.wrong",
    });
  }
  expect(await db.selectFrom("session").select("session_id").execute()).toEqual([]);
  const { failed } = await db
    .selectFrom("audit_event")
    .select((eb) => eb.fn.countAll<number>().as("failed"))
    .where("action", "=", "sign_in.failed")
    .executeTakeFirstOrThrow();
  expect(failed).toBe(3);
});

test("without a token, or with what is no token of ours, the answer is that one is required; never 409", async () => {
  const { api, who } = await scene();
  const { access_token, refresh_token } = await signIn(api, login, who.email);
  const [head, claims] = access_token.split(".");
  const shown = [
    undefined,
    "",
    "Bearer",
    "Bearer garbage",
    "garbage",
    "Basic bGFuOnN1bg==",
    `Bearer ${refresh_token}`,
    `Bearer ${head}.${claims}.`,
    `Bearer ${access_token.slice(0, -8)}AAAAAAAA`,
    `Bearer ${access_token} ${access_token}`,
  ];
  for (const authorization of shown) {
    const told = await api(getUserInfo, authorization === undefined ? {} : { authorization });
    expect([authorization, told.body]).toMatchObject([authorization, REQUIRED]);
    expect(told.status).toBe(403);
  }
});

test("a token in the address or in a cookie is no token, so that no link can act for its reader", async () => {
  const { api, who } = await scene();
  const { access_token } = await signIn(api, login, who.email);
  const told = await api(logout, { query: { access_token, token: access_token } });
  expect(told.body).toMatchObject(REQUIRED);
  expect((await api(getUserInfo, { token: access_token })).status).toBe(200);
});

test("an access token past its time answers 409 Token expired, and a new one is had for the refresh token", async () => {
  const { db, who, api } = await scene();
  const signedIn = await signIn(api, login, who.email);
  const keeper = { session: doorkeeperSession(db, later), gateway: noGateway };
  const apiLater = await apiOf(db, (serve) => identityRoutes(serve, db, appConfig.parse({})), keeper);
  const expired = await apiLater(getUserInfo, { token: signedIn.access_token });
  expect(expired.status).toBe(409);
  expect(expired.body).toMatchObject({ status: 409, code: "token.expired", message: "Token expired" });
  const fresh = await api(refreshToken, { body: { refresh_token: signedIn.refresh_token } });
  expect(fresh.status).toBe(200);
  expect((await api(getUserInfo, { token: fresh.body.access_token })).status).toBe(200);
});

test("a refresh without a token answers that one is required, and every other refusal asks to sign in again", async () => {
  const { db, api, who } = await scene();
  for (const body of [{}, { refresh_token: "" }]) {
    expect((await api(refreshToken, { body })).body).toMatchObject(REQUIRED);
  }
  const { access_token, refresh_token } = await signIn(api, login, who.email);
  const keys = await keysOf(db);
  const never = await refreshTokenOf(keys, "7d2f4a9c-0f3e-4d0e-9d7a-1c2b3a4d5e6f", 0);
  const [id = "", , mac = ""] = refresh_token.split(".");
  const future = await refreshTokenOf(keys, id, 7);
  for (const token of [
    "garbage",
    access_token,
    never,
    `${id}.1.${mac}`,
    `${id}.0.${"A".repeat(43)}`,
    future,
  ]) {
    const told = await api(refreshToken, { body: { refresh_token: token } });
    expect([token, told.status, told.body]).toMatchObject([token, 403, ENDED]);
  }
  // None of these has hurt the session.
  expect((await api(refreshToken, { body: { refresh_token } })).status).toBe(200);
});

test("of 200 refreshes with one token at once one rotates, and all get the same successor", async () => {
  const { db, api, who } = await scene();
  const { refresh_token } = await signIn(api, login, who.email);
  const answers = await Promise.all(
    Array.from({ length: 200 }, () => api(refreshToken, { body: { refresh_token } })),
  );
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  expect(new Set(answers.map(({ body }) => body.refresh_token)).size).toBe(1);
  const session = await db.selectFrom("session").selectAll().executeTakeFirstOrThrow();
  expect(session).toMatchObject({ generation: 1, ended_at: null });
  const [first] = answers;
  expect(first?.body.refresh_token).not.toBe(refresh_token);
  expect((await api(getUserInfo, { token: first?.body.access_token })).status).toBe(200);
});

test("a token two generations old ends the session at once, with a line in the audit log", async () => {
  const { db, api, who } = await scene();
  const first = await signIn(api, login, who.email);
  const other = await signIn(api, login, who.email);
  const second = await api(refreshToken, { body: { refresh_token: first.refresh_token } });
  const third = await api(refreshToken, { body: { refresh_token: second.body.refresh_token } });
  expect(third.status).toBe(200);
  const replay = await api(refreshToken, { body: { refresh_token: first.refresh_token } });
  expect(replay.body).toMatchObject(ENDED);
  // The thief's copy and the owner's newest are refused alike, and so is the access token.
  expect((await api(refreshToken, { body: { refresh_token: third.body.refresh_token } })).body).toMatchObject(
    ENDED,
  );
  expect((await api(getUserInfo, { token: third.body.access_token })).body).toMatchObject(ENDED);
  expect((await api(getUserInfo, { token: other.access_token })).status).toBe(200);
  const reuse = await db
    .selectFrom("audit_event")
    .selectAll()
    .where("action", "=", "session.reuse")
    .execute();
  expect(reuse).toMatchObject([{ account_id: who.account_id, detail: { generation: 0, current: 2 } }]);
});

test("the previous token works again within ten seconds and ends the session after them", async () => {
  const { db, api, who } = await scene();
  const { refresh_token } = await signIn(api, login, who.email);
  const next = await api(refreshToken, { body: { refresh_token } });
  const ago = (seconds: number) =>
    sql`update session set rotated_at = now() - make_interval(secs => ${seconds})`.execute(db);
  await ago(8);
  const again = await api(refreshToken, { body: { refresh_token } });
  expect(again.body.refresh_token).toBe(next.body.refresh_token);
  await ago(11);
  expect((await api(refreshToken, { body: { refresh_token } })).body).toMatchObject(ENDED);
  const session = await db.selectFrom("session").select("ended_because").executeTakeFirstOrThrow();
  expect(session.ended_because).toBe("reuse");
});

test("after 89 days no refresh helps", async () => {
  const { db, api, who } = await scene();
  const { refresh_token, access_token } = await signIn(api, login, who.email);
  await sql`update session set expires_at = now() - interval '1 second'`.execute(db);
  expect((await api(refreshToken, { body: { refresh_token } })).body).toMatchObject(ENDED);
  expect((await api(getUserInfo, { token: access_token })).body).toMatchObject(ENDED);
});

test("signing out ends both tokens of this session at once, and no other session", async () => {
  const { api, who } = await scene();
  const here = await signIn(api, login, who.email);
  const there = await signIn(api, login, who.email);
  expect((await api(logout, { token: here.access_token })).status).toBe(200);
  expect((await api(getUserInfo, { token: here.access_token })).body).toMatchObject(ENDED);
  expect((await api(logout, { token: here.access_token })).body).toMatchObject(ENDED);
  expect((await api(refreshToken, { body: { refresh_token: here.refresh_token } })).body).toMatchObject(
    ENDED,
  );
  expect((await api(getUserInfo, { token: there.access_token })).status).toBe(200);
});

test("clearing the access tokens ends every session of the account, and none of another", async () => {
  const { db, api, who } = await scene();
  const stranger = await signIn(api, login, (await newcomer(db)).email);
  const here = await signIn(api, login, who.email);
  const there = await signIn(api, login, who.email);
  expect((await api(clearAccessToken, { token: here.access_token })).status).toBe(200);
  for (const { access_token, refresh_token } of [here, there]) {
    expect((await api(getUserInfo, { token: access_token })).body).toMatchObject(ENDED);
    expect((await api(refreshToken, { body: { refresh_token } })).body).toMatchObject(ENDED);
  }
  expect((await api(getUserInfo, { token: stranger.access_token })).status).toBe(200);
});

test("a disabled account is refused with its next call, and cannot refresh", async () => {
  const { db, api, who } = await scene();
  const { access_token, refresh_token } = await signIn(api, login, who.email);
  await db.updateTable("account").set({ disabled_at: new Date() }).execute();
  expect((await api(getUserInfo, { token: access_token })).body).toMatchObject(ENDED);
  expect((await api(refreshToken, { body: { refresh_token } })).body).toMatchObject(ENDED);
});

test("a well-signed token of a session that never was is refused", async () => {
  const { db, api, who } = await scene();
  const session = { session_id: "7d2f4a9c-0f3e-4d0e-9d7a-1c2b3a4d5e6f", account_uid: who.account_uid };
  const token = await signAccessToken(await keysOf(db), session, Date.now());
  expect((await api(getUserInfo, { token })).body).toMatchObject(ENDED);
});
