// What people keep in an account's profile: company information, recipients, the agreement on fees, advanced features.
import {
  acceptFeeAgreement,
  addRecipient,
  archiveRecipient,
  changeRecipient,
  createBusinessAccount,
  getBusinessAccount,
  getFeeAgreement,
  getFeeSchedule,
  listBusinessAccounts,
  listRecipients,
  moveBusinessAccount,
  saveBusinessAccount,
  BUSINESS_ACCOUNT_ORDERS,
  type Answer,
} from "@heliograph/contract";
import { createHash, randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { expectOrders } from "../../../testing/registry/order-kit.ts";
import { partiesApi } from "../../../testing/registry/parties-kit.ts";
import {
  company,
  memberOf,
  person,
  platformOperator,
  recordCommandOf,
} from "../../../testing/registry/record-kit.ts";
import { freshDb } from "../../../testing/test-kit.ts";

/** As each refusal of what was changed meanwhile says it. */
const CHANGED_AT =
  /^This record was changed by someone else at \d{4}-\d\d-\d\d \d\d:\d\d:\d\d \(GMT\+8\)\. Reload and try again\.$/;

async function profile() {
  const db = await freshDb();
  const api = await partiesApi(db);
  const own = await company(db, "Solar One");
  const manager = await memberOf(db, own, "account_manager");
  const viewer = await memberOf(db, own, "viewer");
  const query = { account: own.account };
  const shown = async () => (await api(getBusinessAccount, { token: manager.token, query })).body;
  return { db, api, own, query, manager, viewer, shown };
}

test("a new account is a draft of whoever begins it, tells all that is missing when it is submitted, and the same key begins it once", async () => {
  const { api, db } = await profile();
  const founder = await person(db);
  const body = { company_name: "New Sun", key: randomUUID() };
  const [made, again] = [
    await api(createBusinessAccount, { token: founder.token, body }),
    await api(createBusinessAccount, { token: founder.token, body }),
  ];
  expect(again.body).toEqual(made.body);
  expect(made.body.number).toMatch(/^BA-\d{4}-\d{6}$/);
  const { account } = made.body;
  const submit = recordCommandOf({ record_uid: account, version: 1 }, "submit");
  const refused = await api(moveBusinessAccount, { token: founder.token, query: { account }, body: submit });
  expect([refused.status, refused.body.code, refused.body.message]).toEqual([
    422,
    "ACC-003",
    "Fill in: English name, registration number, address, country, province, email, contact number, account type, registration document.",
  ]);
  for (let n = 2; n <= 5; n += 1) {
    const { status } = await api(createBusinessAccount, {
      token: founder.token,
      body: { ...body, key: randomUUID() },
    });
    expect(status).toBe(200);
  }
  const sixth = await api(createBusinessAccount, {
    token: founder.token,
    body: { ...body, key: randomUUID() },
  });
  expect([sixth.status, sixth.body.code, sixth.body.message]).toEqual([
    422,
    "ACC-002",
    "You have 5 drafts of business accounts already.",
  ]);
});

test("company information: what is named changes, all else stays; each change expects the version that was seen", async () => {
  const { api, query, manager, shown } = await profile();
  const before = await shown();
  const values = {
    english_name: "Sun One",
    address: "1 Hai Ba Trung",
    country: "TH",
    province: "Bangkok",
    email: "new@company.example",
    contact_number: "+66 2",
  };
  for (const [name, value] of Object.entries(values)) {
    const { version } = await shown();
    const { status } = await api(saveBusinessAccount, {
      token: manager.token,
      query,
      body: { expected_version: version, [name]: value },
    });
    expect(status).toBe(200);
  }
  const after = await shown();
  expect(after).toMatchObject({
    ...values,
    company_name: before.company_name,
    registration_number: before.registration_number,
  });
  const types = { expected_version: after.version, account_types: { TIGR: "end_user" } };
  await api(saveBusinessAccount, { token: manager.token, query, body: types });
  expect((await shown()).account_types).toEqual({ IREC: null, TIGR: "end_user", GEC: null });
  const stale = await api(saveBusinessAccount, { token: manager.token, query, body: types });
  expect([stale.status, stale.body.code]).toEqual([409, "GEN-409"]);
  expect(stale.body.message).toMatch(CHANGED_AT);
});

test("name and registration number of an active account change by its action amend, which has it reviewed again", async () => {
  const { api, query, own, manager, shown } = await profile();
  const { version } = await shown();
  const direct = await api(saveBusinessAccount, {
    token: manager.token,
    query,
    body: { expected_version: version, company_name: "Moon" },
  });
  expect([direct.status, direct.body.code]).toEqual([422, "GEN-422"]);
  expect(direct.body.message).toMatch(
    /^Business account BA-\S+ is Active; changing name or registration number is not possible\.$/,
  );
  const amend = recordCommandOf({ record_uid: own.account, version }, "amend", {
    company_name: "Solar One Plus",
  });
  const { body } = await api(moveBusinessAccount, { token: manager.token, query, body: amend });
  expect(body.status).toBe("amendment_review");
  expect(await shown()).toMatchObject({
    company_name: "Solar One",
    next: { by: "platform_operator", is_you: false },
  });
});

test("platform operators find accounts that were submitted, by tab, name and number; drafts are nobody else's", async () => {
  const { api, db } = await profile();
  const operator = await platformOperator(db);
  await api(createBusinessAccount, {
    token: (await person(db)).token,
    body: { company_name: "Draft Sun", key: randomUUID() },
  });
  const list = async (query: Record<string, string>) =>
    (await api(listBusinessAccounts, { token: operator.token, query })).body;
  expect(await list({})).toMatchObject({ total_items: 1, tab_counts: { all: 1, active: 1 } });
  expect((await list({ search: "solar%" })).items).toEqual([]);
  expect((await list({ search: "solar", tab: "active" })).items).toMatchObject([
    { company_name: "Solar One" },
  ]);
});

test("the list of business accounts is put in order by each of its columns", async () => {
  const { api, db } = await profile();
  const operator = await platformOperator(db);
  await company(db, "alpha Power");
  await company(db, "Bravo Wind");
  type Row = Answer<typeof listBusinessAccounts>["items"][number];
  const list = async (query: object): Promise<Row[]> =>
    (await api(listBusinessAccounts, { token: operator.token, query: { ...query } })).body.items;
  await expectOrders(BUSINESS_ACCOUNT_ORDERS, list, {
    idOf: ({ record_uid }) => record_uid,
    shown: {
      company: ({ company_name }) => company_name,
      number: true,
      status: true,
      country: ({ country }) => country,
      trade: ({ trade_account_id }) => trade_account_id,
      changed: ({ changed_at }) => changed_at,
    },
  });
});

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

test("a recipient is never changed in place: each change is a version that names what it changes and leaves the rest", async () => {
  const { api, db, query, manager } = await profile();
  const { recipient_uid } = (await api(addRecipient, { token: manager.token, query, body: BENEFICIARY }))
    .body;
  const change = (expected_version: number, values: object) =>
    api(changeRecipient, {
      token: manager.token,
      query,
      body: { recipient_uid, expected_version, ...values },
    });
  expect((await change(1, { city: "Đà Nẵng" })).body).toEqual({ version: 2 });
  const stale = (await change(1, { city: "Hà Nội" })).body;
  expect(stale.code).toBe("GEN-409");
  expect(stale.message).toMatch(CHANGED_AT);
  const { items } = (await api(listRecipients, { token: manager.token, query })).body;
  expect(items).toEqual([{ ...BENEFICIARY, city: "Đà Nẵng", version: 2, recipient_uid }]);
  const rows = await db.selectFrom("recipient").select(["version", "city"]).orderBy("version").execute();
  expect(rows).toEqual([
    { version: 1, city: "Huế" },
    { version: 2, city: "Đà Nẵng" },
  ]);
  await api(archiveRecipient, { token: manager.token, query: { ...query, recipient_uid } });
  expect((await api(listRecipients, { token: manager.token, query })).body.items).toEqual([]);
  expect((await change(2, { city: "Vinh" })).status).toBe(404);
});

test("C122, C123: the schedule of fees is EUR 0.0800 and 0.0000 by exchange, USD 0.4000 and 0.0000 of one's own; TIGR is not configured", async () => {
  const { api, viewer } = await profile();
  const { items } = (await api(getFeeSchedule, { token: viewer.token })).body;
  const said = items.map((one: Record<string, unknown>) => [
    one["code"],
    one["currency"],
    one["rate"],
    one["is_configured"],
  ]);
  expect(said).toContainEqual(["RF-EX-IREC-OTH", "EUR", 800, true]);
  expect(said).toContainEqual(["RF-EX-IREC-HYD", "EUR", 0, true]);
  expect(said).toContainEqual(["RF-SELF-IREC-OTH", "USD", 4000, true]);
  expect(said).toContainEqual(["RF-SELF-IREC-HYD", "USD", 0, true]);
  expect(said).toContainEqual(["RF-SELF-TIGR-OTH", "USD", 0, false]);
});

test("the fee agreement is read in each language, and accepted by an account manager once, in the text and language that were shown", async () => {
  const { api, db, own, query, manager, viewer } = await profile();
  await db.deleteFrom("fee_acceptance").execute();
  const read = async () => (await api(getFeeAgreement, { token: viewer.token, query })).body;
  const { version, texts, accepted } = await read();
  expect(accepted).toBeNull();
  expect(texts.map(({ language }: { language: string }) => language)).toEqual(["en", "vi", "zh"]);
  for (const { text, text_hash } of texts) {
    expect(text_hash).toBe(createHash("sha256").update(text).digest("hex"));
  }
  const [english, vietnamese] = texts;
  // The English text is that which was accepted before there were others.
  expect([version, english.text_hash]).toEqual([
    1,
    "777dfeaea98dbb1c1194470cd199dcface9e8c2c84c5925d33730bc35d960664",
  ]);
  const accept = (token: string, { language, text_hash }: { language: string; text_hash: string }) =>
    api(acceptFeeAgreement, { token, query, body: { version, language, text_hash } });
  expect((await accept(viewer.token, vietnamese)).status).toBe(403);
  const others = [
    { ...vietnamese, text_hash: "0".repeat(64) },
    { ...vietnamese, language: "zh" },
  ];
  for (const other of others) {
    const { status, body } = await accept(manager.token, other);
    expect([status, body.code, body.message]).toEqual([
      409,
      "FEE-001",
      "The agreement has changed. Read it again.",
    ]);
  }
  expect((await accept(manager.token, vietnamese)).status).toBe(200);
  const first = (await read()).accepted;
  expect(first).toMatchObject({ language: "vi" });
  await accept(manager.token, english);
  expect((await read()).accepted).toEqual(first);
  const kept = await db
    .selectFrom("fee_acceptance")
    .select("language")
    .where("business_account_id", "=", own.business_account_id)
    .execute();
  expect(kept).toEqual([{ language: "vi" }]);
});

test("every change of what is no record stands in the audit log", async () => {
  const { api, db, query, manager, shown } = await profile();
  const { recipient_uid } = (await api(addRecipient, { token: manager.token, query, body: BENEFICIARY }))
    .body;
  await api(changeRecipient, {
    token: manager.token,
    query,
    body: { recipient_uid, expected_version: 1, city: "Vinh" },
  });
  await api(archiveRecipient, { token: manager.token, query: { ...query, recipient_uid } });
  const { version } = await shown();
  await api(saveBusinessAccount, {
    token: manager.token,
    query,
    body: { expected_version: version, address: "2 Main St" },
  });
  const agreement = (await api(getFeeAgreement, { token: manager.token, query })).body;
  const [{ language, text_hash }] = agreement.texts;
  const body = { version: agreement.version, language, text_hash };
  await api(acceptFeeAgreement, { token: manager.token, query, body });
  const rows = await db
    .selectFrom("audit_event")
    .select(["action", "account_id"])
    .orderBy("audit_id")
    .execute();
  expect(rows.map(({ action }) => action)).toEqual([
    "recipient.added",
    "recipient.changed",
    "recipient.archived",
    "company.changed",
    "fee_agreement.accepted",
  ]);
  expect(new Set(rows.map(({ account_id }) => account_id))).toEqual(new Set([manager.account_id]));
});
