// What a first of two persons proposes, and what a second answers (rule R23, docs/decisions/0147-proposals.md).
import { answerProposal, getAdvancedFeatures, moveAdvancedFeatures } from "@heliograph/contract";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { partiesApi } from "../../../../testing/registry/parties-kit.ts";
import {
  answerTo,
  company,
  memberOf,
  person,
  platformOperator,
  recordCommandOf,
} from "../../../../testing/registry/record-kit.ts";
import { freshDb } from "../../../../testing/test-kit.ts";

const LIMIT = { sell_limit_cents: 5_000_000 };

/** A company, and operators of whom the first has proposed that it sells green certificates up to a limit. */
async function proposed() {
  const db = await freshDb();
  const api = await partiesApi(db);
  const own = await company(db, "Solar One");
  const manager = await memberOf(db, own, "account_manager");
  const [first, second] = [await platformOperator(db), await platformOperator(db)];
  const read = async (token: string, query: Record<string, string> = { record_uid: own.account }) =>
    (await api(getAdvancedFeatures, { token, query })).body;
  const move = (token: string, action: "grant" | "change_limit", more: object, version = 1) =>
    read(token).then(({ record_uid }) =>
      api(moveAdvancedFeatures, { token, body: recordCommandOf({ record_uid, version }, action, more) }),
    );
  await move(first.token, "grant", LIMIT);
  const answer = (token: string, body: object) => api(answerProposal, { token, query: {}, body });
  return { db, api, own, manager, first, second, read, move, answer };
}

const said = ({ status, body }: { status: number; body: { code: string } }) => [status, body.code];

test("R23: the second person sees exactly what the first proposed, and confirms it by its hash without saying it again", async () => {
  const { own, manager, first, second, read, answer } = await proposed();
  const seen = await read(second.token);
  expect(seen.second_person).toEqual({
    entity: "gec_selling",
    action: "grant",
    asked_at: expect.any(String),
    by_you: false,
    person: "An operator",
    reason: null,
    payload: LIMIT,
    payload_hash: expect.stringMatching(/^[0-9a-f]{64}$/),
  });
  expect((await read(first.token)).second_person).toMatchObject({ by_you: true, payload: LIMIT });
  expect((await read(manager.token, { account: own.account })).second_person).toBeNull();
  const { status, body } = await answer(second.token, answerTo(seen, true));
  expect([status, body.status, body.needs_second_person]).toEqual([200, "enabled", false]);
  expect(await read(second.token)).toMatchObject({ second_person: null, is_enabled: true, ...LIMIT });
});

test("R23, GEN-411: what is confirmed is what was seen: another hash, or a proposal that lies there no longer, does nothing", async () => {
  const { first, second, read, answer } = await proposed();
  const seen = await read(second.token);
  const other = answerTo(seen, true, { payload_hash: "0".repeat(64) });
  expect(said(await answer(second.token, other))).toEqual([409, "GEN-411"]);
  await answer(first.token, answerTo(seen, false));
  expect(said(await answer(second.token, answerTo(seen, true)))).toEqual([409, "GEN-411"]);
  expect(await read(second.token)).toMatchObject({ second_person: null, is_enabled: false });
});

test("R23, AUTH-006: the first person does not confirm the own proposal", async () => {
  const { db, first, read, answer } = await proposed();
  const seen = await read(first.token);
  expect(said(await answer(first.token, answerTo(seen, true)))).toEqual([403, "AUTH-006"]);
  expect(await db.selectFrom("four_eyes").select("done_at").execute()).toEqual([{ done_at: null }]);
});

test("a second person sets a proposal aside with a reason, which the record's history tells, and proposes another", async () => {
  const { first, second, read, move, answer } = await proposed();
  const seen = await read(second.token);
  const short = await answer(second.token, answerTo(seen, false, { reason: "No" }));
  expect(said(short)).toEqual([422, "GEN-423"]);
  const reason = "The company has sold nothing yet";
  const { body } = await answer(second.token, answerTo(seen, false, { reason }));
  expect(body).toMatchObject({ status: "disabled", version: 1, needs_second_person: false });
  const after = await read(first.token);
  expect(after.second_person).toBeNull();
  expect(after.timeline.at(-1)).toMatchObject({
    action: "set_aside",
    from_status: "disabled",
    to_status: "disabled",
    role: "platform_operator",
    reason,
  });
  const lower = { sell_limit_cents: 100_000 };
  expect((await move(second.token, "grant", lower)).body.needs_second_person).toBe(true);
  const again = await read(first.token);
  expect(again.second_person).toMatchObject({ payload: lower, by_you: false });
  expect((await answer(first.token, answerTo(again, true))).body.status).toBe("enabled");
  expect(await read(first.token)).toMatchObject(lower);
});

test("whoever proposed something takes it back without a reason", async () => {
  const { first, read, answer } = await proposed();
  const { status } = await answer(first.token, answerTo(await read(first.token), false));
  expect([status, (await read(first.token)).second_person]).toEqual([200, null]);
});

test("R23: what a first person proposed who has lost the role is confirmed by nobody, and nobody becomes the first by confirming", async () => {
  const { db, first, second, read, answer } = await proposed();
  const seen = await read(second.token);
  await sql`update account set disabled_at = now() where account_id = ${first.account_id}`.execute(db);
  expect(said(await answer(second.token, answerTo(seen, true)))).toEqual([409, "GEN-411"]);
  const { first_person } = await db.selectFrom("four_eyes").select("first_person").executeTakeFirstOrThrow();
  expect(first_person).toBe(first.account_id);
  expect((await read(second.token)).is_enabled).toBe(false);
});

test("R28: who confirms has proved lately who it is, as whoever proposes", async () => {
  const { db, second, read, answer } = await proposed();
  const seen = await read(second.token);
  await sql`update account set password_hash = 'x' where account_id = ${second.account_id}`.execute(db);
  expect(said(await answer(second.token, answerTo(seen, true)))).toEqual([403, "confirmation.required"]);
});

test("R20: the same answer with the same key is done once", async () => {
  const { second, read, answer } = await proposed();
  const body = answerTo(await read(second.token), true);
  const answers = await Promise.all([1, 2, 3].map(() => answer(second.token, body)));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(await read(second.token)).toMatchObject({ version: 2 });
});

test("GEN-404, GEN-403, GEN-409: strangers, the account's own people and those who saw another version answer nothing", async () => {
  const { db, api, own, manager, second, read, answer } = await proposed();
  const seen = await read(second.token);
  const body = answerTo(seen, true);
  expect(said(await answer((await person(db)).token, body))).toEqual([404, "GEN-404"]);
  const stranger = await memberOf(db, await company(db, "Another"), "account_manager");
  const { account } = await db
    .selectFrom("business_account")
    .select("business_account_uid as account")
    .where("company_name", "=", "Another")
    .executeTakeFirstOrThrow();
  const of = (token: string, query: Record<string, string>) => api(answerProposal, { token, query, body });
  expect(said(await of(stranger.token, { account }))).toEqual([404, "GEN-404"]);
  expect(said(await of(manager.token, { account: own.account }))).toEqual([403, "GEN-403"]);
  expect(said(await answer(second.token, { ...body, entity: "no_such_kind" }))).toEqual([404, "GEN-404"]);
  expect(said(await answer(second.token, { ...body, expected_version: 7 }))).toEqual([409, "GEN-409"]);
  expect((await read(second.token)).is_enabled).toBe(false);
});

test("bad input of an answer names its field", async () => {
  const { second, read, answer } = await proposed();
  const body = answerTo(await read(second.token), true);
  const wrong = await answer(second.token, { ...body, payload_hash: "abc" });
  expect([wrong.status, Object.keys(wrong.body.fields)]).toEqual([400, ["body.payload_hash"]]);
});
