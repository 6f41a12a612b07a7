// Drafts of companies, the registration that one company has, and what keeps an account from being closed.
import {
  createBusinessAccount,
  getBusinessAccount,
  getSeats,
  grantIssuer,
  moveBusinessAccount,
  readAccountInvitation,
  saveBusinessAccount,
  inviteAccountPerson,
} from "@heliograph/contract";
import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { applyingCompany, partiesApi, uploaded } from "../../../../testing/registry/parties-kit.ts";
import { redeemers } from "../../../../testing/registry/redemption-kit.ts";
import { memberOf, person, recordCommandOf } from "../../../../testing/registry/record-kit.ts";

const TAKEN = "A company with this registration number has an account already.";

/** Two companies that fill in their drafts, each with its account manager. */
async function twoDrafts() {
  const at = await applyingCompany();
  const { api, db } = at;
  const founder = await person(db);
  const { body } = await api(createBusinessAccount, {
    token: founder.token,
    body: { company_name: "Solar One (copy)", key: randomUUID() },
  });
  const account: string = body.account;
  const of = { account };
  const shown = async () => (await api(getBusinessAccount, { token: founder.token, query: of })).body;
  const save = async (values: object) =>
    api(saveBusinessAccount, {
      token: founder.token,
      query: of,
      body: { expected_version: (await shown()).version, ...values },
    });
  const submit = async () =>
    api(moveBusinessAccount, {
      token: founder.token,
      query: of,
      body: recordCommandOf(await shown(), "submit"),
    });
  await uploaded(api, at.manager.token, at.own.account);
  await uploaded(api, founder.token, account);
  const { registration_number } = await at.seen();
  const copied = {
    english_name: "Solar One",
    registration_number,
    address: "1 Main Street",
    country: "VN",
    province: "Da Nang",
    email: "a@company.example",
    contact_number: "+84 1",
    account_types: { IREC: "participant" },
  };
  return { ...at, other: { founder, account, shown, save, submit, copied } };
}

test("ACC-001: drafts name a registration number and claim none: whoever submits it first has it, and the other is told while it drafts", async () => {
  const { submit, seen, other } = await twoDrafts();
  expect((await other.save(other.copied)).status).toBe(200);
  expect((await other.shown()).faults).toEqual([]);
  expect((await seen()).faults).toEqual([]);
  expect((await submit()).body.status).toBe("under_review");
  const { faults } = await other.shown();
  expect(faults).toEqual([{ code: "ACC-001", message: TAKEN, field: "body.registration_number" }]);
  const refused = await other.submit();
  expect([refused.status, refused.body.code, refused.body.message]).toEqual([422, "ACC-001", TAKEN]);
  await other.save({ registration_number: other.copied.registration_number.toLowerCase() });
  expect((await other.submit()).body.code).toBe("ACC-001");
  await other.save({ registration_number: "another" });
  expect((await other.submit()).body.status).toBe("under_review");
});

test("ACC-001: of two companies that submit one registration number at once one has it, and the other is refused", async () => {
  const { submit, other } = await twoDrafts();
  await other.save(other.copied);
  const both = await Promise.all([submit(), other.submit()]);
  expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422]);
  expect(both.flatMap(({ body }) => (body.code === undefined ? [] : [body.code]))).toEqual(["ACC-001"]);
});

test("ACC-001: a returned application gives its registration number back, an active company takes no other's by its country or by amend", async () => {
  const { db, submit, decide, seen, save, api, of, manager, other } = await twoDrafts();
  await other.save({ ...other.copied, country: "TH" });
  await submit();
  const marks = [{ item: "address", reason: "There is no such street." }];
  await decide("return", { reason: "The address does not agree.", marks });
  await other.save({ country: "VN" });
  expect((await other.submit()).body.status).toBe("under_review");
  // Whose number it was has to name another one.
  await save({ registration_number: "R-2", address: "2 Main Street" });
  expect((await submit()).body.status).toBe("under_review");
  await decide("activate");
  const amended = await api(moveBusinessAccount, {
    token: manager.token,
    query: of,
    body: recordCommandOf(await seen(), "amend", {
      registration_number: other.copied.registration_number,
    }),
  });
  expect([amended.status, amended.body.code]).toEqual([422, "ACC-001"]);
  await sql`update company_registration set country = 'LA', number = 'R-2' where number <> 'R-2'`.execute(db);
  const moved = await save({ country: "LA" });
  expect([moved.status, moved.body.code, moved.body.message]).toEqual([422, "ACC-001", TAKEN]);
  expect((await save({ country: "KH" })).status).toBe(200);
  expect((await save({ country: "VN" })).status).toBe(200);
});

test("a draft is deleted by its account manager, who then acts for no account, and whose drafts are fewer; its invitations are void", async () => {
  const { api, db, other, operator } = await twoDrafts();
  const { founder, account, shown } = other;
  const trader = await memberOf(db, await idOf(), "trader");
  async function idOf() {
    return db
      .selectFrom("business_account")
      .select("business_account_id")
      .where("business_account_uid", "=", account)
      .executeTakeFirstOrThrow();
  }
  const token: string = (
    await api(inviteAccountPerson, {
      token: founder.token,
      query: { account },
      body: { email: "new@company.example", role: "viewer" },
    })
  ).body.token;
  const remove = async (who: { token: string }) =>
    api(moveBusinessAccount, {
      token: who.token,
      query: { account },
      body: recordCommandOf(await shown(), "delete"),
    });
  expect((await remove(trader)).body.code).toBe("GEN-403");
  await sql`update account set password_hash = 'x' where account_id = ${founder.account_id}`.execute(db);
  expect((await remove(founder)).body.code).toBe("confirmation.required");
  await sql`update account set password_hash = null where account_id = ${founder.account_id}`.execute(db);
  expect((await remove(founder)).body.status).toBe("deleted");

  for (const who of [founder, trader]) {
    expect((await api(getSeats, { token: who.token })).body.accounts).toEqual([]);
  }
  expect((await shown()).code).toBe("GEN-404");
  expect(
    (await api(getBusinessAccount, { token: operator.token, query: { record_uid: account } })).status,
  ).toBe(404);
  const read = await api(readAccountInvitation, { token: founder.token, body: { token } });
  expect(read.body.code).toBe("ACC-007");
  const begin = () =>
    api(createBusinessAccount, { token: founder.token, body: { company_name: "Sun", key: randomUUID() } });
  for (let n = 1; n <= 5; n += 1) expect((await begin()).status).toBe(200);
  expect((await begin()).body.code).toBe("ACC-002");
});

test("R26: whoever had a draft alone and deleted it may be an issuer after the pause between two classes", async () => {
  const { api, db, other, operator } = await twoDrafts();
  const { founder, account, shown } = other;
  await api(moveBusinessAccount, {
    token: founder.token,
    query: { account },
    body: recordCommandOf(await shown(), "delete"),
  });
  const { email } = await db
    .selectFrom("account")
    .select("email")
    .where("account_id", "=", founder.account_id)
    .executeTakeFirstOrThrow();
  const name = () =>
    api(grantIssuer, { token: operator.token, body: { email, registry: "IREC", country: "VN" } });
  expect((await name()).body.code).toBe("AUTH-003");
  await sql`update role_grant set valid = tstzrange(now() - interval '100 days', now() - interval '91 days')
    where account_id = ${founder.account_id}`.execute(db);
  expect((await name()).status).toBe(200);
});

test("what was submitted is deleted by nobody", async () => {
  const { api, of, manager, submit, seen } = await twoDrafts();
  await submit();
  const refused = await api(moveBusinessAccount, {
    token: manager.token,
    query: of,
    body: recordCommandOf(await seen(), "delete"),
  });
  expect([refused.status, refused.body.code]).toEqual([422, "GEN-422"]);
});

test("ACC-010, ACC-014: certificates, unpaid invoices and open requests keep an account from being closed, and nothing else is counted", async () => {
  const { db, own, manager, trader, submit, approved, invoices, report, answer, settle } = await redeemers([
    { quantity: 60 },
  ]);
  const api = await partiesApi(db);
  const { account, business_account_id } = own;
  const query = { account };
  const shown = async () => (await api(getBusinessAccount, { token: manager.token, query })).body;
  const close = async () =>
    api(moveBusinessAccount, { token: manager.token, query, body: recordCommandOf(await shown(), "close") });
  const told = async () =>
    ((await close()).body.errors ?? []).map(
      ({ code, message }: { code: string; message: string }) => `${code} ${message}`,
    );
  const bought = await approved(60);
  expect(await told()).toEqual([
    "ACC-010 Move 60 certificates and settle 1 invoices first.",
    "ACC-014 Withdraw or finish the open requests first: 1.",
  ]);
  const [invoice] = await invoices(bought.record_uid);
  if (invoice === undefined) throw new RangeError("there is no invoice");
  const paid = await report(invoice);
  await answer(paid.body, "confirm");
  await settle(bought.record_uid);
  // Drafts, and what somebody must act on that is no request, are in nobody's way.
  const draft = { type: "normal", fields: "{}", submission: 0, business_account_id };
  await db
    .insertInto("device_application")
    .values([
      { ...draft, number: "DR-2026-000001", status: "draft" },
      {
        ...draft,
        number: "DR-2026-000002",
        status: "to_resubmit",
        submission: 1,
        registration_date: "2026-01-01",
      },
    ])
    .execute();
  await sql`insert into record_deadline (entity, record_uid, due_at)
    select 'device_application', record_uid, now() from device_application`.execute(db);
  expect(await told()).toEqual(["ACC-014 Withdraw or finish the open requests first: 1."]);
  await sql`update device_application set status = 'declined' where status = 'to_resubmit'`.execute(db);
  expect((await close()).body.status).toBe("closed");
  const late = await submit(1, {}, trader);
  expect([late.status, late.body.code]).toEqual([422, "ACC-013"]);
});
