import {
  api as everyCall,
  appConfig,
  changePassword,
  changePreferences,
  clearAccessToken,
  forgotPassword,
  getAppConfig,
  getUserInfo,
  login,
  logout,
  refreshToken,
  register,
} from "@heliograph/contract";
import { expect, test } from "vitest";
import { DEMO_CERTIFICATE_PEOPLE } from "../../../seeds/demo-parties.ts";
import { DEMO_ACCOUNTS, DEMO_PASSWORD, DEMO_PLATFORM_OPERATORS, seedDemo } from "../../../seeds/demo.ts";
import { apiOf, newcomer, PASSWORD, signIn } from "../../../testing/api-kit.ts";
import { freshDb } from "../../../testing/test-kit.ts";
import { createAccount, identityRoutes } from "./index.ts";

async function scene(settings: Parameters<typeof appConfig.parse>[0] = {}) {
  const db = await freshDb();
  const api = await apiOf(db, (serve) => identityRoutes(serve, db, appConfig.parse(settings)));
  return { db, api };
}
const lan = { fullname: "Lan Tran", email: "Lan@Test.example", password: "l4n5x", retypePassword: "l4n5x" };

test("every call of accounts and sessions is in the list of calls and needs the token it says it needs", async () => {
  const { api } = await scene();
  const guarded = [getUserInfo, changePreferences, changePassword, logout, clearAccessToken];
  const open = [login, refreshToken, register, forgotPassword, getAppConfig];
  for (const e of [...guarded, ...open]) expect(everyCall).toContain(e);
  for (const e of guarded) {
    const told = await api(e, e.method === "POST" ? { body: {} } : {});
    expect([e.name, told.status, told.body.message]).toEqual([e.name, 403, "Token is required"]);
  }
  for (const e of open) expect((await api(e, { body: {} })).body.message).not.toBe("Token expired");
});

test("anyone may register and is signed in; the account is as told and no more", async () => {
  const { db, api } = await scene();
  const made = await api(register, { body: { ...lan, kind: "admin", account_id: 1, city: "Hue" } });
  expect(made.status).toBe(200);
  expect(made.body.user).toMatchObject({
    display_name: "Lan Tran",
    email: "lan@test.example",
    kind: "user",
    state_id: { name: null },
  });
  expect((await api(getUserInfo, { token: made.body.access_token })).status).toBe(200);
  const again = await api(login, { body: { username: "LAN@test.example", password: "l4n5x" } });
  expect(again.status).toBe(200);
  const { password_hash } = await db.selectFrom("account").select("password_hash").executeTakeFirstOrThrow();
  expect(password_hash).toMatch(/^\$argon2id\$/);
});

test("a registration names each fault in the words of M169 to M173", async () => {
  const { db, api } = await scene();
  const fields = async (body: unknown) => {
    const told = await api(register, { body });
    expect(told.status).toBe(400);
    return told.body.fields;
  };
  const missing = {
    "body.fullname": "Please enter your full name.",
    "body.email": "Please enter your email",
    "body.password": "Please enter your password!",
    "body.retypePassword": "Please enter your confirm password",
  };
  expect(await fields({})).toEqual(missing);
  expect(await fields({ fullname: " ", email: " ", password: "", retypePassword: "" })).toEqual(missing);
  expect(await fields({ ...lan, fullname: "Lan" })).toEqual({
    "body.fullname": "Please enter at least two words",
  });
  expect(await fields({ ...lan, email: "lan@" })).toEqual({
    "body.email": "Please enter a valid email address",
  });
  expect(await fields({ ...lan, retypePassword: "12346" })).toEqual({
    "body.retypePassword": "Confirm password is not match",
  });
  expect(await fields({ ...lan, password: "1234", retypePassword: "1234" })).toEqual({
    "body.password": "Password at least 5 characters",
  });
  expect(await fields({ ...lan, fullname: "Lan\u0000 Tran" })).toEqual({
    "body.fullname": "Control characters are not allowed",
  });
  expect(await db.selectFrom("account").select("account_id").execute()).toEqual([]);
});

test("an e-mail has one account, and a registration with it changes nothing", async () => {
  const { db, api } = await scene();
  await api(register, { body: lan });
  const second = await api(register, {
    body: { ...lan, email: "LAN@test.example", password: "other", retypePassword: "other" },
  });
  expect(second.status).toBe(409);
  expect(second.body).toMatchObject({
    code: "account.exists",
    fields: { "body.email": "This email already has an account" },
  });
  expect((await api(login, { body: { username: lan.email, password: "other" } })).status).toBe(401);
  expect(await db.selectFrom("account").select("email").execute()).toEqual([{ email: "lan@test.example" }]);
});

test("where registration is closed nobody makes an account", async () => {
  const { db, api } = await scene({ registration_open: false });
  expect((await api(register, { body: lan })).body).toMatchObject({
    status: 403,
    code: "registration.closed",
  });
  expect(await db.selectFrom("account").select("email").execute()).toEqual([]);
  expect((await api(getAppConfig)).body).toMatchObject({ registration_open: false });
});

test("the app config tells before signing in what the installation has set", async () => {
  const { api } = await scene({ hotline: "+84 28 0000 0000", password_min: 8 });
  const told = await api(getAppConfig);
  expect(told.status).toBe(200);
  expect(told.body).toEqual({
    product_name: "Heliograph",
    hotline: "+84 28 0000 0000",
    support_email: null,
    support_hours: null,
    password_min: 8,
    registration_open: true,
    sign_in_provider: null,
    list_refresh_s: 60,
    chart_refresh_s: 60,
    app_store_url: null,
    google_play_url: null,
    video_guides: [],
    map_tiles: null,
    gateway_mqtt: { host: null, port: 1883, tls: false },
    gateway_http: null,
    demo: false,
  });
});

test("whoever forgot a password is sent to the call centre, account or not, and the log has the question", async () => {
  const { db, api } = await scene({ hotline: "+84 28 0000 0000" });
  const who = await newcomer(db);
  const known = await api(forgotPassword, { body: { email: who.email } });
  const unknown = await api(forgotPassword, { body: { email: "nobody@test.example" } });
  expect(known.status).toBe(200);
  expect(known.body).toEqual({
    message: "Please contact our call center to reset your password: +84 28 0000 0000",
    hotline: "+84 28 0000 0000",
  });
  expect(unknown.body).toEqual(known.body);
  const asked = await db
    .selectFrom("audit_event")
    .select("subject")
    .where("action", "=", "password.forgotten")
    .execute();
  expect(asked.map(({ subject }) => subject)).toEqual([who.email, "nobody@test.example"]);
  const empty = await api(forgotPassword, { body: {} });
  expect(empty.body.fields).toEqual({ "body.email": "Please enter your email" });
});

async function changing() {
  const { db, api } = await scene();
  const who = await newcomer(db);
  const { access_token: token } = await signIn(api, login, who.email);
  const good = {
    old_password: PASSWORD,
    new_password: "new horse",
    confirm_new_password: "new horse",
    username: who.email,
  };
  return { db, api, who, token, good };
}

test("a new password is the one that works from then on, and ends every other session", async () => {
  const { db, api, who, token, good } = await changing();
  const elsewhere = await signIn(api, login, who.email);
  const told = await api(changePassword, { token, body: good });
  expect(told).toMatchObject({ status: 200, body: { message: "Change password successful" } });
  expect((await api(getUserInfo, { token })).status).toBe(200);
  expect((await api(getUserInfo, { token: elsewhere.access_token })).body.code).toBe("session.ended");
  expect((await api(refreshToken, { body: { refresh_token: elsewhere.refresh_token } })).status).toBe(403);
  expect((await api(login, { body: { username: who.email, password: PASSWORD } })).status).toBe(401);
  expect((await api(login, { body: { username: who.email, password: "new horse" } })).status).toBe(200);
  const [event] = await db
    .selectFrom("audit_event")
    .selectAll()
    .where("action", "=", "password.changed")
    .execute();
  expect(event).toMatchObject({ account_id: who.account_id, detail: { ended: 1 } });
  expect(JSON.stringify(event)).not.toContain("horse");
});

test("a change of password names each fault in the words of M166 to M168", async () => {
  const { api, token, good } = await changing();
  const refused = async (change: object) => {
    const { status, body } = await api(changePassword, { token, body: { ...good, ...change } });
    return [status, body.fields];
  };
  const missing = "Please enter your password!";
  expect(await refused({ old_password: "", new_password: "", confirm_new_password: "" })).toEqual([
    400,
    { "body.old_password": missing, "body.new_password": missing, "body.confirm_new_password": missing },
  ]);
  expect(await refused({ confirm_new_password: "else" })).toEqual([
    400,
    { "body.confirm_new_password": "Confirmation password does not match" },
  ]);
  expect(await refused({ new_password: "1234", confirm_new_password: "1234" })).toEqual([
    400,
    { "body.new_password": "Password at least 5 characters" },
  ]);
  expect(await refused({ old_password: "wrong" })).toEqual([
    400,
    { "body.old_password": "Old password is not correct!" },
  ]);
  expect(await refused({ username: "another@test.example" })).toEqual([
    400,
    { "body.username": "This is not the account that is signed in" },
  ]);
  // None of these has changed it.
  expect(await refused({})).toEqual([200, undefined]);
});

test("of two changes from the same old password at once one wins, and only its password works", async () => {
  const { api, who, token, good } = await changing();
  const news = ["new one", "new two"];
  const told = await Promise.all(
    news.map((it) =>
      api(changePassword, { token, body: { ...good, new_password: it, confirm_new_password: it } }),
    ),
  );
  expect(told.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400]);
  const won = news[told.findIndex(({ status }) => status === 200)];
  const lost = news.find((it) => it !== won);
  expect((await api(login, { body: { username: who.email, password: won } })).status).toBe(200);
  expect((await api(login, { body: { username: who.email, password: lost } })).status).toBe(401);
});

test("an account made on the command line is checked like any other", async () => {
  const { db } = await scene();
  const good = {
    email: "Minh@Test.example",
    display_name: " Minh ",
    password: "l4n5x",
    kind: "admin",
  } as const;
  await createAccount(db, good);
  const row = await db
    .selectFrom("account")
    .select(["email", "display_name", "kind"])
    .executeTakeFirstOrThrow();
  expect(row).toEqual({ email: "minh@test.example", display_name: "Minh", kind: "admin" });
  await expect(createAccount(db, good)).rejects.toMatchObject({ code: "account.exists" });
  await expect(createAccount(db, { ...good, email: "x" })).rejects.toMatchObject({
    fields: { email: expect.anything() },
  });
  await expect(createAccount(db, { ...good, display_name: " " })).rejects.toMatchObject({
    fields: { display_name: expect.anything() },
  });
  await expect(createAccount(db, { ...good, password: "1234" })).rejects.toMatchObject({
    fields: { password: "Password at least 5 characters" },
  });
  await expect(createAccount(db, { ...good, password: "1234567", password_min: 8 })).rejects.toMatchObject({
    fields: { password: "Password at least 8 characters" },
  });
});

test("the demonstration has its accounts with filled profiles that sign in, made once and left alone after", async () => {
  const { db, api } = await scene();
  await seedDemo(db);
  for (const { email, display_name, profile } of DEMO_ACCOUNTS) {
    expect((await signIn(api, login, email, DEMO_PASSWORD)).user.display_name).toBe(display_name);
    const kept = await db
      .selectFrom("account")
      .select(["street", "city", "country", "phone"])
      .where("email", "=", email)
      .executeTakeFirst();
    expect(kept).toEqual(profile);
  }
  await db.updateTable("account").set({ display_name: "Changed" }).execute();
  await seedDemo(db);
  const names = await db.selectFrom("account").select("display_name").execute();
  const all = [...DEMO_ACCOUNTS, ...DEMO_PLATFORM_OPERATORS, ...DEMO_CERTIFICATE_PEOPLE];
  expect(names).toEqual(all.map(() => ({ display_name: "Changed" })));
});
