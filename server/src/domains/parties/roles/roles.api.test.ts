import {
  acceptAccountInvitation,
  changeAccountPerson,
  confirmAccountInvitation,
  endIssuer,
  getSeats,
  grantIssuer,
  inviteAccountPerson,
  listAccountPeople,
  listIssuers,
  readAccountInvitation,
  removeAccountPerson,
  revokeAccountInvitation,
} from "@heliograph/contract";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { partiesApi } from "../../../../testing/registry/parties-kit.ts";
import {
  company,
  issuerOf,
  memberOf,
  person,
  platformOperator,
} from "../../../../testing/registry/record-kit.ts";
import { freshDb } from "../../../../testing/test-kit.ts";

const NOT_VALID = [404, "ACC-007", "This invitation is not valid, or not any more."];

/** A company with an account manager, and somebody who has the address that is invited. */
async function office() {
  const db = await freshDb();
  const api = await partiesApi(db);
  const own = await company(db, "Solar One");
  const manager = await memberOf(db, own, "account_manager");
  const invited = await person(db, "Minh Pham");
  const email = "minh@test.example";
  await sql`update account set email = ${email} where account_id = ${invited.account_id}`.execute(db);
  const query = { account: own.account };
  const invite = async (role = "trader", token = manager.token, address = email) =>
    api(inviteAccountPerson, { token, query, body: { email: address, role } });
  const accept = (token: string, who = invited) =>
    api(acceptAccountInvitation, { token: who.token, body: { token } });
  const people = async () => (await api(listAccountPeople, { token: manager.token, query })).body;
  return { db, api, own, query, manager, invited, email, invite, accept, people };
}

const refusal = ({ status, body }: { status: number; body: { code: string; message: string } }) => [
  status,
  body.code,
  body.message,
];

test("R27: an invitation shows company and role, is good once, for its address, and gives the role", async () => {
  const { api, db, own, invited, invite, accept, people, email } = await office();
  const { body } = await invite();
  expect(body.token).toMatch(/^[A-Za-z0-9_-]{43}$/);
  const hours = (Date.parse(body.expires_at) - Date.now()) / 3_600_000;
  expect(hours).toBeGreaterThan(71.9);
  expect(hours).toBeLessThan(72.1);
  const shown = await api(readAccountInvitation, { token: invited.token, body: { token: body.token } });
  expect(shown.body).toMatchObject({
    company_name: "Solar One",
    role: "trader",
    email,
    needs_second_person: false,
  });
  const other = await person(db);
  expect(refusal(await accept(body.token, other))).toEqual([
    403,
    "ACC-008",
    "This invitation is for another e-mail address.",
  ]);
  expect((await accept(body.token)).body).toEqual({ account: own.account });
  expect(refusal(await accept(body.token))).toEqual(NOT_VALID);
  expect(
    (await people()).people.map(({ name, role }: { name: string; role: string }) => [name, role]),
  ).toEqual([
    ["A account_manager", "account_manager"],
    ["Minh Pham", "trader"],
  ]);
  const seats = (await api(getSeats, { token: invited.token })).body;
  expect(seats.accounts).toMatchObject([{ account: own.account, role: "trader", company_name: "Solar One" }]);
});

test("R27: of two that accept the same link at once one gets the role", async () => {
  const { invite, accept } = await office();
  const { token } = (await invite()).body;
  const answers = await Promise.all([accept(token), accept(token), accept(token)]);
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 404, 404]);
});

test("R27: a link that was revoked, replaced, has expired or whose inviter has left is good for nothing, all alike", async () => {
  const { db, api, query, manager, own, invite, accept } = await office();
  const revoked = (await invite()).body;
  await api(revokeAccountInvitation, {
    token: manager.token,
    query: { ...query, invitation_uid: revoked.invitation_uid },
  });
  const replaced = (await invite()).body;
  const expired = (await invite()).body;
  await sql`update business_invitation set expires_at = now() - interval '1 second' where invitation_uid = ${expired.invitation_uid}`.execute(
    db,
  );
  for (const { token } of [revoked, replaced, expired]) {
    expect(refusal(await accept(token))).toEqual(NOT_VALID);
  }
  const orphan = (await invite()).body;
  await memberOf(db, own, "account_manager");
  const left = await api(removeAccountPerson, {
    token: manager.token,
    query: { ...query, account_uid: manager.account_uid },
  });
  expect(left.status).toBe(200);
  expect(refusal(await accept(orphan.token))).toEqual(NOT_VALID);
});

test("R27: an account manager is made by two: a second account manager or a platform operator confirms, never the inviter", async () => {
  const { db, api, query, manager, invite, accept, people } = await office();
  const { body } = await invite("account_manager");
  expect(body.needs_second_person).toBe(true);
  const second = [403, "AUTH-006", "A second person must confirm this."];
  expect(refusal(await accept(body.token))).toEqual(second);
  const confirm = { body: { invitation_uid: body.invitation_uid } };
  expect(refusal(await api(confirmAccountInvitation, { ...confirm, token: manager.token, query }))).toEqual(
    second,
  );
  const operator = await platformOperator(db);
  expect((await api(confirmAccountInvitation, { ...confirm, token: operator.token })).status).toBe(200);
  expect((await accept(body.token)).status).toBe(200);
  expect(
    (await people()).people.filter(({ role }: { role: string }) => role === "account_manager"),
  ).toHaveLength(2);
});

test("R27: who confirmed an account manager and has left meanwhile is no second person", async () => {
  const { db, api, own, query, manager, invite, accept } = await office();
  const { body } = await invite("account_manager");
  const second = await memberOf(db, own, "account_manager");
  const confirm = { body: { invitation_uid: body.invitation_uid } };
  expect((await api(confirmAccountInvitation, { ...confirm, token: second.token, query })).status).toBe(200);
  await api(removeAccountPerson, {
    token: manager.token,
    query: { ...query, account_uid: second.account_uid },
  });
  expect(refusal(await accept(body.token))).toEqual([403, "AUTH-006", "A second person must confirm this."]);
  const operator = await platformOperator(db);
  expect((await api(confirmAccountInvitation, { ...confirm, token: operator.token })).status).toBe(200);
  expect((await accept(body.token)).status).toBe(200);
});

test("R27: the answer is the same whether the address has an account", async () => {
  const { invite } = await office();
  const [known, unknown] = [await invite(), await invite("trader", undefined, "nobody@test.example")];
  expect(Object.keys(known.body)).toEqual(Object.keys(unknown.body));
  expect([known.status, known.body.needs_second_person]).toEqual([
    unknown.status,
    unknown.body.needs_second_person,
  ]);
});

test("R27: the last account manager cannot leave, be lowered, or lower herself by a link, also when two go at once", async () => {
  const { db, api, query, own, manager, invite, accept } = await office();
  const last = [422, "ACC-005", "The last account manager cannot leave."];
  const uid = manager.account_uid;
  expect(
    refusal(await api(removeAccountPerson, { token: manager.token, query: { ...query, account_uid: uid } })),
  ).toEqual(last);
  expect(
    refusal(
      await api(changeAccountPerson, {
        token: manager.token,
        query,
        body: { account_uid: uid, role: "viewer" },
      }),
    ),
  ).toEqual(last);
  await sql`update account set email = 'self@test.example' where account_id = ${manager.account_id}`.execute(
    db,
  );
  const link = (await invite("viewer", undefined, "self@test.example")).body;
  expect(refusal(await accept(link.token, manager))).toEqual(last);
  const second = await memberOf(db, own, "account_manager");
  const both = await Promise.all(
    [manager, second].map(({ token, account_uid }) =>
      api(removeAccountPerson, { token, query: { ...query, account_uid } }),
    ),
  );
  expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422]);
});

test("R26: an issuer cannot act for a trading account (AUTH-004), a member of one cannot become issuer, and between two classes lie 90 days", async () => {
  const { db, api, own, invited, email, invite, accept } = await office();
  const operator = await platformOperator(db);
  const scope = { email, registry: "IREC", country: "VN" };
  expect((await api(grantIssuer, { token: operator.token, body: scope })).status).toBe(200);
  expect((await api(listIssuers, { token: operator.token })).body.items).toMatchObject([scope]);
  expect((await api(getSeats, { token: invited.token })).body.issuer_of).toEqual([
    { registry: "IREC", country: "VN" },
  ]);
  const { token } = (await invite()).body;
  expect(refusal(await accept(token))).toEqual([
    403,
    "AUTH-004",
    "An issuer cannot act for a trading account.",
  ]);
  const trader = await memberOf(db, own, "trader");
  await sql`update account set email = 'trader@test.example' where account_id = ${trader.account_id}`.execute(
    db,
  );
  const other = await api(grantIssuer, {
    token: operator.token,
    body: { ...scope, email: "trader@test.example" },
  });
  expect([other.status, other.body.code, other.body.message]).toEqual([
    403,
    "AUTH-003",
    "This person has a role that excludes this one, or left it less than 90 days ago.",
  ]);
  // She stops being an issuer: the account has to wait.
  expect((await api(endIssuer, { token: operator.token, query: scope })).status).toBe(200);
  expect((await accept(token)).body.code).toBe("AUTH-003");
  await sql`update role_grant set valid = tstzrange(now() - interval '200 days', now() - interval '91 days')
    where account_id = ${invited.account_id}`.execute(db);
  expect((await accept(token)).status).toBe(200);
});

test("R26: the database itself lets nobody be of two classes at once", async () => {
  const db = await freshDb();
  const issuer = await issuerOf(db);
  const { business_account_id } = await company(db);
  const values = { account_id: issuer.account_id, class: "market", business_account_id, role: "viewer" };
  await expect(db.insertInto("role_grant").values(values).execute()).rejects.toThrow(/one_class_at_a_time/);
});

test("who looks after the portal is an operator, from the moment on", async () => {
  const db = await freshDb();
  const api = await partiesApi(db);
  const { token, account_id } = await platformOperator(db);
  expect((await api(getSeats, { token })).body.is_platform_operator).toBe(true);
  await sql`update account set kind = 'user' where account_id = ${account_id}`.execute(db);
  expect((await api(getSeats, { token })).body.is_platform_operator).toBe(false);
});

test("a platform operator sees the people of an account, and of its invitations those that wait for a second person", async () => {
  const { api, db, own, invite } = await office();
  await invite("account_manager", undefined, "second@test.example");
  await invite("viewer");
  const operator = await platformOperator(db);
  const { status, body } = await api(listAccountPeople, {
    token: operator.token,
    query: { record_uid: own.account },
  });
  expect(status).toBe(200);
  expect(body.people).toHaveLength(1);
  expect(body.invitations.map(({ email }: { email: string }) => email)).toEqual(["second@test.example"]);
  const issuer = await issuerOf(db);
  for (const [token, query] of [
    [issuer.token, { record_uid: own.account }],
    [operator.token, {}],
    [operator.token, { record_uid: "3f2504e0-4f89-41d3-9a0c-0305e82c3300" }],
  ] as const) {
    expect((await api(listAccountPeople, { token, query })).status).toBe(404);
  }
});
