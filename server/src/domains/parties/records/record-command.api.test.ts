import { getBusinessAccount, listBankAccounts } from "@heliograph/contract";
import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { bank } from "../../../../testing/registry/bank-kit.ts";
import {
  recordCommandOf,
  company,
  issuerOf,
  memberOf,
  person,
} from "../../../../testing/registry/record-kit.ts";
import type { Db } from "../../../platform/db.ts";
import { partiesKinds } from "../index.ts";
import { runDue } from "./due.jobs.ts";

test("GEN-404: who may not know of a record gets the same answer as for one that is not there", async () => {
  const { db, api, record, move, manager } = await bank();
  const other = await memberOf(db, await company(db, "Another"), "account_manager");
  const stranger = await person(db);
  const issuer = await issuerOf(db);
  const otherAccount = (
    await db
      .selectFrom("business_account")
      .select("business_account_uid as account")
      .where("company_name", "=", "Another")
      .executeTakeFirstOrThrow()
  ).account;
  const answers = [
    await move(stranger.token, recordCommandOf(record, "archive")),
    await move(issuer.token, recordCommandOf(record, "reject", { reason: "no such account" })),
    await move(other.token, recordCommandOf(record, "archive"), { account: otherAccount }),
    await move(manager.token, recordCommandOf({ ...record, record_uid: randomUUID() }, "archive"), {
      account: otherAccount,
    }),
    await api(getBusinessAccount, { token: stranger.token, query: { account: otherAccount } }),
  ];
  for (const { status, body } of answers) {
    expect([status, body.code, body.message]).toEqual([404, "GEN-404", "There is no such record."]);
  }
});

test("GEN-409: a command that expects another version than the record's is refused, and says when it was changed", async () => {
  const { record, move, manager, of } = await bank();
  const { status, body } = await move(
    manager.token,
    { ...recordCommandOf(record, "archive"), expected_version: 7 },
    of,
  );
  expect([status, body.code]).toEqual([409, "GEN-409"]);
  expect(body.message).toMatch(
    /^This record was changed by someone else at \d{4}-\d\d-\d\d \d\d:\d\d:\d\d \(GMT\+8\)\. Reload and try again\.$/,
  );
});

test("GEN-422: what the life cycle does not have in this state is not possible, and the record is named", async () => {
  const { record, move, manager, of } = await bank();
  const { status, body } = await move(manager.token, recordCommandOf(record, "make_default"), of);
  expect([status, body.code, body.message]).toEqual([
    422,
    "GEN-422",
    `Bank account ${record.number} is Pending Verification; make_default is not possible.`,
  ]);
});

test("GEN-403: a role that the action does not name is refused", async () => {
  const { record, move, manager, viewer, of, add } = await bank();
  for (const [token, action] of [
    [viewer.token, "archive"],
    [manager.token, "reject"],
  ] as const) {
    const { status, body } = await move(
      token,
      recordCommandOf(record, action, { reason: "because of it" }),
      of,
    );
    expect([status, body.code, body.message]).toEqual([
      403,
      "GEN-403",
      `Your role does not allow ${action}.`,
    ]);
  }
  expect((await add({}, viewer.token)).status).toBe(403);
});

test("R23: verifying takes two different platform operators, and the first cannot confirm herself", async () => {
  const { db, record, move, operators } = await bank();
  const [first, second] = operators;
  const asked = await move(first.token, recordCommandOf(record, "verify"));
  expect(asked.body).toMatchObject({ status: "pending_verification", needs_second_person: true, version: 1 });
  const again = await move(first.token, recordCommandOf(record, "verify"));
  expect([again.status, again.body.code]).toEqual([403, "AUTH-006"]);
  const done = await move(second.token, recordCommandOf(record, "verify"));
  expect(done.body).toMatchObject({ status: "verified", needs_second_person: false, version: 2 });
  const eyes = await db.selectFrom("four_eyes").select(["first_person", "second_person"]).execute();
  expect(eyes).toEqual([{ first_person: first.account_id, second_person: second.account_id }]);
});

test("R23: what a first person asked for lapses after 72 hours", async () => {
  const { db, record, move, operators } = await bank();
  await move(operators[0].token, recordCommandOf(record, "verify"));
  await sql`update four_eyes set asked_at = now() - interval '73 hours'`.execute(db);
  const { body } = await move(operators[1].token, recordCommandOf(record, "verify"));
  expect(body).toMatchObject({ status: "pending_verification", needs_second_person: true });
});

test("R23: what a first person asked for is void once the record has moved, so that nobody confirms what she never saw", async () => {
  const { db, record, move, manager, operators, values, of } = await bank();
  await move(operators[0].token, recordCommandOf(record, "verify"));
  const changed = { ...values, account_number: "9999999999" };
  const edited = await move(manager.token, recordCommandOf(record, "edit", { values: changed }), of);
  expect([edited.status, edited.body.version]).toEqual([200, 2]);
  const other = await move(operators[1].token, recordCommandOf({ ...record, version: 2 }, "verify"));
  expect(other.body).toMatchObject({ status: "pending_verification", needs_second_person: true });
  const both = await db.selectFrom("four_eyes").select(["first_person", "done_at"]).execute();
  expect(both).toEqual([{ first_person: operators[1].account_id, done_at: null }]);
});

test.each([
  [
    "has lost the role",
    async (db: Db, first: number) =>
      sql`update role_grant set valid = tstzrange(lower(valid), now()) where account_id = ${first}`.execute(
        db,
      ),
  ],
  [
    "is disabled",
    async (db: Db, first: number) =>
      sql`update account set disabled_at = now() where account_id = ${first}`.execute(db),
  ],
])("R23: the wish of a first person who %s meanwhile does not count", async (_what, happens) => {
  const { db, record, move, operators } = await bank();
  await move(operators[0].token, recordCommandOf(record, "verify"));
  await happens(db, operators[0].account_id);
  const { body } = await move(operators[1].token, recordCommandOf(record, "verify"));
  expect(body).toMatchObject({ status: "pending_verification", needs_second_person: true });
});

test("R26: the wish of a first person who has come to have a part in the account does not count", async () => {
  const { db, own, record, move, operators } = await bank();
  await move(operators[0].token, recordCommandOf(record, "verify"));
  await sql`insert into role_grant (account_id, class, business_account_id, role, valid)
    values (${operators[0].account_id}, 'market', ${own.business_account_id}, 'viewer',
      tstzrange(now() - interval '400 days', now() - interval '300 days'))`.execute(db);
  const { body } = await move(operators[1].token, recordCommandOf(record, "verify"));
  expect(body).toMatchObject({ status: "pending_verification", needs_second_person: true });
});

test("R20: the same key is answered as before and does nothing, also when both come at once; another request with it is GEN-410", async () => {
  const { db, record, move, manager, of, add } = await bank();
  const command = recordCommandOf(record, "archive");
  const answers = await Promise.all([1, 2, 3, 4].map(() => move(manager.token, command, of)));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
  const events = await db
    .selectFrom("status_event")
    .select("action")
    .where("record_uid", "=", record.record_uid)
    .orderBy("status_event_id")
    .execute();
  expect(events.map(({ action }) => action)).toEqual(["create", "archive"]);
  const reused = await move(manager.token, { ...command, expected_version: 2 }, of);
  expect([reused.status, reused.body.code, reused.body.message]).toEqual([
    422,
    "GEN-410",
    "This key was used for another request.",
  ]);
  const key = randomUUID();
  const [one, two] = [await add({ key }), await add({ key })];
  expect(two.body).toEqual(one.body);
  expect((await add({ key, bank_name: "Another" })).body.code).toBe("GEN-410");
});

test("R26: who has had a part in the account decides nothing about it (AUTH-005)", async () => {
  const { db, own, record, move, operators } = await bank();
  await db
    .insertInto("role_grant")
    .values({
      account_id: operators[0].account_id,
      class: "market",
      business_account_id: own.business_account_id,
      role: "viewer",
      valid: sql<string>`tstzrange(now() - interval '400 days', now() - interval '300 days')`,
    })
    .execute();
  const { status, body } = await move(operators[0].token, recordCommandOf(record, "verify"));
  expect([status, body.code, body.message]).toEqual([
    403,
    "AUTH-005",
    "You have a part in this record and cannot decide on it.",
  ]);
});

test("R28: rights are those of the moment: a person who was removed in the middle is refused, and two accounts do not mix", async () => {
  const { db, record, move, manager, of } = await bank();
  const second = await company(db, "Solar Two");
  await db
    .insertInto("role_grant")
    .values({
      account_id: manager.account_id,
      class: "market",
      business_account_id: second.business_account_id,
      role: "account_manager",
    })
    .execute();
  expect(
    (await move(manager.token, recordCommandOf(record, "archive"), { account: second.account })).status,
  ).toBe(404);
  await sql`update role_grant set valid = tstzrange(lower(valid), now()) where account_id = ${manager.account_id}`.execute(
    db,
  );
  expect((await move(manager.token, recordCommandOf(record, "archive"), of)).status).toBe(404);
});

test("R28: an action on bank data wants the password again where it was not given lately", async () => {
  const { db, record, move, manager, of } = await bank();
  await sql`update account set password_hash = 'x' where account_id = ${manager.account_id}`.execute(db);
  const { status, body } = await move(manager.token, recordCommandOf(record, "archive"), of);
  expect([status, body.code]).toEqual([403, "confirmation.required"]);
});

test("GEN-423: an action that needs a reason is refused without one", async () => {
  const { record, move, operators } = await bank();
  const { status, body } = await move(
    operators[0].token,
    recordCommandOf(record, "reject", { reason: "short" }),
  );
  expect([status, body.code, body.fields]).toEqual([
    422,
    "GEN-423",
    { "body.reason": "Give a reason of at least 10 characters." },
  ]);
});

test("R18: of two commands on a record at once exactly one wins, and the other is told that it changed", async () => {
  const { record, move, manager, operators, of } = await bank();
  await move(operators[0].token, recordCommandOf(record, "verify"));
  const both = await Promise.all([
    move(operators[1].token, recordCommandOf(record, "verify")),
    move(manager.token, recordCommandOf(record, "archive"), of),
  ]);
  expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
});

test("a record shows who must act next until when, its timeline, and what is open to whom asks; the other side's people by role alone", async () => {
  const { api, move, record, manager, operators, of } = await bank();
  const mine = (await api(listBankAccounts, { token: manager.token, query: of })).body.items[0];
  expect(mine).toMatchObject({
    actions: ["edit", "archive"],
    next: { by: "platform_operator", is_you: false, otherwise: null },
  });
  expect(mine.next.until).toMatch(/T15:59:59\.999Z$/);
  const theirs = (await api(listBankAccounts, { token: operators[0].token })).body.items[0];
  expect(theirs).toMatchObject({ actions: ["verify", "reject"], next: { is_you: true } });
  for (const { token } of operators) {
    const reason = "The bank does not know it";
    // oxlint-disable-next-line no-await-in-loop -- the second operator confirms the first
    expect((await move(token, recordCommandOf(record, "reject", { reason }))).status).toBe(200);
  }
  const after = (await api(listBankAccounts, { token: manager.token, query: of })).body.items[0];
  expect(after).toMatchObject({
    status: "rejected",
    comment: "The bank does not know it",
    next: { by: "account_manager", is_you: true, until: null },
  });
  expect(
    after.timeline.map((one: Record<string, string | null>) => [
      one.action,
      one.role,
      one.person,
      one.reason,
    ]),
  ).toEqual([
    ["create", "account_manager", "A account_manager", null],
    ["reject", "platform_operator", null, "The bank does not know it"],
  ]);
});

test("a time limit without an action by itself leaves the record where it is", async () => {
  const { db, record } = await bank();
  await sql`update record_deadline set due_at = now() - interval '1 day'`.execute(db);
  await runDue(db, partiesKinds);
  const { status } = await db
    .selectFrom("bank_account")
    .select("status")
    .where("record_uid", "=", record.record_uid)
    .executeTakeFirstOrThrow();
  expect(status).toBe("pending_verification");
});
