import { randomUUID } from "node:crypto";
import {
  changePassword,
  confirmIdentity,
  endOneSession,
  endOtherSessions,
  getSecurity,
  getUserInfo,
  listSessions,
  login,
  refreshToken,
} from "@heliograph/contract";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { newcomer, PASSWORD, signIn, type Api } from "../../../../testing/api-kit.ts";
import { confirm, noted, signInScene } from "../../../../testing/sign-in/sign-in-kit.ts";

const WINDOWS = "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/130.0.0.0 Safari/537.36";
const PHONE =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile/15E148 Safari/604.1";

async function signedInBy(api: Api, email: string, userAgent: string, address = "203.0.113.9") {
  const { body } = await api(login, { body: { username: email, password: PASSWORD }, userAgent, address });
  return body as { access_token: string; refresh_token: string };
}

test("the sessions of an account are told with device, address, place and times, this one first; others' are not", async () => {
  const { api, db, who } = await signInScene();
  const other = await newcomer(db);
  await signIn(api, login, other.email);
  const windows = await signedInBy(api, who.email, WINDOWS);
  await signedInBy(api, who.email, PHONE);
  const { status, body } = await api(listSessions, { token: windows.access_token });
  expect(status).toBe(200);
  expect(listSessions.answer.parse(body)).toEqual(body);
  expect(body.items).toHaveLength(3);
  expect(body.items[0]).toMatchObject({
    is_this: true,
    browser: "Chrome",
    system: "Windows",
    address: "203.0.113.9",
    is_known_place: false,
    signed_in_by: "password",
  });
  expect(body.items.slice(1).map((item: { is_this: boolean }) => item.is_this)).toEqual([false, false]);
  expect(body.items).toContainEqual(
    expect.objectContaining({ browser: "Safari", system: "iPhone", is_known_place: true }),
  );
});

test("the last use of a session is kept to the minute", async () => {
  const { api, db, token } = await signInScene();
  const hourAgo = sql<Date>`now() - interval '1 hour'`;
  await db.updateTable("session").set({ last_used_at: hourAgo, created_at: hourAgo }).execute();
  const lastUse = async () => (await api(listSessions, { token })).body.items[0].last_used_at as string;
  const used = await lastUse();
  expect(Date.now() - Date.parse(used)).toBeLessThan(60_000);
  expect(await lastUse()).toBe(used);
});

test("one session is ended: its next call and its refresh are refused, this one goes on, and no other account's can be", async () => {
  const { api, db, who, token } = await signInScene();
  const phone = await signedInBy(api, who.email, PHONE);
  const other = await newcomer(db);
  const stranger = await signIn(api, login, other.email);
  const uidOf = async (of: string) => (await api(listSessions, { token: of })).body.items[0].session_uid;
  const theirs = await api(endOneSession, {
    token,
    query: { session_uid: await uidOf(stranger.access_token) },
  });
  const none = await api(endOneSession, { token, query: { session_uid: randomUUID() } });
  for (const told of [theirs, none]) {
    expect([told.status, told.body.code]).toEqual([404, "session.not_found"]);
  }
  expect((await api(getUserInfo, { token: stranger.access_token })).status).toBe(200);
  const session_uid = await uidOf(phone.access_token);
  expect((await api(endOneSession, { token, query: { session_uid } })).status).toBe(200);
  expect((await api(getUserInfo, { token: phone.access_token })).body.code).toBe("session.ended");
  const renewed = await api(refreshToken, { body: { refresh_token: phone.refresh_token } });
  expect(renewed.body.code).toBe("session.ended");
  expect((await api(getUserInfo, { token })).status).toBe(200);
  expect((await api(endOneSession, { token, query: { session_uid } })).status).toBe(404);
});

test("signing out everywhere else ends all but this session, and the audit log tells how many", async () => {
  const { api, db, who, token } = await signInScene();
  const others = [await signedInBy(api, who.email, PHONE), await signedInBy(api, who.email, WINDOWS)];
  const { status, body } = await api(endOtherSessions, { token });
  expect([status, body.ended]).toEqual([200, 2]);
  for (const { access_token } of others) {
    expect((await api(getUserInfo, { token: access_token })).body.code).toBe("session.ended");
  }
  expect((await api(listSessions, { token })).body.items).toHaveLength(1);
  expect(await noted(db, "sessions.ended")).toEqual([["sessions.ended", { ended: 2 }]]);
});

test("a new password ends every other session", async () => {
  const { api, who, token } = await signInScene();
  const phone = await signedInBy(api, who.email, PHONE);
  const change = { old_password: PASSWORD, new_password: "battery staple" };
  const body = { ...change, confirm_new_password: "battery staple", username: who.email };
  expect((await api(changePassword, { token, body })).status).toBe(200);
  expect((await api(getUserInfo, { token: phone.access_token })).body.code).toBe("session.ended");
  expect((await api(listSessions, { token })).body.items).toHaveLength(1);
});

test("the audit log tells of a sign-in from a device that the account never used, once", async () => {
  const { api, db, who } = await signInScene();
  for (const agent of [WINDOWS, WINDOWS, PHONE]) await signedInBy(api, who.email, agent);
  const opened = await noted(db, "session.opened");
  expect(opened.map(([, detail]) => (detail as { new_device: boolean }).new_device)).toEqual([
    false,
    true,
    false,
    true,
  ]);
  expect(opened.at(-1)?.[1]).toMatchObject({ by: "password", browser: "Safari", system: "iPhone" });
});

test("a confirmation by the password holds for ten minutes, in its session alone; wrong ones are limited", async () => {
  const { api, db, who, token } = await signInScene();
  const until = async (of: string) => (await api(getSecurity, { token: of })).body.confirmed_until;
  expect(await until(token)).toBeNull();
  await confirm(api, token);
  expect((Date.parse(await until(token)) - Date.now()) / 60_000).toBeCloseTo(10, 1);
  const phone = await signedInBy(api, who.email, PHONE);
  expect(await until(phone.access_token)).toBeNull();
  await db
    .updateTable("session")
    .set({ confirmed_at: sql<Date>`now() - interval '10 minutes'` })
    .execute();
  expect(await until(token)).toBeNull();
  const guess = () => api(confirmIdentity, { token, body: { password: "moon over hills" } });
  for (let n = 0; n < 5; n += 1) expect((await guess()).status).toBe(400);
  expect((await guess()).status).toBe(429);
});

test("an account without a password is confirmed while its session is young", async () => {
  const { api, db, token } = await signInScene();
  await db.updateTable("account").set({ password_hash: null }).execute();
  const confirmed = async () => (await api(getSecurity, { token })).body;
  expect(await confirmed()).toMatchObject({ has_password: false, confirmed_until: expect.any(String) });
  await db
    .updateTable("session")
    .set({ created_at: sql<Date>`now() - interval '11 minutes'` })
    .execute();
  expect((await confirmed()).confirmed_until).toBeNull();
});
