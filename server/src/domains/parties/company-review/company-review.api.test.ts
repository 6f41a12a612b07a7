// Documents of a company, and its review: what is marked, what is answered, what was changed.
import {
  addRecipient,
  downloadCompanyDocument,
  getAdvancedFeatures,
  listBusinessAccounts,
  moveBusinessAccount,
  removeCompanyDocument,
  uploadCompanyDocument,
} from "@heliograph/contract";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { PDF, PNG } from "../../../../testing/file-kit.ts";
import { applyingCompany, uploaded } from "../../../../testing/registry/parties-kit.ts";
import { company, issuerOf, memberOf, recordCommandOf } from "../../../../testing/registry/record-kit.ts";

const REASON = "Two things do not agree with the register.";
const MARKS = [
  { item: "province", reason: "The register says Vinh Long." },
  { item: "registration", reason: "Of which month is it?" },
] as const;

test("ACC-003: a company is not reviewed without the document of its registration", async () => {
  const { submit, api, manager, own } = await applyingCompany();
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
  const { db, api, own, of, manager, operator, seen, reviewed, submit, decide } = await applyingCompany();
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
  const { db, api, own, of, manager, submit } = await applyingCompany();
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
  const late = await put(manager.token, "a.pdf", PDF);
  expect([late.status, late.body.code]).toEqual([422, "ACC-013"]);
  expect(late.body.message).toMatch(
    /^Business account BA-\S+ is Under Review; changing the company's documents is not possible\.$/,
  );
  const query = { ...of, document_uid: document.document_uid };
  expect((await api(removeCompanyDocument, { token: manager.token, query })).body.code).toBe("ACC-013");
  await sql`update business_account set status = 'draft'`.execute(db);
  await sql`insert into company_document (document_uid, business_account_id, kind, name, mime, size_bytes, sha256)
    select gen_random_uuid(), business_account_id, kind, name, mime, size_bytes, sha256 from company_document, generate_series(1, 18)
    where kind = 'registration'`.execute(db);
  const full = await put(manager.token, "a.pdf", PDF);
  expect([full.status, full.body.code]).toEqual([409, "file.too_many"]);
});

test("ACC-011, ACC-012: an application goes back with marked items, and comes again when each of them was changed or answered", async () => {
  const { api, own, manager, seen, reviewed, submit, decide, save } = await applyingCompany();
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

/** A company that is active, and its wish of another name or number. */
async function amending() {
  const at = await applyingCompany();
  const { api, own, of, manager, seen, submit, decide } = at;
  await uploaded(api, manager.token, own.account);
  await submit();
  await decide("activate");
  const amend = async (more: object) =>
    api(moveBusinessAccount, {
      token: manager.token,
      query: of,
      body: recordCommandOf(await seen(), "amend", more),
    });
  return { ...at, amend };
}

test("a change of name is reviewed beside what was approved, which holds until it is approved", async () => {
  const { amend, reviewed, seen, decide } = await amending();
  expect((await amend({ company_name: "Solar One Holding" })).body.status).toBe("amendment_review");
  expect(await seen()).toMatchObject({
    company_name: "Solar One",
    next: { by: "platform_operator", is_you: false },
  });
  const { versions, actions, company_name } = await reviewed();
  expect(company_name).toBe("Solar One");
  expect(versions.map(({ content }: { content: { company_name: string } }) => content.company_name)).toEqual([
    "Solar One",
    "Solar One Holding",
  ]);
  expect(actions).toEqual(["approve_amendment", "return_amendment", "suspend", "close"]);
  expect((await decide("approve_amendment")).body.status).toBe("active");
  expect((await seen()).company_name).toBe("Solar One Holding");
});

test("a change that is returned leaves the company active with what was approved, in the operators' list, and is sent again when what was marked is changed or answered", async () => {
  const { api, operator, amend, seen, decide } = await amending();
  await amend({ company_name: "Solar One Holding" });
  const marks = [{ item: "company_name", reason: "The register knows no such name." }];
  const unmarked = await decide("return_amendment", { reason: REASON });
  expect([unmarked.status, unmarked.body.code]).toEqual([422, "ACC-011"]);
  expect((await decide("return_amendment", { reason: REASON, marks })).body.status).toBe("active");
  const now = await seen();
  expect(now).toMatchObject({ status: "active", company_name: "Solar One", next: null });
  expect(now.versions.at(-1)).toMatchObject({ marks, content: { company_name: "Solar One Holding" } });
  const listed = await api(listBusinessAccounts, { token: operator.token });
  expect(listed.body.items).toMatchObject([{ company_name: "Solar One", status: "active" }]);

  const again = await amend({ company_name: "Solar One Holding" });
  expect([again.status, again.body.code]).toEqual([422, "ACC-012"]);
  const answers = [{ item: "company_name", answer: "It was registered yesterday." }];
  expect((await amend({ company_name: "Solar One Holding", answers })).status).toBe(200);
  const tab = await api(listBusinessAccounts, { token: operator.token, query: { tab: "under_review" } });
  expect(tab.body).toMatchObject({
    items: [{ status: "amendment_review" }],
    tab_counts: { all: 1, under_review: 1 },
  });
});

test("an account whose change is reviewed goes on, but for its profile; suspended in the midst of it, it keeps what was approved", async () => {
  const { api, db, own, manager, of, amend, seen, save, decide } = await amending();
  await amend({ company_name: "Solar One Holding" });
  const refused = await save({ province: "Vinh Long" });
  expect([refused.status, refused.body.code]).toEqual([422, "ACC-013"]);
  const recipient = {
    type: "invoice",
    name: "Rice Mill",
    registration_number: "",
    is_natural_person: false,
    country: "VN",
    city: "Can Tho",
    address: "1 Main Street",
    postal_code: "",
  };
  const add = () => api(addRecipient, { token: manager.token, query: of, body: recipient });
  expect((await add()).status).toBe(200);
  const trader = await memberOf(db, own, "trader");
  const actions = async ({ token }: { token: string }) =>
    (await api(getAdvancedFeatures, { token, query: of })).body.actions;
  expect(await actions(manager)).toEqual(["request"]);
  expect((await decide("suspend", { reason: "Nobody answers us any more." })).body.status).toBe("suspended");
  expect((await add()).body.code).toBe("ACC-013");
  expect([await actions(manager), await actions(trader)]).toEqual([[], []]);
  await decide("resume", { reason: "They have answered by now." });
  expect(await seen()).toMatchObject({ status: "active", company_name: "Solar One" });
});
