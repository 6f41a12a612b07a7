// Rules of business accounts, as whoever breaks them at the calls is answered.
import {
  addBankAccount,
  addRecipient,
  grantIssuer,
  inviteAccountPerson,
  moveBankAccount,
} from "@heliograph/contract";
import { sql } from "kysely";
import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { partiesApi } from "../../../testing/registry/parties-kit.ts";
import { company, memberOf, platformOperator } from "../../../testing/registry/record-kit.ts";
import { freshDb } from "../../../testing/test-kit.ts";

async function managed() {
  const db = await freshDb();
  const api = await partiesApi(db);
  const own = await company(db, "Solar One");
  const { token } = await memberOf(db, own, "account_manager");
  return { db, api, token, query: { account: own.account } };
}

const BANK = {
  currency: "USD",
  bank_name: "Vietcombank",
  account_name: "SOLAR ONE Co., Ltd",
  swift_code: "BFTVVNVX",
  account_number: "0123456789",
  comment: "",
} as const;
const BENEFICIARY = {
  type: "redemption_beneficiary",
  name: "Nguyễn Văn An",
  registration_number: "",
  is_natural_person: true,
  country: "VN",
  city: "Huế",
  address: "5 Lê Lợi",
  postal_code: "49000",
};

test("BNK-001, BNK-002, BNK-003: a bank account is refused with all that is wrong with it at once", async () => {
  const { api, token, query } = await managed();
  const wrong = { account_number: "DE88370400440532013000", swift_code: "DEUTDE", account_name: "Moon Ltd" };
  const { status, body } = await api(addBankAccount, {
    token,
    query,
    body: { ...BANK, ...wrong, key: randomUUID() },
  });
  expect(status).toBe(422);
  expect(body).toMatchObject({
    errors: [
      { code: "BNK-001", message: "The IBAN is not valid.", field: "body.account_number" },
      { code: "BNK-002", message: "The SWIFT code is not valid.", field: "body.swift_code" },
      {
        code: "BNK-003",
        message: "The account must be in the company's name.",
        field: "body.account_name",
      },
    ],
  });
});

test("BNK-010: an account has at most 20 bank accounts", async () => {
  const { api, token, query } = await managed();
  const add = () => api(addBankAccount, { token, query, body: { ...BANK, key: randomUUID() } });
  const answers = [];
  // oxlint-disable-next-line no-await-in-loop -- one after the other, as a person adds them
  for (let n = 0; n <= 20; n++) answers.push(await add());
  expect(answers.slice(0, 20).map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 200));
  expect(answers[20]).toMatchObject({
    status: 422,
    body: { code: "BNK-010", message: "An account may have 20 bank accounts." },
  });
});

test("BNK-011: a change of a bank account that says nothing is refused", async () => {
  const { api, token, query } = await managed();
  const { body } = await api(addBankAccount, { token, query, body: { ...BANK, key: randomUUID() } });
  const edit = {
    record_uid: body.record_uid,
    action: "edit",
    expected_version: body.version,
    key: randomUUID(),
  };
  expect(await api(moveBankAccount, { token, query, body: edit })).toMatchObject({
    status: 422,
    body: { code: "BNK-011", message: "Say what is changed." },
  });
});

test("RCP-001: an account has at most 1000 recipients", async () => {
  const { db, api, token, query } = await managed();
  const add = () => api(addRecipient, { token, query, body: BENEFICIARY });
  expect((await add()).status).toBe(200);
  await sql`
    insert into recipient (recipient_uid, version, business_account_id, type, name, country, city, address, postal_code)
    select gen_random_uuid(), version, business_account_id, type, name, country, city, address, postal_code
    from recipient, generate_series(1, 998)`.execute(db);
  expect((await add()).status).toBe(200);
  expect(await add()).toMatchObject({
    status: 422,
    body: { code: "RCP-001", message: "An account may have 1000 recipients." },
  });
});

test("ACC-006: an account has at most 100 open invitations", async () => {
  const { api, token, query } = await managed();
  const invite = (n: number) =>
    api(inviteAccountPerson, {
      token,
      query,
      body: { email: `person${n}@test.example`, role: "viewer" },
    });
  const answers = [];
  // oxlint-disable-next-line no-await-in-loop -- one after the other, as a person invites
  for (let n = 0; n <= 100; n++) answers.push(await invite(n));
  expect(answers.slice(0, 100).every(({ status }) => status === 200)).toBe(true);
  expect(answers[100]).toMatchObject({
    status: 409,
    body: { code: "ACC-006", message: "This account has 100 open invitations already." },
  });
});

test("ACC-009: nobody becomes an issuer whose address has no account", async () => {
  const { db, api } = await managed();
  const { token } = await platformOperator(db);
  const body = { email: "nobody@test.example", registry: "IREC", country: "VN" };
  expect(await api(grantIssuer, { token, body })).toMatchObject({
    status: 422,
    body: { code: "ACC-009", message: "Nobody has an account with this address." },
  });
});
