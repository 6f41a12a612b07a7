import {
  changePassword,
  CODE_WRONG,
  confirmIdentity,
  confirmSecondFactor,
  endSecondFactor,
  forgotPassword,
  getSecurity,
  getUserInfo,
  login,
  replaceRecoveryCodes,
  signInWithCode,
  startSecondFactor,
} from "@heliograph/contract";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { PASSWORD, type Api } from "../../../../testing/api-kit.ts";
import {
  appCode,
  confirm,
  noted,
  signInScene,
  withSecondFactor,
} from "../../../../testing/sign-in/sign-in-kit.ts";
import { endSecondFactorOf } from "../index.ts";

/** The answer to the first step. */
const first = (api: Api, email: string, more: { userAgent?: string; address?: string } = {}) =>
  api(login, { body: { username: email, password: PASSWORD }, ...more });

async function scene() {
  const made = await signInScene();
  const factor = await withSecondFactor(made.api, made.token);
  const ticket = async (): Promise<string> =>
    (await first(made.api, made.who.email)).body.second_factor.ticket;
  const second = async (code: string, more: { ticket?: string; userAgent?: string } = {}) =>
    made.api(signInWithCode, {
      body: { ticket: more.ticket ?? (await ticket()), code },
      ...(more.userAgent === undefined ? {} : { userAgent: more.userAgent }),
    });
  return { ...made, ...factor, ticket, second };
}

test("an account without a second factor is signed in by its password as ever", async () => {
  const { api, who } = await signInScene();
  const { status, body } = await first(api, who.email);
  expect([status, body.user.email]).toEqual([200, who.email]);
});

test("with a second factor the password opens nothing but the second step, and a code of the app signs in", async () => {
  const { db, api, who, secret, second } = await scene();
  const step = await first(api, who.email);
  expect([step.status, Object.keys(step.body)]).toEqual([200, ["second_factor"]]);
  const { ticket, expires_at } = step.body.second_factor;
  expect((Date.parse(expires_at) - Date.now()) / 60_000).toBeCloseTo(5, 1);
  expect((await api(getUserInfo, { token: ticket })).status).toBe(403);
  const told = await second(appCode(secret), { ticket });
  expect(told.status).toBe(200);
  expect((await api(getUserInfo, { token: told.body.access_token })).body.email).toBe(who.email);
  expect((await noted(db, "session.opened")).at(-1)?.[1]).toMatchObject({ by: "password_code" });
});

test("a wrong password and an unknown e-mail are told alike, whether there is a second factor or not", async () => {
  const { api, who } = await scene();
  const password = "moon over hills";
  const [wrong, unknown] = [
    await api(login, { body: { username: who.email, password } }),
    await api(login, { body: { username: "nobody@test.example", password } }),
  ];
  const { request_id: _a, ...a } = wrong.body;
  const { request_id: _b, ...b } = unknown.body;
  expect([wrong.status, a]).toEqual([unknown.status, b]);
});

test("a code of the app is good once, and none before it is good after it", async () => {
  const { secret, second, db } = await scene();
  // The code of the last step was spent by setting up.
  expect((await second(appCode(secret, -1))).status).toBe(401);
  expect((await second(appCode(secret, 1))).status).toBe(200);
  for (const steps of [1, 0]) {
    const { status, body } = await second(appCode(secret, steps));
    expect([steps, status, body.code, body.fields]).toEqual([
      steps,
      401,
      "second_factor.wrong",
      { "body.code": CODE_WRONG },
    ]);
  }
  expect((await noted(db, "second_factor.refused")).length).toBe(3);
});

test("of four who bring the same code at once exactly one is signed in", async () => {
  const { secret, second, ticket, db } = await scene();
  const tickets = [await ticket(), await ticket(), await ticket(), await ticket()];
  const told = await Promise.all(tickets.map((one) => second(appCode(secret), { ticket: one })));
  expect(told.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 401, 401, 401]);
  expect(
    (await noted(db, "session.opened")).filter(([, d]) => JSON.stringify(d).includes("_code")),
  ).toHaveLength(1);
});

test("a ticket is good once, for five minutes, in the browser that it was given to, and not after a new password", async () => {
  const { api, db, secret, second, ticket, token, who } = await scene();
  const spent = await ticket();
  expect((await second(appCode(secret), { ticket: spent })).status).toBe(200);
  const expired = async (of: string, more: { userAgent?: string } = {}) => {
    const { status, body } = await second(appCode(secret, 1), { ticket: of, ...more });
    expect([status, body.code]).toEqual([401, "sign_in.expired"]);
  };
  await expired(spent);
  await expired("A".repeat(43));
  await expired(await ticket(), { userAgent: "Another browser" });
  const late = await ticket();
  await db
    .updateTable("sign_in_ticket")
    .set({ expires_at: sql<Date>`now()` })
    .execute();
  await expired(late);
  const before = await ticket();
  const change = { old_password: PASSWORD, new_password: "battery staple" };
  const body = { ...change, confirm_new_password: "battery staple", username: who.email };
  expect((await api(changePassword, { token, body })).status).toBe(200);
  await expired(before);
});

test("a recovery code is good once, in any spelling, and the audit log tells how many are left", async () => {
  const { db, api, token, second, recovery_codes } = await scene();
  const [one = "", two = "", three = ""] = recovery_codes;
  expect(recovery_codes).toHaveLength(10);
  expect((await second(one)).status).toBe(200);
  expect((await second(one)).status).toBe(401);
  expect((await second(two.toLowerCase().replace("-", " "))).status).toBe(200);
  expect((await noted(db, "recovery_code.used")).map(([, detail]) => detail)).toEqual([
    { left: 9 },
    { left: 8 },
  ]);
  const security = (await api(getSecurity, { token })).body;
  expect(security.second_factor.recovery_codes_left).toBe(8);
  const made = await api(replaceRecoveryCodes, { token });
  expect(made.body.recovery_codes).toHaveLength(10);
  expect(await noted(db, "recovery_codes.replaced")).toHaveLength(1);
  expect((await second(three)).status).toBe(401);
  expect((await second(made.body.recovery_codes[0])).status).toBe(200);
  const kept = await db.selectFrom("recovery_code").select("code_hash").execute();
  expect(kept).toHaveLength(10);
  // Neither codes nor the secret lie in the database as they are.
  const everything = JSON.stringify([kept, await db.selectFrom("second_factor").selectAll().execute()]);
  for (const code of [...recovery_codes, ...made.body.recovery_codes]) {
    expect(everything).not.toContain(String(code).replace("-", ""));
  }
});

test("five wrong codes in a minute are enough, from whatever address, and a right one has to wait as well", async () => {
  const { api, ticket, secret } = await scene();
  for (let n = 1; n <= 5; n += 1) {
    const told = await api(signInWithCode, {
      body: { ticket: await ticket(), code: "000000" },
      address: `203.0.113.${n}`,
    });
    expect(told.status).toBe(401);
  }
  const told = await api(signInWithCode, { body: { ticket: await ticket(), code: appCode(secret) } });
  expect([told.status, told.body.code]).toEqual([429, "too_many_attempts"]);
  expect(Number(told.headers["retry-after"])).toBeGreaterThan(0);
});

test("the secret waits for a code of it; until then signing in is as before, and starting again makes another", async () => {
  const { api, token, who } = await signInScene();
  await confirm(api, token);
  const one = (await api(startSecondFactor, { token })).body;
  expect(one.uri).toContain(`secret=${one.secret}`);
  expect((await first(api, who.email)).body.access_token).toBeDefined();
  const two = (await api(startSecondFactor, { token })).body;
  expect(two.secret).not.toBe(one.secret);
  expect((await api(confirmSecondFactor, { token, body: { code: appCode(one.secret) } })).status).toBe(400);
  expect((await api(confirmSecondFactor, { token, body: { code: appCode(two.secret) } })).status).toBe(200);
  expect((await api(startSecondFactor, { token })).body.code).toBe("second_factor.on");
  for (const code of ["", "12345", "1234567", "ABC"]) {
    const told = await api(confirmSecondFactor, { token, body: { code } });
    expect([code, told.status, Object.keys(told.body.fields)]).toEqual([code, 400, ["body.code"]]);
  }
});

test("nothing of it changes without the password, and where there is a second factor a code of it, just now", async () => {
  const { api, db, token, secret } = await scene();
  await db
    .updateTable("session")
    .set({ confirmed_at: sql<Date>`now() - interval '11 minutes'` })
    .execute();
  for (const e of [startSecondFactor, endSecondFactor, replaceRecoveryCodes]) {
    const told = await api(e, { token });
    expect([e.name, told.status, told.body.code]).toEqual([e.name, 403, "confirmation.required"]);
  }
  const wrong = await api(confirmIdentity, {
    token,
    body: { password: "moon over hills", code: appCode(secret) },
  });
  expect([wrong.status, wrong.body.fields]).toEqual([
    400,
    { "body.password": "The password is not correct" },
  ]);
  const without = await api(confirmIdentity, { token, body: { password: PASSWORD } });
  expect([without.status, without.body.code]).toEqual([400, "second_factor.wrong"]);
  await confirm(api, token, appCode(secret));
  expect((await noted(db, "session.confirmed")).length).toBeGreaterThan(0);
  expect((await api(endSecondFactor, { token })).status).toBe(200);
  expect((await api(getSecurity, { token })).body.second_factor).toBeNull();
  expect((await api(endSecondFactor, { token })).body.code).toBe("second_factor.off");
  expect((await noted(db, "second_factor.begun", "second_factor.ended")).map(([action]) => action)).toEqual([
    "second_factor.begun",
    "second_factor.ended",
  ]);
});

test("who has lost phone and codes is helped by the operator: no codes are asked for, and every session ends", async () => {
  const { api, db, who, token } = await scene();
  expect(await endSecondFactorOf(db, "nobody@test.example")).toBe(false);
  expect(await endSecondFactorOf(db, who.email.toUpperCase())).toBe(true);
  expect((await api(getUserInfo, { token })).body.code).toBe("session.ended");
  expect((await first(api, who.email)).body.access_token).toBeDefined();
  expect((await noted(db, "second_factor.ended"))[0]?.[1]).toEqual({ by: "operator", ended: 1 });
  expect(await endSecondFactorOf(db, who.email)).toBe(false);
});

test("a forgotten password opens nothing: the second factor stays in force and nobody is signed in", async () => {
  const { api, who, db } = await scene();
  const told = await api(forgotPassword, { body: { email: who.email } });
  expect([told.status, told.body.access_token]).toEqual([200, undefined]);
  expect((await first(api, who.email)).body.second_factor.ticket).toBeDefined();
  expect(await db.selectFrom("second_factor").select("account_id").execute()).toHaveLength(1);
});
