import { randomUUID } from "node:crypto";
import {
  addBankAccount,
  listRecordNotices,
  moveBankAccount,
  readRecordNotices,
  type RecordNotice,
} from "@heliograph/contract";
import { expect, test } from "vitest";
import { apiOf } from "../../../../testing/api-kit.ts";
import {
  submittedApplications,
  bankOf,
  happens,
  REFERRED,
  REJECTED,
  SOURCES,
  SUBMITTED,
  takeRecordsAt,
} from "../../../../testing/notices/record-notice-kit.ts";
import {
  company,
  issuerOf,
  memberOf,
  person,
  platformOperator,
  recordCommandOf,
} from "../../../../testing/registry/record-kit.ts";
import { redeemers } from "../../../../testing/registry/redemption-kit.ts";
import { freshDb } from "../../../../testing/test-kit.ts";
import { freshStore } from "../../../../testing/file-kit.ts";
import { partiesRoutes } from "../../parties/index.ts";
import { noticesRoutes } from "../index.ts";

const NOON = Date.parse("2026-11-23T05:00:00Z");
const SENT_BACK = { ...REFERRED, reason: "The capacity does not fit." };

/** A company with its people, and the calls of notices and of parties. */
async function notices() {
  const db = await freshDb();
  const { store } = await freshStore();
  const api = await apiOf(db, (serve) => {
    noticesRoutes(serve, db, { records: SOURCES });
    partiesRoutes(serve, db, store);
  });
  const own = await company(db, "Solar One");
  const manager = await memberOf(db, own, "account_manager");
  const viewer = await memberOf(db, own, "viewer");
  const list = (token: string, query: Record<string, string | number> = { account: own.account }) =>
    api(listRecordNotices, { token, query: { language: "en", ...query } });
  const read = (token: string, body: object, query: Record<string, string> = { account: own.account }) =>
    api(readRecordNotices, { token, query, body });
  return { db, api, own, manager, viewer, list, read };
}

const events = (items: readonly RecordNotice[]) => items.map(({ number, event }) => `${number} ${event}`);

test("what happens by a command is told in the list: what, to which record, by which part, why, and whose turn it is; the own account's doing is read", async () => {
  const { db, api, own, manager, list } = await notices();
  const [first, operator] = [await platformOperator(db), await platformOperator(db)];
  const bank = {
    currency: "USD",
    bank_name: "Vietcombank",
    account_name: "SOLAR ONE Co., Ltd",
    swift_code: "BFTVVNVX",
    account_number: "0123456789",
    comment: "",
    key: randomUUID(),
  };
  const query = { account: own.account };
  const { body: record } = await api(addBankAccount, { token: manager.token, query, body: bank });
  const reason = "The letter of the bank names another company.";
  for (const { token } of [first, operator]) {
    await api(moveBankAccount, { token, body: recordCommandOf(record, "reject", { reason }) });
  }
  await takeRecordsAt(db, Date.now());
  const { body } = await list(manager.token);
  expect(body).toMatchObject({ total: 2, unread: 1, counts: { all: 2, unread: 1 } });
  expect(body.items).toMatchObject([
    {
      service: "accounts",
      number: record.number,
      title: "Solar One",
      account: own.account,
      kind: "Bank account",
      event: "Rejected",
      by: "a platform operator",
      reason,
      waits: true,
      until: null,
      is_there: true,
      read: false,
      demonstration: false,
    },
    { event: "Begun", by: "your account", reason: null, waits: false, read: true },
  ]);
  const seen = (await list(operator.token, {})).body;
  expect(seen.items).toMatchObject([
    { event: "Rejected", by: "a platform operator", read: true },
    { event: "Begun", by: "the applicant", waits: false, read: false },
  ]);
  expect((await list(manager.token, { ...query, language: "zh" })).body.items[0]).toMatchObject({
    kind: "银行账户",
    event: "已驳回",
  });
});

test("each part has a list of its own: an account's, an issuer's by registry and country, an operator's; a stranger and another account's people get the same 404", async () => {
  const { db, own, manager, list, read } = await notices();
  const [here, elsewhere] = [await issuerOf(db), await issuerOf(db, "TIGR", "SG")];
  await happens(db, await submittedApplications(db, own), SUBMITTED);
  await takeRecordsAt(db, NOON);
  expect(events((await list(here.token, {})).body.items)).toEqual(["DR-2026-000001 Submitted"]);
  expect((await list(elsewhere.token, {})).body).toMatchObject({ items: [], total: 0, unread: 0 });
  const other = await memberOf(db, await company(db, "Another"), "account_manager");
  for (const { token } of [other, await person(db)]) {
    const refused = [await list(token), await read(token, { id: randomUUID() })];
    for (const { status, body } of refused) expect([status, body.code]).toEqual([404, "GEN-404"]);
  }
  expect((await list(manager.token, {})).status).toBe(404);
});

test("an issuer whose scope is withdrawn finds nothing of it any more", async () => {
  const { db, own, list } = await notices();
  const issuer = await issuerOf(db);
  await db
    .insertInto("role_grant")
    .values({ account_id: issuer.account_id, class: "issuer", registry: "TIGR", country: "VN" })
    .execute();
  await happens(db, await submittedApplications(db, own), SUBMITTED);
  await takeRecordsAt(db, NOON);
  expect((await list(issuer.token, {})).body.total).toBe(1);
  await db
    .deleteFrom("role_grant")
    .where("account_id", "=", issuer.account_id)
    .where("registry", "=", "IREC")
    .execute();
  expect((await list(issuer.token, {})).body).toMatchObject({ total: 0, unread: 0 });
});

test("the list is narrowed by tab, kind and words, counted for each, and comes by pages, unread first where that is asked", async () => {
  const { db, own, manager, list, read } = await notices();
  await happens(db, await submittedApplications(db, own, 3), SENT_BACK);
  await happens(db, [await bankOf(db, own)], REJECTED);
  await takeRecordsAt(db, NOON);
  const of = { account: own.account };
  const all = (await list(manager.token)).body;
  expect(events(all.items)[0]).toBe("BK-2026-000001 Rejected");
  expect(all.newest).toBe(all.items[0].id);
  expect(all).toMatchObject({ total: 4, services: { devices: 3, accounts: 1, issuance: 0 } });
  await read(manager.token, { id: all.items[0].id });
  const first = (await list(manager.token, { ...of, order: "unread", items_page: 2 })).body;
  expect(events(first.items)).toEqual(["DR-2026-000003 Changes asked", "DR-2026-000002 Changes asked"]);
  const last = (await list(manager.token, { ...of, order: "unread", items_page: 2, page: 2 })).body;
  expect(events(last.items)).toEqual(["DR-2026-000001 Changes asked", "BK-2026-000001 Rejected"]);
  const unread = (await list(manager.token, { ...of, tab: "unread", search: "rooftop 2" })).body;
  expect(events(unread.items)).toEqual(["DR-2026-000002 Changes asked"]);
  expect(unread).toMatchObject({ total: 1, counts: { all: 1, unread: 1 }, unread: 3 });
  const banks = (await list(manager.token, { ...of, service: "accounts", tab: "unread" })).body;
  expect(banks).toMatchObject({ items: [], total: 0, services: { devices: 3, accounts: 0 } });
});

test("what is marked as read is read, one by one or all up to one that was seen; what came after stays unread", async () => {
  const { db, own, manager, viewer, list, read } = await notices();
  const [one, two, three] = await submittedApplications(db, own, 3);
  if (one === undefined || two === undefined || three === undefined) throw new Error("no applications");
  await happens(db, [one, two], SENT_BACK);
  await takeRecordsAt(db, NOON);
  const { items } = (await list(manager.token)).body;
  await happens(db, [three], SENT_BACK);
  await takeRecordsAt(db, NOON + 1000);
  expect((await read(manager.token, { id: items[1].id })).body).toEqual({ unread: 2 });
  expect((await read(manager.token, { id: items[0].id, and_before: true })).body).toEqual({ unread: 1 });
  const { body } = await list(manager.token, { account: own.account, tab: "unread" });
  expect(events(body.items)).toEqual(["DR-2026-000003 Changes asked"]);
  const notMine = [{ id: randomUUID() }, { id: randomUUID(), and_before: true }];
  for (const wrong of notMine) {
    const { status, body: refused } = await read(manager.token, wrong);
    expect([status, refused.code]).toEqual([404, "notification.not_found"]);
  }
  expect((await read(viewer.token, { id: items[0].id })).status).toBe(404);
});

test("bad input names its field: an id, a tab, a kind, a page or an order that there is not", async () => {
  const { own, manager, list, read } = await notices();
  const bodies = { id: "1", and_before: "yes", all: true };
  for (const [field, value] of Object.entries(bodies)) {
    const { status, body } = await read(manager.token, { id: randomUUID(), [field]: value });
    expect([status, Object.keys(body.fields)]).toEqual([400, [expect.stringMatching(/^body/)]]);
  }
  const queries = {
    tab: "old",
    service: "power",
    order: "oldest",
    page: 0,
    items_page: 101,
    search: "x".repeat(101),
  };
  for (const [field, value] of Object.entries(queries)) {
    const { status, body } = await list(manager.token, { account: own.account, [field]: value });
    expect([status, Object.keys(body.fields)]).toEqual([400, [`query.${field}`]]);
  }
});

test("a record that was recalled is named without its page to whoever does not see it any more", async () => {
  const { db, own, manager, list } = await notices();
  const issuer = await issuerOf(db);
  const records = await submittedApplications(db, own);
  await happens(db, records, SUBMITTED);
  const recall = {
    ...REFERRED,
    action: "recall",
    from: "pending",
    to: "draft",
    role: "account_manager",
  } as const;
  await happens(db, records, recall);
  await takeRecordsAt(db, NOON);
  expect((await list(issuer.token, {})).body.items).toMatchObject([
    { event: "Recalled", is_there: false, read: false },
    { event: "Submitted", is_there: false, waits: false },
  ]);
  expect((await list(manager.token)).body.items[0]).toMatchObject({ event: "Recalled", is_there: true });
});

test("R29: a redemption of more than 10,000 MWh is told to the account managers until one has confirmed it, and then to the issuer", async () => {
  const { db, own, trader, manager, issuer, submit, move } = await redeemers([{ quantity: 12_000 }]);
  const api = await apiOf(db, (serve) => {
    noticesRoutes(serve, db, { records: SOURCES });
  });
  const waiting = async ({ token }: { token: string }, query: Record<string, string>) => {
    await takeRecordsAt(db, Date.now());
    const { items } = (await api(listRecordNotices, { token, query: { language: "en", ...query } })).body;
    return items.flatMap(({ event, waits }: RecordNotice) => (waits ? [event] : []));
  };
  const account = { account: own.account };
  const { body: sent } = await submit(12_000);
  expect(await waiting(manager, account)).toEqual(["Submitted"]);
  expect([await waiting(trader, account), await waiting(issuer, {})]).toEqual([[], []]);
  await move(manager, sent, "countersign");
  expect(await waiting(issuer, {})).toEqual(["Confirmed by an account manager"]);
  expect(await waiting(manager, account)).toEqual([]);
});
