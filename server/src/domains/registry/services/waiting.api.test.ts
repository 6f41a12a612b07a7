import { confirmAccountInvitation, inviteAccountPerson, listWaiting } from "@heliograph/contract";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { apiOf } from "../../../../testing/api-kit.ts";
import { freshStore } from "../../../../testing/file-kit.ts";
import { importApi, STATEMENT_SHA256 } from "../../../../testing/registry/import-kit.ts";
import {
  company,
  issuerOf,
  memberOf,
  person,
  platformOperator,
} from "../../../../testing/registry/record-kit.ts";
import { freshDb } from "../../../../testing/test-kit.ts";
import { partiesRoutes } from "../../parties/index.ts";
import { WAITING_SOURCES, WAITING_THINGS } from "./waiting-sources.sql.ts";
import { waitingRoutes } from "./waiting.routes.ts";

/** A company with an application in each of four states, and people who look at them. */
async function waiting() {
  const db = await freshDb();
  const api = await apiOf(db, (serve) => waitingRoutes(serve, db, WAITING_SOURCES));
  const own = await company(db, "Solar One");
  const fields = { registry: "IREC", location: "VN", device_english_name: "Rooftop" };
  for (const [nth, status] of ["draft", "pending", "to_resubmit", "declined"].entries()) {
    const submission = status === "draft" ? 0 : 1;
    const { record_uid } = await db
      .insertInto("device_application")
      .values({
        number: `DR-2026-00000${nth}`,
        business_account_id: own.business_account_id,
        type: "normal",
        status,
        fields: JSON.stringify(fields),
        submission,
        registration_date: submission === 0 ? null : "2026-10-01",
      })
      .returning("record_uid")
      .executeTakeFirstOrThrow();
    if (status === "to_resubmit") {
      const due_at = new Date("2026-11-17T15:59:59.999Z");
      await db
        .insertInto("record_deadline")
        .values({ entity: "device_application", record_uid, due_at })
        .execute();
    }
  }
  return { db, api, own };
}

const numbers = (records: readonly { number: string }[]) => records.map(({ number }) => number);

test("counters count what waits for the person; what waits for others stands apart, and drafts that rest nowhere", async () => {
  const { db, api, own } = await waiting();
  const trader = await memberOf(db, own, "trader");
  const { body } = await api(listWaiting, { token: trader.token, query: { account: own.account } });
  expect(body.services).toEqual([
    {
      service: "devices",
      waiting: 1,
      states: expect.arrayContaining([
        { status: "pending", count: 1, is_you: false },
        { status: "to_resubmit", count: 1, is_you: true },
      ]),
    },
    { service: "issuance", waiting: 0, states: [] },
    { service: "imports", waiting: 0, states: [] },
    { service: "redemption", waiting: 0, states: [] },
    { service: "registered", waiting: 0, states: [] },
    { service: "accounts", waiting: 0, states: [] },
  ]);
  expect(numbers(body.yours)).toEqual(["DR-2026-000002"]);
  expect(body.yours[0]).toMatchObject({
    service: "devices",
    title: "Rooftop",
    status: "to_resubmit",
    next: { by: "trader", is_you: true, until: "2026-11-17T15:59:59.999Z" },
  });
  expect(numbers(body.others)).toEqual(["DR-2026-000001"]);
});

test("an account manager is asked as a trader is, a viewer is asked for nothing", async () => {
  const { db, api, own } = await waiting();
  const query = { account: own.account };
  const manager = await memberOf(db, own, "account_manager");
  expect(numbers((await api(listWaiting, { token: manager.token, query })).body.yours)).toEqual([
    "DR-2026-000002",
  ]);
  const viewer = await memberOf(db, own, "viewer");
  const seen = await api(listWaiting, { token: viewer.token, query });
  expect(seen.body.yours).toEqual([]);
  expect(seen.body.others).toHaveLength(2);
});

test("an issuer sees what waits in the registry and country it decides for, and somebody without a role nothing", async () => {
  const { db, api, own } = await waiting();
  const issuer = await issuerOf(db);
  const { body } = await api(listWaiting, { token: issuer.token });
  expect(numbers(body.yours)).toEqual(["DR-2026-000001"]);
  const elsewhere = await issuerOf(db, "TIGR", "SG");
  expect((await api(listWaiting, { token: elsewhere.token })).body).toMatchObject({ yours: [], others: [] });
  const stranger = await person(db);
  for (const query of [{}, { account: own.account }]) {
    const refused = await api(listWaiting, { token: stranger.token, query });
    expect([refused.status, refused.body.code]).toEqual([404, "GEN-404"]);
  }
});

test("an import that an operator has confirmed first waits for another operator, in the record, the counters and the lists", async () => {
  const { api, declare, read, upload, move, operators } = await importApi();
  const { body: record } = await declare();
  await upload(record.record_uid);
  const [first, second] = operators;
  const received = [{ first: 1001, until: 1101 }];
  await move(first.token, record, "confirm", { received, statement_sha256: STATEMENT_SHA256 });
  const seenBy = async ({ token }: typeof first) => {
    const { body } = await api(listWaiting, { token });
    const imports = body.services.find(({ service }: { service: string }) => service === "imports");
    const { next } = (await read(record.record_uid, token)).body;
    return [next.is_you, imports.waiting, body.yours.length, body.others.length];
  };
  expect(await seenBy(first)).toEqual([false, 0, 0, 1]);
  expect(await seenBy(second)).toEqual([true, 1, 1, 0]);
});

/** What of the records is about business accounts: the beginning of the number, the company, the account. */
const ofAccounts = (
  records: readonly { service: string; number: string; title: string; account: string | null }[],
) =>
  records.flatMap(({ service, number, title, account }) =>
    service === "accounts" ? [[number.slice(0, 3), title, account]] : [],
  );

test("business accounts, their banks and requests to sell GECs wait for a platform operator, and what comes back waits for the account manager", async () => {
  const { db, api, own } = await waiting();
  const { business_account_id, account } = own;
  const manager = await memberOf(db, own, "account_manager");
  const operator = await platformOperator(db);
  const status = (to: string, submitted_by: number | null = manager.account_id) =>
    sql`update business_account set status = ${to}, submitted_by = ${submitted_by} where business_account_uid = ${account}`.execute(
      db,
    );
  const bank = {
    business_account_id,
    number: "BK-2026-000001",
    status: "pending_verification",
    currency: "USD",
    bank_name: "Vietcombank",
    account_name: "Solar One",
    swift_code: "BFTVVNVX",
    account_number: "0071000123000",
    comment: "",
  };
  await db.insertInto("bank_account").values(bank).execute();
  await sql`update gec_selling set status = 'requested', number = 'GS-2026-000001'`.execute(db);
  await status("under_review");
  const seenBy = async ({ token }: { token: string }, query: { account?: string } = {}) => {
    const { body } = await api(listWaiting, { token, query });
    const counted = body.services.find(({ service }: { service: string }) => service === "accounts");
    return { waiting: counted.waiting, yours: ofAccounts(body.yours), others: ofAccounts(body.others) };
  };
  const line = (kind: string) => [kind, "Solar One", account];
  const all = expect.arrayContaining([line("BA-"), line("BK-"), line("GS-")]);
  expect(await seenBy(operator)).toEqual({ waiting: 3, yours: all, others: [] });
  expect(await seenBy(manager, { account })).toEqual({ waiting: 0, yours: [], others: all });
  expect(await seenBy(await issuerOf(db))).toEqual({ waiting: 0, yours: [], others: [] });

  await status("draft");
  await sql`update bank_account set status = 'rejected'`.execute(db);
  await sql`update gec_selling set status = 'disabled'`.execute(db);
  // A draft writes its profile and nothing else: of its bank account nobody is asked before it is active.
  expect(await seenBy(manager, { account })).toEqual({
    waiting: 1,
    yours: [line("BA-")],
    others: [line("BK-")],
  });
  await sql`update business_account set status = 'active'`.execute(db);
  expect(await seenBy(manager, { account })).toEqual({ waiting: 1, yours: [line("BK-")], others: [] });
  expect(await seenBy(operator)).toEqual({ waiting: 0, yours: [], others: [line("BK-")] });

  // A draft that was never submitted, and a suspended account, rest.
  await sql`delete from bank_account`.execute(db);
  for (const [resting, submitted_by] of [
    ["draft", null],
    ["suspended", manager.account_id],
  ] as const) {
    await status(resting, submitted_by);
    expect(await seenBy(manager, { account })).toEqual({ waiting: 0, yours: [], others: [] });
    expect(await seenBy(operator)).toEqual({ waiting: 0, yours: [], others: [] });
  }
});

const invitationsOf = (records: readonly { status: string; number: string; account: string }[]) =>
  records.flatMap((one) => (one.status === "invitation" ? [[one.number, one.account]] : []));

test("R27: an invitation of an account manager waits for the other managers and for platform operators, and not for whoever invited", async () => {
  const { db, own } = await waiting();
  const { store } = await freshStore();
  const api = await apiOf(db, (serve) => {
    waitingRoutes(serve, db, [...WAITING_SOURCES, ...WAITING_THINGS]);
    partiesRoutes(serve, db, store);
  });
  const { account } = own;
  const [inviter, other] = [
    await memberOf(db, own, "account_manager"),
    await memberOf(db, own, "account_manager"),
  ];
  const operator = await platformOperator(db);
  const invite = (role: string, email = `${role}@company.example`) =>
    api(inviteAccountPerson, { token: inviter.token, query: { account }, body: { email, role } });
  await invite("trader");
  const { body: made } = await invite("account_manager");
  const seenBy = async ({ token }: { token: string }, query: { account?: string } = { account }) => {
    const { body } = await api(listWaiting, { token, query });
    const counted = body.services.find(({ service }: { service: string }) => service === "accounts");
    return {
      waiting: counted.waiting,
      yours: invitationsOf(body.yours),
      others: invitationsOf(body.others),
    };
  };
  const line = ["account_manager@company.example", account];
  expect(await seenBy(inviter)).toEqual({ waiting: 0, yours: [], others: [line] });
  expect(await seenBy(other)).toEqual({ waiting: 1, yours: [line], others: [] });
  expect(await seenBy(operator, {})).toEqual({ waiting: 1, yours: [line], others: [] });
  for (const who of [await memberOf(db, own, "trader"), await memberOf(db, own, "viewer")]) {
    expect(await seenBy(who)).toEqual({ waiting: 0, yours: [], others: [] });
  }
  expect(await seenBy(await issuerOf(db), {})).toEqual({ waiting: 0, yours: [], others: [] });
  // Of a draft no operator knows, and a suspended account confirms nobody.
  await sql`update business_account set status = 'draft'`.execute(db);
  expect(await seenBy(operator, {})).toEqual({ waiting: 0, yours: [], others: [] });
  expect((await seenBy(other)).yours).toEqual([line]);
  await sql`update business_account set status = 'suspended'`.execute(db);
  expect(await seenBy(other)).toEqual({ waiting: 0, yours: [], others: [line] });
  await sql`update business_account set status = 'active'`.execute(db);
  const { invitation_uid } = made;
  await api(confirmAccountInvitation, { token: other.token, query: { account }, body: { invitation_uid } });
  expect(await seenBy(operator, {})).toEqual({ waiting: 0, yours: [], others: [] });
  expect(await seenBy(inviter)).toEqual({ waiting: 0, yours: [], others: [] });
});
