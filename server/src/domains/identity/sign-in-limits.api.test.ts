import { monitorEventLoopDelay } from "node:perf_hooks";
import { appConfig, changePassword, forgotPassword, login, register } from "@heliograph/contract";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { apiOf, newcomer, PASSWORD, signIn } from "../../../testing/api-kit.ts";
import { freshDb } from "../../../testing/test-kit.ts";
import { identityRoutes } from "./index.ts";

async function scene() {
  const db = await freshDb();
  const api = await apiOf(db, (serve) => identityRoutes(serve, db, appConfig.parse({})));
  const who = await newcomer(db);
  const wrong = (address: string, username = who.email) =>
    api(login, { body: { username, password: "wrong" }, address });
  const right = (address: string) =>
    api(login, { body: { username: who.email, password: PASSWORD }, address });
  return { db, api, who, wrong, right };
}
const A = "203.0.113.1";
const B = "198.51.100.2";

test("five wrong passwords from one address shut that address out of the account, right password or not", async () => {
  const { wrong, right, db } = await scene();
  for (let n = 0; n < 5; n += 1) expect((await wrong(A)).status).toBe(401);
  for (const told of [await wrong(A), await right(A)]) {
    expect(told.status).toBe(429);
    expect(told.body).toMatchObject({ code: "too_many_attempts", status: 429 });
    expect(Number(told.headers["retry-after"])).toBeGreaterThanOrEqual(1);
    expect(Number(told.headers["retry-after"])).toBeLessThanOrEqual(60);
  }
  // The owner, elsewhere, is not locked out by it.
  expect((await right(B)).status).toBe(200);
  await sql`update sign_in_failure set at = at - interval '61 seconds'`.execute(db);
  expect((await right(A)).status).toBe(200);
});

test("a hundred wrong passwords at once count as a hundred: five are judged", async () => {
  const { wrong } = await scene();
  const statuses = await Promise.all(Array.from({ length: 100 }, async () => (await wrong(A)).status));
  expect(statuses.filter((status) => status === 401)).toHaveLength(5);
  expect(statuses.filter((status) => status === 429)).toHaveLength(95);
});

test("an address that tries many accounts is shut out, an IPv6 line as a whole, and no other address", async () => {
  const { wrong, right } = await scene();
  const tries = Array.from({ length: 60 }, (_, n) =>
    wrong(`2001:db8::${n + 1}`, `someone-${n}@test.example`),
  );
  expect(new Set((await Promise.all(tries)).map(({ status }) => status))).toEqual(new Set([401]));
  expect((await right("2001:db8::ffff")).status).toBe(429);
  expect((await right("2001:db8:0:1::1")).status).toBe(200);
});

test("a right password clears the failures of the pair, not those of the address", async () => {
  const { wrong, right, db } = await scene();
  for (let round = 0; round < 4; round += 1) {
    for (let n = 0; n < 4; n += 1) expect((await wrong(A)).status).toBe(401);
    expect((await right(A)).status).toBe(200);
  }
  const rows = await db.selectFrom("sign_in_failure").select("key").execute();
  const kinds = rows.map(({ key }) => key.split(":")[0]);
  expect(kinds.filter((kind) => kind === "address")).toHaveLength(16);
  expect(kinds).not.toContain("pair");
});

test("fifty people behind one address sign in at once, and other calls are answered meanwhile", async () => {
  const { db, api } = await scene();
  const people = await Promise.all(Array.from({ length: 50 }, () => newcomer(db)));
  const lag = monitorEventLoopDelay({ resolution: 5 });
  lag.enable();
  const answers = await Promise.all(
    people.map(({ email }) => api(login, { body: { username: email, password: PASSWORD }, address: A })),
  );
  lag.disable();
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  expect(lag.percentile(90) / 1e6).toBeLessThan(100);
});

test("the table of failures forgets what no limit counts any more, and holds no e-mail or address", async () => {
  const { db, wrong, who } = await scene();
  await sql`insert into sign_in_failure (key, at) select 'pair:old' || n, now() - interval '2 hours' from generate_series(1, 15) n`.execute(
    db,
  );
  await wrong(A);
  await wrong(A);
  const rows = await db.selectFrom("sign_in_failure").select("key").execute();
  expect(rows).toHaveLength(6);
  expect(JSON.stringify(rows)).not.toContain(who.email);
  expect(JSON.stringify(rows)).not.toContain(A);
});

test("guessing the old password with somebody's access token is limited too", async () => {
  const { api, who } = await scene();
  const { access_token: token } = await signIn(api, login, who.email);
  const guess = (n: number) =>
    api(changePassword, {
      token,
      body: {
        old_password: `guess ${n}`,
        new_password: "12x456",
        confirm_new_password: "12x456",
        username: who.email,
      },
    });
  for (let n = 0; n < 5; n += 1) expect((await guess(n)).body.code).toBe("password.wrong");
  expect((await guess(6)).status).toBe(429);
});

/** One of so many addresses, each on a line of its own. */
const elsewhere = (n: number) => `192.0.${n >> 8}.${n & 255}`;

test("guesses against one account are slowed over all addresses, more with each, and its owner signs in from a known one meanwhile", async () => {
  const { db, wrong, right } = await scene();
  expect((await right(A)).status).toBe(200);
  for (let n = 0; n < 10; n += 1) expect((await wrong(elsewhere(n))).status).toBe(401);
  expect((await wrong(elsewhere(10))).headers["retry-after"]).toBe("1");
  // Each that is judged doubles the wait of the next, up to a minute.
  const waits: number[] = [];
  for (let n = 0; n < 8; n += 1) {
    await sql`update sign_in_failure set at = at - interval '61 seconds'`.execute(db);
    expect((await wrong(elsewhere(400 + n))).status).toBe(401);
    waits.push(Number((await wrong(elsewhere(500 + n))).headers["retry-after"]));
  }
  expect(waits).toEqual([2, 4, 8, 16, 32, 60, 60, 60]);
  // Two hundred more, each from an address of its own: none is judged.
  const flood = await Promise.all(Array.from({ length: 200 }, (_, n) => wrong(elsewhere(100 + n))));
  expect(new Set(flood.map(({ status }) => status))).toEqual(new Set([429]));
  expect((await right(A)).status).toBe(200);
  expect((await wrong(A)).status).toBe(401);
});

test("who signs in for the first time at a new place waits like everybody there, and is known there afterwards", async () => {
  const { db, wrong, right } = await scene();
  for (let n = 0; n < 10; n += 1) await wrong(elsewhere(n));
  const refused = await right(B);
  expect([refused.status, refused.body.code]).toEqual([429, "too_many_attempts"]);
  await sql`update sign_in_failure set at = at - interval '1 second'`.execute(db);
  expect((await right(B)).status).toBe(200);
  expect((await wrong(elsewhere(20))).status).toBe(401);
  expect((await wrong(elsewhere(21))).status).toBe(429);
  expect((await right(B)).status).toBe(200);
  // The line of an IPv6 address is known, and no other.
  expect((await right("2001:db8::1")).status).toBe(429);
});

test("an e-mail without an account is slowed as one with, so that nobody learns which there are", async () => {
  const { wrong } = await scene();
  const nobody = "nobody@test.example";
  for (let n = 0; n < 10; n += 1) expect((await wrong(elsewhere(n), nobody)).status).toBe(401);
  expect((await wrong(elsewhere(10), nobody)).status).toBe(429);
  expect((await wrong(elsewhere(11))).status).toBe(401);
});

test("registrations and questions for a new password are limited by address", async () => {
  const { api } = await scene();
  const ask = (address: string) => api(forgotPassword, { body: { email: "lan@test.example" }, address });
  for (let n = 0; n < 20; n += 1) expect((await ask(A)).status).toBe(200);
  expect((await ask(A)).status).toBe(429);
  expect((await ask(B)).status).toBe(200);
  const body = {
    fullname: "Lan Tran",
    email: "lan@test.example",
    password: "1x345",
    retypePassword: "1x345",
  };
  for (let n = 0; n < 20; n += 1) {
    expect((await api(register, { body, address: A })).status).toBe(n === 0 ? 200 : 409);
  }
  expect((await api(register, { body, address: A })).status).toBe(429);
});
