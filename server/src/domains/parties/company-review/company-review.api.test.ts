// Documents of a company, and its review: what is marked, what is answered, what was changed.
import {
  downloadCompanyDocument,
  getBusinessAccount,
  moveBusinessAccount,
  removeCompanyDocument,
  saveBusinessAccount,
  uploadCompanyDocument,
} from "@heliograph/contract";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { PDF, PNG } from "../../../../testing/file-kit.ts";
import { partiesApi, uploaded } from "../../../../testing/registry/parties-kit.ts";
import {
  company,
  issuerOf,
  memberOf,
  platformOperator,
  recordCommandOf,
} from "../../../../testing/registry/record-kit.ts";
import { freshDb } from "../../../../testing/test-kit.ts";

/** A company that is not submitted yet but for its documents, with the people who look at it. */
async function applying() {
  const db = await freshDb();
  const api = await partiesApi(db);
  const own = await company(db, "Solar One");
  const { account, business_account_id } = own;
  await sql`update business_account set status = 'draft', trade_account_id = null where business_account_id = ${business_account_id}`.execute(
    db,
  );
  await db
    .insertInto("registry_account")
    .values({ business_account_id, registry: "IREC", account_type: "participant" })
    .execute();
  const manager = await memberOf(db, own, "account_manager");
  const operator = await platformOperator(db);
  const of = { account };
  const seen = async () => (await api(getBusinessAccount, { token: manager.token, query: of })).body;
  const reviewed = async () =>
    (await api(getBusinessAccount, { token: operator.token, query: { record_uid: account } })).body;
  const submit = async (more: object = {}) =>
    api(moveBusinessAccount, {
      token: manager.token,
      query: of,
      body: recordCommandOf(await seen(), "submit", more),
    });
  const decide = async (action: "return" | "activate", more: object = {}) =>
    api(moveBusinessAccount, {
      token: operator.token,
      body: recordCommandOf(await reviewed(), action, more),
    });
  const save = async (values: object) =>
    api(saveBusinessAccount, {
      token: manager.token,
      query: of,
      body: { expected_version: (await seen()).version, ...values },
    });
  return { db, api, own, of, manager, operator, seen, reviewed, submit, decide, save };
}

const REASON = "Two things do not agree with the register.";
const MARKS = [
  { item: "province", reason: "The register says Vinh Long." },
  { item: "registration", reason: "Of which month is it?" },
] as const;

test("ACC-003: a company is not reviewed without the document of its registration", async () => {
  const { submit, api, manager, own } = await applying();
  const refused = await submit();
  expect([refused.status, refused.body.code, refused.body.message]).toEqual([
    422,
    "ACC-003",
    "Fill in: registration document.",
  ]);
  expect((await uploaded(api, manager.token, own.account)).status).toBe(200);
  expect((await submit()).body.status).toBe("under_review");
});

test("documents are listed and downloaded by the account's people and by operators, and a submission keeps what is taken out later", async () => {
  const { db, api, own, of, manager, operator, seen, reviewed, submit, decide } = await applying();
  const { body: document } = await uploaded(api, manager.token, own.account);
  const viewer = await memberOf(db, own, "viewer");
  expect((await seen()).documents).toEqual([document]);
  const read = (token: string, query: object = of) =>
    api(downloadCompanyDocument, { token, query: { ...query, document_uid: document.document_uid } });
  expect((await read(viewer.token)).status).toBe(200);
  // Nobody but its people knows of a draft, and an issuer has no part in accounts.
  for (const other of [operator, await issuerOf(db)]) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    expect((await read(other.token, {})).status).toBe(404);
  }
  const stranger = await memberOf(db, await company(db, "Moon"), "account_manager");
  expect((await read(stranger.token)).status).toBe(404);
  await submit();
  expect((await reviewed()).documents).toEqual([document]);
  const response = await read(operator.token, {});
  expect(response.status).toBe(200);
  await decide("return", { reason: REASON, marks: MARKS });
  const taken = await api(removeCompanyDocument, {
    token: manager.token,
    query: { ...of, document_uid: document.document_uid },
  });
  expect(taken.status).toBe(200);
  const now = await seen();
  expect([now.documents, now.versions[0].content.documents]).toEqual([[], [document]]);
  expect((await read(manager.token)).status).toBe(200);
});

test("a document is refused that is no PDF, JPG or PNG, too many, of a viewer, of an account under review, or a stranger's", async () => {
  const { db, api, own, of, manager, submit } = await applying();
  const put = (token: string, name: string, file: Uint8Array, account = own.account) =>
    api(uploadCompanyDocument, { token, query: { account, kind: "other", name }, file });
  expect((await put(manager.token, "photo.png", PNG)).status).toBe(200);
  expect((await put(manager.token, "photo.pdf", PNG)).body.code).toBe("file.type");
  expect((await put(manager.token, "list.csv", Buffer.from("a,b"))).body.code).toBe("file.type");
  const viewer = await memberOf(db, own, "viewer");
  expect((await put(viewer.token, "a.pdf", PDF)).body.code).toBe("GEN-403");
  const stranger = await memberOf(db, await company(db, "Moon"), "account_manager");
  expect((await put(stranger.token, "a.pdf", PDF)).body.code).toBe("GEN-404");
  const { body: document } = await uploaded(api, manager.token, own.account);
  await submit();
  expect((await put(manager.token, "a.pdf", PDF)).body.code).toBe("GEN-422");
  const query = { ...of, document_uid: document.document_uid };
  expect((await api(removeCompanyDocument, { token: manager.token, query })).body.code).toBe("GEN-422");
  await sql`update business_account set status = 'draft'`.execute(db);
  await sql`insert into company_document (document_uid, business_account_id, kind, name, mime, size_bytes, sha256)
    select gen_random_uuid(), business_account_id, kind, name, mime, size_bytes, sha256 from company_document, generate_series(1, 18)
    where kind = 'registration'`.execute(db);
  const full = await put(manager.token, "a.pdf", PDF);
  expect([full.status, full.body.code]).toEqual([409, "file.too_many"]);
});

test("ACC-011, ACC-012: an application goes back with marked items, and comes again when each of them was changed or answered", async () => {
  const { api, own, manager, seen, reviewed, submit, decide, save } = await applying();
  await uploaded(api, manager.token, own.account);
  await submit();
  const unmarked = await decide("return", { reason: REASON });
  expect([unmarked.status, unmarked.body.code, unmarked.body.message]).toEqual([
    422,
    "ACC-011",
    "Mark at least one field or document.",
  ]);
  expect((await decide("return", { reason: REASON, marks: MARKS })).body.status).toBe("draft");
  expect((await seen()).versions.map(({ marks }: { marks: unknown }) => marks)).toEqual([MARKS]);

  const untouched = await submit();
  expect([untouched.status, untouched.body.code, untouched.body.message]).toEqual([
    422,
    "ACC-012",
    "Change or answer the marked items before you submit again.",
  ]);
  expect(untouched.body.errors[0].params).toEqual({ items: "province, registration" });
  await save({ province: "Vinh Long", contact_number: "+84 2" });
  expect((await submit()).body.errors[0].params).toEqual({ items: "registration" });
  const answers = [{ item: "registration", answer: "It is the extract of this month." }];
  expect((await submit({ answers })).body.status).toBe("under_review");

  const { versions } = await reviewed();
  expect(versions).toMatchObject([
    { submission: 1, marks: MARKS, content: { province: "Da Nang" } },
    { submission: 2, marks: [], answers, content: { province: "Vinh Long", contact_number: "+84 2" } },
  ]);
  expect((await decide("activate")).body.status).toBe("active");
});

test("an active company that changes its name is compared with what was reviewed last", async () => {
  const { api, own, of, manager, reviewed, seen, submit, decide } = await applying();
  await uploaded(api, manager.token, own.account);
  await submit();
  await decide("activate");
  const amended = await api(moveBusinessAccount, {
    token: manager.token,
    query: of,
    body: recordCommandOf(await seen(), "amend", { company_name: "Solar One Holding" }),
  });
  expect(amended.body.status).toBe("under_review");
  const { versions } = await reviewed();
  expect(versions.map(({ content }: { content: { company_name: string } }) => content.company_name)).toEqual([
    "Solar One",
    "Solar One Holding",
  ]);
});
